// The book of a vehicle: which rows come next, when a page is closed, and what late records change. Pure: measurements are its arguments, the rows to write
// its result.
import { type ByTime, valueAt } from '@flotta/core/by-time.ts'
import { HOUR } from '@flotta/core/time.ts'
import { addDays, dayAt, dayBegin } from '@flotta/core/zones.ts'
import { CHAIN_START, type Day, digestOfDay, hashOfRow, marksOf, type Row } from './chain.ts'
import {
  type Grid,
  isSameSample,
  momentsOf,
  nextMoment,
  regrid,
  type Sample,
  type Setpoints,
  sampleAt,
  secondsAt,
  type Temperatures,
} from './rules.ts'

/** How long after its end a day is closed when the vehicle is silent. Otherwise it is closed as soon as data of the next day have come. */
export const GRACE = 2 * HOUR

export interface Book {
  readonly vehicle_id: number
  readonly begins_at: number
  readonly timezone: string
  /** null: the register rests. */
  readonly day: string | null
  readonly page_from: number
  readonly page_to: number
  readonly previous: Buffer
  readonly rows: number
  readonly hash: Buffer
  readonly grid: Grid
  readonly next_at: number
}
/** The vehicle with its present settings. */
export interface RegisterVehicle {
  readonly timezone: string
  readonly log_interval: number
  /** The vehicle has the register, so its pages continue. */
  readonly entitled: boolean
  /** All data until this time have arrived, as far as its device has sent them. */
  readonly known_to: number
}
interface At<D> {
  readonly at: number
  readonly data: D
}
export interface Measurements {
  readonly temperatures: readonly At<Temperatures>[]
  readonly units: readonly At<Setpoints>[]
  readonly configurations: ByTime<{ readonly configurations: Readonly<Record<string, string>> }>
}
export interface NewRow extends Row {
  readonly hash: Buffer
}
/** The newest row of a moment. */
export interface CurrentRow extends Sample {
  readonly day: string
  readonly n: number
}
export interface ClosedDay extends Day {
  readonly digest: Buffer
}

/** The first page of a vehicle: the page of the day of `at`. */
export function newBook(
  vehicle_id: number,
  at: number,
  begins_at: number,
  { timezone, log_interval }: Pick<RegisterVehicle, 'timezone' | 'log_interval'>,
): Book {
  return openPage(
    { vehicle_id, begins_at, previous: CHAIN_START },
    dayAt(at, timezone),
    timezone,
    log_interval,
  )
}
function openPage(
  start: Pick<Book, 'vehicle_id' | 'begins_at' | 'previous'>,
  day: string,
  timezone: string,
  seconds: number,
): Book {
  const page_from = dayBegin(day, timezone)
  const grid: Grid = [[page_from, seconds]]
  return {
    ...start,
    timezone,
    day,
    page_from,
    page_to: addDays(page_from, 1, timezone),
    rows: 0,
    hash: start.previous,
    grid,
    next_at: page_from,
  }
}

/** Whether a row of the open page can be written, or the page be closed. */
export const isBookDue = (
  book: Book,
  vehicle: Pick<RegisterVehicle, 'entitled' | 'known_to'>,
  now: number,
): boolean =>
  book.day === null
    ? vehicle.entitled
    : book.next_at <= vehicle.known_to || isOver(book, vehicle, now)
const isOver = (
  book: Book,
  { known_to }: Pick<RegisterVehicle, 'known_to'>,
  now: number,
): boolean => known_to >= book.page_to || now >= book.page_to + GRACE

/** Writes the rows of the open page whose moments are complete, at most to its end. */
export function advanceBook(
  book: Book,
  vehicle: RegisterVehicle,
  measurements: Measurements,
  now: number,
): { readonly book: Book; readonly rows: readonly NewRow[] } {
  if (book.day === null) return { book, rows: [] }
  const grid = regrid(book.grid, book.next_at, vehicle.log_interval)
  const to = isOver(book, vehicle, now)
    ? book.page_to - 1
    : Math.min(vehicle.known_to, book.page_to - 1)
  const moments = vehicle.entitled
    ? momentsOf(grid, book.next_at, to, book.page_from, book.page_to)
    : []
  const samples = moments.flatMap(at => sampleOf(at, secondsAt(grid, at), measurements) ?? [])
  const extension = append(
    { ...book, grid },
    samples.map(sample => ({ sample, reason: null, corrects: null })),
    now,
  )
  const next_at =
    to < book.next_at ? book.next_at : nextMoment(grid, to + 1, book.page_from, book.page_to)
  return { book: { ...extension.book, next_at }, rows: extension.rows }
}

