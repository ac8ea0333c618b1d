// The vehicles on the map: one clustered source changed by differences, the selected one apart and on top.
import type {
  FilterSpecification,
  GeoJSONFeatureDiff,
  GeoJSONSource,
  MapGeoJSONFeature,
  MapLayerMouseEvent,
  Map as MapLibre,
} from 'maplibre-gl'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { isAlive, removeAll } from './alive.ts'
import { pointAt } from './camera.ts'
import { FAN_MAX } from './fan.ts'
import { Glide, isInHand, isManyFromAfar } from './glide.ts'
import { MapPopup } from './Popup.tsx'
import { useStage } from './stage.tsx'
import { paint } from './style.ts'
import { isOnFan, useFan } from './useFan.ts'
import { areDrawn, changesTo, type MapVehicle } from './vehicle-changes.ts'
import {
  ALL,
  CLUSTER_TO_ZOOM,
  clusterOptions,
  collection,
  FAN,
  feature,
  hasHeading,
  isVehicle,
  LAYERS,
  layersOf,
  ONE,
  point,
  properties,
} from './vehicle-layers.ts'

export interface VehiclesProps {
  readonly vehicles: readonly MapVehicle[]
  readonly selected: number | null
  /** Zoom at which one vehicle is looked at: nearer the map shows nothing more. */
  readonly focusZoom: number
  readonly onSelect: (id: number) => void
  /** What hovering a vehicle tells. */
  readonly popup: (id: number) => ReactNode
}

/** Of a count that is laid out; more than are laid out, for the gravest come first. */
const FAN_LEAVES = 1000
/** Where more than this share comes and goes, the whole is set anew. */
const WHOLE_FROM = 0.5
/** Many seen from afar are drawn together, so many milliseconds each after the last time, but not later than these; moves of less than a pixel wait for more. */
const REST_A_VEHICLE_MS = 1
const REST_MS = 2000
/** While the map is in a hand vehicles wait for its rest, but not longer. */
const IN_HAND_MS = 4000

const sourceOf = (map: MapLibre, id: string): GeoJSONSource | undefined =>
  map.getSource<GeoJSONSource>(id)

/** What the source is told of a vehicle that changed; without its place where that glides. Null: nothing. */
function difference(old: MapVehicle, next: MapVehicle, glides: boolean): GeoJSONFeatureDiff | null {
  const moved = !glides && (old.longitude !== next.longitude || old.latitude !== next.latitude)
  const was = properties(old)
  const changed = Object.entries(properties(next)).filter(
    ([key, value]) => was[key as keyof typeof was] !== value,
  )
  if (!moved && changed.length === 0) return null
  return {
    id: next.id,
    ...(moved && { newGeometry: point(next) }),
    ...(changed.length > 0 && {
      addOrUpdateProperties: changed.map(([key, value]) => ({ key, value })),
    }),
  }
}
/** How long after the last drawing the next may wait, ms. */
function pauseOf(map: MapLibre, fleet: number): number {
  if (isInHand(map)) return IN_HAND_MS
  return isManyFromAfar(map, fleet) ? Math.min(REST_MS, REST_A_VEHICLE_MS * fleet) : 0
}
const degreesPerPixel = (map: MapLibre): number => 360 / (512 * 2 ** map.getZoom())

