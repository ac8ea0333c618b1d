// The tracks of the fleet in a period, part by part.
import { decodePolyline } from '@flotta/core/geo.ts'
import { DAY, instantOf } from '@flotta/core/time.ts'
import { call } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import type { Range } from '@flotta/ui/range.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type FleetTrack, fleetTracks } from '../contract.ts'

/** A period that is not over is read again when it is opened after so long, ms. */
const STALE_AFTER = 60_000

export interface DrawnTracks extends Pick<FleetTrack, 'vehicle_id' | 'plate' | 'fleet_id'> {
  /** [longitude, latitude] of each bend. */
  readonly lines: readonly [number, number][][]
}
const drawnTracksOf = ({ lines, ...vehicle }: FleetTrack): DrawnTracks => ({
  ...vehicle,
  lines: lines.map(({ path }) =>
    decodePolyline(path).map(([latitude, longitude]) => [longitude, latitude]),
  ),
})

/** @param fleets ids with commas; undefined: all */
export function useFleetTracks({ from, to }: Range, fleets: string | undefined) {
  const { data, error, refetch, isFetchingNextPage, hasNextPage, fetchNextPage, isPending } =
    useInfiniteQuery({
      queryKey: [fleetTracks.path, from, to, fleets],
      initialPageParam: 0,
      queryFn: async ({ pageParam, signal }) => {
        const query = {
          period_from: instantOf(from),
          period_to: instantOf(to),
          ...(fleets !== undefined && { fleets }),
          ...(pageParam > 0 && { after: pageParam }),
        }
        const answer = await call(fleetTracks, { query }, signal)
        return { ...answer, vehicles: answer.vehicles.map(drawnTracksOf) }
      },
      getNextPageParam: ({ next }) => next ?? undefined,
      staleTime: to < now() - 2 * DAY ? Number.POSITIVE_INFINITY : STALE_AFTER,
      refetchOnWindowFocus: false,
      // the coordinates are compared by nobody
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
