// The track of a long period as it is drawn, day by day.
import { instantOf } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { DAY } from '@flotta/ui/range.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Period } from '../../web/usePeriod.ts'
import { longTrack } from '../contract.ts'
import { longDays } from '../long-days.ts'

/** Of a longer period the track is drawn thinned at first. */
export const LONG_DAYS = 7
/** A period that ends now is read again when it is opened after so long, ms. */
const STALE_AFTER = 300_000

export const isLong = ({ range }: Period): boolean => range.to - range.from > LONG_DAYS * DAY

/** @param level `fine` where somebody looks at it from near */
export function useLongTrack(
  vehicle: number,
  { range, isOpen }: Period,
  level: 'middle' | 'fine',
  enabled = true,
) {
  const args = useMemo(
    () => ({
      params: { id: vehicle },
      query: { period_from: instantOf(range.from), period_to: instantOf(range.to), level },
    }),
    [vehicle, range, level],
  )
  const track = useQuery({
    ...query(longTrack, args),
    enabled,
    staleTime: isOpen ? STALE_AFTER : Number.POSITIVE_INFINITY,
    // lines without end are compared by nobody
    structuralSharing: false,
  })
  const { data } = track
  const days = useMemo(
    () => (data === undefined ? undefined : longDays(data.lines, data.km ?? 0)),
    [data],
  )
  return { ...track, km: data?.km, days }
}
