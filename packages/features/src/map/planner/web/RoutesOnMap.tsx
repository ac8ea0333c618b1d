// The places and routes of a trip on the map; the camera moves to them when they
// change.
import { decodePolyline } from '@flotta/core/geo.ts'
import { boxOf, type Place } from '@flotta/ui/map/place.ts'
import { Routes } from '@flotta/ui/map/Routes.tsx'
import { usePlace, useStage } from '@flotta/ui/map/stage.tsx'
import { useEffect, useMemo, useRef } from 'react'
import type { Stop } from '../contract.ts'

/** The name of the trip among the camera's targets. */
export const TRIP_PLACE = 'planned trip'
/** The highest zoom, at which a town is seen whole. */
const NEAREST_ZOOM = 12

export interface RoutesOnMapProps {
  readonly choices: readonly { readonly geometry: string }[]
  readonly chosen: { readonly geometry: string } | null
  readonly stops: readonly (Stop & { readonly key?: string })[]
  readonly onChoose?: ((geometry: string) => void) | undefined
}

export function RoutesOnMap({ choices, chosen, stops, onChoose }: RoutesOnMapProps) {
  const { camera, map } = useStage()
  const routes = useMemo(
    () => choices.map(({ geometry }) => ({ id: geometry, line: decodePolyline(geometry) })),
    [choices],
  )
  const places = useMemo(
    () =>
      stops.map(({ key, lat, lng }, i) => ({
        id: key ?? String(i),
        latitude: lat,
        longitude: lng,
      })),
    [stops],
  )
  const place = useMemo<Place | null>(() => {
    const bends = routes.flatMap(({ line }) =>
      line.map(([latitude, longitude]) => ({ latitude, longitude })),
    )
    const box = boxOf([...places, ...bends])
    return box === null ? null : { box, zoom: NEAREST_ZOOM }
  }, [routes, places])
  usePlace(TRIP_PLACE, place)
  /** What the camera showed last; showing the same again does not move it. */
  const shownRoutes = useRef('')
  useEffect(() => {
    const where = place?.box.join(' ')
    if (map === null || place === null || where === undefined || where === shownRoutes.current)
      return
    shownRoutes.current = where
    camera.show(place)
  }, [camera, map, place])
  return (
    <Routes routes={routes} chosen={chosen?.geometry ?? null} places={places} onChoose={onChoose} />
  )
}
