// The history of positions: the trips and stops of a period as a list and on the map, and the playback of the track.
import { instantOf } from '@flotta/core/time.ts'
import { MapFileMenu } from '@flotta/ui/MapFileMenu.tsx'
import { Playback } from '@flotta/ui/map/Playback.tsx'
import { type Place, pointAt } from '@flotta/ui/map/place.ts'
import { usePlace, useStage } from '@flotta/ui/map/stage.tsx'
import { Track as TrackLayer, type TrackMark } from '@flotta/ui/map/Track.tsx'
import { boundsOf, slice, type TrackPoints } from '@flotta/ui/map/track-points.ts'
import { formatDateTime, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { IconRoute } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { hasActiveAgreement } from '../../../fleet/agreements/rules.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import type { Position, Trip } from '../../../telemetry/trips/contract.ts'
import { PERIOD_PLACE, tripPlace } from '../../../telemetry/trips/rules.ts'
import shared from '../../panel.module.css'
import { HistoryFrame } from '../../web/HistoryFrame.tsx'
import type { Period } from '../../web/usePeriod.ts'
import { exportTrip, exportTrips, LONG_TRACK_DAYS } from '../contract.ts'
import { historyEntries, type StopSpan, totalsOf } from '../rules.ts'
import { EntryList } from './EntryList.tsx'
import { LongTrack } from './LongTrack.tsx'
import { useHistoryData } from './useHistoryData.ts'

/** Epoch ms of the list entry under the pointer; null: none. */
type HoveredPeriod = { readonly from: number; readonly to: number } | null
/** The camera zooms in on a track up to this level at most. */
const TRACK_ZOOM = 14

export interface HistoryProps {
  readonly vehicle: Vehicle
  /** The newest fix, appended while the period is open. */
  readonly last: Position | null
  readonly period: Period
}

export function History({ vehicle, last, period }: HistoryProps) {
  const { range, setRange, trip: chosenId, setTrip } = period
  const { t } = useTranslation()
  const [hoveredPeriod, setHoveredPeriod] = useState<HoveredPeriod>(null)
  const { past, tripsQuery, trips, stops, track, chosenTrip, drawnTrack, firstDays } =
    useHistoryData(vehicle.id, period, last)
  const highlight = useMemo(
    () =>
      hoveredPeriod === null || track === undefined
        ? null
        : slice(track, hoveredPeriod.from, hoveredPeriod.to),
    [hoveredPeriod, track],
  )

  usePlace(PERIOD_PLACE, usePlaceOf(past.isPlaceholderData ? undefined : track))
  usePlace(tripPlace(chosenId ?? ''), usePlaceOf(chosenTrip === null ? undefined : drawnTrack))

  const withPlaces = hasActiveAgreement(
    vehicle.active_agreements,
    agreement.reverse_geocoding,
    useNow(60),
  )
  const entries = useMemo(() => historyEntries(trips, stops ?? []), [trips, stops])
  const flyTo = useFlyTo()
  const flyToStop = useCallback(
    ({ latitude, longitude }: StopSpan) =>
      latitude !== null && longitude !== null && flyTo(latitude, longitude),
    [flyTo],
  )
  const error = past.error ?? tripsQuery.error
  const isLoading = past.data === undefined || tripsQuery.data === undefined

  return (
    <>
      <HistoryFrame
        label={t('eyegeo.history')}
        maxDays={LONG_TRACK_DAYS}
        reports={[
          { types: ['eyegeo'], vehicle },
          { types: ['stays'], vehicle },
        ]}
        range={range}
        onRange={setRange}
        loading={isLoading}
        error={isLoading ? error : null}
        onRetry={() => {
          void past.refetch()
          void tripsQuery.refetch()
        }}
        busy={past.isFetching}
        isEmpty={entries.length === 0}
        emptyTitle={t('eyegeo.no_trips')}
        icon={IconRoute}
        head={
          <>
            {!isLoading && trips.length > 0 && <Totals trips={trips} />}
            {drawnTrack !== undefined && drawnTrack.at.length > 1 && (
              <Playback track={drawnTrack} />
            )}
            {!isLoading && trips.length > 0 && (
              <TripsFile vehicle={vehicle} range={range} chosen={chosenTrip?.trip ?? null} />
            )}
          </>
        }
      >
        <EntryList
          entries={entries}
          chosen={chosenId}
          withPlaces={withPlaces}
          onTrip={setTrip}
          onStop={flyToStop}
          onHover={setHoveredPeriod}
        />
      </HistoryFrame>
      {firstDays !== undefined && (
        <LongTrack
          days={firstDays}
          highlight={null}
          onDay={({ from, to }) => setRange({ from, to })}
        />
      )}
      <DrawnTrack
        track={firstDays === undefined ? drawnTrack : undefined}
        stops={chosenTrip === null ? stops : undefined}
        highlight={highlight}
        onPoint={flyTo}
      />
    </>
  )
}

/** The button that downloads the chosen trip, or all trips of the period. */
function TripsFile({
  vehicle: { id, plate },
  range,
  chosen,
}: {
  readonly vehicle: Vehicle
  readonly range: Period['range']
  readonly chosen: Trip | null
}) {
  const name = `${plate} ${formatDateTime(chosen?.period_from ?? range.from, 'date').replaceAll('/', '-')}`
  if (chosen !== null)
    return (
      <MapFileMenu
        endpoint={exportTrip}
        args={format => ({ params: { id, trip_id: chosen.id }, query: { format } })}
        name={name}
        size="compact-sm"
      />
    )
  const period = { period_from: instantOf(range.from), period_to: instantOf(range.to) }
  return (
    <MapFileMenu
      endpoint={exportTrips}
      args={format => ({ params: { id }, query: { ...period, format } })}
      name={name}
      size="compact-sm"
    />
  )
}

/** Moves the camera to a position. */
function useFlyTo(): (latitude: number, longitude: number) => void {
  const { camera } = useStage()
  const { focusZoom } = useBaseMap()
  return useCallback(
    (latitude: number, longitude: number) =>
      camera.show({ box: pointAt(longitude, latitude), zoom: focusZoom }),
    [camera, focusZoom],
  )
}

/** The number of trips of the period, their kilometres and their driving time. */
function Totals({ trips }: { readonly trips: readonly Trip[] }) {
  const { t } = useTranslation()
  const totals = useMemo(() => totalsOf(trips), [trips])
  return (
    <div className={shared.quiet}>
      {t('eyegeo.summary', {
        count: trips.length,
        km: formatNumber(totals.km, { unit: 'km', decimals: 1 }),
        time: formatDuration(totals.duration),
      })}
    </div>
  )
}

interface DrawnTrackProps {
  readonly track: TrackPoints | undefined
  /** The stops to mark; undefined: none. */
  readonly stops: readonly StopSpan[] | undefined
  readonly highlight: TrackPoints | null
  readonly onPoint: (latitude: number, longitude: number) => void
}
/** The track on the map, with marks at its start, its end and its stops. */
function DrawnTrack({ track, stops, highlight, onPoint }: DrawnTrackProps) {
  const marks = useMemo(() => marksOf(track, stops ?? []), [track, stops])
  if (track === undefined || track.at.length === 0) return null
  return (
    <TrackLayer
      track={track}
      marks={marks}
      highlight={highlight}
      onPoint={i => onPoint(track.latitude[i] ?? 0, track.longitude[i] ?? 0)}
      popup={i => (
        <>
          {formatDateTime(track.at[i], 'seconds')}
          <div>{formatNumber(track.speed[i], { unit: 'km/h' })}</div>
        </>
      )}
    />
  )
}

function marksOf(track: TrackPoints | undefined, stops: readonly StopSpan[]): readonly TrackMark[] {
  if (track === undefined || track.at.length === 0) return []
  const markAt = (kind: TrackMark['kind'], i: number): TrackMark => ({
    kind,
    longitude: track.longitude[i] ?? 0,
    latitude: track.latitude[i] ?? 0,
  })
  const stopMarks = stops.flatMap(({ longitude, latitude }): TrackMark[] =>
    longitude === null || latitude === null ? [] : [{ kind: 'stop', longitude, latitude }],
  )
  return [...stopMarks, markAt('start', 0), markAt('end', track.at.length - 1)]
}

/** The section of the map that shows a whole track; null: the track is unknown or empty. */
function usePlaceOf(track: TrackPoints | undefined): Place | null {
  return useMemo(() => {
    const box = track === undefined ? null : boundsOf(track)
    return box === null ? null : { box, zoom: TRACK_ZOOM }
  }, [track])
}
