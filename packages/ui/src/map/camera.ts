// The only owner of the map's camera. It receives what is to be shown and what panels cover, and moves once when both are settled.
import type { Map as MapLibre } from 'maplibre-gl'
import { isAlive } from './map-removal.ts'

/** What panels cover, CSS pixels from each edge. */
export interface CoveredEdges {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}
/** [west, south, east, north], degrees */
export type Box = readonly [number, number, number, number]
export interface Place {
  readonly box: Box
  /** A point is seen at this zoom or nearer, a box no nearer than this. */
  readonly zoom: number
  /** It drives: the camera goes after it when it leaves the free part of the map. */
  readonly drives?: boolean
}
/** What the address asks to look at. */
export interface Subject {
  /** Another key is another choice of the person, and the camera goes there. */
  readonly key: string
  /** Names of places, the wanted one first; the next stand in for one that does not come. */
  readonly names: readonly string[]
}

export const pointAt = (longitude: number, latitude: number): Box => [
  longitude,
  latitude,
  longitude,
  latitude,
]

/** The box around points; null: there are none. */
export function boxOf(
  points: Iterable<{ readonly longitude: number; readonly latitude: number }>,
): Box | null {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { longitude, latitude } of points) {
    west = Math.min(west, longitude)
    south = Math.min(south, latitude)
    east = Math.max(east, longitude)
    north = Math.max(north, latitude)
  }
  return west > east ? null : [west, south, east, north]
}

export const isWithin = (
  [west, south, east, north]: Box,
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
): boolean => longitude >= west && longitude <= east && latitude >= south && latitude <= north

/** Buttons of the map at its right edge, CSS pixels. */
const BUTTONS = 56
/** Between a box and what covers the map, where there is room for it. */
const MARGIN = 60
/** A place nearer to an edge than this is not seen well. */
const SEEN = 24
/** So long after the last word nothing more comes, ms. */
const SETTLED = 40
/** So long a place may take before another stands in for it, ms. */
const HOLD = 1500
const MOVE_MS = 400
const GO_MS = 700
const FLY_MS = 1200
/** Pixels; what is farther away is flown to. */
const FAR = 4000
/** Pixels of the whole world at zoom 0. */
const WORLD = 512