export function Vehicles({ vehicles, selected, focusZoom, onSelect, popup }: VehiclesProps) {
  const { map, theme, camera } = useStage()
  const [hovered, setHovered] = useState<{
    readonly id: number
    readonly longitude: number
    readonly latitude: number
  } | null>(null)
  const drawn = useRef(new Map<number, MapVehicle>())
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const glide = useRef<Glide | null>(null)
  const glideChosen = useRef<Glide | null>(null)
  const drawnChosen = useRef<MapVehicle | undefined>(undefined)
  const openFan = useFan(map, vehicles)
  const latest = useRef({ onSelect, theme, selected, focusZoom, openFan })
  latest.current = { onSelect, theme, selected, focusZoom, openFan }

  useEffect(() => {
    if (map === null) return
    map.addSource(ALL, { type: 'geojson', data: collection([]), ...clusterOptions })
    map.addSource(FAN, { type: 'geojson', data: collection([]) })
    map.addSource(ONE, { type: 'geojson', data: collection([]) })
    for (const layer of layersOf(latest.current.theme, latest.current.selected))
      map.addLayer(layer, 'slot-vehicles')
    drawn.current = new Map()
    const gliding = new Glide(map, ALL)
    glide.current = gliding
    const glidingChosen = new Glide(map, ONE)
    glideChosen.current = glidingChosen
    drawnChosen.current = undefined

    const idOf = (found: MapGeoJSONFeature | undefined): number | null =>
      typeof found?.id === 'number' ? found.id : null
    const select = (event: MapLayerMouseEvent) => {
      const found = event.features?.[0]
      const id = idOf(found)
      if (id !== null && (found?.layer.id === 'vehicles-fan-pin' || !isOnFan(map, event.point)))
        latest.current.onSelect(id)
    }
    const open = (event: MapLayerMouseEvent) => {
      const found = event.features?.[0]
      const cluster: unknown = found?.properties.cluster_id
      if (
        found?.geometry.type !== 'Point' ||
        typeof cluster !== 'number' ||
        isOnFan(map, event.point)
      )
        return
      const [longitude = 0, latitude = 0] = found.geometry.coordinates
      void openCluster(cluster, [longitude, latitude], Number(found.properties.point_count))
    }
    const openCluster = async (
      cluster: number,
      [longitude, latitude]: readonly [number, number],
      count: number,
    ) => {
      const source = sourceOf(map, ALL)
      const zoom = await source?.getClusterExpansionZoom(cluster)
      if (source === undefined || zoom === undefined) return
      // Nearer than the map shows anything, only those that are too many to be laid out are taken apart.
      if (zoom <= latest.current.focusZoom || (count > FAN_MAX && zoom <= CLUSTER_TO_ZOOM)) {
        camera.show({ box: pointAt(longitude, latitude), zoom: zoom + 0.3 })
        return
      }
      const leaves = await source.getClusterLeaves(cluster, FAN_LEAVES, 0)
      if (isAlive(map))
        latest.current.openFan(
          leaves.map(leaf => Number(leaf.id)),
          [longitude, latitude],
        )
    }
    const enter = (event: MapLayerMouseEvent) => {
      map.getCanvas().style.cursor = 'pointer'
      const found = event.features?.[0]
      const id = idOf(found)
      if (id === null || found?.geometry.type !== 'Point') return
      const [longitude = 0, latitude = 0] = found.geometry.coordinates
      setHovered(old => (old?.id === id ? old : { id, longitude, latitude }))
    }
    const leave = () => {
      map.getCanvas().style.cursor = ''
      setHovered(null)
    }
    const subscriptions = ['vehicles-pin', 'vehicle-selected-pin', 'vehicles-fan-pin'].flatMap(
      layer => [
        map.on('click', layer, select),
        map.on('mousemove', layer, enter),
        map.on('mouseleave', layer, leave),
      ],
    )
    subscriptions.push(
      map.on('click', 'vehicles-cluster', open),
      map.on('mousemove', 'vehicles-cluster', enter),
      map.on('mouseleave', 'vehicles-cluster', leave),
    )
    return () => {
      gliding.stop()
      glidingChosen.stop()
      for (const s of subscriptions) s.unsubscribe()
      removeAll(map, LAYERS, [ALL, ONE, FAN])
    }
  }, [map, camera])

  // Differences against what is drawn: at once for a few or when others are shown, together for many seen from afar or while the map is in a hand.
  const wanted = useRef<readonly MapVehicle[]>(vehicles)
  const lastDrawn = useRef(0)
  const draw = useCallback(() => {
    const source = map === null || !isAlive(map) ? undefined : sourceOf(map, ALL)
    if (map === null || source === undefined) return
    lastDrawn.current = performance.now()
    const known = drawn.current
    const { add, change, remove } = changesTo(
      known,
      wanted.current,
      isManyFromAfar(map, wanted.current.length) ? degreesPerPixel(map) : 0,
    )
    if (add.length + remove.length > known.size * WHOLE_FROM) {
      glide.current?.cancel()
      void source.setData(collection([...known.values()]))
      return
    }
    const gliding = glide.current?.take(change, known.size)
    const update: GeoJSONFeatureDiff[] = []
    for (const [old, next] of change) {
      const diff = difference(old, next, gliding?.has(next.id) === true)
      if (diff !== null) update.push(diff)
    }
    if (add.length + remove.length + update.length > 0)
      void source.updateData({ add: add.map(feature), remove: [...remove], update })
  }, [map])
  useEffect(() => {
    if (map === null) return
    wanted.current = vehicles
    map.getContainer().dataset.vehicles = String(vehicles.length)
    const rest = areDrawn(drawn.current, vehicles)
      ? pauseOf(map, vehicles.length) - (performance.now() - lastDrawn.current)
      : 0
    if (rest <= 0) draw()
    else
      waiting.current ??= setTimeout(() => {
        waiting.current = undefined
        draw()
      }, rest)
  }, [map, vehicles, draw])
  useEffect(() => {
    if (map === null) return
    const resting = (['zoomend', 'dragend'] as const).map(event => map.on(event, draw))
    return () => {
      for (const s of resting) s.unsubscribe()
      clearTimeout(waiting.current)
      waiting.current = undefined
    }
  }, [map, draw])

  const chosen = selected === null ? undefined : vehicles.find(v => v.id === selected)
  useEffect(() => {
    if (map === null) return
    map.setFilter('vehicles-pin', isVehicle(selected))
    map.setFilter('vehicles-label', isVehicle(selected))
    map.setFilter('vehicles-beak', ['all', isVehicle(selected), hasHeading] as FilterSpecification)
  }, [map, selected])
  useEffect(() => {
    const source = map === null ? undefined : sourceOf(map, ONE)
    if (source === undefined) return
    const old = drawnChosen.current
    drawnChosen.current = chosen
    const diff =
      old === undefined || chosen === undefined || old.id !== chosen.id
        ? undefined
        : difference(
            old,
            chosen,
            glideChosen.current?.take([[old, chosen]], 1).has(chosen.id) === true,
          )
    if (diff === undefined) {
      glideChosen.current?.cancel()
      void source.setData(collection(chosen === undefined ? [] : [chosen]))
    } else if (diff !== null) void source.updateData({ update: [diff] })
  }, [map, chosen])

  useEffect(() => {
    if (map === null) return
    const layers = layersOf(theme, latest.current.selected)
    paint(map, layers)
    for (const layer of layers)
      if (layer.type === 'symbol' && layer.layout?.['icon-image'] !== undefined)
        map.setLayoutProperty(layer.id, 'icon-image', layer.layout['icon-image'])
  }, [map, theme])

  const content = hovered === null ? null : popup(hovered.id)
  return hovered !== null && content !== null && content !== undefined ? (
    <MapPopup longitude={hovered.longitude} latitude={hovered.latitude} offset={20}>
      {content}
    </MapPopup>
  ) : null
}
