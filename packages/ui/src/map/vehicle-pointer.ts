// What a pointer does with the vehicles on the map: it selects one, opens a cluster and shows what it hovers over.
import type { MapGeoJSONFeature, MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl'
import type { Camera } from './camera.ts'
import { FAN_MAX } from './fan.ts'
import { isAlive } from './map-removal.ts'
import { pointAt } from './place.ts'
import { isOnFan } from './useFan.ts'
import { sourceOf } from './vehicle-drawing.ts'
import { ALL, CLUSTER_TO_ZOOM } from './vehicle-layers.ts'

/** Number of vehicles of a cluster that are read for a fan. They are more than the fan shows, because the fan shows the gravest first. */
const FAN_LEAVES = 1000
const PIN_LAYERS = ['vehicles-pin', 'vehicle-selected-pin', 'vehicles-fan-pin']

export interface HoveredVehicle {
  readonly id: number
  readonly longitude: number
  readonly latitude: number
}
export interface PointerActions {
  readonly onSelect: (id: number) => void
  readonly onEnter: (vehicle: HoveredVehicle) => void
  readonly onLeave: () => void
  /** Lays the vehicles of a cluster out around its centre. */
  readonly openFan: (ids: readonly number[], center: readonly [number, number]) => void
  /** Beyond this zoom the map shows no further details. */
  readonly focusZoom: () => number
}

/** Returns a function that ends the listening. */
export function listenToPointer(
  map: MapLibre,
  camera: Camera,
  actions: PointerActions,
): () => void {
  const select = (event: MapLayerMouseEvent) => {
    const feature = event.features?.[0]
    const id = idOf(feature)
    if (id !== null && (feature?.layer.id === 'vehicles-fan-pin' || !isOnFan(map, event.point)))
      actions.onSelect(id)
  }
  const open = (event: MapLayerMouseEvent) => {
    const feature = event.features?.[0]
    const id: unknown = feature?.properties.cluster_id
    const center = centerOf(feature)
    if (center === null || typeof id !== 'number' || isOnFan(map, event.point)) return
    // The source rejects a cluster that new positions have regrouped meanwhile; the next press opens the new one.
    openCluster(map, camera, actions, {
      id,
      center,
      count: Number(feature?.properties.point_count),
    }).catch(() => undefined)
  }
  const enter = (event: MapLayerMouseEvent) => {
    map.getCanvas().style.cursor = 'pointer'
    const feature = event.features?.[0]
    const id = idOf(feature)
    const center = centerOf(feature)
    if (id === null || center === null) return
    actions.onEnter({ id, longitude: center[0], latitude: center[1] })
  }
  const leave = () => {
    map.getCanvas().style.cursor = ''
    actions.onLeave()
  }
  const subscriptions = [
    ...PIN_LAYERS.flatMap(layer => [
      map.on('click', layer, select),
      map.on('mousemove', layer, enter),
      map.on('mouseleave', layer, leave),
    ]),
    map.on('click', 'vehicles-cluster', open),
    map.on('mousemove', 'vehicles-cluster', enter),
    map.on('mouseleave', 'vehicles-cluster', leave),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

interface Cluster {
  readonly id: number
  readonly center: readonly [number, number]
  readonly count: number
}

/** Zooms in to where the cluster splits. Where it would split only above the zoom of the focus, it becomes a fan, unless it holds too many vehicles for a fan. */
async function openCluster(
  map: MapLibre,
  camera: Camera,
  { focusZoom, openFan }: PointerActions,
  { id, center, count }: Cluster,
): Promise<void> {
  const source = sourceOf(map, ALL)
  const zoom = await source?.getClusterExpansionZoom(id)
  if (source === undefined || zoom === undefined) return
  if (zoom <= focusZoom() || (count > FAN_MAX && zoom <= CLUSTER_TO_ZOOM)) {
    camera.show({ box: pointAt(center[0], center[1]), zoom: zoom + 0.3 })
    return
  }
  const leaves = await source.getClusterLeaves(id, FAN_LEAVES, 0)
  if (isAlive(map))
    openFan(
      leaves.map(leaf => Number(leaf.id)),
      center,
    )
}

const idOf = (feature: MapGeoJSONFeature | undefined): number | null =>
  typeof feature?.id === 'number' ? feature.id : null

/** Longitude and latitude of a point; null for other geometries. */
function centerOf(feature: MapGeoJSONFeature | undefined): readonly [number, number] | null {
  if (feature?.geometry.type !== 'Point') return null
  const [longitude = 0, latitude = 0] = feature.geometry.coordinates
  return [longitude, latitude]
}
