// The pins on the map: their pictures, what hovering tells, and the camera that finds and follows the selected one.
import { useStage } from '@flotta/ui/map/stage.tsx'
import { Vehicles } from '@flotta/ui/map/Vehicles.tsx'
import type { MapVehicle } from '@flotta/ui/map/vehicle-changes.ts'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import type { Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pin } from '../contract.ts'
import { isLocated, isMoving, severityOf } from '../rules.ts'

const pictureOf = (pin: Pin & { latitude: number; longitude: number }): MapVehicle => ({
  id: pin.id,
  longitude: pin.longitude,
  latitude: pin.latitude,
  label: pin.plate,
  type: pin.vehicle_type,
  status: pin.status,
  ring: severityOf(pin) ?? 0,
  heading: isMoving(pin) ? (pin.direction ?? null) : null,
})

/** The pictures of pins with a position. A pin that stands unchanged in its place gives the same object again: the layer finds differences by identity. */
function usePictures(pins: readonly Pin[]): MapVehicle[] {
  const last = useRef<{ readonly pins: readonly Pin[]; readonly pictures: readonly (MapVehicle | null)[] }>({ pins: [], pictures: [] })
  return useMemo(() => {
    const old = last.current
    const pictures = pins.map((pin, i) => (old.pins[i] === pin ? (old.pictures[i] ?? null) : isLocated(pin) ? pictureOf(pin) : null))
    last.current = { pins, pictures }
    return pictures.filter(picture => picture !== null)
  }, [pins])
}

export interface PinsLayerProps {
  readonly pins: readonly Pin[]
  readonly selected: Pin | undefined
  /** Zoom at which one vehicle is looked at. */
  readonly focusZoom: number
  readonly onSelect: (id: number) => void
}

export function PinsLayer({ pins, selected, focusZoom, onSelect }: PinsLayerProps) {
  const kept = usePictures(pins)
  // The selected vehicle is shown whatever the filter.
  const vehicles = useMemo(
    () => (selected === undefined || !isLocated(selected) || kept.some(v => v.id === selected.id) ? kept : [...kept, pictureOf(selected)]),
    [kept, selected],
  )
  const latest = useRef(pins)
  latest.current = pins
  const popup = useCallback((id: number) => {
    const pin = latest.current.find(p => p.id === id)
    return pin === undefined ? null : <PinPopup pin={pin} />
  }, [])
  useFocus(selected, focusZoom)
  return <Vehicles vehicles={vehicles} selected={selected?.id ?? null} onSelect={onSelect} popup={popup} />
}

function PinPopup({ pin }: { readonly pin: Pin }) {
  const { t } = useTranslation()
  return (
    <>
      <strong>{pin.plate}</strong>
      <div>{isMoving(pin) && pin.speed !== undefined ? formatNumber(pin.speed, { unit: 'km/h' }) : t('map.stopped')}</div>
      <div className="flotta-quiet">{pin.message_datetime === undefined ? t('map.never_seen') : <RelativeTime at={pin.message_datetime} />}</div>
    </>
  )
}

const FOCUS_MS = 700
const MARGIN = 24

/** Whether a place is seen beside the panels. */
function isInFreePart(map: MapLibre, place: [number, number]): boolean {
  const { x, y } = map.project(place)
  const { top = 0, right = 0, bottom = 0, left = 0 } = map.getPadding()
  const { clientWidth, clientHeight } = map.getContainer()
  return x > left + MARGIN && y > top + MARGIN && x < clientWidth - right - MARGIN && y < clientHeight - bottom - MARGIN
}

/** Goes to the selected vehicle once, then follows it when it leaves the free part of the map, until the map is moved by hand. */
function useFocus(pin: Pin | undefined, focusZoom: number): void {
  const { map } = useStage()
  const focused = useRef<number | null>(null)
  const following = useRef(false)
  const last = useRef<[number, number] | null>(null)
  const latitude = pin?.latitude
  const longitude = pin?.longitude
  const id = pin?.id ?? null

  useEffect(() => {
    if (map === null) return
    const letGo = (event: { readonly originalEvent?: unknown }) => {
      if (event.originalEvent !== undefined) following.current = false
    }
    const subscriptions = [map.on('dragstart', letGo), map.on('zoomstart', letGo)]
    return () => {
      for (const s of subscriptions) s.unsubscribe()
    }
  }, [map])

  useEffect(() => {
    if (map === null || id === null) {
      focused.current = null
      return
    }
    if (longitude === undefined || latitude === undefined) return
    const center: [number, number] = [longitude, latitude]
    if (focused.current !== id) {
      focused.current = id
      following.current = true
      last.current = center
      const { x, y } = map.project(center)
      const far = Math.hypot(x - map.getContainer().clientWidth / 2, y - map.getContainer().clientHeight / 2) > 4000
      const camera = { center, zoom: Math.max(map.getZoom(), focusZoom) }
      if (far) map.flyTo({ ...camera, duration: 1200 })
      else map.easeTo({ ...camera, duration: FOCUS_MS })
      return
    }
    const before = last.current
    last.current = center
    // Only a vehicle that drives out of the picture is followed, not one that the camera has left.
    if (following.current && !map.isMoving() && before !== null && isInFreePart(map, before) && !isInFreePart(map, center))
      map.easeTo({ center, duration: FOCUS_MS })
  }, [map, id, longitude, latitude, focusZoom])
}
