// Keeps the map's sources of vehicles equal to the vehicles of the screen, by differences when there are few.
import type { GeoJSONFeatureDiff, GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { Glide, isInHand, isManyFromAfar } from './glide.ts'
import { isAlive } from './map-removal.ts'
import { areDrawn, changesTo, type MapVehicle } from './vehicle-changes.ts'
import { ALL, collection, feature, ONE, point, properties } from './vehicle-layers.ts'

/** When more than this share of the vehicles is added or removed, the whole source is set again. */
const WHOLE_FROM = 0.5
/** With many vehicles at a small zoom, drawing waits this many milliseconds for each vehicle, but at most `REST_MS`. */
const REST_A_VEHICLE_MS = 1
const REST_MS = 2000
/** While somebody drags or zooms the map, drawing waits for the end, but at most this long. */
const IN_HAND_MS = 4000

export const sourceOf = (map: MapLibre, id: string): GeoJSONSource | undefined =>
  map.getSource<GeoJSONSource>(id)

/** All vehicles, in one clustered source. */
export class VehicleDrawing {
  readonly #map: MapLibre
  readonly #glide: Glide
  readonly #drawn = new Map<number, MapVehicle>()
  #wanted: readonly MapVehicle[] = []
  #lastDrawn = 0
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(map: MapLibre) {
    this.#map = map
    this.#glide = new Glide(map, ALL)
  }

  /** Draws at once when other vehicles are shown than before; otherwise with a pause between two drawings. */
  show(vehicles: readonly MapVehicle[]): void {
    this.#wanted = vehicles
    const rest = areDrawn(this.#drawn, vehicles)
      ? pauseOf(this.#map, vehicles.length) - (performance.now() - this.#lastDrawn)
      : 0
    if (rest <= 0) this.#draw()
    else
      this.#waiting ??= setTimeout(() => {
        this.#waiting = undefined
        this.#draw()
      }, rest)
  }

  /** Draws whenever somebody has finished zooming or dragging. Returns a function that ends this. */
  drawAfterMoves(): () => void {
    const subscriptions = (['zoomend', 'dragend'] as const).map(event =>
      this.#map.on(event, () => this.#draw()),
    )
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
      clearTimeout(this.#waiting)
      this.#waiting = undefined
    }
  }

  stop(): void {
    this.#glide.stop()
  }

  #draw(): void {
    const map = this.#map
    const source = isAlive(map) ? sourceOf(map, ALL) : undefined
    if (source === undefined) return
    this.#lastDrawn = performance.now()
    const { add, change, remove } = changesTo(
      this.#drawn,
      this.#wanted,
      isManyFromAfar(map, this.#wanted.length) ? degreesPerPixel(map) : 0,
    )
    if (add.length + remove.length > this.#drawn.size * WHOLE_FROM) {
      this.#glide.cancel()
      void source.setData(collection([...this.#drawn.values()]))
      return
    }
    const gliding = this.#glide.take(change, this.#drawn.size)
    const update = change.flatMap(
      ([previous, next]) => difference(previous, next, gliding.has(next.id)) ?? [],
    )
    if (add.length + remove.length + update.length > 0)
      void source.updateData({ add: add.map(feature), remove: [...remove], update })
  }
}

/** The selected vehicle, in a source of its own that lies above the others. */
export class SelectedDrawing {
  readonly #map: MapLibre
  readonly #glide: Glide
  #drawn: MapVehicle | undefined

  constructor(map: MapLibre) {
    this.#map = map
    this.#glide = new Glide(map, ONE)
  }

  show(vehicle: MapVehicle | undefined): void {
    const source = sourceOf(this.#map, ONE)
    if (source === undefined) return
    const previous = this.#drawn
    this.#drawn = vehicle
    if (previous === undefined || vehicle === undefined || previous.id !== vehicle.id) {
      this.#glide.cancel()
      void source.setData(collection(vehicle === undefined ? [] : [vehicle]))
      return
    }
    const gliding = this.#glide.take([[previous, vehicle]], 1)
    const update = difference(previous, vehicle, gliding.has(vehicle.id))
    if (update !== null) void source.updateData({ update: [update] })
  }

  stop(): void {
    this.#glide.stop()
  }
}

/** The update of a changed vehicle, without its position while that glides; null when nothing is to be updated. */
function difference(
  previous: MapVehicle,
  next: MapVehicle,
  glides: boolean,
): GeoJSONFeatureDiff | null {
  const hasMoved =
    !glides && (previous.longitude !== next.longitude || previous.latitude !== next.latitude)
  const before = properties(previous)
  const changedProperties = Object.entries(properties(next)).filter(
    ([key, value]) => before[key as keyof typeof before] !== value,
  )
  if (!hasMoved && changedProperties.length === 0) return null
  return {
    id: next.id,
    ...(hasMoved && { newGeometry: point(next) }),
    ...(changedProperties.length > 0 && {
      addOrUpdateProperties: changedProperties.map(([key, value]) => ({ key, value })),
    }),
  }
}

/** How many milliseconds the next drawing may wait after the last one. */
function pauseOf(map: MapLibre, fleet: number): number {
  if (isInHand(map)) return IN_HAND_MS
  return isManyFromAfar(map, fleet) ? Math.min(REST_MS, REST_A_VEHICLE_MS * fleet) : 0
}
const degreesPerPixel = (map: MapLibre): number => 360 / (512 * 2 ** map.getZoom())
