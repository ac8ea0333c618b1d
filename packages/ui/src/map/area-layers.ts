// How hubs and points of interest are drawn: all of a kind are one source, the selected one another, so that a radius that changes draws one circle.
import type { Feature, FeatureCollection } from 'geojson'
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  MapGeoJSONFeature,
  Map as MapLibre,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { type Circle, outline } from './circle.ts'
import { MAP_FONT, type MapTheme } from './style.ts'
import { LAYERS as VEHICLE_LAYERS } from './vehicle-layers.ts'

export const areaKinds = ['hub', 'poi'] as const
export type AreaKind = (typeof areaKinds)[number]
export interface MapArea extends Circle {
  readonly id: number
  readonly name: string
  /** `#rrggbb` */
  readonly color: string
}

const NAMES_FROM_ZOOM = 11
/** Below it the largest circle lies under its own dot: nothing is seen of an outline, and a thousand of them are most of what a picture costs. */
const CIRCLES_FROM_ZOOM = 8

export const sourceOf = (kind: AreaKind): string => `areas-${kind}`
export const chosenSourceOf = (kind: AreaKind): string => `areas-${kind}-chosen`
/** What a pointer takes hold of to resize. */
export const edgeOf = (kind: AreaKind): string => `areas-${kind}-edge`
/** What is pressed to select: fills before marks, as they are drawn. */
const pressable = (kind: AreaKind): string[] =>
  ['fill', 'dot', 'badge', 'chosen-fill', 'chosen-badge'].map(part => `areas-${kind}-${part}`)

const properties = ({ id, name, color, radius }: MapArea) => ({ id, name, color, radius })
/** Each area is its outline and its centre. */
export const featuresOf = (areas: readonly MapArea[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: areas.flatMap((area): Feature[] => [
    {
      type: 'Feature',
      properties: properties(area),
      geometry: { type: 'Polygon', coordinates: [outline(area)] },
    },
    {
      type: 'Feature',
      properties: properties(area),
      geometry: { type: 'Point', coordinates: [area.longitude, area.latitude] },
    },
  ]),
})

const isPolygon: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point']
const isNot = (selected: number | null): ExpressionSpecification => [
  '!=',
  ['get', 'id'],
  selected ?? -1,
]

/** In the order of drawing, the lowest first. Around a line in the area's own colour lies another, so that it is seen on every ground. */
export function layersOf(
  kind: AreaKind,
  theme: MapTheme,
  selected: number | null,
): LayerSpecification[] {
  const [all, chosen] = [sourceOf(kind), chosenSourceOf(kind)]
  const id = (part: string) => `areas-${kind}-${part}`
  const circles = ['all', isPolygon, isNot(selected)] as FilterSpecification
  const centres = ['all', isPoint, isNot(selected)] as FilterSpecification
  const round = { 'line-join': 'round' } as const
  const around = theme === 'dark' ? '#c9d1dc' : '#ffffff'
  const name = {
    'text-field': ['step', ['zoom'], '', NAMES_FROM_ZOOM, ['get', 'name']],
    'text-font': MAP_FONT,
    'text-size': 12,
    'text-anchor': 'top',
    'text-offset': [0, 1.1],
    'text-max-width': 10,
    'text-optional': true,
  } satisfies SymbolLayerSpecification['layout']
  const written = {
    'text-color': theme === 'dark' ? '#e6e9ee' : '#1a1f27',
    'text-halo-color': theme === 'dark' ? '#14171c' : '#ffffff',
    'text-halo-width': 1.6,
  }
  const badge: ExpressionSpecification = ['concat', `area|${kind}|`, ['get', 'color'], `|${theme}`]
  return [
    {
      id: id('fill'),
      type: 'fill',
      source: all,
      minzoom: CIRCLES_FROM_ZOOM,
      filter: circles,
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.16 },
    },
    {
      id: id('case'),
      type: 'line',
      source: all,
      minzoom: CIRCLES_FROM_ZOOM,
      filter: circles,
      layout: round,
      paint: { 'line-color': around, 'line-width': 4, 'line-opacity': 0.7 },
    },
    {
      id: id('line'),
      type: 'line',
      source: all,
      minzoom: CIRCLES_FROM_ZOOM,
      filter: circles,
      layout: round,
      paint: { 'line-color': ['get', 'color'], 'line-width': 2 },
    },
    {
      id: id('dot'),
      type: 'circle',
      source: all,
      filter: centres,
      paint: {
        'circle-radius': 4,
        'circle-color': ['get', 'color'],
        'circle-stroke-color': around,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: id('badge'),
      type: 'symbol',
      source: all,
      filter: centres,
      layout: { 'icon-image': badge, 'icon-padding': 1, ...name },
      paint: written,
    },
    {
      id: id('chosen-fill'),
      type: 'fill',
      source: chosen,
      filter: isPolygon,
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.3 },
    },
    {
      id: id('chosen-case'),
      type: 'line',
      source: chosen,
      filter: isPolygon,
      layout: round,
      paint: { 'line-color': around, 'line-width': 6 },
    },
    {
      id: id('chosen-line'),
      type: 'line',
      source: chosen,
      filter: isPolygon,
      layout: round,
      paint: { 'line-color': ['get', 'color'], 'line-width': 3 },
    },
    {
      id: id('chosen-badge'),
      type: 'symbol',
      source: chosen,
      filter: isPoint,
      layout: { 'icon-image': badge, 'icon-allow-overlap': true, ...name },
      paint: written,
    },
    {
      id: edgeOf(kind),
      type: 'line',
      source: chosen,
      filter: isPolygon,
      paint: { 'line-color': '#000000', 'line-width': 22, 'line-opacity': 0 },
    },
  ]
}
export const areaLayers = (kind: AreaKind): string[] =>
  layersOf(kind, 'light', null).map(layer => layer.id)

export interface Pressed {
  readonly kind: AreaKind
  readonly id: number
}
/** What a press on overlapping areas means: the mark that lies on top, else the smallest circle. */
export function pressedOf(
  found: readonly {
    readonly layer: { readonly id: string }
    readonly properties: Readonly<Record<string, unknown>>
  }[],
): Pressed | null {
  const isMark = (layer: string) => !layer.endsWith('fill')
  const hit =
    found.find(({ layer }) => isMark(layer.id)) ??
    [...found].sort((a, b) => Number(a.properties.radius) - Number(b.properties.radius))[0]
  const kind = areaKinds.find(k => hit?.layer.id.startsWith(`areas-${k}-`))
  return hit === undefined || kind === undefined ? null : { kind, id: Number(hit.properties.id) }
}
/** The area at a point of the map; null: none, or a vehicle lies above it. */
export function areaAt(
  map: MapLibre,
  { x, y }: { readonly x: number; readonly y: number },
): Pressed | null {
  const at = (layers: readonly string[]): MapGeoJSONFeature[] => {
    const there = layers.filter(layer => map.getLayer(layer) !== undefined)
    return there.length === 0 ? [] : map.queryRenderedFeatures([x, y], { layers: there })
  }
  return at(VEHICLE_LAYERS).length > 0 ? null : pressedOf(at(areaKinds.flatMap(pressable)))
}
