// A spatial index of all areas of a customer, past and present, and the customers that watch a vehicle.
import { type Box, nearest } from '@flotta/core/points.ts'
import { type AreaId, boxAround, holdsAt, isInside, keyOf, type Shape } from './rules.ts'

/** Cells per degree, the finest grid first: its cells are a little more than a kilometre high. */
const GRIDS = [100, 10, 1, 0.1] as const
/** An area is in the finest grid of which it touches no more cells than this. */
const MOST_CELLS = 64
/** Metres around an area in which the place of a stopped vehicle is remembered, so that fixes that wander into the area are recognised as drift. */
const NEAR = 120
/** A shape with its bounding box, as the index stores it. */
export interface IndexedShape extends Shape {
  /** Its bounding box: nothing outside is inside the area. */
  readonly box: Box
}
const NONE: readonly IndexedShape[] = []

/** Whether a straight way may touch a box; without `from`, whether a place may lie in it. A cheap check that spares most areas the exact one. */
export function mayTouch(
  { south, north, west, east }: Box,
  from: Pick<Shape, 'latitude' | 'longitude'> | null,
  to: Pick<Shape, 'latitude' | 'longitude'>,
): boolean {
  const start = from ?? to
  if (start.latitude < south && to.latitude < south) return false
  if (start.latitude > north && to.latitude > north) return false
  const end = nearest(to.longitude, (west + east) / 2)
  const begin = nearest(start.longitude, end)
  return !((begin < west && end < west) || (begin > east && end > east))
}

/** The areas of one grid by the cells that they touch. */
class Grid {
  readonly #cells = new Map<number, IndexedShape[]>()
  readonly #perDegree: number
  readonly #columns: number

  constructor(perDegree: number) {
    this.#perDegree = perDegree
    this.#columns = 360 * perDegree
  }
  #row(latitude: number): number {
    return Math.floor((latitude + 90) * this.#perDegree)
  }
  #column(longitude: number): number {
    return Math.floor((longitude + 180) * this.#perDegree)
  }
  #cell(row: number, column: number): number {
    return row * this.#columns + ((column + 2 * this.#columns) % this.#columns)
  }
  /** Adds a shape; false: it touches too many cells for this grid. */
  put(shape: IndexedShape): boolean {
    const { south, north, west, east } = boxAround(shape, NEAR)
    const [bottom, top] = [this.#row(south), this.#row(north)]
    const [left, right] = [this.#column(west), this.#column(east)]
    if ((top - bottom + 1) * (right - left + 1) > MOST_CELLS || right - left >= this.#columns)
      return false
    for (let row = bottom; row <= top; row++)
      for (let column = left; column <= right; column++) {
        const cell = this.#cell(row, column)
        const there = this.#cells.get(cell)
        if (there === undefined) this.#cells.set(cell, [shape])
        else there.push(shape)
      }
    return true
  }
  at(latitude: number, longitude: number): readonly IndexedShape[] {
    return this.#cells.get(this.#cell(this.#row(latitude), this.#column(longitude))) ?? NONE
  }
  /** The shapes in the cells between two places, each once. */
  between(lat1: number, lon1: number, lat2: number, lon2: number): readonly IndexedShape[] {
    const [row1, row2] = [this.#row(lat1), this.#row(lat2)]
    const [column1, column2] = [this.#column(lon1), this.#column(lon2)]
    let first = NONE
    let several: Set<IndexedShape> | null = null
    for (let row = Math.min(row1, row2); row <= Math.max(row1, row2); row++)
      for (
        let column = Math.min(column1, column2);
        column <= Math.max(column1, column2);
        column++
      ) {
        const shapes = this.#cells.get(this.#cell(row, column))
        if (shapes === undefined) continue
        if (first === NONE) first = shapes
        else {
          several ??= new Set(first)
          for (const shape of shapes) several.add(shape)
        }
      }
    return several === null ? first : [...several]
  }
}

/** Joins two lists; mostly one is empty, and the other is returned without a copy. */
const joinLists = (
  a: readonly IndexedShape[],
  b: readonly IndexedShape[],
): readonly IndexedShape[] => (b.length === 0 ? a : a.length === 0 ? b : [...a, ...b])

/** All areas of a customer, past and present, by the cells that they touch: a look-up of a place checks only its own cell, which is mostly empty. */
export class AreaIndex {
  /** The grids that contain areas. */
  readonly #grids: readonly Grid[]
  readonly #everywhere: IndexedShape[] = []
  /** In order of time. */
  readonly #shapes = new Map<number, IndexedShape[]>()

  constructor(shapes: Iterable<Shape>) {
    const grids = GRIDS.map(perDegree => new Grid(perDegree))
    const used = new Set<Grid>()
    for (const plain of shapes) {
      const shape = { ...plain, box: boxAround(plain, 0) }
      const grid = grids.find(g => g.put(shape))
      if (grid === undefined) this.#everywhere.push(shape)
      else used.add(grid)
      const shapesOfArea = this.#shapes.get(keyOf(shape))
      if (shapesOfArea === undefined) this.#shapes.set(keyOf(shape), [shape])
      else shapesOfArea.push(shape)
    }
    this.#grids = grids.filter(grid => used.has(grid))
    for (const shapesOfArea of this.#shapes.values())
      shapesOfArea.sort((a, b) => a.from - b.from || a.id - b.id)
  }

  /** The shapes that may contain a place; the caller checks the distance. */
  near(latitude: number, longitude: number): readonly IndexedShape[] {
    let candidates: readonly IndexedShape[] = this.#everywhere
    for (const grid of this.#grids) candidates = joinLists(candidates, grid.at(latitude, longitude))
    return candidates
  }
  /** The shapes that a short straight way may touch. */
  along(lat1: number, lon1: number, lat2: number, lon2: number): readonly IndexedShape[] {
    // a way across the date line takes the short direction
    const end = nearest(lon2, lon1)
    let candidates: readonly IndexedShape[] = this.#everywhere
    for (const grid of this.#grids)
      candidates = joinLists(candidates, grid.between(lat1, lon1, lat2, end))
    return candidates
  }
  /** An area as it was at a time; undefined: it did not exist yet or any more. */
  shapeAt(area: AreaId, at: number): Shape | undefined {
    for (const shape of this.#shapes.get(keyOf(area)) ?? NONE) if (holdsAt(shape, at)) return shape
    return undefined
  }
  /** When the area was removed; Infinity: it still exists. */
  endOf(area: AreaId): number {
    return this.#shapes.get(keyOf(area))?.at(-1)?.to ?? Number.POSITIVE_INFINITY
  }
}

/** The area in which a place lay at a time, the smallest if several contain it; undefined: none does. */
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

/** Called for every record. */
function anyHolds(periods: Watcher['periods'], at: number): boolean {
  for (const period of periods) if (holdsAt(period, at)) return true
  return false
}

/** A customer that may see the vehicle's position, with the periods in which it may, and its areas. */
export interface Watcher {
  readonly customer_id: number
  /** Epoch ms; `to` exclusive, Infinity without an end. */
  readonly periods: readonly { readonly from: number; readonly to: number }[]
  readonly areas: AreaIndex
}
export const watchesAt = ({ periods }: Pick<Watcher, 'periods'>, at: number): boolean =>
  anyHolds(periods, at)
