// The pins on the map: their pictures, what hovering tells, and the camera that finds and follows the selected one.
import { useStage } from '@flotta/ui/map/stage.tsx'
import { type MapVehicle, Vehicles } from '@flotta/ui/map/Vehicles.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import type { Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pin } from '../contract.ts'
import { isLocated, isMoving, severityOf } from '../rules.ts'

/** An unchanged pin gives the same object again: the layer finds differences by identity. */
const pictures = new WeakMap<Pin, MapVehicle>()
function pictureOf(pin: Pin & { latitude: number; longitude: number }): MapVehicle {
  const known = pictures.get(pin)
  if (known !== undefined) return known
  const picture: MapVehicle = {
    id: pin.id,
    longitude: pin.longitude,
    latitude: pin.latitude,
    label: pin.plate,
    type: pin.vehicle_type,
    status: pin.status,
    ring: severityOf(pin) ?? 0,
    heading: isMoving(pin) ? (pin.direction ?? null) : null,
  }
  pictures.set(pin, picture)
  return picture
}

export interface PinsLayerProps {
  readonly pins: readonly Pin[]
  readonly selected: Pin | undefined
  /** Zoom at which one vehicle is looked at. */
  readonly focusZoom: number
  readonly onSelect: (id: number) => void
}

export function PinsLayer({ pins, selected, focusZoom, onSelect }: PinsLayerProps) {
  const vehicles = useMemo(() => {
    const located = pins.filter(isLocated).map(pictureOf)
    // The selected vehicle is shown whatever the filter.
    if (selected !== undefined && isLocated(selected) && !located.some(v => v.id === selected.id)) located.push(pictureOf(selected))
    return located
  }, [pins, selected])
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
