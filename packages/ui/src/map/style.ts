// The look of the embedded base map (`/map/basemap.pmtiles`) in the light and the dark theme. Both themes have the same layers, so a change of theme only sets colours.
import type { Language } from '@flotta/core/languages.ts'
import type {
  LayerSpecification,
  Map as MapLibre,
  MapSourceDataEvent,
  StyleSpecification,
} from 'maplibre-gl'
import {
  BASE,
  byZoom,
  COAST_END,
  type Colors,
  colorPairs,
  fade,
  from,
  MAP_FONT,
  SHAPES_END,
} from './base-map.ts'
import { nameLayers } from './name-layers.ts'

export type MapTheme = 'light' | 'dark'
export const EMBEDDED_FILE = '/map/basemap.pmtiles'
/** The embedded map shows no more details above this zoom. */
export const EMBEDDED_MAX_ZOOM = 11
/** The sources of the embedded map's data; their licences require that they are named. */
export const EMBEDDED_ATTRIBUTION = 'Natural Earth · © GeoNames · GSHHG'
/** An event of the map's container: a person pressed the button that zooms in. */
export const PUSHED = 'pushed'

/** The state of the map that says whether its first land tile has loaded; until then the background is blank paper instead of sea. */
const LAND_CAME = 'land_came'
export function showSeaWithLand(map: MapLibre): void {
  const onTile = ({ sourceId, tile, isSourceLoaded }: MapSourceDataEvent) => {
    if (sourceId !== BASE || tile === undefined || !isSourceLoaded) return
    map.off('sourcedata', onTile)
    map.setGlobalStateProperty(LAND_CAME, true)
  }
  map.on('sourcedata', onTile)
}

/** Empty layers that fix the order of drawing: each overlay is added below one of them. */
export const slots = ['slot-satellite', 'slot-areas', 'slot-track', 'slot-vehicles'] as const
export type Slot = (typeof slots)[number]
const colorsOf = (theme: 0 | 1) =>
  Object.fromEntries(
    Object.entries(colorPairs).map(([thing, colors]) => [thing, colors[theme]]),
  ) as Colors
const colorsByTheme: Readonly<Record<MapTheme, Colors>> = { light: colorsOf(0), dark: colorsOf(1) }

/** Layers are drawn in this order, the lowest first. */
const layers = (colors: Colors, language: Language): LayerSpecification[] => [
  ...groundLayers(colors),
  ...roadLayers(colors),
  ...nameLayers(colors, language),
]

/** Land, water, borders and the built-up areas of towns. */
const groundLayers = (colors: Colors): LayerSpecification[] => [
  {
    id: 'sea',
    type: 'background',
    paint: {
      'background-color': [
        'step',
        ['zoom'],
        ['case', ['global-state', LAND_CAME], colors.sea, colors.land],
        COAST_END,
        colors.land,
      ],
    },
  },
  {
    id: 'land',
    type: 'fill',
    ...from('land'),
    maxzoom: COAST_END,
    paint: { 'fill-color': colors.land },
  },
  {
    id: 'lakes',
    type: 'fill',
    ...from('lakes'),
    maxzoom: SHAPES_END,
    paint: { 'fill-color': colors.sea, 'fill-opacity': fade },
  },
  {
    id: 'rivers',
    type: 'line',
    ...from('rivers'),
    minzoom: 4,
    maxzoom: SHAPES_END,
    filter: ['<=', ['get', 'rank'], ['+', 1, ['zoom']]],
    paint: {
      'line-color': colors.river,
      'line-width': byZoom(4, 0.4, 7, 1.1, 10, 2),
      'line-opacity': fade,
    },
  },
  {
    id: 'provinces',
    type: 'line',
    ...from('admin1'),
    minzoom: 5,
    maxzoom: SHAPES_END,
    paint: {
      'line-opacity': fade,
      'line-color': colors.province,
      'line-width': byZoom(5, 0.4, 9, 1.1),
      'line-dasharray': [3, 2],
    },
  },
  {
    id: 'borders',
    type: 'line',
    ...from('boundary'),
    maxzoom: SHAPES_END,
    paint: {
      'line-color': colors.border,
      'line-width': byZoom(3, 0.7, 9, 2),
      'line-opacity': fade,
    },
  },
  {
    id: 'towns',
    type: 'circle',
    ...from('places'),
    minzoom: 6,
    filter: ['>', ['get', 'pop'], 3000],
    paint: {
      'circle-color': colors.urban,
      'circle-blur': 0.35,
      'circle-opacity': byZoom(6, 0.9, 10, 0.75),
      'circle-pitch-alignment': 'map',
      'circle-radius': [
        'interpolate',
        ['exponential', 2],
        ['zoom'],
        6,
        ['*', 0.012, ['sqrt', ['get', 'pop']]],
        12,
        ['*', 0.77, ['sqrt', ['get', 'pop']]],
      ],
    },
  },
]

