// The vehicles of a visit on the map, as the table below it lists them.

import { MapView } from '@flotta/ui/map/MapView.tsx'
import { boxOf, type Place } from '@flotta/ui/map/place.ts'
import { MapStage, usePlace, useStage, useSubject } from '@flotta/ui/map/stage.tsx'
import { MapTools } from '@flotta/ui/map/Tools.tsx'
import { Vehicles } from '@flotta/ui/map/Vehicles.tsx'
import type { MapVehicle } from '@flotta/ui/map/vehicle-changes.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBaseMap } from '../../../places/basemap/web/useBaseMap.ts'
import type { VisitedVehicle } from '../contract.ts'
import classes from './visits.module.css'

const NOTHING_COVERED = { top: 0, right: 0, bottom: 0, left: 0 }
/** The highest zoom for all vehicles together. */
const ALL_ZOOM = 11
const ALL = { key: 'visited', names: ['visited'] }

const pictureOf = (vehicle: VisitedVehicle): MapVehicle[] => {
  const { id, plate, vehicle_type, status, motion, latitude, longitude, direction } = vehicle
  if (latitude === null || longitude === null) return []
  const heading = motion === 'moving' ? direction : null
  return [
    {
      id,
      latitude,
      longitude,
      label: plate,
      type: vehicle_type,
      status,
      ring: 0,
      heading,
      ...(motion === 'idling' && { idling: true as const }),
    },
  ]
}

export interface VisitedMapProps {
  readonly vehicles: readonly VisitedVehicle[]
  readonly label: string
}
export function VisitedMap(props: VisitedMapProps) {
  return (
    <div className={classes.map}>
      <MapStage>
        <PlacedVehicles {...props} />
      </MapStage>
    </div>
  )
}

function PlacedVehicles({ vehicles, label }: VisitedMapProps) {
  const { t } = useTranslation()
  const { view, drawable, focusZoom, layers } = useBaseMap()
  const { camera } = useStage()
  const [selected, setSelected] = useState<number | null>(null)
  const pictures = useMemo(() => vehicles.flatMap(pictureOf), [vehicles])
  const place = useMemo<Place | null>(() => {
    const box = boxOf(pictures)
    return box === null ? null : { box, zoom: ALL_ZOOM }
  }, [pictures])
  // Reading again moves the vehicles, not the map.
  const first = useRef<Place | null>(null)
  first.current ??= place
  usePlace(ALL.key, first.current)
  useSubject(ALL)
  const popup = useCallback(
    (id: number) => {
      const vehicle = vehicles.find(one => one.id === id)
      if (vehicle === undefined) return null
      const { plate, motion, place: words, message_datetime } = vehicle
      return (
        <>
          <strong>{plate}</strong>
          {motion !== null && <div>{t(`vehicles.motion.${motion}`)}</div>}
          {words !== null && <div>{words}</div>}
          <div className="flotta-quiet">{formatDateTime(message_datetime)}</div>
        </>
      )
    },
    [vehicles, t],
  )
  if (!drawable) return null
  return (
    <MapView {...view} covered={NOTHING_COVERED} label={label}>
      <Vehicles
        vehicles={pictures}
        selected={selected}
        focusZoom={focusZoom}
        onSelect={setSelected}
        popup={popup}
      />
      <MapTools onShowAll={() => place !== null && camera.show(place)} layers={layers} />
    </MapView>
  )
}
