// Moves pins smoothly from fix to fix when a person can see it and it costs little.
import type { GeoJSONFeatureDiff, GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { isAlive } from './map-removal.ts'

const GLIDE_MS = 900
/** Largest number of pins that glide at the same time; the others jump. */
const GLIDE_MAX = 300
/** Each step draws the whole source again, which is too slow for more vehicles than this. */
const FLEET_MAX = 3000
/** With more vehicles than this and below this zoom, a move is a pixel or two and would cluster all vehicles again. */
const MANY = 300
const AFAR = 10
/** Range of the length of a glide in pixels: a shorter one is invisible, a longer one is no drive. */
const SEEN_FROM = 2
const SEEN_TO = 800

interface Place {
  readonly id: number
  readonly longitude: number
  readonly latitude: number
}
interface Leg {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly began: number
}
export const isManyFromAfar = (map: MapLibre, fleet: number): boolean =>
  fleet > MANY && map.getZoom() < AFAR
/** Whether the user wants reduced motion, so that nothing glides or fades. */
export const wantsReducedMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches
/** Whether the person is dragging or zooming the map. A map that only follows a vehicle does not count. */
export const isInHand = (map: MapLibre): boolean => map.dragPan.isActive() || map.isZooming()
/** Fast at first and slow at the end. */
const easeOut = (share: number): number => 1 - (1 - share) ** 2
const between = ({ from, to, began }: Leg, now: number): [number, number] => {
  const share = easeOut(Math.min(1, Math.max(0, (now - began) / GLIDE_MS)))
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

export class Glide {
  readonly #map: MapLibre
  readonly #source: string
  readonly #legs = new Map<number, Leg>()
  #frame = 0
  #busy = false
  constructor(map: MapLibre, source: string) {
    this.#map = map
    this.#source = source
  }

  /** Starts a glide for each move that is worth it and returns their ids. The caller draws the other moves. */
  take(
    moves: readonly (readonly [from: Place, to: Place, ...unknown[]])[],
    fleet: number,
  ): Set<number> {
    const takenIds = new Set<number>()
    if (
      document.hidden ||
      fleet > FLEET_MAX ||
      isManyFromAfar(this.#map, fleet) ||
      isInHand(this.#map) ||
      wantsReducedMotion()
    ) {
      for (const [, next] of moves) this.#legs.delete(next.id)
      return takenIds
    }
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const now = performance.now()
    for (const [old, next] of moves) {
      const running = this.#legs.get(next.id)
      this.#legs.delete(next.id)
      if (this.#legs.size >= GLIDE_MAX) continue
      const from =
        running === undefined ? ([old.longitude, old.latitude] as const) : between(running, now)
      const a = this.#map.project([from[0], from[1]])
      const b = this.#map.project([next.longitude, next.latitude])
      const distance = Math.hypot(a.x - b.x, a.y - b.y)
      const isVisible = b.x > -50 && b.y > -50 && b.x < clientWidth + 50 && b.y < clientHeight + 50
      if (!isVisible || distance < SEEN_FROM || distance > SEEN_TO) continue
      this.#legs.set(next.id, { from, to: [next.longitude, next.latitude], began: now })
      takenIds.add(next.id)
    }
    if (this.#legs.size > 0 && this.#frame === 0) this.#frame = requestAnimationFrame(this.#step)
    return takenIds
  }

  cancel(): void {
    this.#legs.clear()
  }
  stop(): void {
    this.cancel()
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  readonly #step = (): void => {
    this.#frame = 0
    if (!isAlive(this.#map)) return
    const source = this.#map.getSource<GeoJSONSource>(this.#source)
    if (source === undefined) return
    // The next step waits until the worker has drawn the last one.
    if (!this.#busy && this.#legs.size > 0 && !isInHand(this.#map)) {
      const now = performance.now()
      const update: GeoJSONFeatureDiff[] = []
      for (const [id, leg] of this.#legs) {
        update.push({ id, newGeometry: { type: 'Point', coordinates: between(leg, now) } })
        if (now - leg.began >= GLIDE_MS) this.#legs.delete(id)
      }
      this.#busy = true
      void source.updateData({ update }).finally(() => {
        this.#busy = false
      })
    }
    if (this.#legs.size > 0) this.#frame = requestAnimationFrame(this.#step)
  }
}
