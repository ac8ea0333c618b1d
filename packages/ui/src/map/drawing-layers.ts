// The drawing of a line or ring while a person draws it: its outline, the line through its points, and its faults.
import type { Feature, FeatureCollection } from 'geojson'
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
} from 'maplibre-gl'
import { removeAll } from './map-removal.ts'
import type { DrawnPoint } from './stage.tsx'

const SOURCE = 'drawing'
const BLUE = '#2e51bb'
const RED = '#e03131'
const isPart = (part: string): ExpressionSpecification => ['==', ['get', 'part'], part]

const layers: readonly LayerSpecification[] = [
  {
    id: 'drawing-outline',
    type: 'fill',
    source: SOURCE,
    filter: isPart('outline'),
    paint: { 'fill-color': BLUE, 'fill-opacity': 0.2 },
  },
  {
    id: 'drawing-case',
    type: 'line',
    source: SOURCE,
    filter: isPart('line'),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': '#ffffff', 'line-width': 5 },
  },
  {
    id: 'drawing-line',
    type: 'line',
    source: SOURCE,
    filter: isPart('line'),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': BLUE, 'line-width': 2.5 },
  },
  {
    id: 'drawing-fault',
    type: 'circle',
    source: SOURCE,
    filter: isPart('fault'),
    paint: {
      'circle-radius': 12,
      'circle-opacity': 0,
      'circle-stroke-color': RED,
      'circle-stroke-width': 3,
    },
  },
]

interface DrawnOutline {
  readonly points: readonly DrawnPoint[]
  readonly isRing: boolean
  /** Closed; null: there are too few points. */
  readonly outline: readonly DrawnPoint[] | null
  readonly faultAt: DrawnPoint | null
}
export function featuresOfDrawing({
  points,
  isRing,
  outline,
  faultAt,
}: DrawnOutline): FeatureCollection {
  const [first] = points
  const line = isRing && points.length > 2 && first !== undefined ? [...points, first] : points
  const copy = (some: readonly DrawnPoint[]) => some.map(([x, y]) => [x, y])
  const feature = (part: string, geometry: Feature['geometry']): Feature => ({
    type: 'Feature',
    properties: { part },
    geometry,
  })
  return {
    type: 'FeatureCollection',
    features: [
      ...(outline === null
        ? []
        : [feature('outline', { type: 'Polygon', coordinates: [copy(outline)] })]),
      ...(line.length < 2
        ? []
        : [feature('line', { type: 'LineString', coordinates: copy(line) })]),
      ...(faultAt === null ? [] : [feature('fault', { type: 'Point', coordinates: [...faultAt] })]),
    ],
  }
}

/** @returns a function that removes them */
export function drawingLayers(map: MapLibre): () => void {
  map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  for (const layer of layers) map.addLayer(layer)
  return () =>
    removeAll(
      map,
      layers.map(({ id }) => id),
      [SOURCE],
    )
}
export const showDrawing = (map: MapLibre, data: FeatureCollection): void =>
  void map.getSource<GeoJSONSource>(SOURCE)?.setData(data)
