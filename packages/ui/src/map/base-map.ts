// The common parts of the embedded base map's layers: their source, font, colours, and steps by zoom.
import type { ExpressionSpecification } from 'maplibre-gl'

/** The browser draws this font of the page, so that the map needs no glyph server. */
export const MAP_FONT = ['Inter Variable']
/** Lakes, rivers and borders are made for small maps: they fade out before this zoom, because their shapes would be wrong beyond it. */
export const SHAPES_END = 9.5
/** Zoom up to which the coast is accurate; beyond it the ground has one colour. */
export const COAST_END = 12
export const BASE = 'base'

/** The colours in the light and in the dark theme. */
export const colorPairs = {
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
export type Colors = Readonly<Record<keyof typeof colorPairs, string>>

export const byZoom = (...stops: (number | ExpressionSpecification)[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as ExpressionSpecification

export const fade = byZoom(SHAPES_END - 1, 1, SHAPES_END, 0)

/** The base map has one source; `layer` is the layer of its tiles. */
export const from = (layer: string) => ({ source: BASE, 'source-layer': layer })
