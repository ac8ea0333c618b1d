// The track of a long period as it is drawn, day by day.
import { instantOf } from '@flotta/core/time.ts'
import { call, query } from '@flotta/ui/api.ts'
import type { MapWindow } from '@flotta/ui/map/map-window.ts'
import { DAY, type Range } from '@flotta/ui/range.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { drawnLevels } from '../../../telemetry/trips/contract.ts'
import type { Period } from '../../web/usePeriod.ts'
import { longTrack } from '../contract.ts'
import { daysOfLines, longDays } from '../long-days.ts'

/** The track of a longer period is first drawn thinned, days. */
export const LONG_DAYS = 7
/** A period that ends now is read again if it is opened after this time, ms. */
const STALE_AFTER = 300_000

type TrackLevel = (typeof drawnLevels)[number]

export const isLong = ({ range }: Period): boolean => range.to - range.from > LONG_DAYS * DAY

const argsOf = (
  vehicle: number,
  { from, to }: Range,
  detail: { readonly level: TrackLevel; readonly box?: string },
) => ({
  params: { id: vehicle },
  query: { period_from: instantOf(from), period_to: instantOf(to), ...detail },
})

export function useLongTrack(vehicle: number, { range, isOpen }: Period, enabled = true) {
  const args = useMemo(() => argsOf(vehicle, range, { level: 'middle' }), [vehicle, range])
  const track = useQuery({
    ...query(longTrack, args),
    enabled,
    staleTime: isOpen ? STALE_AFTER : Number.POSITIVE_INFINITY,
    // comparing thousands of points would cost more than rendering them
    structuralSharing: false,
  })
  const { data } = track
  const days = useMemo(
    () => (data === undefined ? undefined : longDays(data.lines, data.km ?? 0)),
    [data],
  )
  return { ...track, km: data?.km, days }
}

/**
 * The finer lines of the part of the map that is zoomed in, by day. While new ones load, the old ones stay; a load that nobody needs any more is cancelled.
 * @param mapWindow null: the map is zoomed out
 */
export function useLongDetail(
  vehicle: number,
  { range, isOpen }: Period,
  mapWindow: MapWindow<TrackLevel> | null,
) {
  const { data, isFetching } = useQuery({
    queryKey: [longTrack.path, vehicle, range.from, range.to, mapWindow],
    enabled: mapWindow !== null,
    queryFn: async ({ signal }) => {
      const { step: level, box } = mapWindow as MapWindow<TrackLevel>
      const detail = { level, box: box.join(',') }
      const { lines, tolerance } = await call(longTrack, argsOf(vehicle, range, detail), signal)
      const days = daysOfLines(lines).map(
        ({ from, lines: all }) => [from, all.filter(line => line.length > 1)] as const,
      )
      return { vehicle, range, box, tolerance, lines: new Map(days) }
    },
    placeholderData: keepPreviousData,
    staleTime: isOpen ? STALE_AFTER : Number.POSITIVE_INFINITY,
    gcTime: STALE_AFTER,
    structuralSharing: false,
  })
  const isOfPeriod =
    mapWindow !== null &&
    data?.vehicle === vehicle &&
    data.range.from === range.from &&
    data.range.to === range.to
  return { detail: isOfPeriod ? data : null, isLoading: mapWindow !== null && isFetching }
}
