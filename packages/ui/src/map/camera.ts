// The only owner of the map's camera. It receives the places to show and the edges that panels cover, and moves once when both are settled.
import type { Map as MapLibre } from 'maplibre-gl'
import { isAlive } from './map-removal.ts'
import { type Box, type CoveredEdges, cameraFor, isSameEdges, type Place } from './place.ts'

/** The places that the address asks the camera to show. */
export interface Subject {
  /** The camera moves when the key changes, because the person has chosen something else. */
  readonly key: string
  /** Names of places, the wanted one first. The others replace it when it does not arrive in time. */
  readonly names: readonly string[]
}

/** Buttons of the map at its right edge, CSS pixels. */
const BUTTONS = 56
/** A place nearer to an edge than this counts as hidden, pixels. */
const VISIBLE_MARGIN = 24
/** The camera waits this long for further requests, ms. */
const SETTLE_MS = 40
/** How long the camera waits for a place before it shows the next one, ms. */
const HOLD_MS = 1500
const MOVE_MS = 400
const GO_MS = 700
const FLY_MS = 1200
/** The camera flies to places that are farther away, pixels. */
const FAR = 4000
const withButtons = (covered: CoveredEdges): CoveredEdges => ({
  ...covered,
  right: covered.right + BUTTONS,
})

export class Camera {
  #map: MapLibre | null = null
  #padding: CoveredEdges = withButtons({ top: 0, right: 0, bottom: 0, left: 0 })
  #subject: Subject | null = null
  #askedAt = 0
  /** The name of the subject's place that the camera has moved to. */
  #reached: string | null = null
  /** The place that the camera shows; null: none, or a person has moved the map since. */
  #target: Place | null = null
  /** A person has moved the map away from the subject. */
  #isReleased = false
  /** The first move is a jump, because the subject was chosen before the map was there. */
  #isJump = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #places = new Map<string, Place>()
  readonly #listeners = new Set<() => void>()

  /** Gives the camera its map. Returns a function that takes it away. */
  attach(map: MapLibre): () => void {
    this.#map = map
    map.setPadding(this.#padding)
    const byHand = (event: { readonly originalEvent?: unknown }) => {
      if (event.originalEvent === undefined) return
      this.#isReleased = true
      this.#target = null
      this.#isJump = false
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
    this.#isJump = this.#subject !== null
    this.#look(0)
    return () => {
      for (const s of subscriptions) s.unsubscribe()
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#map = null
      this.#reached = null
    }
  }

  /** Sets the part of the map that panels cover. */
  cover(covered: CoveredEdges): void {
    const padding = withButtons(covered)
    if (isSameEdges(padding, this.#padding)) return
    this.#padding = padding
    this.#look()
  }

  /** Sets the subject; null: none. */
  ask(subject: Subject | null): void {
    if (subject?.key === this.#subject?.key) return
    this.#subject = subject
    this.#askedAt = performance.now()
    this.#reached = null
    this.#isReleased = false
    this.#target = null
    this.#look()
  }
  /** Moves back to the subject, which was chosen once more. */
  again(): void {
    this.#reached = null
    this.#isReleased = false
    this.#look()
  }

  /** Sets the place of a name; null: it has none, or it is not known yet. */
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

  /** Shows a place that a person has pointed at. */
  show(place: Place): void {
    this.#isReleased = true
    this.#target = place
    this.#go(place, GO_MS)
    this.#tell()
  }
  /** Keeps a moving mark in the free part of the map. */
  keepSeen(longitude: number, latitude: number): void {
    const map = this.#map
    if (map === null || !isAlive(map) || map.isMoving() || this.#isSeen(map, [longitude, latitude]))
      return
    this.#isReleased = true
    this.#target = null
    map.easeTo({ center: [longitude, latitude], padding: this.#padding, duration: MOVE_MS })
  }

  /** The box of the free part of the map; null: there is no map. */
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

  /** The listener is called when the camera moves to something that was chosen. */
  onShow(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #look(after = SETTLE_MS): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#settle(), after)
  }

  #settle(): void {
    const map = this.#map
    if (map === null || !isAlive(map)) return
    // A map that a person drags is not moved.
    if (map.dragPan.isActive()) {
      this.#look(200)
      return
    }
    const goal = this.#goal()
    if (typeof goal === 'number') this.#look(goal)
    else if (goal !== null && goal.name !== this.#reached) {
      this.#reached = goal.name
      this.#target = goal.place
      this.#go(goal.place, this.#isJump ? 0 : GO_MS)
      this.#isJump = false
      this.#tell()
      return
    }
    if (isSameEdges(paddingOf(map), this.#padding)) return
    if (this.#target === null) map.easeTo({ padding: this.#padding, duration: MOVE_MS })
    else this.#go(this.#target, MOVE_MS)
  }

  /** The place to move to, or the time to wait for a better one, ms; null: none. */
  #goal(): { readonly name: string; readonly place: Place } | number | null {
    if (this.#subject === null || this.#isReleased) return null
    const remainingMs = HOLD_MS - (performance.now() - this.#askedAt)
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
      x > left + VISIBLE_MARGIN &&
      y > top + VISIBLE_MARGIN &&
      x < clientWidth - right - VISIBLE_MARGIN &&
      y < clientHeight - bottom - VISIBLE_MARGIN
    )
  }

  /** Follows only a place that was visible and has driven out of the free part of the map. */
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
