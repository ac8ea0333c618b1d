// A small box at a place on the map with content rendered by React.
import { Popup } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { isAlive } from './map-removal.ts'
import { useStage } from './stage.tsx'

export interface MapPopupProps {
  readonly longitude: number
  readonly latitude: number
  /** Distance from the place, pixels. */
  readonly offset?: number
  readonly children: ReactNode
}

export function MapPopup({ longitude, latitude, offset = 12, children }: MapPopupProps) {
  const { map } = useStage()
  const box = useMemo(() => document.createElement('div'), [])
  const popup = useMemo(
    () =>
      new Popup({
        closeButton: false,
        closeOnClick: false,
        className: 'flotta-popup',
        maxWidth: '280px',
        offset,
      }).setDOMContent(box),
    [box, offset],
  )
  useEffect(() => {
    popup.setLngLat([longitude, latitude])
  }, [popup, longitude, latitude])
  useEffect(() => {
    if (map === null) return
    popup.addTo(map)
    return () => {
      if (isAlive(map)) popup.remove()
    }
  }, [map, popup])
  return createPortal(children, box)
}

/** The content of a vehicle's popup; null: no popup. */
export type VehiclePopup = (id: number) => ReactNode

/** The popup of the vehicle under the pointer. */
export function HoveredPopup({
  vehicle,
  popup,
}: {
  readonly vehicle: {
    readonly id: number
    readonly longitude: number
    readonly latitude: number
  } | null
  readonly popup: VehiclePopup
}) {
  const content = vehicle === null ? null : popup(vehicle.id)
  if (vehicle === null || content === null || content === undefined) return null
  return (
    <MapPopup longitude={vehicle.longitude} latitude={vehicle.latitude} offset={20}>
      {content}
    </MapPopup>
  )
}
