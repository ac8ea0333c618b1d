// What an area is to a vehicle: inside or outside, with hysteresis; and which areas reach a place,
// found without going through all of them.
import { distance } from '@flotta/core/geo.ts'

export type AreaKind = 'hub' | 'poi'
/**
 * An area as it was for some time: from its making, or from a change of place or size, to the next.
 */
export interface Shape {
  /** Another one after each change of place or size. */
  readonly id: number
  readonly kind: AreaKind
  readonly area_id: number
  readonly name: string
  readonly code: string
  readonly latitude: number
  readonly longitude: number
  /** metres */
  readonly radius: number
  /** Epoch ms; `to` exclusive, Infinity while it holds. */
  readonly from: number
  readonly to: number
}
type Circle = Pick<Shape, 'latitude' | 'longitude' | 'radius'>

/**
 * Metres from the centre within which a vehicle that is in stays in: fixes that wander at the edge
 * are no coming and going.
 */
export const outerRadius = (radius: number): number => radius + Math.max(10, radius / 10)

/** @param was whether it was inside before */
export const isInside = (
  circle: Circle,
  latitude: number,
  longitude: number,
  was: boolean,
): boolean =>
  distance(circle.latitude, circle.longitude, latitude, longitude) <=
  (was ? outerRadius(circle.radius) : circle.radius)

/**
 * Degrees of latitude and longitude that hold a circle of so many metres; longitude 180: all
 * around, near a pole.
 */
export function degreesAround(
  latitude: number,
  metres: number,
): { readonly latitude: number; readonly longitude: number } {
  const high = metres / METRES_PER_DEGREE
  const shrink = Math.cos(Math.min(90, Math.abs(latitude) + high) * RAD)
  return { latitude: high, longitude: shrink < 1e-3 ? 180 : high / shrink }
}
/** A little less than there are, so that a box is never too small. */
const METRES_PER_DEGREE = 111_000
const RAD = Math.PI / 180

/** Name of an area among those of all customers. */
export const keyOf = ({ kind, area_id }: Pick<Shape, 'kind' | 'area_id'>): string =>
  `${kind}${area_id}`

/** Cells a degree: one is a little more than a kilometre high. */
const CELLS = 100
const COLUMNS = 360 * CELLS
/** An area that touches more columns, as only near a pole, is looked at everywhere. */
const MOST_COLUMNS = 64
const rowOf = (latitude: number): number => Math.floor((latitude + 90) * CELLS)
const columnOf = (longitude: number): number => Math.floor((longitude + 180) * CELLS)
const NONE: readonly Shape[] = []

/**
 * All areas of a customer, past and present, by the cells that they touch: a place looks at those
 * of its own cell alone, mostly none.
 */
export class AreaIndex {
  readonly #cells = new Map<number, Shape[]>()
  readonly #everywhere: Shape[] = []
  /** In order of time. */
  readonly #shapes = new Map<string, Shape[]>()

  constructor(shapes: Iterable<Shape>) {
    for (const shape of shapes) {
      this.#put(shape)
      const shapesOfArea = this.#shapes.get(keyOf(shape))
      if (shapesOfArea === undefined) this.#shapes.set(keyOf(shape), [shape])
      else shapesOfArea.push(shape)
    }
    for (const shapesOfArea of this.#shapes.values())
      shapesOfArea.sort((a, b) => a.from - b.from || a.id - b.id)
  }
  #put(shape: Shape): void {
    const { latitude, longitude, radius } = shape
    const box = degreesAround(latitude, radius)
    const [west, east] = [columnOf(longitude - box.longitude), columnOf(longitude + box.longitude)]
    if (east - west > MOST_COLUMNS) return void this.#everywhere.push(shape)
    for (let row = rowOf(latitude - box.latitude); row <= rowOf(latitude + box.latitude); row++)
      for (let column = west; column <= east; column++) {
        const cell = row * COLUMNS + ((column + COLUMNS) % COLUMNS)
        const there = this.#cells.get(cell)
        if (there === undefined) this.#cells.set(cell, [shape])
        else there.push(shape)
      }
  }

  /** Those that may hold a place; the distance is for the asker to measure. */
  near(latitude: number, longitude: number): readonly Shape[] {
    const there =
      this.#cells.get(rowOf(latitude) * COLUMNS + (columnOf(longitude) % COLUMNS)) ?? NONE
    return this.#everywhere.length === 0 ? there : [...there, ...this.#everywhere]
  }
  /** An area as it was at a time; undefined: not yet, or no more. */
  shapeAt(key: string, at: number): Shape | undefined {
    return this.#shapes.get(key)?.find(shape => holdsAt(shape, at))
  }
  /** When the area was removed; Infinity: it was not. */
  endOf(key: string): number {
    return this.#shapes.get(key)?.at(-1)?.to ?? Number.POSITIVE_INFINITY
  }
}
export const holdsAt = ({ from, to }: Pick<Shape, 'from' | 'to'>, at: number): boolean =>
  from <= at && at < to

/**
 * The area in which a place lay at a time, the smallest where several hold it; undefined: in none.
 */
export const areaAt = (
  areas: AreaIndex,
  latitude: number,
  longitude: number,
  at: number,
): Shape | undefined =>
  areas
    .near(latitude, longitude)
    .filter(shape => holdsAt(shape, at) && isInside(shape, latitude, longitude, false))
    .toSorted((a, b) => a.radius - b.radius)[0]

/** A customer that sees where the vehicle is, when it does, and its areas. */
export interface Watcher {
  readonly customer_id: number
  /** Epoch ms; `to` exclusive, Infinity without an end. */
  readonly periods: readonly { readonly from: number; readonly to: number }[]
  readonly areas: AreaIndex
}
export const watchesAt = ({ periods }: Pick<Watcher, 'periods'>, at: number): boolean =>
  periods.some(period => holdsAt(period, at))

/** `45.4642, 9.19`, as maps give it to be pasted; null: no pair of degrees. */
export function coordinatesIn(
  text: string,
): { readonly latitude: number; readonly longitude: number } | null {
  const match = /^\s*(-?\d{1,2}\.\d+)\s*[,;\s]\s*(-?\d{1,3}\.\d+)\s*$/.exec(text)
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
