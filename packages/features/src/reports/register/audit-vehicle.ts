// Reads the register of a vehicle from the database and looks for the first row that is not as it was written.
import { groupBy } from '@flotta/core/group-by.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { auditDay, auditOpen, type Fault, type OpenPage, type StoredRow } from './audit.ts'
import type { Book } from './book.ts'
import { CHAIN_START } from './chain.ts'
import { isSigned, type TrustedKeys, trustedKeys } from './keys.ts'
import { bookOf, daysOf, rowsOfPages } from './store.ts'

export interface Audit {
  readonly vehicle_id: number
  /** Closed days and rows that were checked. */
  readonly days: number
  readonly rows: number
  /** The first fault; null: everything is as it was written. */
  readonly fault: Fault | null
}
/** Pages that are read at a time. */
const PAGES_PER_READ = 31
const [FIRST, LAST] = ['0001-01-01', '9999-12-31']

interface AuditRange {
  /** The first and the last page, as days; undefined: from the first, or to the last. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly trusted?: TrustedKeys
}
export async function auditVehicle(
  ctx: Context,
  vehicle_id: number,
  { from = FIRST, to = LAST, trusted }: AuditRange = {},
): Promise<Audit> {
  const keys = trusted ?? (await trustedKeys(ctx))
  const days = await daysOf(ctx.pool, vehicle_id, from, to)
  const book = await bookOf(ctx.pool, vehicle_id)
  // the digest of the day before is what the first page must begin with
  const before =
    from === FIRST ? null : (await daysOf(ctx.pool, vehicle_id, FIRST, previousDay(from))).at(-1)
  const open =
    book?.day != null && book.day >= from && book.day <= to ? { ...book, day: book.day } : null
  const audit = new VehicleAudit(vehicle_id, keys, days, open, before?.digest ?? CHAIN_START)
  for (let i = 0; i === 0 || i < days.length; i += PAGES_PER_READ) {
    const batch = days.slice(i, i + PAGES_PER_READ)
    const next = days[i + PAGES_PER_READ]?.day
    const rows = await rowsOfPages(
      ctx.pool,
      vehicle_id,
      i === 0 ? from : (batch[0]?.day ?? from),
      next === undefined ? to : previousDay(next),
    )
    const fault = audit.checkBatch(batch, rows, next === undefined)
    if (fault !== null) return audit.result(fault)
  }
  return audit.result(to === LAST && book !== null ? audit.checkResting(book, to) : null)
}

type SignedDay = Awaited<ReturnType<typeof daysOf>>[number]

/** The pages of a vehicle, checked one after the other. */
class VehicleAudit {
  readonly #vehicleId: number
  readonly #keys: TrustedKeys
  readonly #open: OpenPage | null
  /** The days that have a page, closed or open. */
  readonly #pageDays: ReadonlySet<string>
  #previousDigest: Buffer
  #days = 0
  #rows = 0

  constructor(
    vehicle_id: number,
    keys: TrustedKeys,
    days: readonly SignedDay[],
    open: OpenPage | null,
    previousDigest: Buffer,
  ) {
    this.#vehicleId = vehicle_id
    this.#keys = keys
    this.#open = open
    this.#pageDays = new Set([...days.map(({ day }) => day), ...(open === null ? [] : [open.day])])
    this.#previousDigest = previousDigest
  }

  result(fault: Fault | null): Audit {
    return { vehicle_id: this.#vehicleId, days: this.#days, rows: this.#rows, fault }
  }

  /** @param isLast the open page comes after these days */
  checkBatch(
    days: readonly SignedDay[],
    rows: readonly StoredRow[],
    isLast: boolean,
  ): Fault | null {
    const stray = this.#strayRow(rows)
    const byDay = groupBy(rows, row => row.day)
    for (const day of days) {
      if (stray !== null && stray.day < day.day) return stray
      const fault = this.#checkDay(day, byDay.get(day.day) ?? [])
      if (fault !== null) return fault
    }
    if (this.#open !== null && isLast) {
      if (stray !== null && stray.day < this.#open.day) return stray
      const page = byDay.get(this.#open.day) ?? []
      const fault = auditOpen(this.#open, page, this.#previousDigest)
      if (fault !== null) return fault
      this.#rows += page.length
    }
    return stray
  }

  /** A register that rests continues from its last day. If another day is the last that is left, days were removed. */
  checkResting({ day, previous, page_from }: Book, to: string): Fault | null {
    if (day !== null || this.#previousDigest.equals(previous)) return null
    const next = page_from > 0 ? new Date(page_from).toISOString().slice(0, 10) : to
    return { kind: 'day_removed', day: next, n: null, at: null }
  }

  #checkDay(day: SignedDay, page: readonly StoredRow[]): Fault | null {
    const isSignedHere = isSigned(this.#keys, day.key_id, day.digest, day.signature)
    const fault = auditDay({ ...day, signed: isSignedHere }, page, this.#previousDigest)
    if (fault !== null) return fault
    this.#days++
    this.#rows += page.length
    this.#previousDigest = day.digest
    return null
  }

  /** The first row of a day that has no page. */
  #strayRow(rows: readonly StoredRow[]): Fault | null {
    const row = rows.find(({ day }) => !this.#pageDays.has(day))
    return row === undefined ? null : { kind: 'unsealed', day: row.day, n: null, at: null }
  }
}
const previousDay = (day: string): string =>
  new Date(Date.parse(day) - DAY).toISOString().slice(0, 10)
