// Pins of vehicles, drawn on a canvas once per picture: a disc in the status colour with the type's icon, a ring for the worst alert, a beak for the
// heading, and a sign for idling.
import { palette } from '@flotta/core/palette.ts'
import { type VehicleTypeCode, vehicleTypeShapes } from '@flotta/core/vehicle-type-shapes.ts'
import type { Map as MapLibre } from 'maplibre-gl'
import { area } from './area-picture.ts'
import { CLUSTER_SIZES, cluster } from './cluster-picture.ts'
import {
  DISC,
  type Draw,
  discColor,
  drawnOn,
  edge,
  picture,
  RATIO,
  ringColor,
  trackColor,
} from './drawing.ts'
import type { MapTheme } from './style.ts'

export interface PinPicture {
  readonly type: VehicleTypeCode
  readonly status: 0 | 1 | 2
  readonly ring: 0 | 1 | 2
  readonly idling: boolean
}

const disc =
  ({ type, status, ring, idling }: PinPicture): Draw =>
  (c, theme) => {
    const circle = (radius: number, color: string) => {
      c.beginPath()
      c.arc(0, 0, radius, 0, 2 * Math.PI)
      c.fillStyle = color
      c.fill()
    }
    const radius = DISC / 2
    if (ring !== 0) {
      circle(radius + 5, edge[theme])
      circle(radius + 4, ringColor[ring])
    }
    circle(radius + 1, edge[theme])
    circle(radius - 0.5, discColor[status])
    if (idling) idlingSign(c, theme)
    c.translate(-10, -10)
    c.strokeStyle = '#ffffff'
    c.fillStyle = '#ffffff'
    c.lineWidth = 1.5
    c.lineCap = 'round'
    c.lineJoin = 'round'
    for (const { d, filled: isFilled } of vehicleTypeShapes[type]) {
      const path = new Path2D(d)
      if (isFilled === true) c.fill(path)
      else c.stroke(path)
    }
  }

/** The sign of an idling vehicle, at the lower right of the disc. */
function idlingSign(c: CanvasRenderingContext2D, theme: MapTheme): void {
  const at = (DISC / 2) * Math.SQRT1_2 + 1
  c.beginPath()
  c.arc(at, at, 7.5, 0, 2 * Math.PI)
  c.fillStyle = edge[theme]
  c.fill()
  c.beginPath()
  c.arc(at, at, 6, 0, 2 * Math.PI)
  c.fillStyle = palette.yellow
  c.fill()
  c.fillStyle = '#1a1f27'
  c.fillRect(at - 2.75, at - 3, 2, 6)
  c.fillRect(at + 0.75, at - 3, 2, 6)
}

/** The beak points north; the layer turns it. */
const beak =
  (status: 0 | 1 | 2, ring: 0 | 1 | 2): Draw =>
  (c, theme) => {
    const radius = DISC / 2 + (ring === 0 ? 0 : 5)
    c.beginPath()
    c.moveTo(0, -radius - 9)
    c.lineTo(9.5, -radius + 5)
    c.lineTo(-9.5, -radius + 5)
    c.closePath()
    c.lineJoin = 'round'
    c.lineWidth = 2.5
    c.strokeStyle = edge[theme]
    c.stroke()
    c.fillStyle = discColor[status]
    c.fill()
  }

/** An arrowhead along a track, pointing east as symbols on lines do. */
const arrow: Draw = (c, theme) => {
  c.beginPath()
  c.moveTo(-5, -6)
  c.lineTo(6.5, 0)
  c.lineTo(-5, 6)
  c.lineTo(-2.5, 0)
  c.closePath()
  c.lineJoin = 'round'
  c.lineWidth = 3
  c.strokeStyle = edge[theme]
  c.stroke()
  c.fillStyle = trackColor[theme]
  c.fill()
}

