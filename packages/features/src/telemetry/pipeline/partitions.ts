// The partitions of the time series by month: made ahead, and on demand before a late record of an older month is stored.
import { DAY, monthOf, monthText, startOfMonth } from '@flotta/core/time.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'

export const partitionedTables = ['positions', 'readings'] as const

/** The months that have partitions, as far as this process knows. */
export class Months {
  readonly #known = new Set<number>()
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Makes the missing partitions of these months; cheap when none is missing. Another process may make the same one at once. */
  async ensure(months: Iterable<number>): Promise<void> {
    for (const month of months) {
      if (this.#known.has(month)) continue
      for (const parent of partitionedTables)
        await this.#pool.query('select create_month($1, $2)', [
          parent,
          new Date(startOfMonth(month)).toISOString().slice(0, 10),
        ])
      this.#known.add(month)
    }
  }
}

/** From the oldest kept month to the next one. */
export function keptMonths(now: number, retentionMonths: number): number[] {
  const current = monthOf(now)
  return Array.from({ length: retentionMonths + 2 }, (_, i) => current - retentionMonths + i)
}

/** Makes the partitions of all kept months before their first record comes. */
export async function makeMonths(ctx: Context): Promise<void> {
  await new Months(ctx.pool).ensure(keptMonths(ctx.now(), ctx.config.FLOTTA_RETENTION_MONTHS))
}

/** Days after its end for which a month still gets many late records. */
const LATE_RECORD_DAYS = 3
const PACKED_COMMENT = 'packed'

/** The indexes of past months that are not packed yet; epoch ms. */
export async function keysToPack(pool: Pool, now: number): Promise<string[]> {
  const before = monthText(monthOf(now - LATE_RECORD_DAYS * DAY))
  const { rows } = await pool.query<{ name: string }>(
    `select k.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_index x on x.indrelid = c.oid join pg_class k on k.oid = x.indexrelid
     where i.inhparent = any($1::regclass[]) and x.indisprimary and c.relname ~ '_[0-9]{6}$' and right(c.relname, 6) < $2
       and obj_description(k.oid, 'pg_class') is distinct from $3
     order by 1`,
    [partitionedTables, before, PACKED_COMMENT],
  )
  return rows.map(({ name }) => name)
}

/**
 * Rebuilds the indexes of a past month. During the month every vehicle inserts at the end of its own stretch of the index, which leaves pages half empty; a
 * rebuilt index takes half the space, and reading a history half the pages.
 */
export async function packMonths(ctx: Context): Promise<void> {
  for (const name of await keysToPack(ctx.pool, ctx.now())) {
    // An interrupted run may have left this index.
    await ctx.pool.query(`drop index concurrently if exists ${name}_ccnew`)
    await ctx.pool.query(`alter index ${name} set (fillfactor = 100)`)
    await ctx.pool.query(`reindex index concurrently ${name}`)
    await ctx.pool.query(`comment on index ${name} is '${PACKED_COMMENT}'`)
  }
}
