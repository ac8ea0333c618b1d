// The register of vehicles, read from the database and looked through for what is not as it was written.
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { auditDay, auditOpen, type Fault, type StoredRow } from './audit.ts'
import { CHAIN_START } from './chain.ts'
import { isSigned, type TrustedKeys, trustedKeys } from './keys.ts'
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
const PAGES_PER_READ = 31
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
    readonly trusted?: TrustedKeys
  } = {},
): Promise<Audit> {
  const keys = trusted ?? (await trustedKeys(ctx))
  const { pool } = ctx
  const all = await daysOf(pool, vehicle_id, from, to)
  const book = await bookOf(pool, vehicle_id)
  const count = { days: 0, rows: 0 }
  const auditWith = (fault: Fault | null): Audit => ({ vehicle_id, ...count, fault })
  const open =
    book?.day != null && book.day >= from && book.day <= to ? { ...book, day: book.day } : null
  // the day before the first one that was asked for says what it begins with
  const before =
    from === FIRST ? null : (await daysOf(pool, vehicle_id, FIRST, previousDay(from))).at(-1)
  let previousDigest: Buffer | null = before?.digest ?? CHAIN_START
  const pages = [...all.map(day => day.day), ...(open === null ? [] : [open.day])]
  const strayRow = (
    between: readonly StoredRow[],
    knownDays: ReadonlySet<string>,
  ): Fault | null => {
    const row = between.find(r => !knownDays.has(r.day))
    return row === undefined ? null : { kind: 'unsealed', day: row.day, n: null, at: null }
  }
  const pageDays = new Set(pages)
  for (let i = 0; i === 0 || i < all.length; i += PAGES_PER_READ) {
    const batch = all.slice(i, i + PAGES_PER_READ)
    const next = all[i + PAGES_PER_READ]?.day
    const rows = await rowsOfPages(
      pool,
      vehicle_id,
      i === 0 ? from : (batch[0]?.day ?? from),
      next === undefined ? to : previousDay(next),
    )
    const stray = strayRow(rows, pageDays)
    const byDay = new Map<string, StoredRow[]>()
    for (const row of rows) {
      const page = byDay.get(row.day)
      if (page === undefined) byDay.set(row.day, [row])
      else page.push(row)
    }
    for (const day of batch) {
      if (stray !== null && stray.day < day.day) return auditWith(stray)
      const page = byDay.get(day.day) ?? []
      const fault = auditDay(
        { ...day, signed: isSigned(keys, day.key_id, day.digest, day.signature) },
        page,
        previousDigest,
      )
      if (fault !== null) return auditWith(fault)
      count.days++
      count.rows += page.length
      previousDigest = day.digest
    }
    if (open !== null && next === undefined) {
      if (stray !== null && stray.day < open.day) return auditWith(stray)
      const page = byDay.get(open.day) ?? []
      const fault = auditOpen(open, page, previousDigest)
      if (fault !== null) return auditWith(fault)
      count.rows += page.length
    }
    if (stray !== null) return auditWith(stray)
  }
  // it rests, or goes on after what was asked for: what it goes on from is the last of these days
  if (
    book !== null &&
    book.day === null &&
    to === LAST &&
    previousDigest !== null &&
    !previousDigest.equals(book.previous)
  )
    return auditWith({
      kind: 'day_removed',
      day: book.page_from > 0 ? new Date(book.page_from).toISOString().slice(0, 10) : to,
      n: null,
      at: null,
    })
  return auditWith(null)
}
const previousDay = (day: string): string =>
  new Date(Date.parse(day) - DAY).toISOString().slice(0, 10)