/** Whether all moments of the page are written and its day is over. */
export const isPageFull = (
  book: Book,
  vehicle: Pick<RegisterVehicle, 'known_to'>,
  now: number,
): boolean => book.day !== null && book.next_at >= book.page_to && isOver(book, vehicle, now)

/** Closes the page with all its rows, and opens the next one while the vehicle has the register. */
export function closePage(
  book: Book,
  rows: readonly { readonly at: number; readonly hash: Buffer }[],
  vehicle: RegisterVehicle,
  key_id: string,
  now: number,
): { readonly book: Book; readonly closed: ClosedDay } {
  if (book.day === null) throw new RangeError('no page is open')
  const { vehicle_id, day, timezone, grid, previous, hash } = book
  const page: Day = {
    vehicle_id,
    day,
    timezone,
    grid,
    previous,
    rows: book.rows,
    hash,
    marks: marksOf(rows),
    sealed_at: now,
    key_id,
  }
  const digest = digestOfDay(page)
  // After a change of the company's zone, the next page is the day of that moment in the new zone.
  const next =
    [
      dayAt(book.page_to, vehicle.timezone),
      dayAt(addDays(book.page_to, 1, vehicle.timezone), vehicle.timezone),
    ].find(d => d > day) ?? day
  const after = openPage(
    { ...book, previous: digest },
    next,
    vehicle.timezone,
    vehicle.log_interval,
  )
  return { book: vehicle.entitled ? after : { ...after, day: null }, closed: { ...page, digest } }
}
/** Opens the register again after a rest, with the page of the present day. */
export function resumeBook(book: Book, vehicle: RegisterVehicle, now: number): Book {
  const [today, next] = [dayAt(now, vehicle.timezone), dayAt(book.page_from, book.timezone)]
  return openPage(book, today > next ? today : next, vehicle.timezone, vehicle.log_interval)
}

/** Compares rows with late records. Where they differ, a correcting row is added to the open page. */
export function correctRows(
  book: Book,
  moments: readonly { readonly at: number; readonly seconds: number }[],
  currentRows: ReadonlyMap<number, CurrentRow>,
  measurements: Measurements,
  now: number,
): { readonly book: Book; readonly rows: readonly NewRow[] } {
  if (book.day === null) return { book, rows: [] }
  const additions: Addition[] = []
  for (const { at, seconds } of moments) {
    const before = currentRows.get(at) ?? null
    const sample = sampleOf(at, seconds, measurements)
    if (isSameSample(before, sample)) continue
    additions.push({
      sample: sample ?? emptySample(at, seconds),
      reason: before === null ? 'late' : 'corrected',
      corrects: before === null ? null : { day: before.day, n: before.n },
    })
  }
  return append(book, additions, now)
}
const emptySample = (at: number, seconds: number): Sample => ({
  at,
  seconds,
  measured_at: null,
  T1: null,
  T2: null,
  T3: null,
  T4: null,
  setpoint_t1: null,
  setpoint_t2: null,
  setpoint_t3: null,
  out: 0,
  extremes: {},
})
const sampleOf = (
  at: number,
  seconds: number,
  { temperatures, units, configurations }: Measurements,
): Sample | null =>
  sampleAt(at, temperatures, units, valueAt(configurations, at).configurations, seconds)

type Addition = Pick<Row, 'reason' | 'corrects'> & { readonly sample: Sample }
function append(
  book: Book,
  additions: readonly Addition[],
  now: number,
): { readonly book: Book; readonly rows: readonly NewRow[] } {
  let { rows: n, hash } = book
  const rows = additions.map(({ sample, reason, corrects }): NewRow => {
    n++
    const row: Row = {
      ...sample,
      vehicle_id: book.vehicle_id,
      day: book.day ?? '',
      n,
      written_at: now,
      reason,
      corrects,
    }
    hash = hashOfRow(hash, row)
    return { ...row, hash }
  })
  return { book: { ...book, rows: n, hash }, rows }
}
