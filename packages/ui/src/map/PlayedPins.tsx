// Vehicles that move with a clock of their own: drawn on a canvas above the map, so that the map is not redrawn for each step.
import type { VehicleTypeCode } from '@flotta/core/vehicle-type-shapes.ts'
import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { oncePerFrame } from '../frames.ts'
import { spriteOf } from './icons.ts'
import { isAlive } from './map-removal.ts'
import { HoveredPopup, type VehiclePopup } from './Popup.tsx'
import { useStage } from './stage.tsx'
import type { MapTheme } from './style.ts'

export interface PlayedPin {
  readonly id: number
  readonly longitude: number
  readonly latitude: number
  /** Its plate. */
  readonly label: string
  readonly type: VehicleTypeCode
  /** 1 has a position at this moment, 2 silent */
  readonly status: 1 | 2
  /** 1 warning, 2 alarm */
  readonly ring: 0 | 1 | 2
  /** Degrees; null: the vehicle stands. */
  readonly heading: number | null
}

export interface PlayedPinsProps {
  /** Returns the pins at this moment. */
  readonly pinsNow: () => readonly PlayedPin[]
  /** Registers a callback for each moment that must be drawn; returns a function that unregisters it. It must stay the same function. */
  readonly onMoment: (draw: () => void) => () => void
  readonly selected: number | null
  readonly onSelect: (id: number) => void
  /** The content shown for a vehicle under the pointer. */
  readonly popup: VehiclePopup
}

/** Largest distance between a pointer and the pin that it selects, CSS pixels. */
const NEAR = 18
const LABEL_FROM_ZOOM = 11
const textColor = { light: ['#1a1f27', '#ffffff'], dark: ['#e6e9ee', '#14171c'] } as const

export function PlayedPins({ pinsNow, onMoment, selected, onSelect, popup }: PlayedPinsProps) {
  const { map, theme } = useStage()
  const [hovered, setHovered] = useState<PlayedPin | null>(null)
  const latest = useRef({ pinsNow, theme, selected, onSelect })
  latest.current = { pinsNow, theme, selected, onSelect }
  const drawing = useRef<(() => void) | null>(null)

  useEffect(() => {
    if (map === null) return
    const canvas = document.createElement('canvas')
    canvas.className = 'flotta-played'
    canvas.dataset.played = ''
    map.getCanvasContainer().append(canvas)
    const pins = new PinDrawing(map, canvas)
    const picture = oncePerFrame(() => {
      const { pinsNow: read, theme: look, selected: chosen } = latest.current
      if (isAlive(map)) pins.draw(read(), look, chosen)
    })
    drawing.current = picture.soon
    picture.soon()
    const endMoments = onMoment(picture.soon)
    const nearest = ({ point }: MapMouseEvent) => pins.nearest(point.x, point.y)
    const subscriptions = [
      // Drawn with each frame of the map, so that the vehicles stay at their places on it.
      map.on('render', picture.now),
      map.on('click', event => {
        const pin = nearest(event)
        if (pin !== null) latest.current.onSelect(pin.id)
      }),
      map.on('mousemove', event => {
        const pin = nearest(event)
        map.getCanvas().style.cursor = pin === null ? '' : 'pointer'
        setHovered(old => (old?.id === pin?.id ? old : pin))
      }),
      map.on('mouseout', () => setHovered(null)),
    ]
    return () => {
      drawing.current = null
      endMoments()
      picture.cancel()
      for (const subscription of subscriptions) subscription.unsubscribe()
      if (isAlive(map)) map.getCanvas().style.cursor = ''
      canvas.remove()
    }
  }, [map, onMoment])
  // A changed selection or filter is drawn without waiting for the next moment.
  useEffect(() => drawing.current?.())

  return <HoveredPopup vehicle={hovered} popup={popup} />
}

/** A pin with its position on the screen. */
interface DrawnPin {
  readonly pin: PlayedPin
  readonly x: number
  readonly y: number
}

class PinDrawing {
  readonly #map: MapLibre
  readonly #canvas: HTMLCanvasElement
  readonly #c: CanvasRenderingContext2D | null
  #drawn: readonly DrawnPin[] = []
  constructor(map: MapLibre, canvas: HTMLCanvasElement) {
    this.#map = map
    this.#canvas = canvas
    this.#c = canvas.getContext('2d')
  }

  nearest(x: number, y: number): PlayedPin | null {
    let best: PlayedPin | null = null
    let least = NEAR
    for (const { pin, x: px, y: py } of this.#drawn) {
      const away = Math.hypot(px - x, py - y)
      if (away > least) continue
      least = away
      best = pin
    }
    return best
  }

  draw(pins: readonly PlayedPin[], theme: MapTheme, selected: number | null): void {
    const c = this.#c
    if (c === null) return
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer()
    const ratio = window.devicePixelRatio
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (this.#canvas.width !== w || this.#canvas.height !== h) {
      this.#canvas.width = w
      this.#canvas.height = h
    }
    c.setTransform(ratio, 0, 0, ratio, 0, 0)
    c.clearRect(0, 0, width, height)
    const zoom = this.#map.getZoom()
    const scale = Math.min(1, Math.max(0.5, 0.5 + (zoom - 5) * 0.1))
    const visiblePins: DrawnPin[] = []
    for (const pin of pins) {
      const { x, y } = this.#map.project([pin.longitude, pin.latitude])
      if (x > -40 && y > -40 && x < width + 40 && y < height + 40) visiblePins.push({ pin, x, y })
    }
    // Alarms lie above the others, and the selected pin above all.
    const rank = ({ pin }: DrawnPin) => (pin.id === selected ? 3 : pin.ring)
    visiblePins.sort((a, b) => rank(a) - rank(b))
    for (const one of visiblePins) drawPin(c, one, theme, one.pin.id === selected ? 1.25 : scale)
    for (const one of visiblePins)
      if (zoom >= LABEL_FROM_ZOOM || one.pin.id === selected) drawLabel(c, one, theme)
    this.#drawn = visiblePins
    this.#canvas.dataset.played = String(pins.length)
  }
}

function drawPin(
  c: CanvasRenderingContext2D,
  { pin, x, y }: DrawnPin,
  theme: MapTheme,
  scale: number,
): void {
  const { type, status, ring, heading } = pin
  if (heading !== null) {
    const beak = spriteOf(`beak|${status}|${ring}|${theme}`)
    if (beak !== null) {
      c.save()
      c.translate(x, y)
      c.rotate((heading * Math.PI) / 180)
      const size = beak.size * scale
      c.drawImage(beak.image, -size / 2, -size / 2, size, size)
      c.restore()
    }
  }
  const disc = spriteOf(`pin|${type}|${status}|${ring}|0|${theme}`)
  if (disc === null) return
  const size = disc.size * scale
  c.drawImage(disc.image, x - size / 2, y - size / 2, size, size)
}

function drawLabel(c: CanvasRenderingContext2D, { pin, x, y }: DrawnPin, theme: MapTheme): void {
  const [color, halo] = textColor[theme]
  c.font = '600 12px "Inter Variable", Inter, sans-serif'
  c.textAlign = 'center'
  c.textBaseline = 'top'
  c.lineWidth = 3
  c.lineJoin = 'round'
  c.strokeStyle = halo
  c.fillStyle = color
  c.strokeText(pin.label, x, y + 20)
  c.fillText(pin.label, x, y + 20)
}
