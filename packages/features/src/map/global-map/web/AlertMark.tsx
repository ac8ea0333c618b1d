// The place and time of an alert, or of any entry of a history, as the address names them
// (`a`, `lat`, `lng`, `t`).
import { query } from '@flotta/ui/api.ts'
import { MapMarker } from '@flotta/ui/map/Marker.tsx'
import { type Place, pointAt } from '@flotta/ui/map/place.ts'
import { usePlace } from '@flotta/ui/map/stage.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { all as alertsAll } from '../../../alerts/incidents/contract.ts'
import { ALERT_PLACE } from '../rules.ts'
import classes from './map.module.css'
import type { MapSearch } from './useMapSearch.ts'

/** `t` is an ISO instant or epoch ms. */
function timeOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const at = /^\d{10,14}$/.test(text) ? Number(text) : Date.parse(text)
  return Number.isNaN(at) ? null : at
}

export interface AlertMarkProps {
  readonly search: MapSearch
  /** Zoom for a single place. */
  readonly focusZoom: number
}

export const AlertMark = memo(function AlertMark({
  search: { a, lat, lng, t },
  focusZoom,
}: AlertMarkProps) {
  const { data: definitions } = useQuery({
    ...query(alertsAll, {}),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: a !== undefined,
  })
  usePlace(
    ALERT_PLACE,
    useMemo<Place | null>(
      () =>
        lat === undefined || lng === undefined ? null : { box: pointAt(lng, lat), zoom: focusZoom },
      [lat, lng, focusZoom],
    ),
  )
  if ((a === undefined && t === undefined) || lat === undefined || lng === undefined) return null
  const definition = definitions?.find(d => String(d.id) === a || d.code === a)
  const at = timeOf(t)
  return (
    <MapMarker longitude={lng} latitude={lat} anchor="bottom">
      <div className={classes.alertMark}>
        {a === undefined ? (
          <IconMapPin size={16} stroke={1.8} aria-hidden />
        ) : (
          <>
            <Severity level={definition?.severity ?? 0} />
            <span>{definition?.name ?? a}</span>
          </>
        )}
        {at !== null && (
          <span className={a === undefined ? undefined : 'flotta-quiet'}>{formatDateTime(at)}</span>
        )}
      </div>
    </MapMarker>
  )
})
