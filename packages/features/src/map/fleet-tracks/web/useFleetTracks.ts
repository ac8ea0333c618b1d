// Loads the tracks of the fleet in a period, part by part, and finer lines of the part of the map that is zoomed in.
import { everyOfPolyline } from '@flotta/core/geo.ts'
import { DAY, instantOf } from '@flotta/core/time.ts'
import { call } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import type { Detail } from '@flotta/ui/map/lines-outside.ts'
import type { MapWindow } from '@flotta/ui/map/map-window.ts'
import type { Range } from '@flotta/ui/range.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { drawnLevels } from '../../../telemetry/trips/contract.ts'
import { type FleetTrack, fleetTracks } from '../contract.ts'

/** A period that has not ended is read again if it is opened after this time, ms. */
const STALE_AFTER = 60_000
/** The lines of a longer period are thinned to what a map of all of them can show, days. */
const THINNED_FROM_DAYS = 7

export type TrackLevel = (typeof drawnLevels)[number]
export interface DrawnTracks
  extends Pick<FleetTrack, 'vehicle_id' | 'plate' | 'fleet_id' | 'former'> {
  /** [longitude, latitude] of each bend. */
  readonly lines: readonly [number, number][][]
}
const linesOf = ({ lines }: FleetTrack): [number, number][][] =>
  lines.map(({ path }) => {
    const points: [number, number][] = []
    everyOfPolyline(path, (latitude, longitude) => points.push([longitude, latitude]) > 0)
    return points
  })

/** The vehicles and the period of the tracks. */
export interface TracksQuestion {
  readonly range: Range
  /** Ids separated by commas; undefined: all. */
  readonly fleets: string | undefined
}
export const isThinned = ({ from, to }: Range): boolean => to - from > THINNED_FROM_DAYS * DAY
const queryOf = ({ range, fleets }: TracksQuestion) => ({
  period_from: instantOf(range.from),
  period_to: instantOf(range.to),
  ...(fleets !== undefined && { fleets }),
})
const staleTime = ({ to }: Range) => (to < now() - 2 * DAY ? Number.POSITIVE_INFINITY : STALE_AFTER)

export function useFleetTracks(question: TracksQuestion) {
  const { range, fleets } = question
  const { data, error, refetch, isFetchingNextPage, hasNextPage, fetchNextPage, isPending } =
    useInfiniteQuery({
      queryKey: [fleetTracks.path, range.from, range.to, fleets],
      initialPageParam: 0,
      queryFn: async ({ pageParam, signal }) => {
        const query = {
          ...queryOf(question),
          ...(isThinned(range) && { level: 'coarse' as const }),
          ...(pageParam > 0 && { after: pageParam }),
        }
        const answer = await call(fleetTracks, { query }, signal)
        const vehicles = answer.vehicles.map(
          (track): DrawnTracks => ({ ...track, lines: linesOf(track) }),
        )
        return { ...answer, vehicles }
      },
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: staleTime(range),
      refetchOnWindowFocus: false,
      // comparing the coordinates would cost more than rendering them
      structuralSharing: false,
    })
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return {
    vehicles: useMemo(() => data?.pages.flatMap(page => page.vehicles) ?? [], [data]),
    tolerance: data?.pages[0]?.tolerance,
    isLoading: isPending || hasNextPage,
    error,
    onRetry: () => void refetch(),
  }
}

export interface TracksDetail extends Detail {
  readonly tolerance: number
}
/**
 * The finer lines of the part of the map that is zoomed in. While new ones load, the old ones stay; a load that nobody needs any more is cancelled.
 * @param mapWindow null: the map is zoomed out
 */
export function useTracksDetail(
  question: TracksQuestion,
  mapWindow: MapWindow<TrackLevel> | null,
): { readonly detail: TracksDetail | null; readonly isLoading: boolean } {
  const { range, fleets } = question
  const { data, isFetching } = useQuery({
    queryKey: [fleetTracks.path, range.from, range.to, fleets, mapWindow],
    enabled: mapWindow !== null,
    queryFn: async ({ signal }) => {
      const { step: level, box } = mapWindow as MapWindow<TrackLevel>
      const query = { ...queryOf(question), level, box: box.join(',') }
      const lines = new Map<number, [number, number][][]>()
      let tolerance = 0
      for (let after: number | null = 0; after !== null; ) {
        const answer: Awaited<ReturnType<typeof call<typeof fleetTracks>>> = await call(
          fleetTracks,
          { query: { ...query, ...(after > 0 && { after }) } },
          signal,
        )
        for (const track of answer.vehicles) lines.set(track.vehicle_id, linesOf(track))
        tolerance = Math.max(tolerance, answer.tolerance)
        after = answer.next
      }
      return { range, fleets, box, lines, tolerance }
    },
    placeholderData: keepPreviousData,
    staleTime: staleTime(range),
    gcTime: STALE_AFTER,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  })
  const isOfQuestion =
    mapWindow !== null &&
    data?.range.from === range.from &&
    data.range.to === range.to &&
    data.fleets === fleets
  return {
    detail: isOfQuestion ? data : null,
    isLoading: mapWindow !== null && isFetching,
  }
}
