// Loads what the history of positions shows: trips, stops and the track of the period, which grows while the vehicle drives, and the trip in the address.
import { ApiError, query } from '@flotta/ui/api.ts'
import { slice } from '@flotta/ui/map/track-points.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position, Track, Trip } from '../../../telemetry/trips/contract.ts'
import type { Period } from '../../web/usePeriod.ts'
import { trip as oneTrip } from '../contract.ts'
import { appendFix } from '../rules.ts'
import { isLong, useLongTrack } from './useLongTrack.ts'
import { useTrack, useTrips } from './useTrips.ts'

const NO_TRIPS: readonly Trip[] = []
/** What the history shows of a period: its track, its trips and stops, and the trip that the address names. */
export function useHistoryData(vehicle: number, period: Period, last: Position | null) {
  const { range, isOpen, setRange, trip: chosenId, setTrip } = period
  const past = useTrack(vehicle, period)
  const tripsQuery = useTrips(vehicle, period)
  const trips = tripsQuery.data ?? NO_TRIPS
  const track = useGrowingTrack(past.data?.track, isOpen ? last : null)
  const chosenTrip = useChosenTrip(
    vehicle,
    chosenId,
    trips,
    tripsQuery.isSuccess && !tripsQuery.isPlaceholderData,
    setTrip,
    setRange,
  )
  // Of a trip that reaches beyond the period only the part inside is drawn, because only that part is counted.
  const drawnTrack = useMemo(
    () =>
      chosenTrip === null
        ? track
        : slice(chosenTrip.track, range.from, isOpen ? Number.POSITIVE_INFINITY : range.to),
    [chosenTrip, track, range, isOpen],
  )
  // While a long period is loaded, its thinned track is drawn.
  const isThinned = isLong(period) && (past.data === undefined || past.isPlaceholderData)
  const { days } = useLongTrack(vehicle, period, isThinned)
  const firstDays = isThinned ? days : undefined
  return {
    past,
    tripsQuery,
    trips,
    stops: past.data?.stops,
    track,
    chosenTrip,
    drawnTrack,
    firstDays,
  }
}

/** The track that was read for the period, with every fix that has arrived since. */
function useGrowingTrack(track: Track | undefined, last: Position | null): Track | undefined {
  const [growing, setGrown] = useState<{
    readonly base: Track | undefined
    readonly track: Track | undefined
  }>({ base: track, track })
  useEffect(() => {
    setGrown(old => {
      const from = old.base === track ? old.track : track
      const next = from === undefined || last === null ? from : appendFix(from, last)
      return old.base === track && next === old.track ? old : { base: track, track: next }
    })
  }, [track, last])
  return growing.base === track ? growing.track : track
}

/** The trip that the address names, with its own track. When the trip lies outside the period, a notice says so and the address drops it. */
function useChosenTrip(
  vehicle: number,
  id: string | undefined,
  trips: readonly Trip[],
  isLoaded: boolean,
  setTrip: (trip: string | undefined) => void,
  setRange: Period['setRange'],
): { readonly trip: Trip; readonly track: Track } | null {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    ...query(oneTrip, { params: { id: vehicle, trip_id: id ?? '' } }),
    enabled: id !== undefined,
    retry: false,
  })
  const outside = id !== undefined && isLoaded && !trips.some(trip => trip.id === id)
  const loadedTrip = id === undefined ? undefined : data
  const hasFailed = id !== undefined && error !== null
  useEffect(() => {
    if (hasFailed) {
      if (error instanceof ApiError && error.status === 404)
        toast.error(t('eyegeo.trip_not_in_range'), { id: 'trip' })
      else toast.failed(error, { id: 'trip' })
      setTrip(undefined)
      return
    }
    if (!outside || loadedTrip === undefined) return
    const from = Date.parse(loadedTrip.trip.period_from)
    const to = loadedTrip.trip.period_to === null ? from : Date.parse(loadedTrip.trip.period_to)
    toast.error(t('eyegeo.trip_not_in_range'), {
      id: 'trip',
      action: {
        label: t('eyegeo.widen'),
        onClick: () => setRange({ from: from - 3_600_000, to: to + 3_600_000 }),
      },
    })
    setTrip(undefined)
  }, [hasFailed, error, outside, loadedTrip, setTrip, setRange, t])
  return useMemo(
    () =>
      loadedTrip === undefined || outside
        ? null
        : { trip: loadedTrip.trip, track: loadedTrip.positions },
    [loadedTrip, outside],
  )
}
