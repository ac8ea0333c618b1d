// A mark at a place on the map that is rendered by React.
import { Marker } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Spot } from './circle.ts'
import { isAlive } from './map-removal.ts'
import { spotOf } from './pointing.ts'
import { useStage } from './stage.tsx'

export interface MapMarkerProps {
  readonly longitude: number
  readonly latitude: number
  readonly anchor?: 'center' | 'bottom'
  /** Called while a pointer drags the mark with each place, and once where it is released. */
  readonly onDrag?: (spot: Spot, isEnd: boolean) => void
  readonly children: ReactNode
}

export function MapMarker({
  longitude,
  latitude,
  anchor = 'center',
  onDrag,
  children,
}: MapMarkerProps) {
  const { map } = useStage()
  const box = useMemo(() => document.createElement('div'), [])
  const draggable = onDrag !== undefined
  const marker = useMemo(
    () => new Marker({ element: box, anchor, draggable }),
    [box, anchor, draggable],
  )
  const latest = useRef(onDrag)
  latest.current = onDrag
  useEffect(() => {
    const report = (isEnd: boolean) => () => latest.current?.(spotOf(marker.getLngLat()), isEnd)
    const stops = [marker.on('drag', report(false)), marker.on('dragend', report(true))]
    return () => {
      for (const stop of stops) stop.unsubscribe()
    }
  }, [marker])
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
