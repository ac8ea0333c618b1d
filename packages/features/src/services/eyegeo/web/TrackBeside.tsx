// For charts of other services: the track on the map, with a marker where the vehicle was at the moment under the pointer. Pointing at the track marks the
// moment in the charts.
import { useCursor, useCursorAt } from '@flotta/ui/cursor.ts'
import { MapMarker } from '@flotta/ui/map/Marker.tsx'
import { Track as TrackLayer } from '@flotta/ui/map/Track.tsx'
import { momentAt, type TrackPoints } from '@flotta/ui/map/track-points.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { useCallback, useEffect, useState } from 'react'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { hasActiveAgreement } from '../../../fleet/agreements/rules.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { usePeriod } from '../../web/usePeriod.ts'
import { useTrack } from './useTrips.ts'

const SOURCE = 'track'

export function TrackBeside({ vehicle }: { readonly vehicle: Vehicle }) {
  const mayShow = hasActiveAgreement(vehicle.active_agreements, agreement.eyegeo, useNow(60))
  const cursor = useCursor()
  // The track is loaded only after somebody has pointed at a chart.
  const [isWanted, setWanted] = useState(false)
  useEffect(
    () => cursor.subscribe(() => cursor.at !== null && cursor.source !== SOURCE && setWanted(true)),
    [cursor],
  )
  return mayShow && isWanted ? <GhostTrack vehicle={vehicle.id} /> : null
}

function GhostTrack({ vehicle }: { readonly vehicle: number }) {
  const { data } = useTrack(vehicle, usePeriod())
  const track = data?.track
  return track === undefined || track.at.length < 2 ? null : <Ghost track={track} />
}

function Ghost({ track }: { readonly track: TrackPoints }) {
  const cursor = useCursor()
  const at = useCursorAt(SOURCE)
  const popup = useCallback(
    (index: number) => formatDateTime(track.at[index] ?? 0, 'seconds'),
    [track],
  )
  const onHover = useCallback(
    (index: number) => cursor.point(track.at[index] ?? null, SOURCE),
    [cursor, track],
  )
  const isInside = at !== null && at >= (track.at[0] ?? 0) && at <= (track.at.at(-1) ?? 0)
  const moment = isInside ? momentAt(track, at) : null
  return (
    <>
      <TrackLayer track={track} popup={popup} onHover={onHover} />
      {moment !== null && (
        <MapMarker longitude={moment.longitude} latitude={moment.latitude}>
          <span
            className="flotta-playhead"
            style={{ transform: `rotate(${moment.direction}deg)` }}
          />
        </MapMarker>
      )}
    </>
  )
}
