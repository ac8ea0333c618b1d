// The vehicles on the map: one clustered source changed by differences, the selected one apart and on top.
import type { Feature, FeatureCollection, Point } from 'geojson'
import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONFeatureDiff,
  GeoJSONSource,
  LayerSpecification,
  MapGeoJSONFeature,
  MapLayerMouseEvent,
  Map as MapLibre,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { isAlive, removeAll } from './alive.ts'
import { pointAt } from './camera.ts'
import { Glide, isInHand, isManyFromAfar } from './glide.ts'
import { DISC } from './icons.ts'
import { MapPopup } from './Popup.tsx'
import { useStage } from './stage.tsx'
import { MAP_FONT, type MapTheme, paint } from './style.ts'
import { areDrawn, changesTo, type MapVehicle } from './vehicle-changes.ts'

export interface VehiclesProps {
  readonly vehicles: readonly MapVehicle[]
  readonly selected: number | null
  readonly onSelect: (id: number) => void
  /** What hovering a vehicle tells. */
  readonly popup: (id: number) => ReactNode
}

const ALL = 'vehicles'
const ONE = 'vehicle-selected'
const LABEL_FROM_ZOOM = 11
const CLUSTER_TO_ZOOM = 10
const SELECTED_SIZE = 36 / DISC
/** Where more than this share comes and goes, the whole is set anew. */
const WHOLE_FROM = 0.5
/** Many seen from afar are drawn together, so many milliseconds each after the last time, but not later than these; moves of less than a pixel wait for more. */
const REST_A_VEHICLE_MS = 1
const REST_MS = 2000
/** While the map is in a hand vehicles wait for its rest, but not longer. */
const IN_HAND_MS = 4000

const point = ({ longitude, latitude }: MapVehicle): Point => ({ type: 'Point', coordinates: [longitude, latitude] })
const properties = (v: MapVehicle) => ({ label: v.label, type: v.type, status: v.status, ring: v.ring, heading: v.heading ?? -1 })
const feature = (v: MapVehicle): Feature<Point> => ({ type: 'Feature', id: v.id, geometry: point(v), properties: properties(v) })
const collection = (vehicles: readonly MapVehicle[]): FeatureCollection<Point> => ({ type: 'FeatureCollection', features: vehicles.map(feature) })
const sourceOf = (map: MapLibre, id: string): GeoJSONSource | undefined => map.getSource<GeoJSONSource>(id)

/** What the source is told of a vehicle that changed; without its place where that glides. Null: nothing. */
function difference(old: MapVehicle, next: MapVehicle, glides: boolean): GeoJSONFeatureDiff | null {
  const moved = !glides && (old.longitude !== next.longitude || old.latitude !== next.latitude)
  const was = properties(old)
  const changed = Object.entries(properties(next)).filter(([key, value]) => was[key as keyof typeof was] !== value)
  if (!moved && changed.length === 0) return null
  return {
    id: next.id,
    ...(moved && { newGeometry: point(next) }),
    ...(changed.length > 0 && { addOrUpdateProperties: changed.map(([key, value]) => ({ key, value })) }),
  }
}
/** How long after the last drawing the next may wait, ms. */
function pauseOf(map: MapLibre, fleet: number): number {
  if (isInHand(map)) return IN_HAND_MS
  return isManyFromAfar(map, fleet) ? Math.min(REST_MS, REST_A_VEHICLE_MS * fleet) : 0
}
const degreesPerPixel = (map: MapLibre): number => 360 / (512 * 2 ** map.getZoom())

