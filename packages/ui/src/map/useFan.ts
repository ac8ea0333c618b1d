// The fan of a cluster: its vehicles lie around its centre, each joined to it by a line, until the person zooms, clicks elsewhere or presses Esc.
import type { Feature } from 'geojson'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLayer } from '../layers.ts'
import { FAN_MAX, spokes } from './fan.ts'
import { isAlive } from './map-removal.ts'
import type { MapVehicle } from './vehicle-changes.ts'
import { FAN, feature } from './vehicle-layers.ts'

interface OpenedCluster {
  readonly ids: ReadonlySet<number>
  readonly center: readonly [number, number]
}
/** With more vehicles than this their plates would overlap. */
const PLATES_MAX = 10
/** A vehicle that has driven more than this many pixels away leaves the fan. */
const GONE = 60
const NO_ONE: readonly MapVehicle[] = []

/** Whether a pin of the fan is drawn at a point; it lies above everything else there. */
export const isOnFan = (
  map: MapLibre,
  { x, y }: { readonly x: number; readonly y: number },
): boolean => map.queryRenderedFeatures([x, y], { layers: ['vehicles-fan-pin'] }).length > 0

/** Opens the fan of a cluster. */
export type OpenFan = (ids: readonly number[], center: readonly [number, number]) => void

export function useFan(map: MapLibre | null, vehicles: readonly MapVehicle[]): OpenFan {
  const [openCluster, setOpened] = useState<OpenedCluster | null>(null)
  const close = useCallback(() => setOpened(null), [])
  useLayer(openCluster !== null, close, { whileTyping: false })
  useEffect(() => {
    if (map === null || openCluster === null) return
    const closeElsewhere = (event: {
      readonly point: { readonly x: number; readonly y: number }
    }) => {
      if (!isOnFan(map, event.point)) setOpened(null)
    }
    const subscriptions = [map.on('zoomstart', close), map.on('click', closeElsewhere)]
    return () => {
      for (const s of subscriptions) s.unsubscribe()
    }
  }, [map, openCluster, close])

  const members = useMemo(
    () =>
      openCluster === null
        ? NO_ONE
        : vehicles.filter(v => openCluster.ids.has(v.id)).sort((a, b) => b.ring - a.ring),
    [vehicles, openCluster],
  )
  useEffect(() => {
    const source = map === null || !isAlive(map) ? undefined : map.getSource<GeoJSONSource>(FAN)
    if (map === null || source === undefined) return
    void source.setData({
      type: 'FeatureCollection',
      features: openCluster === null ? [] : featuresOfFan(map, members, openCluster.center),
    })
    // Reports the number of laid out vehicles once they are drawn.
    const subscription = map.on('idle', () => {
      map.getContainer().dataset.fan = String(members.length)
    })
    return () => subscription.unsubscribe()
  }, [map, members, openCluster])
  return useCallback((ids, center) => setOpened({ ids: new Set(ids), center }), [])
}

function featuresOfFan(
  map: MapLibre,
  members: readonly MapVehicle[],
  center: readonly [number, number],
): Feature[] {
  const spot = map.project([center[0], center[1]])
  const shownMembers = members
    .filter(({ longitude, latitude }) => {
      const { x, y } = map.project([longitude, latitude])
      return Math.hypot(x - spot.x, y - spot.y) < GONE
    })
    .slice(0, FAN_MAX)
  const positions = spokes(shownMembers.length)
  return shownMembers.flatMap((vehicle, i): Feature[] => {
    const { x, y } = positions[i] ?? { x: 0, y: 0 }
    const { lng, lat } = map.unproject([spot.x + x, spot.y + y])
    const pin = feature(vehicle)
    const side = Math.abs(x) < 12 ? (y < 0 ? 'bottom' : 'top') : x < 0 ? 'right' : 'left'
    const offset =
      side === 'left'
        ? [1.7, 0]
        : side === 'right'
          ? [-1.7, 0]
          : side === 'top'
            ? [0, 1.6]
            : [0, -1.6]
    return [
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates: [[...center], [lng, lat]] },
      },
      {
        ...pin,
        geometry: { type: 'Point', coordinates: [lng, lat] },
        properties: {
          ...pin.properties,
          label: shownMembers.length > PLATES_MAX ? '' : vehicle.label,
          anchor: side,
          offset,
        },
      },
    ]
  })
}
