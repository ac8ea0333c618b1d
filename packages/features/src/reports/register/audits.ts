// The register of vehicles, read from the database and looked through for what is not as it was written.
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { auditDay, auditOpen, type Fault, type Stored } from './audit.ts'
import { BEGINNING } from './chain.ts'
import { isSigned, type Trusted, trustedKeys } from './keys.ts'
import { bookOf, daysOf, rowsOfPages } from './store.ts'

export interface Audit {
  readonly vehicle_id: number
  /** Closed days and rows that were looked at. */
  readonly days: number
  readonly rows: number
  /** The first; null: all is as it was written. */
  readonly fault: Fault | null
}
/** Pages read at a time. */
const PAGES = 31
const [FIRST, LAST] = ['0001-01-01', '9999-12-31']

/** @param from first and last page, days; left out: all of them */
export async function auditVehicle(
  ctx: Context,
  vehicle_id: number,
  {
    from = FIRST,
    to = LAST,
    trusted,
  }: {
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly trusted?: Trusted
  } = {},
): Promise<Audit> {
  const keys = trusted ?? (await trustedKeys(ctx))
  const { pool } = ctx
  const all = await daysOf(pool, vehicle_id, from, to)
  const book = await bookOf(pool, vehicle_id)
  const count = { days: 0, rows: 0 }
  const found = (fault: Fault | null): Audit => ({ vehicle_id, ...count, fault })
  const open =
    book?.day != null && book.day >= from && book.day <= to ? { ...book, day: book.day } : null
  // the day before the first one that was asked for says what it begins with
  const before =
    from === FIRST ? null : (await daysOf(pool, vehicle_id, FIRST, previousDay(from))).at(-1)
  let expected: Buffer | null = before?.digest ?? BEGINNING
  const pages = [...all.map(day => day.day), ...(open === null ? [] : [open.day])]
  const loose = (between: readonly Stored[], known: ReadonlySet<string>): Fault | null => {
    const row = between.find(r => !known.has(r.day))
    return row === undefined ? null : { kind: 'unsealed', day: row.day, n: null, at: null }
  }
  const known = new Set(pages)
  for (let i = 0; i === 0 || i < all.length; i += PAGES) {
    const some = all.slice(i, i + PAGES)
    const next = all[i + PAGES]?.day
    const rows = await rowsOfPages(
      pool,
      vehicle_id,
      i === 0 ? from : (some[0]?.day ?? from),
      next === undefined ? to : previousDay(next),
    )
    const stray = loose(rows, known)
    const byDay = new Map<string, Stored[]>()
    for (const row of rows) {
      const page = byDay.get(row.day)
      if (page === undefined) byDay.set(row.day, [row])
      else page.push(row)
    }
    for (const day of some) {
      if (stray !== null && stray.day < day.day) return found(stray)
      const page = byDay.get(day.day) ?? []
      const fault = auditDay(
        { ...day, signed: isSigned(keys, day.key_id, day.digest, day.signature) },
        page,
        expected,
      )
      if (fault !== null) return found(fault)
      count.days++
      count.rows += page.length
      expected = day.digest
    }
    if (open !== null && next === undefined) {
      if (stray !== null && stray.day < open.day) return found(stray)
      const page = byDay.get(open.day) ?? []
      const fault = auditOpen(open, page, expected)
      if (fault !== null) return found(fault)
      count.rows += page.length
    }
    if (stray !== null) return found(stray)
  }
  // it rests, or goes on after what was asked for: what it goes on from is the last of these days
  if (
    book !== null &&
    book.day === null &&
    to === LAST &&
    expected !== null &&
    !expected.equals(book.previous)
  )
    return found({
      kind: 'day_removed',
      day: book.page_from > 0 ? new Date(book.page_from).toISOString().slice(0, 10) : to,
      n: null,
      at: null,
    })
  return found(null)
}
const previousDay = (day: string): string =>
  new Date(Date.parse(day) - DAY).toISOString().slice(0, 10)