const countWhere = (test: ExpressionSpecification): ExpressionSpecification => ['+', ['case', test, 1, 0]]
const eighths = (count: string): ExpressionSpecification => ['to-string', ['round', ['/', ['*', 8, ['get', count]], ['get', 'point_count']]]]
const images = {
  pin: (theme: MapTheme): ExpressionSpecification => [
    'concat',
    'pin|',
    ['get', 'type'],
    '|',
    ['to-string', ['get', 'status']],
    '|',
    ['to-string', ['get', 'ring']],
    `|${theme}`,
  ],
  beak: (theme: MapTheme): ExpressionSpecification => ['concat', 'beak|', ['to-string', ['get', 'status']], '|', ['to-string', ['get', 'ring']], `|${theme}`],
  cluster: (theme: MapTheme): ExpressionSpecification => [
    'concat',
    'cluster|',
    eighths('connected'),
    '|',
    eighths('standby'),
    '|',
    ['case', ['>', ['get', 'alarms'], 0], '2', ['>', ['get', 'warnings'], 0], '1', '0'],
    '|',
    ['step', ['get', 'point_count'], '0', 10, '1', 100, '2', 1000, '3'],
    `|${theme}`,
  ],
}
const textPaint = (theme: MapTheme) => ({
  'text-color': theme === 'dark' ? '#e6e9ee' : '#1a1f27',
  'text-halo-color': theme === 'dark' ? '#14171c' : '#ffffff',
  'text-halo-width': 1.6,
})

const isCluster: FilterSpecification = ['has', 'point_count']
const isVehicle = (selected: number | null): FilterSpecification => ['all', ['!', ['has', 'point_count']], ['!=', ['id'], selected ?? -1]]
const hasHeading: ExpressionSpecification = ['>=', ['get', 'heading'], 0]

