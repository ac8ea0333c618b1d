// The common parts of all pictures on the map: sizes, colours and the canvas.
import { palette } from '@flotta/core/palette.ts'
import type { MapTheme } from './style.ts'

/** Diameter of a pin's disc, CSS pixels. */
export const DISC = 28
/** Size of the canvas, with space for the ring and the beak around the disc, CSS pixels. */
const CANVAS = 44
/** Each tile has its own copy of the pictures, so they have no higher resolution than the screen. */
export const RATIO = typeof window !== 'undefined' && window.devicePixelRatio > 1 ? 2 : 1

/** 0 standby, 1 connected, 2 disconnected: amber, green, grey; each with a contrast of 3 : 1 or more to its white icon. */
export const discColor = { 0: '#b86e00', 1: '#0b8457', 2: '#66707f' } as const
/** 1 warning, 2 alarm. */
export const ringColor = { 1: palette.yellow, 2: palette.red } as const
/** Line of a track. */
export const trackColor: Readonly<Record<MapTheme, string>> = { light: '#2e51bb', dark: '#7594dd' }
export const edge: Readonly<Record<MapTheme, string>> = { light: '#ffffff', dark: '#14171c' }

export type Draw = (c: CanvasRenderingContext2D, theme: MapTheme) => void

export function drawnOn(
  draw: Draw,
  theme: MapTheme,
  size = CANVAS,
): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas')
  canvas.width = size * RATIO
  canvas.height = size * RATIO
  // The canvas stays off the graphics card, because reading from the card waits for all its pending work.
  const c = canvas.getContext('2d', { willReadFrequently: true })
  if (c === null) return null
  c.scale(RATIO, RATIO)
  c.translate(size / 2, size / 2)
  draw(c, theme)
  return c
}
export function picture(draw: Draw, theme: MapTheme, size = CANVAS): ImageData | null {
  const c = drawnOn(draw, theme, size)
  return c === null ? null : c.getImageData(0, 0, c.canvas.width, c.canvas.height)
}
