// How hubs and points of interest are drawn. All of a kind are one source and the selected one is another, so that a change of its radius draws only one circle.
import type { Feature, FeatureCollection } from 'geojson'
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  MapGeoJSONFeature,
  Map as MapLibre,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { MAP_FONT } from './base-map.ts'
import { type Circle, outline } from './circle.ts'
import type { MapTheme } from './style.ts'
import { LAYERS as VEHICLE_LAYERS } from './vehicle-layers.ts'

export const areaKinds = ['hub', 'poi'] as const
export type AreaKind = (typeof areaKinds)[number]
export interface MapArea extends Circle {
  readonly id: number
  readonly name: string
  /** `#rrggbb` */
  readonly color: string
  /** The closed outline of an area that is no circle; the radius is then that of a circle around it. */
  readonly ring?: readonly (readonly [number, number])[]
}

const NAMES_FROM_ZOOM = 11
/** Below this zoom the largest circle is smaller than its dot. Outlines would be invisible and would cost most of the time of drawing. */
const CIRCLES_FROM_ZOOM = 8

export const sourceOf = (kind: AreaKind): string => `areas-${kind}`
export const chosenSourceOf = (kind: AreaKind): string => `areas-${kind}-chosen`
/** The layer of the edge that a pointer drags to resize the selected area. */
export const edgeOf = (kind: AreaKind): string => `areas-${kind}-edge`
/** The layers that select an area when they are pressed, in the order of drawing. */
const pressable = (kind: AreaKind): string[] =>
  ['fill', 'dot', 'badge', 'chosen-fill', 'chosen-badge'].map(part => `areas-${kind}-${part}`)