/** A round badge with a symbol for the start, the end and the stops of a track. */
const badge =
  (color: string, sign: (c: CanvasRenderingContext2D) => void): Draw =>
  (c, theme) => {
    c.beginPath()
    c.arc(0, 0, 11, 0, 2 * Math.PI)
    c.fillStyle = edge[theme]
    c.fill()
    c.beginPath()
    c.arc(0, 0, 9.5, 0, 2 * Math.PI)
    c.fillStyle = color
    c.fill()
    c.fillStyle = '#ffffff'
    sign(c)
  }
const badges: Readonly<Record<string, Draw>> = {
  start: badge('#0b8457', c => {
    c.beginPath()
    c.moveTo(-3, -5)
    c.lineTo(5, 0)
    c.lineTo(-3, 5)
    c.closePath()
    c.fill()
  }),
  end: badge(palette.blue, c => c.fillRect(-3.5, -3.5, 7, 7)),
  stop: badge('#66707f', c => {
    c.fillRect(-4, -4, 3, 8)
    c.fillRect(1, -4, 3, 8)
  }),
}

const isCode = (type: string): type is VehicleTypeCode => type in vehicleTypeShapes
const isLevel = (n: number): n is 0 | 1 | 2 => n === 0 || n === 1 || n === 2

/**
 * Draws the picture of an image id: `pin|T|1|2|0|light`, `beak|1|0|light`, `mark|start|light`, `cluster|5|2|1|0|light`, `area|hub|#2e51bb|light`,
 * `arrow|light`.
 */
function drawingOf(
  id: string,
): { readonly draw: Draw; readonly theme: MapTheme; readonly size?: number } | null {
  const parts = id.split('|')
  const theme: MapTheme = parts.at(-1) === 'dark' ? 'dark' : 'light'
  const [kind, first = ''] = parts
  if (kind === 'pin') {
    const status = Number(parts[2])
    const ring = Number(parts[3])
    return isCode(first) && isLevel(status) && isLevel(ring)
      ? { draw: disc({ type: first, status, ring, idling: parts[4] === '1' }), theme }
      : null
  }
  if (kind === 'beak') {
    const status = Number(first)
    const ring = Number(parts[2])
    return isLevel(status) && isLevel(ring) ? { draw: beak(status, ring), theme, size: 64 } : null
  }
  if (kind === 'mark') {
    const draw = badges[first]
    return draw === undefined ? null : { draw, theme, size: 24 }
  }
  if (kind === 'cluster') {
    const [connected, standby, ring, size] = parts.slice(1, 5).map(Number)
    const diameter = CLUSTER_SIZES[size ?? -1]
    if (
      connected === undefined ||
      standby === undefined ||
      ring === undefined ||
      diameter === undefined ||
      !isLevel(ring)
    )
      return null
    return { draw: cluster(connected, standby, ring, diameter), theme, size: diameter + 8 }
  }
  if (kind === 'area') {
    const color = parts[2] ?? ''
    return /^#[0-9a-f]{6}$/i.test(color) ? { draw: area(first, color), theme, size: 26 } : null
  }
  return kind === 'arrow' ? { draw: arrow, theme, size: 18 } : null
}

export interface Sprite {
  readonly image: HTMLCanvasElement
  /** Width and height, CSS pixels. */
  readonly size: number
}
const sprites = new Map<string, Sprite | null>()
/** The picture of an image id, for a canvas of the page. */
export function spriteOf(id: string): Sprite | null {
  const existing = sprites.get(id)
  if (existing !== undefined) return existing
  const drawing = drawingOf(id)
  const image =
    drawing === null ? null : (drawnOn(drawing.draw, drawing.theme, drawing.size)?.canvas ?? null)
  const sprite = image === null ? null : { image, size: image.width / RATIO }
  sprites.set(id, sprite)
  return sprite
}

/** Draws pictures when a layer first asks for them. */
export function drawOnDemand(map: MapLibre): void {
  map.setMissingStyleImageResolver(async id => {
    const drawing = drawingOf(id)
    const image = drawing === null ? null : picture(drawing.draw, drawing.theme, drawing.size)
    if (image !== null && !map.hasImage(id)) map.addImage(id, image, { pixelRatio: RATIO })
  })
}
