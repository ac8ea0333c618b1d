// How vehicles are drawn: pins with beaks for their direction, clusters with counts, plates where there is room.
import type { Language } from '@flotta/core/languages.ts'
import type { Feature, FeatureCollection, Point } from 'geojson'
import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { MAP_FONT } from './base-map.ts'
import { DISC } from './drawing.ts'
import type { MapTheme } from './style.ts'
import type { MapVehicle } from './vehicle-changes.ts'

export const ALL = 'vehicles'
export const ONE = 'vehicle-selected'
/** The source of the vehicles of an open fan. */
export const FAN = 'vehicles-fan'
const LABEL_FROM_ZOOM = 11
const SELECTED_SIZE = 36 / DISC
/** Vehicles cluster at every zoom, so that vehicles at one spot are shown as a count until it is opened. */
export const CLUSTER_TO_ZOOM = 19

export const point = ({ longitude, latitude }: MapVehicle): Point => ({
  type: 'Point',
  coordinates: [longitude, latitude],
})
export const properties = (v: MapVehicle) => ({
  label: v.label,
  type: v.type,
  status: v.status,
  ring: v.ring,
  heading: v.heading ?? -1,
  idling: v.idling === true ? 1 : 0,
})
export const feature = (v: MapVehicle): Feature<Point> => ({
  type: 'Feature',
  id: v.id,
  geometry: point(v),
  properties: properties(v),
})
export const collection = (vehicles: readonly MapVehicle[]): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: vehicles.map(feature),
})

const countWhere = (test: ExpressionSpecification): ExpressionSpecification => [
  '+',
  ['case', test, 1, 0],
]
const eighths = (count: string): ExpressionSpecification => [
  'to-string',
  ['round', ['/', ['*', 8, ['get', count]], ['get', 'point_count']]],
]
/** The counts of a cluster. */
export const clusterOptions = {
  cluster: true,
  clusterRadius: 36,
  clusterMaxZoom: CLUSTER_TO_ZOOM,
  maxzoom: CLUSTER_TO_ZOOM + 1,
  buffer: 64,
  clusterProperties: {
    connected: countWhere(['==', ['get', 'status'], 1]),
    standby: countWhere(['==', ['get', 'status'], 0]),
    alarms: countWhere(['==', ['get', 'ring'], 2]),
    warnings: countWhere(['==', ['get', 'ring'], 1]),
  },
} satisfies Partial<GeoJSONSourceSpecification>

const images = {
  pin: (theme: MapTheme): ExpressionSpecification => [
    'concat',
    'pin|',
    ['get', 'type'],
    '|',
    ['to-string', ['get', 'status']],
    '|',
    ['to-string', ['get', 'ring']],
    '|',
    ['to-string', ['get', 'idling']],
    `|${theme}`,
  ],
  beak: (theme: MapTheme): ExpressionSpecification => [
    'concat',
    'beak|',
    ['to-string', ['get', 'status']],
    '|',
    ['to-string', ['get', 'ring']],
    `|${theme}`,
  ],
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
export const isVehicle = (selected: number | null): FilterSpecification => [
  'all',
  ['!', ['has', 'point_count']],
  ['!=', ['id'], selected ?? -1],
]
export const hasHeading: ExpressionSpecification = ['>=', ['get', 'heading'], 0]

function pin(id: string, source: string, size: number, theme: MapTheme): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source,
    layout: {
      'icon-image': images.pin(theme),
      'icon-size': size,
      'icon-allow-overlap': true,
      // At zooms with plates, no plate may cover a pin.
      'icon-ignore-placement': ['step', ['zoom'], true, LABEL_FROM_ZOOM, false],
      'symbol-sort-key': [
        '+',
        ['*', 10, ['get', 'ring']],
        ['case', ['==', ['get', 'status'], 1], 1, 0],
      ],
    },
  }
}
function beak(id: string, source: string, size: number, theme: MapTheme): SymbolLayerSpecification {
  return {
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
  }
}

/** Every layer in the order of drawing, the lowest first. A layer that lies higher gets its place first, so a plate is never written under a pin. */
export const layersOf = (
  theme: MapTheme,
  language: Language,
  selected: number | null,
): LayerSpecification[] => [
  ...unselectedLayers(theme, language, selected),
  ...selectedLayers(theme),
  fanPinLayer(theme),
]

const plate = {
  'text-field': ['get', 'label'],
  'text-font': MAP_FONT,
  'text-size': 12,
} satisfies SymbolLayerSpecification['layout']

const unselectedLayers = (
  theme: MapTheme,
  language: Language,
  selected: number | null,
): LayerSpecification[] => [
  {
    id: 'vehicles-label',
    type: 'symbol',
    source: ALL,
    minzoom: LABEL_FROM_ZOOM,
    filter: isVehicle(selected),
    layout: {
      ...plate,
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      'text-radial-offset': 1.75,
      'text-padding': 1,
      'symbol-sort-key': ['-', 0, ['get', 'ring']],
    },
    paint: textPaint(theme),
  },
  {
    id: 'vehicles-fan-legs',
    type: 'line',
    source: FAN,
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-color': theme === 'dark' ? '#a5aebc' : '#5f6a7b', 'line-width': 1.2 },
  },
  {
    id: 'vehicles-cluster',
    type: 'symbol',
    source: ALL,
    filter: isCluster,
    layout: {
      'icon-image': images.cluster(theme),
      'icon-allow-overlap': true,
      'icon-ignore-placement': ['step', ['zoom'], true, LABEL_FROM_ZOOM, false],
      'text-field': ['number-format', ['get', 'point_count'], { locale: language }],
      'text-font': MAP_FONT,
      'text-size': 12,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': textPaint(theme)['text-color'] },
  },
  {
    ...beak('vehicles-beak', ALL, 1, theme),
    filter: ['all', isVehicle(selected), hasHeading] as FilterSpecification,
  },
  { ...pin('vehicles-pin', ALL, 1, theme), filter: isVehicle(selected) },
]

function selectedLayers(theme: MapTheme): LayerSpecification[] {
  const blue = theme === 'dark' ? '#7594dd' : '#2e51bb'
  return [
    {
      id: 'vehicle-selected-halo',
      type: 'circle',
      source: ONE,
      paint: {
        'circle-radius': 28,
        'circle-color': blue,
        'circle-opacity': 0.22,
        'circle-stroke-color': blue,
        'circle-stroke-width': 1.5,
      },
    },
    beak('vehicle-selected-beak', ONE, SELECTED_SIZE, theme),
    {
      ...pin('vehicle-selected-pin', ONE, SELECTED_SIZE, theme),
      layout: {
        ...pin('', ONE, SELECTED_SIZE, theme).layout,
        ...plate,
        'text-anchor': 'top',
        'text-offset': [0, 2.4],
        'text-optional': true,
      },
      paint: textPaint(theme),
    },
  ]
}

/** The pins of a cluster that is opened as a fan. */
const fanPinLayer = (theme: MapTheme): LayerSpecification => ({
  ...pin('vehicles-fan-pin', FAN, 1, theme),
  filter: ['==', ['geometry-type'], 'Point'],
  layout: {
    ...pin('', FAN, 1, theme).layout,
    ...plate,
    'text-anchor': ['get', 'anchor'],
    'text-offset': ['get', 'offset'],
    'text-allow-overlap': true,
    'text-optional': true,
  },
  paint: textPaint(theme),
})

export const LAYERS = layersOf('light', 'it', null).map(layer => layer.id)