const properties = ({ id, name, color, radius }: MapArea) => ({ id, name, color, radius })
/** Each area has two features: its outline and its centre. */
export const featuresOf = (areas: readonly MapArea[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: areas.flatMap((area): Feature[] => [
    {
      type: 'Feature',
      properties: properties(area),
      geometry: {
        type: 'Polygon',
        coordinates: [area.ring?.map(([x, y]) => [x, y]) ?? outline(area)],
      },
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

/** Every layer of a kind in the order of drawing, the lowest first. */
export const layersOf = (
  kind: AreaKind,
  theme: MapTheme,
  selected: number | null,
): LayerSpecification[] => [
  ...unselectedLayers(kind, theme, selected),
  ...selectedLayers(kind, theme),
]

const id = (kind: AreaKind, part: string): string => `areas-${kind}-${part}`
const round = { 'line-join': 'round' } as const
/** The colour of the line around an outline, which makes it visible on every background. */
const caseColor = (theme: MapTheme): string => (theme === 'dark' ? '#c9d1dc' : '#ffffff')
const badge = (kind: AreaKind, theme: MapTheme): ExpressionSpecification => [
  'concat',
  `area|${kind}|`,
  ['get', 'color'],
  `|${theme}`,
]
const nameLayout = {
  'text-field': ['step', ['zoom'], '', NAMES_FROM_ZOOM, ['get', 'name']],
  'text-font': MAP_FONT,
  'text-size': 12,
  'text-anchor': 'top',
  'text-offset': [0, 1.1],
  'text-max-width': 10,
  'text-optional': true,
} satisfies SymbolLayerSpecification['layout']
const namePaint = (theme: MapTheme) => ({
  'text-color': theme === 'dark' ? '#e6e9ee' : '#1a1f27',
  'text-halo-color': theme === 'dark' ? '#14171c' : '#ffffff',
  'text-halo-width': 1.6,
})

function unselectedLayers(
  kind: AreaKind,
  theme: MapTheme,
  selected: number | null,
): LayerSpecification[] {
  const source = sourceOf(kind)
  const circles = ['all', isPolygon, isNot(selected)] as FilterSpecification
  const centres = ['all', isPoint, isNot(selected)] as FilterSpecification
  return [
    {
      id: id(kind, 'fill'),
      type: 'fill',
      source,
      minzoom: CIRCLES_FROM_ZOOM,
      filter: circles,
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.16 },
    },
    {
      id: id(kind, 'case'),
      type: 'line',
      source,
      minzoom: CIRCLES_FROM_ZOOM,
      filter: circles,
      layout: round,
      paint: { 'line-color': caseColor(theme), 'line-width': 4, 'line-opacity': 0.7 },
    },
    {
      id: id(kind, 'line'),
      type: 'line',
      source,
      minzoom: CIRCLES_FROM_ZOOM,
      filter: circles,
      layout: round,
      paint: { 'line-color': ['get', 'color'], 'line-width': 2 },
    },
    {
      id: id(kind, 'dot'),
      type: 'circle',
      source,
      filter: centres,
      paint: {
        'circle-radius': 4,
        'circle-color': ['get', 'color'],
        'circle-stroke-color': caseColor(theme),
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: id(kind, 'badge'),
      type: 'symbol',
      source,
      filter: centres,
      layout: { 'icon-image': badge(kind, theme), 'icon-padding': 1, ...nameLayout },
      paint: namePaint(theme),
    },
  ]
}

function selectedLayers(kind: AreaKind, theme: MapTheme): LayerSpecification[] {
  const source = chosenSourceOf(kind)
  return [
    {
      id: id(kind, 'chosen-fill'),
      type: 'fill',
      source,
      filter: isPolygon,
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': 0.3 },
    },
    {
      id: id(kind, 'chosen-case'),
      type: 'line',
      source,
      filter: isPolygon,
      layout: round,
      paint: { 'line-color': caseColor(theme), 'line-width': 6 },
    },
    {
      id: id(kind, 'chosen-line'),
      type: 'line',
      source,
      filter: isPolygon,
      layout: round,
      paint: { 'line-color': ['get', 'color'], 'line-width': 3 },
    },
    {
      id: id(kind, 'chosen-badge'),
      type: 'symbol',
      source,
      filter: isPoint,
      layout: { 'icon-image': badge(kind, theme), 'icon-allow-overlap': true, ...nameLayout },
      paint: namePaint(theme),
    },
    {
      id: edgeOf(kind),
      type: 'line',
      source,
      filter: isPolygon,
      paint: { 'line-color': '#000000', 'line-width': 22, 'line-opacity': 0 },
    },
  ]
}
export const areaLayers = (kind: AreaKind): string[] =>
  layersOf(kind, 'light', null).map(layer => layer.id)

export interface PressedArea {
  readonly kind: AreaKind
  readonly id: number
}
/** The area that a press selects where several overlap: the topmost mark, or without a mark the smallest circle. */
export function pressedArea(
  features: readonly {
    readonly layer: { readonly id: string }
    readonly properties: Readonly<Record<string, unknown>>
  }[],
): PressedArea | null {
  const isMark = (layer: string) => !layer.endsWith('fill')
  const pressedFeature =
    features.find(({ layer }) => isMark(layer.id)) ??
    [...features].sort((a, b) => Number(a.properties.radius) - Number(b.properties.radius))[0]
  const kind = areaKinds.find(k => pressedFeature?.layer.id.startsWith(`areas-${k}-`))
  return pressedFeature === undefined || kind === undefined
    ? null
    : { kind, id: Number(pressedFeature.properties.id) }
}
/** The area at a point of the map; null when there is none or a vehicle lies above it. */
export function areaAt(
  map: MapLibre,
  { x, y }: { readonly x: number; readonly y: number },
): PressedArea | null {
  const at = (layers: readonly string[]): MapGeoJSONFeature[] => {
    const existing = layers.filter(layer => map.getLayer(layer) !== undefined)
    return existing.length === 0 ? [] : map.queryRenderedFeatures([x, y], { layers: existing })
  }
  return at(VEHICLE_LAYERS).length > 0 ? null : pressedArea(at(areaKinds.flatMap(pressable)))
}
