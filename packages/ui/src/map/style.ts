// The look of the embedded base map (`/map/basemap.pmtiles`) in the light and the dark theme. Both themes have the same layers, so a change of theme only sets colours.
import type { Language } from '@flotta/core/languages.ts'
import type {
  ExpressionSpecification,
  LayerSpecification,
  Map as MapLibre,
  StyleSpecification,
} from 'maplibre-gl'
import { cityLabel, countryLabel, seaLabel } from './map-names.ts'

export type MapTheme = 'light' | 'dark'

/** The browser draws this font of the page, so that the map needs no glyph server. */
export const MAP_FONT = ['Inter Variable']
export const EMBEDDED_FILE = '/map/basemap.pmtiles'
/** The embedded map shows no more details above this zoom. */
export const EMBEDDED_MAX_ZOOM = 11
/** The sources of the embedded map's data; their licences demand that they are named. */
export const EMBEDDED_ATTRIBUTION = 'Natural Earth · © GeoNames · GSHHG'
/** Lakes, rivers and borders were drawn for small maps: they fade before this zoom, as their shapes would be wrong beyond it. */
export const SHAPES_END = 9.5
/** The coast is known this near; beyond it the ground has one colour. */
const COAST_END = 12
/** An event of the map's container: a person pressed the button that zooms in. */
export const PUSHED = 'pushed'
const BASE = 'base'

/** Empty layers that fix the order of drawing: each overlay is added below one of them. */
export const slots = ['slot-satellite', 'slot-areas', 'slot-track', 'slot-vehicles'] as const
export type Slot = (typeof slots)[number]

/** The colours in the light and in the dark theme. */
const colorPairs = {
  sea: ['#c9dceb', '#0e1620'],
  land: ['#f6f4ee', '#1c222b'],
  urban: ['#e6e0d6', '#272f3a'],
  river: ['#a8c8e2', '#1c3a52'],
  border: ['#8a7f9a', '#6f7f92'],
  province: ['#c9c1d3', '#37424f'],
  motorwayCase: ['#d9a860', '#3a2c14'],
  motorway: ['#ffd595', '#8f6f38'],
  road: ['#dccfae', '#414b57'],
  text: ['#2b2f36', '#e4e9ef'],
  quiet: ['#59606b', '#a5b0bd'],
  halo: ['#ffffff', '#10161d'],
  water: ['#4f7ea3', '#5f86a6'],
  country: ['#6b6480', '#8f9db0'],
  ref: ['#7a4b00', '#ffd58a'],
  refHalo: ['#ffe9c2', '#3a2c14'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>
type Colors = Readonly<Record<keyof typeof colorPairs, string>>
const colorsOf = (theme: 0 | 1) =>
  Object.fromEntries(
    Object.entries(colorPairs).map(([thing, colors]) => [thing, colors[theme]]),
  ) as Colors
const colorsByTheme: Readonly<Record<MapTheme, Colors>> = { light: colorsOf(0), dark: colorsOf(1) }

const byZoom = (...stops: (number | ExpressionSpecification)[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as ExpressionSpecification

const fade = byZoom(SHAPES_END - 1, 1, SHAPES_END, 0)

/** Layers are drawn in this order, the lowest first. */
const layers = (colors: Colors, language: Language): LayerSpecification[] => [
  ...groundLayers(colors),
  ...roadLayers(colors),
  ...nameLayers(colors, language),
]

/** The base map has one source; `layer` is the layer of its tiles. */
const from = (layer: string) => ({ source: BASE, 'source-layer': layer })

/** Land, water, borders and the built-up areas of towns. */
const groundLayers = (colors: Colors): LayerSpecification[] => [
  {
    id: 'sea',
    type: 'background',
    paint: { 'background-color': ['step', ['zoom'], colors.sea, COAST_END, colors.land] },
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

/** The names of seas, places and countries. */
function nameLayers(colors: Colors, language: Language): LayerSpecification[] {
  const halo = { 'text-halo-color': colors.halo, 'text-halo-width': 1.3 }
  return [
    {
      id: 'sea-names',
      type: 'symbol',
      ...from('sea'),
      minzoom: 3,
      layout: {
        'text-field': seaLabel(language),
        'text-font': MAP_FONT,
        'text-size': 11,
        'text-letter-spacing': 0.1,
        'text-max-width': 7,
      },
      paint: { 'text-color': colors.water },
    },
    {
      id: 'place-dots',
      type: 'circle',
      ...from('places'),
      filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 2, 6, 3, 7, 4, 8, 5, 9, 7]],
      paint: {
        'circle-radius': byZoom(4, 1.6, 9, 2.6),
        'circle-color': colors.halo,
        'circle-stroke-color': colors.quiet,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'place-names',
      type: 'symbol',
      ...from('places'),
      layout: {
        'text-field': cityLabel(language),
        'text-font': MAP_FONT,
        'symbol-sort-key': ['-', 0, ['get', 'pop']],
        'text-size': byZoom(4, ['match', ['get', 'rank'], 1, 12, 2, 10, 9], 9, [
          'match',
          ['get', 'rank'],
          1,
          18,
          2,
          16,
          3,
          14,
          4,
          13,
          5,
          12,
          11,
        ]),
        'text-variable-anchor': ['bottom', 'left', 'right', 'top'],
        'text-radial-offset': 0.5,
        'text-padding': 3,
      },
      paint: {
        'text-color': [
          'match',
          ['get', 'rank'],
          1,
          colors.text,
          2,
          colors.text,
          3,
          colors.text,
          colors.quiet,
        ],
        ...halo,
      },
    },
    {
      id: 'country-names',
      type: 'symbol',
      ...from('countries'),
      maxzoom: 6.5,
      layout: {
        'text-field': countryLabel(language),
        'text-font': MAP_FONT,
        'text-size': byZoom(3, 10, 6, 15),
        'text-letter-spacing': 0.18,
      },
      paint: { 'text-color': colors.country, ...halo },
    },
  ]
}

/** The whole style of the embedded base map. */
export const embeddedStyle = (theme: MapTheme, language: Language): StyleSpecification => ({
  version: 8,
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
