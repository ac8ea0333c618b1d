// A small box at a place on the map whose content is React's.
import { Popup } from 'maplibre-gl'
import { type ReactNode, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { isAlive } from './map-removal.ts'
import { useStage } from './stage.tsx'

export interface MapPopupProps {
  readonly longitude: number
  readonly latitude: number
  /** Pixels from the place. */
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
