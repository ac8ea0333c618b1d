// A mark at a place on the map whose picture is React's.
import { Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { isAlive } from './map-removal.ts'
import { useStage } from './stage.tsx'

export interface MapMarkerProps {
  readonly longitude: number
  readonly latitude: number
  readonly anchor?: 'center' | 'bottom'
  readonly children: ReactNode
}

export function MapMarker({ longitude, latitude, anchor = 'center', children }: MapMarkerProps) {
  const { map } = useStage()
  const box = useMemo(() => document.createElement('div'), [])
  const marker = useMemo(() => new Marker({ element: box, anchor }), [box, anchor])
  useEffect(() => {
    marker.setLngLat([longitude, latitude])
  }, [marker, longitude, latitude])
  // This effect does not depend on the position, so a mark that moves stays in the page and keeps the focus.
  useEffect(() => {
    if (map === null || !isAlive(map)) return
    marker.addTo(map)
    return () => {
      if (isAlive(map)) marker.remove()
    }
  }, [map, marker])
  return createPortal(children, box)
}