function layersOf(theme: MapTheme, selected: number | null): LayerSpecification[] {
  const pin = (id: string, source: string, size: number): SymbolLayerSpecification => ({
    id,
    type: 'symbol',
    source,
    layout: {
      'icon-image': images.pin(theme),
      'icon-size': size,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'symbol-sort-key': ['+', ['*', 10, ['get', 'ring']], ['case', ['==', ['get', 'status'], 1], 1, 0]],
      'text-field': source === ONE ? ['get', 'label'] : ['step', ['zoom'], '', LABEL_FROM_ZOOM, ['get', 'label']],
      'text-font': MAP_FONT,
      'text-size': 12,
      'text-anchor': 'top',
      'text-offset': [0, source === ONE ? 2.4 : 1.6],
      'text-optional': true,
    },
    paint: textPaint(theme),
  })
  const beak = (id: string, source: string, size: number): SymbolLayerSpecification => ({
    id,
    type: 'symbol',
    source,
    filter: hasHeading,
    layout: {
      'icon-image': images.beak(theme),
      'icon-size': size,
      'icon-rotate': ['get', 'heading'],
      'icon-rotation-alignment': 'map',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  })
  return [
    {
      id: 'vehicles-cluster',
      type: 'symbol',
      source: ALL,
      filter: isCluster,
      layout: {
        'icon-image': images.cluster(theme),
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': MAP_FONT,
        'text-size': 12,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': textPaint(theme)['text-color'] },
    },
    { ...beak('vehicles-beak', ALL, 1), filter: ['all', isVehicle(selected), hasHeading] as FilterSpecification },
    { ...pin('vehicles-pin', ALL, 1), filter: isVehicle(selected) },
    {
      id: 'vehicle-selected-halo',
      type: 'circle',
      source: ONE,
      paint: {
        'circle-radius': 28,
        'circle-color': theme === 'dark' ? '#7594dd' : '#2e51bb',
        'circle-opacity': 0.22,
        'circle-stroke-color': theme === 'dark' ? '#7594dd' : '#2e51bb',
        'circle-stroke-width': 1.5,
      },
    },
    beak('vehicle-selected-beak', ONE, SELECTED_SIZE),
    pin('vehicle-selected-pin', ONE, SELECTED_SIZE),
  ]
}
const LAYERS = ['vehicles-cluster', 'vehicles-beak', 'vehicles-pin', 'vehicle-selected-halo', 'vehicle-selected-beak', 'vehicle-selected-pin']

export function Vehicles({ vehicles, selected, onSelect, popup }: VehiclesProps) {
  const { map, theme, camera } = useStage()
  const [hovered, setHovered] = useState<{ readonly id: number; readonly longitude: number; readonly latitude: number } | null>(null)
  const drawn = useRef(new Map<number, MapVehicle>())
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const glide = useRef<Glide | null>(null)
  const glideChosen = useRef<Glide | null>(null)
  const drawnChosen = useRef<MapVehicle | undefined>(undefined)
  const latest = useRef({ onSelect, theme, selected })
  latest.current = { onSelect, theme, selected }

  useEffect(() => {
    if (map === null) return
    map.addSource(ALL, {
      type: 'geojson',
      data: collection([]),
      cluster: true,
      clusterRadius: 36,
      clusterMaxZoom: CLUSTER_TO_ZOOM,
      maxzoom: 16,
      buffer: 64,
      clusterProperties: {
        connected: countWhere(['==', ['get', 'status'], 1]),
        standby: countWhere(['==', ['get', 'status'], 0]),
        alarms: countWhere(['==', ['get', 'ring'], 2]),
        warnings: countWhere(['==', ['get', 'ring'], 1]),
      },
    })
    map.addSource(ONE, { type: 'geojson', data: collection([]) })
    for (const layer of layersOf(latest.current.theme, latest.current.selected)) map.addLayer(layer, 'slot-vehicles')
    drawn.current = new Map()
    const gliding = new Glide(map, ALL)
    glide.current = gliding
    const glidingChosen = new Glide(map, ONE)
    glideChosen.current = glidingChosen
    drawnChosen.current = undefined

    const idOf = (found: MapGeoJSONFeature | undefined): number | null => (typeof found?.id === 'number' ? found.id : null)
    const select = (event: MapLayerMouseEvent) => {
      const id = idOf(event.features?.[0])
      if (id !== null) latest.current.onSelect(id)
    }
    const open = (event: MapLayerMouseEvent) => {
      const found = event.features?.[0]
      const cluster: unknown = found?.properties.cluster_id
      if (found?.geometry.type !== 'Point' || typeof cluster !== 'number') return
      const [longitude = 0, latitude = 0] = found.geometry.coordinates
      void sourceOf(map, ALL)
        ?.getClusterExpansionZoom(cluster)
        .then(zoom => {
          camera.show({ box: pointAt(longitude, latitude), zoom: Math.min(zoom + 0.3, CLUSTER_TO_ZOOM + 1) })
        })
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
    const subscriptions = ['vehicles-pin', 'vehicle-selected-pin'].flatMap(layer => [
      map.on('click', layer, select),
      map.on('mousemove', layer, enter),
      map.on('mouseleave', layer, leave),
    ])
    subscriptions.push(
      map.on('click', 'vehicles-cluster', open),
      map.on('mousemove', 'vehicles-cluster', enter),
      map.on('mouseleave', 'vehicles-cluster', leave),
    )
    return () => {
      gliding.stop()
      glidingChosen.stop()
      for (const s of subscriptions) s.unsubscribe()
      removeAll(map, LAYERS, [ALL, ONE])
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
    const { add, change, remove } = changesTo(known, wanted.current, isManyFromAfar(map, wanted.current.length) ? degreesPerPixel(map) : 0)
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
    if (add.length + remove.length + update.length > 0) void source.updateData({ add: add.map(feature), remove: [...remove], update })
  }, [map])
  useEffect(() => {
    if (map === null) return
    wanted.current = vehicles
    map.getContainer().dataset.vehicles = String(vehicles.length)
    const rest = areDrawn(drawn.current, vehicles) ? pauseOf(map, vehicles.length) - (performance.now() - lastDrawn.current) : 0
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
        : difference(old, chosen, glideChosen.current?.take([[old, chosen]], 1).has(chosen.id) === true)
    if (diff === undefined) {
      glideChosen.current?.cancel()
      void source.setData(collection(chosen === undefined ? [] : [chosen]))
    } else if (diff !== null) void source.updateData({ update: [diff] })
  }, [map, chosen])

  useEffect(() => {
    if (map === null) return
    const layers = layersOf(theme, latest.current.selected)
    paint(map, layers)
    for (const layer of layers) if (layer.type === 'symbol') map.setLayoutProperty(layer.id, 'icon-image', layer.layout?.['icon-image'])
  }, [map, theme])

  const content = hovered === null ? null : popup(hovered.id)
  return hovered !== null && content !== null && content !== undefined ? (
    <MapPopup longitude={hovered.longitude} latitude={hovered.latitude} offset={20}>
      {content}
    </MapPopup>
  ) : null
}
