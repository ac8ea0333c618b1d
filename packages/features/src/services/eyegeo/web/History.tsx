// Where the vehicle has been: a period, its trips and stops as a list and on the map, and the play-back.
import { HISTORY_MAX_DAYS } from '@flotta/core/contract.ts'
import { ApiError, query } from '@flotta/ui/api.ts'
import { type Place, pointAt } from '@flotta/ui/map/camera.ts'
import { Playback } from '@flotta/ui/map/Playback.tsx'
import { usePlace, useStage } from '@flotta/ui/map/stage.tsx'
import { Track as TrackLayer, type TrackMark } from '@flotta/ui/map/Track.tsx'
import { boundsOf, slice, type TrackPoints } from '@flotta/ui/map/track-points.ts'
import { formatDateTime, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { hasActiveAgreement } from '../../../fleet/agreements/rules.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import type { Position, Track, Trip } from '../../../telemetry/trips/contract.ts'
import { PERIOD_PLACE, tripPlace } from '../../../telemetry/trips/rules.ts'
import shared from '../../panel.module.css'
import { HistoryFrame } from '../../web/HistoryFrame.tsx'
import type { Period } from '../../web/usePeriod.ts'
import { trip as oneTrip } from '../contract.ts'
import { appendFix, historyEntries, type StopSpan, totalsOf } from '../rules.ts'
import { EntryList } from './EntryList.tsx'
import { useTrack, useTrips } from './useTrips.ts'

const NO_TRIPS: readonly Trip[] = []
/** A track is seen no nearer than this. */
const TRACK_ZOOM = 14

export interface HistoryProps {
  readonly vehicle: Vehicle
  /** The newest fix, appended while the period is open. */
  readonly last: Position | null
  readonly period: Period
}

export function History({ vehicle, last, period }: HistoryProps) {
  const { range, isOpen, setRange, trip: chosenId, setTrip } = period
  const { t } = useTranslation()
  const { camera } = useStage()
  const { focusZoom } = useBaseMap()
  const [hovered, setHovered] = useState<{ readonly from: number; readonly to: number } | null>(
    null,
  )
  const past = useTrack(vehicle.id, period)
  const tripsQuery = useTrips(vehicle.id, period)
  const trips = tripsQuery.data ?? NO_TRIPS

  const track = useGrowingTrack(past.data?.track, isOpen ? last : null)
  const chosen = useChosenTrip(
    vehicle.id,
    chosenId,
    trips,
    tripsQuery.isSuccess && !tripsQuery.isPlaceholderData,
    setTrip,
    setRange,
  )
  // Of a trip that reaches beyond the period the part inside is drawn, as it counts.
  const drawn = useMemo(
    () =>
      chosen === null
        ? track
        : slice(chosen.track, range.from, isOpen ? Number.POSITIVE_INFINITY : range.to),
    [chosen, track, range, isOpen],
  )
  const stops = past.data?.stops

  const marks = useMemo<readonly TrackMark[]>(() => {
    if (drawn === undefined || drawn.at.length === 0) return []
    const at = (kind: TrackMark['kind'], i: number): TrackMark => ({
      kind,
      longitude: drawn.longitude[i] ?? 0,
      latitude: drawn.latitude[i] ?? 0,
    })
    const pauses =
      chosen === null
        ? (stops ?? []).flatMap(({ longitude, latitude }): TrackMark[] =>
            longitude === null || latitude === null ? [] : [{ kind: 'stop', longitude, latitude }],
          )
        : []
    return [...pauses, at('start', 0), at('end', drawn.at.length - 1)]
  }, [drawn, chosen, stops])
  const highlight = useMemo(
    () => (hovered === null || track === undefined ? null : slice(track, hovered.from, hovered.to)),
    [hovered, track],
  )

  usePlace(PERIOD_PLACE, usePlaceOf(past.isPlaceholderData ? undefined : track))
  usePlace(tripPlace(chosenId ?? ''), usePlaceOf(chosen === null ? undefined : drawn))

  const withPlaces = hasActiveAgreement(
    vehicle.active_agreements,
    agreement.reverse_geocoding,
    useNow(60),
  )
  const list = useMemo(() => historyEntries(trips, stops ?? []), [trips, stops])
  const sums = useMemo(() => totalsOf(trips), [trips])
  const flyTo = useCallback(
    (latitude: number, longitude: number) =>
      camera.show({ box: pointAt(longitude, latitude), zoom: focusZoom }),
    [camera, focusZoom],
  )
  const flyToStop = useCallback(
    ({ latitude, longitude }: StopSpan) =>
      latitude !== null && longitude !== null && flyTo(latitude, longitude),
    [flyTo],
  )
  const error = past.error ?? tripsQuery.error
  const waiting = past.data === undefined || tripsQuery.data === undefined

  return (
    <>
      <HistoryFrame
        label={t('eyegeo.history')}
        maxDays={HISTORY_MAX_DAYS}
        reports={[{ types: ['eyegeo'], vehicle }]}
        range={range}
        onRange={setRange}
        loading={waiting}
        error={waiting ? error : null}
        onRetry={() => {
          void past.refetch()
          void tripsQuery.refetch()
        }}
        busy={past.isFetching}
        isEmpty={list.length === 0}
        emptyTitle={t('eyegeo.no_trips')}
        icon={IconRoute}
        head={
          <>
            {!waiting && trips.length > 0 && (
              <div className={shared.quiet}>
                {t('eyegeo.summary', {
                  count: trips.length,
                  km: formatNumber(sums.km, { unit: 'km', decimals: 1 }),
                  time: formatDuration(sums.duration),
                })}
              </div>
            )}
            {drawn !== undefined && drawn.at.length > 1 && <Playback track={drawn} />}
          </>
        }
      >
        <EntryList
          entries={list}
          chosen={chosenId}
          withPlaces={withPlaces}
          onTrip={setTrip}
          onStop={flyToStop}
          onHover={setHovered}
        />
      </HistoryFrame>
      {drawn !== undefined && drawn.at.length > 0 && (
        <TrackLayer
          track={drawn}
          marks={marks}
          highlight={highlight}
          onPoint={i => flyTo(drawn.latitude[i] ?? 0, drawn.longitude[i] ?? 0)}
          popup={i => (
            <>
              {formatDateTime(drawn.at[i], 'seconds')}
              <div>{formatNumber(drawn.speed[i], { unit: 'km/h' })}</div>
            </>
          )}
        />
      )}
    </>
  )
}

/** A track as a place of the camera's. */
function usePlaceOf(track: TrackPoints | undefined): Place | null {
  return useMemo(() => {
    const box = track === undefined ? null : boundsOf(track)
    return box === null ? null : { box, zoom: TRACK_ZOOM }
  }, [track])
}

/** The track read for the period, and every fix that has come since. */
function useGrowingTrack(track: Track | undefined, last: Position | null): Track | undefined {
  const [grown, setGrown] = useState<{
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
  return grown.base === track ? grown.track : track
}

/** The trip that the address names, with its own track; told and dropped when the period does not have it. */
function useChosenTrip(
  vehicle: number,
  id: string | undefined,
  trips: readonly Trip[],
  loaded: boolean,
  setTrip: (trip: string | undefined) => void,
  setRange: Period['setRange'],
): { readonly trip: Trip; readonly track: Track } | null {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    ...query(oneTrip, { params: { id: vehicle, trip_id: id ?? '' } }),
    enabled: id !== undefined,
    retry: false,
  })
  const outside = id !== undefined && loaded && !trips.some(trip => trip.id === id)
  const found = id === undefined ? undefined : data
  const failed = id !== undefined && error !== null
  useEffect(() => {
    if (failed) {
      if (error instanceof ApiError && error.status === 404)
        toast.error(t('eyegeo.trip_not_in_range'), { id: 'trip' })
      else toast.failed(error, { id: 'trip' })
      setTrip(undefined)
      return
    }
    if (!outside || found === undefined) return
    const from = Date.parse(found.trip.period_from)
    const to = found.trip.period_to === null ? from : Date.parse(found.trip.period_to)
    toast.error(t('eyegeo.trip_not_in_range'), {
      id: 'trip',
      action: {
        label: t('eyegeo.widen'),
        onClick: () => setRange({ from: from - 3_600_000, to: to + 3_600_000 }),
      },
    })
    setTrip(undefined)
  }, [failed, error, outside, found, setTrip, setRange, t])
  return useMemo(
    () => (found === undefined || outside ? null : { trip: found.trip, track: found.positions }),
    [found, outside],
  )
}
