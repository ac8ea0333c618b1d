// The vehicles on the map at the moment of the time machine.
import { SECOND } from '@flotta/core/time.ts'
import { type PlayedPin, PlayedPins } from '@flotta/ui/map/PlayedPins.tsx'
import { type Place, pointAt } from '@flotta/ui/map/place.ts'
import { usePlace } from '@flotta/ui/map/stage.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { memo, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FormerMark } from '../../../fleet/vehicles/web/FormerMark.tsx'
import type { Pin } from '../../global-map/contract.ts'
import { vehiclePlace } from '../../global-map/rules.ts'
import { openAt, type PastTrack, placeAt, ringAt } from './tracks.ts'
import type { Past } from './usePast.ts'

export interface PastPinsProps {
  readonly past: Past
  /** The pins that pass the filter. */
  readonly pins: readonly Pin[]
  readonly selected: Pin | undefined
  readonly focusZoom: number
  readonly onSelect: (id: number) => void
}

function playedPin(track: PastTrack, time: number): PlayedPin | null {
  const place = placeAt(track, time)
  if (place === null) return null
  return {
    id: track.vehicle_id,
    longitude: place.longitude,
    latitude: place.latitude,
    label: track.plate,
    type: track.vehicle_type,
    status: place.silent ? 2 : 1,
    ring: ringAt(track, time),
    heading: place.speed > 0 ? place.direction : null,
  }
}

export const PastPins = memo(function PastPins(props: PastPinsProps) {
  const { past, pins, selected, focusZoom, onSelect } = props
  const { clock, from, tracks } = past
  // The pins are new objects every second, so their ids decide whether the drawing changes.
  const shownIds = [...pins.map(pin => pin.id), selected?.id ?? 0].join()
  const filteredTracks = useMemo(() => {
    const ids = new Set(shownIds.split(',').map(Number))
    return tracks.filter(track => ids.has(track.vehicle_id))
  }, [tracks, shownIds])
  const pinsNow = useCallback(() => {
    const time = (clock.time - from) / SECOND
    const now: PlayedPin[] = []
    for (const track of filteredTracks) {
      const pin = playedPin(track, time)
      if (pin !== null) now.push(pin)
    }
    return now
  }, [filteredTracks, clock, from])
  const popup = useCallback(
    (id: number) => {
      const track = tracks.find(one => one.vehicle_id === id)
      return track === undefined ? null : (
        <PastPopup track={track} time={(clock.time - from) / SECOND} />
      )
    },
    [tracks, clock, from],
  )
  const { id, longitude, latitude } = selected ?? {}
  usePlace(
    id === undefined ? '' : vehiclePlace(id),
    useMemo<Place | null>(
      () =>
        longitude === undefined || latitude === undefined
          ? null
          : { box: pointAt(longitude, latitude), zoom: focusZoom, drives: true },
      [longitude, latitude, focusZoom],
    ),
  )
  return (
    <PlayedPins
      pinsNow={pinsNow}
      onMoment={clock.subscribe}
      selected={selected?.id ?? null}
      onSelect={onSelect}
      popup={popup}
    />
  )
})

function PastPopup({ track, time }: { readonly track: PastTrack; readonly time: number }) {
  const { t } = useTranslation()
  const place = placeAt(track, time)
  return (
    <>
      <strong>{track.plate}</strong> <FormerMark former={track.former} />
      <div>
        {place === null
          ? t('time_machine.unknown')
          : place.silent
            ? t('time_machine.silent')
            : place.speed > 0
              ? formatNumber(place.speed, { unit: 'km/h' })
              : t('global_map.stopped')}
      </div>
      {openAt(track.doors, time).length > 0 && <div>{t('time_machine.door_open')}</div>}
    </>
  )
}
