// The pins on the map: their symbols, their tooltips, and the position of the selected one.
import { type Place, pointAt } from '@flotta/ui/map/place.ts'
import { usePlace } from '@flotta/ui/map/stage.tsx'
import { Vehicles } from '@flotta/ui/map/Vehicles.tsx'
import type { MapVehicle } from '@flotta/ui/map/vehicle-changes.ts'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { memo, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { AddressAt } from '../../../places/geocoding/web/Address.tsx'
import type { Pin } from '../contract.ts'
import { isIdling, isLocated, isMoving, severityOf, vehiclePlace } from '../rules.ts'

const pictureOf = (pin: Pin & { latitude: number; longitude: number }): MapVehicle => ({
  id: pin.id,
  longitude: pin.longitude,
  latitude: pin.latitude,
  label: pin.plate,
  type: pin.vehicle_type,
  status: pin.status,
  ring: severityOf(pin) ?? 0,
  heading: isMoving(pin) ? (pin.direction ?? null) : null,
  ...(isIdling(pin) && { idling: true as const }),
})

/**
 * The symbols of pins with a position. An unchanged pin at an unchanged index gives the same object:
 * the layer compares by identity.
 */
function usePictures(pins: readonly Pin[]): MapVehicle[] {
  const last = useRef<{
    readonly pins: readonly Pin[]
    readonly pictures: readonly (MapVehicle | null)[]
  }>({ pins: [], pictures: [] })
  return useMemo(() => {
    const old = last.current
    const pictures = pins.map((pin, i) =>
      old.pins[i] === pin ? (old.pictures[i] ?? null) : isLocated(pin) ? pictureOf(pin) : null,
    )
    last.current = { pins, pictures }
    return pictures.filter(picture => picture !== null)
  }, [pins])
}

export interface PinsLayerProps {
  readonly pins: readonly Pin[]
  readonly selected: Pin | undefined
  /** Zoom for a single vehicle. */
  readonly focusZoom: number
  readonly onSelect: (id: number) => void
}

export const PinsLayer = memo(function PinsLayer({
  pins,
  selected,
  focusZoom,
  onSelect,
}: PinsLayerProps) {
  const pictures = usePictures(pins)
  // The selected vehicle is shown even when the filter hides it.
  const vehicles = useMemo(
    () =>
      selected === undefined || !isLocated(selected) || pictures.some(v => v.id === selected.id)
        ? pictures
        : [...pictures, pictureOf(selected)],
    [pictures, selected],
  )
  const latest = useRef(pins)
  latest.current = pins
  const popup = useCallback((id: number) => {
    const pin = latest.current.find(p => p.id === id)
    return pin === undefined ? null : <PinPopup pin={pin} />
  }, [])
  useVehiclePlace(selected, focusZoom)
  return (
    <Vehicles
      vehicles={vehicles}
      selected={selected?.id ?? null}
      focusZoom={focusZoom}
      onSelect={onSelect}
      popup={popup}
    />
  )
})

function PinPopup({ pin }: { readonly pin: Pin }) {
  const { t } = useTranslation()
  return (
    <>
      <strong>{pin.plate}</strong>
      <div>
        {isMoving(pin) && pin.speed !== undefined
          ? formatNumber(pin.speed, { unit: 'km/h' })
          : t(isIdling(pin) ? 'vehicles.motion.idling' : 'global_map.stopped')}
      </div>
      {isLocated(pin) && pin.active_agreements?.includes(agreement.reverse_geocoding) === true && (
        <div>
          <AddressAt latitude={pin.latitude} longitude={pin.longitude} />
        </div>
      )}
      <div className="flotta-quiet">
        {pin.message_datetime === undefined ? (
          t('global_map.never_seen')
        ) : (
          <RelativeTime at={pin.message_datetime} />
        )}
      </div>
    </>
  )
}

/** Makes the selected vehicle a target of the camera. */
function useVehiclePlace(pin: Pin | undefined, zoom: number): void {
  const { id, longitude, latitude } = pin ?? {}
  usePlace(
    id === undefined ? '' : vehiclePlace(id),
    useMemo<Place | null>(
      () =>
        longitude === undefined || latitude === undefined
          ? null
          : { box: pointAt(longitude, latitude), zoom, drives: true },
      [longitude, latitude, zoom],
    ),
  )
}