const mercatorY = (latitude: number): number =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)
const latitudeAt = (y: number): number =>
  (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90

export interface View {
  readonly width: number
  readonly height: number
  readonly padding: CoveredEdges
  readonly zoom: number
}

/** Where the camera must be for a place to be seen in the free part of the map. */
export function cameraFor(
  { box: [west, south, east, north], zoom }: Place,
  view: View,
): { readonly center: [number, number]; readonly zoom: number } {
  const free = [
    view.width - view.padding.left - view.padding.right,
    view.height - view.padding.top - view.padding.bottom,
  ].map(side => Math.max(side, 48))
  const [top, bottom] = [mercatorY(north), mercatorY(south)]
  const center: [number, number] = [
    (west + east) / 2,
    north === south ? north : latitudeAt((top + bottom) / 2),
  ]
  const spans = [(east - west) / 360, bottom - top]
  if (spans.every(span => span === 0)) return { center, zoom: Math.max(view.zoom, zoom) }
  const fits = spans.map((span, i) => {
    const side = free[i] ?? 0
    return span === 0 ? zoom : Math.log2((side - 2 * Math.min(MARGIN, side / 5)) / (span * WORLD))
  })
  return { center, zoom: Math.min(zoom, ...fits) }
}

const isSame = (a: CoveredEdges, b: CoveredEdges): boolean =>
  a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left
const withButtons = (covered: CoveredEdges): CoveredEdges => ({
  ...covered,
  right: covered.right + BUTTONS,
})

export class Camera {
  #map: MapLibre | null = null
  #padding: CoveredEdges = withButtons({ top: 0, right: 0, bottom: 0, left: 0 })
  #subject: Subject | null = null
  #askedAt = 0
  /** Which of the subject's names was gone to. */
  #reached: string | null = null
  /** What is being looked at; null: nothing, or a hand has moved the map since. */
  #target: Place | null = null
  /** A hand, or another choice, took the map from the subject. */
  #left = false
  /** What was chosen before the map was up is there at once, without a journey. */
  #atOnce = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #places = new Map<string, Place>()
  readonly #listeners = new Set<() => void>()

  /** The camera of a map that is up. Returns what lets go of it. */
  attach(map: MapLibre): () => void {
    this.#map = map
    map.setPadding(this.#padding)
    const byHand = (event: { readonly originalEvent?: unknown }) => {
      if (event.originalEvent === undefined) return
      this.#left = true
      this.#target = null
      this.#atOnce = false
    }
    const report = () => {
      const { lng, lat } = map.getCenter()
      map.getContainer().dataset.camera = `${lng.toFixed(5)} ${lat.toFixed(5)} ${map.getZoom().toFixed(2)}`
    }
    const subscriptions = [
      map.on('movestart', byHand),
      map.on('moveend', report),
      map.on('resize', () => this.#look()),
    ]
    report()
    this.#atOnce = this.#subject !== null
    this.#look(0)
    return () => {
      for (const s of subscriptions) s.unsubscribe()
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#map = null
      this.#reached = null
    }
  }

  /** What panels hide of the map. */
  cover(covered: CoveredEdges): void {
    const padding = withButtons(covered)
    if (isSame(padding, this.#padding)) return
    this.#padding = padding
    this.#look()
  }

  /** What the address asks to look at; null: nothing. */
  ask(subject: Subject | null): void {
    if (subject?.key === this.#subject?.key) return
    this.#subject = subject
    this.#askedAt = performance.now()
    this.#reached = null
    this.#left = false
    this.#target = null
    this.#look()
  }
  /** The same choice once more: the camera goes back to it. */
  again(): void {
    this.#reached = null
    this.#left = false
    this.#look()
  }

  /** Where a named thing is; null: nowhere, or not known yet. */
  place(name: string, place: Place | null): void {
    const before = this.#places.get(name)
    if (place === null) this.#places.delete(name)
    else this.#places.set(name, place)
    if (place === null || this.#reached !== name) this.#look()
    else if (this.#target !== null && this.#target === before) {
      this.#target = place
      if (place.drives === true) this.#follow(before, place)
    }
  }

  /** A person points at a place: the camera goes there at once. */
  show(place: Place): void {
    this.#left = true
    this.#target = place
    this.#go(place, GO_MS)
    this.#tell()
  }
  /** Keeps a moving mark in the free part of the map. */
  keepSeen(longitude: number, latitude: number): void {
    const map = this.#map
    if (map === null || !isAlive(map) || map.isMoving() || this.#isSeen(map, [longitude, latitude]))
      return
    this.#left = true
    this.#target = null
    map.easeTo({ center: [longitude, latitude], padding: this.#padding, duration: MOVE_MS })
  }

  /** What is seen in the free part of the map; null: there is no map. */
  seen(): Box | null {
    const map = this.#map
    if (map === null || !isAlive(map)) return null
    const { clientWidth, clientHeight } = map.getContainer()
    const { top, right, bottom, left } = this.#padding
    const [west, north] = map.unproject([left, top]).toArray()
    const [east, south] = map
      .unproject([Math.max(left, clientWidth - right), Math.max(top, clientHeight - bottom)])
      .toArray()
    return [west, south, east, north]
  }

  /** Called when the camera goes to something that was chosen. */
  onShow(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #look(after = SETTLED): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#settle(), after)
  }

  #settle(): void {
    const map = this.#map
    if (map === null || !isAlive(map)) return
    // A map in a hand is not taken out of it.
    if (map.dragPan.isActive()) {
      this.#look(200)
      return
    }
    const goal = this.#goal()
    if (typeof goal === 'number') this.#look(goal)
    else if (goal !== null && goal.name !== this.#reached) {
      this.#reached = goal.name
      this.#target = goal.place
      this.#go(goal.place, this.#atOnce ? 0 : GO_MS)
      this.#atOnce = false
      this.#tell()
      return
    }
    if (isSame(paddingOf(map), this.#padding)) return
    if (this.#target === null) map.easeTo({ padding: this.#padding, duration: MOVE_MS })
    else this.#go(this.#target, MOVE_MS)
  }

  /** The place to be gone to, or ms to wait for a better one; null: none. */
  #goal(): { readonly name: string; readonly place: Place } | number | null {
    if (this.#subject === null || this.#left) return null
    const remainingMs = HOLD - (performance.now() - this.#askedAt)
    for (const name of this.#subject.names) {
      const place = this.#places.get(name)
      if (place !== undefined) return { name, place }
      if (name === this.#reached) return null
      if (remainingMs > 0 && this.#reached === null && name !== this.#subject.names.at(-1))
        return remainingMs
    }
    return null
  }

  #go(place: Place, duration: number): void {
    const map = this.#map
    if (map === null || !isAlive(map)) return
    const { clientWidth, clientHeight } = map.getContainer()
    const camera = cameraFor(place, {
      width: clientWidth,
      height: clientHeight,
      padding: this.#padding,
      zoom: map.getZoom(),
    })
    const { x, y } = map.project(camera.center)
    const far = Math.hypot(x - clientWidth / 2, y - clientHeight / 2) > FAR
    const to = { ...camera, padding: { ...this.#padding } }
    if (duration === 0) map.jumpTo(to)
    else if (far) map.flyTo({ ...to, duration: FLY_MS })
    else map.easeTo({ ...to, duration })
  }

  #isSeen(map: MapLibre, place: [number, number]): boolean {
    const { x, y } = map.project(place)
    const { top, right, bottom, left } = this.#padding
    const { clientWidth, clientHeight } = map.getContainer()
    return (
      x > left + SEEN &&
      y > top + SEEN &&
      x < clientWidth - right - SEEN &&
      y < clientHeight - bottom - SEEN
    )
  }

  /** Only what drives out of the picture is followed, not what the camera has left. */
  #follow({ box: [fromLng, fromLat] }: Place, { box: [lng, lat] }: Place): void {
    const map = this.#map
    if (map === null || !isAlive(map) || map.isMoving()) return
    if (this.#isSeen(map, [fromLng, fromLat]) && !this.#isSeen(map, [lng, lat]))
      map.easeTo({ center: [lng, lat], padding: this.#padding, duration: GO_MS })
  }
}

const paddingOf = (map: MapLibre): CoveredEdges => {
  const { top = 0, right = 0, bottom = 0, left = 0 } = map.getPadding()
  return { top, right, bottom, left }
}