/** Roads, and the numbers of motorways and roads. */
function roadLayers(colors: Colors): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  return [
    {
      id: 'roads',
      type: 'line',
      ...from('roads'),
      minzoom: 7,
      filter: ['in', ['get', 'class'], ['literal', ['trunk', 'primary']]],
      layout: round,
      paint: {
        'line-color': colors.road,
        'line-width': byZoom(7, 0.7, 9, ['match', ['get', 'class'], 'trunk', 2.4, 1.5], 12, 4),
      },
    },
    {
      id: 'motorway-case',
      type: 'line',
      ...from('roads'),
      minzoom: 5,
      filter: ['==', ['get', 'class'], 'motorway'],
      layout: round,
      paint: { 'line-color': colors.motorwayCase, 'line-width': byZoom(5, 1.1, 8, 3.4, 11, 6) },
    },
    {
      id: 'motorway',
      type: 'line',
      ...from('roads'),
      minzoom: 4,
      filter: ['==', ['get', 'class'], 'motorway'],
      layout: round,
      paint: {
        'line-color': colors.motorway,
        'line-width': byZoom(4, 0.4, 5, 0.6, 8, 2.2, 11, 4.4),
      },
    },
    {
      id: 'road-names',
      type: 'symbol',
      ...from('roads'),
      minzoom: 7.5,
      filter: ['all', ['has', 'ref'], ['!=', ['get', 'ref'], '']],
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'ref'],
        'text-font': MAP_FONT,
        'text-size': 10,
        'text-rotation-alignment': 'viewport',
        'symbol-spacing': 260,
      },
      paint: {
        'text-color': colors.ref,
        'text-halo-color': colors.refHalo,
        'text-halo-width': 2.4,
      },
    },
  ]
}

/** The whole style of the embedded base map. */
export const embeddedStyle = (theme: MapTheme, language: Language): StyleSpecification => ({
  version: 8,
  state: { [LAND_CAME]: { default: false } },
  sources: { [BASE]: { type: 'vector', url: `pmtiles://${EMBEDDED_FILE}`, attribution: '' } },
  layers: layers(colorsByTheme[theme], language),
})

type PaintName = Parameters<MapLibre['setPaintProperty']>[1]
const isPaintName = (name: string): name is PaintName =>
  /^(background|fill|line|circle|icon|text)-/.test(name)
/** Sets every paint property of these layers on a map that has the layers. */
export function paint(map: MapLibre, layers: readonly LayerSpecification[]): void {
  for (const layer of layers)
    for (const [name, value] of Object.entries(layer.paint ?? {}))
      if (isPaintName(name)) map.setPaintProperty(layer.id, name, value)
}
/** Gives the embedded base map another theme and language. The camera and the other layers stay as they are. */
export function repaint(map: MapLibre, theme: MapTheme, language: Language): void {
  const wanted = layers(colorsByTheme[theme], language)
  paint(map, wanted)
  for (const { id, layout } of wanted)
    if (layout !== undefined && 'text-field' in layout)
      map.setLayoutProperty(id, 'text-field', layout['text-field'])
}
