// All areas of a customer by where they lie, past and present, and the customers that watch a vehicle.
import { type Box, nearest } from '@flotta/core/points.ts'
import { type AreaId, boxAround, holdsAt, isInside, keyOf, type Shape } from './rules.ts'

/** Cells a degree, the finest first: a cell of the first is a little more than a kilometre high. */
const GRIDS = [100, 10, 1, 0.1] as const
/** An area is in the finest grid of which it touches no more cells than this. */
const MOST_CELLS = 64
/**
 * Metres around an area that count as near it: the place where a vehicle has stopped is remembered
 * there, so that fixes that wander into the area are known as such.
 */
const NEAR = 120
/** A shape as an index keeps it. */
export interface IndexedShape extends Shape {
  /** Outside of it nothing is inside the area. */
  readonly box: Box
}
const NONE: readonly IndexedShape[] = []

/** Whether a straight way may touch a box; without `from` whether a place may lie in it. A look that spares most areas the exact question. */
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

/** The areas of one size by the cells that they touch. */
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
  /** false: it touches too many cells. */
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
  /** Each once, though it touches several cells between the two places. */
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

/** Mostly one of the two is empty, and the other is taken as it is. */
const joinLists = (
  a: readonly IndexedShape[],
  b: readonly IndexedShape[],
): readonly IndexedShape[] => (b.length === 0 ? a : a.length === 0 ? b : [...a, ...b])

/**
 * All areas of a customer, past and present, by the cells that they touch: a place looks at those
 * of its own cell alone, mostly none.
 */
export class AreaIndex {
  /** Those that some area is in. */
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

  /** Those that may hold a place; the distance is for the asker to measure. */
  near(latitude: number, longitude: number): readonly IndexedShape[] {
    let candidates: readonly IndexedShape[] = this.#everywhere
    for (const grid of this.#grids) candidates = joinLists(candidates, grid.at(latitude, longitude))
    return candidates
  }
  /** Those that a short straight way may touch. */
  along(lat1: number, lon1: number, lat2: number, lon2: number): readonly IndexedShape[] {
    // over the date line it goes the short way
    const end = nearest(lon2, lon1)
    let candidates: readonly IndexedShape[] = this.#everywhere
    for (const grid of this.#grids)
      candidates = joinLists(candidates, grid.between(lat1, lon1, lat2, end))
    return candidates
  }
  /** An area as it was at a time; undefined: not yet, or no more. */
  shapeAt(area: AreaId, at: number): Shape | undefined {
    for (const shape of this.#shapes.get(keyOf(area)) ?? NONE) if (holdsAt(shape, at)) return shape
    return undefined
  }
  /** When the area was removed; Infinity: it was not. */
  endOf(area: AreaId): number {
    return this.#shapes.get(keyOf(area))?.at(-1)?.to ?? Number.POSITIVE_INFINITY
  }
}

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

/** Asked for every record. */
function anyHolds(periods: Watcher['periods'], at: number): boolean {
  for (const period of periods) if (holdsAt(period, at)) return true
  return false
}

/** A customer that sees where the vehicle is, when it does, and its areas. */
export interface Watcher {
  readonly customer_id: number
  /** Epoch ms; `to` exclusive, Infinity without an end. */
  readonly periods: readonly { readonly from: number; readonly to: number }[]
  readonly areas: AreaIndex
}
export const watchesAt = ({ periods }: Pick<Watcher, 'periods'>, at: number): boolean =>
  anyHolds(periods, at)
