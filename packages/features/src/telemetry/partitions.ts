// Months of the time series: made ahead, and on demand before a late record of an older month is stored.
import { monthOf, startOfMonth } from '@flotta/core/time.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'

export const series = ['positions', 'readings'] as const

/** Which months have their partitions, as far as this process knows. */
export class Months {
  readonly #known = new Set<number>()
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Makes what is missing of numbered months; cheap when nothing is. Another process may make the same one at once. */
  async ensure(months: Iterable<number>): Promise<void> {
    for (const month of months) {
      if (this.#known.has(month)) continue
      for (const parent of series) await this.#pool.query('select create_month($1, $2)', [parent, new Date(startOfMonth(month)).toISOString().slice(0, 10)])
      this.#known.add(month)
    }
  }
}

/** From the oldest kept month to the next one. */
export function keptMonths(now: number, retentionMonths: number): number[] {
  const current = monthOf(now)
  return Array.from({ length: retentionMonths + 2 }, (_, i) => current - retentionMonths + i)
}

/** Job: every kept month has its partitions before the first record of it comes. */
export async function makeMonths(ctx: Context): Promise<void> {
  await new Months(ctx.pool).ensure(keptMonths(ctx.now(), ctx.config.FLOTTA_RETENTION_MONTHS))
}
