// Raw parameters are kept for 90 days. Older months lose them, some vehicles at a time.
import { DAY, monthOf, monthText, startOfMonth } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { dropRawOfPacks } from '../packs/expiry.ts'

/**
 * Days for which raw parameters are kept at least; older records are stored without them and are
 * not derived again.
 */
const RAW_DAYS = 90
/** Vehicles in one statement, so that it stays short. */
const VEHICLES_AT_ONCE = 20
const DONE_COMMENT = 'without raw parameters'

/**
 * Runs until nothing is left to drop. The comment of a month's table says that it is done, so that
 * it is not read again.
 */
export async function dropRawParameters(ctx: Context): Promise<void> {
  const before = monthOf(ctx.now() - RAW_DAYS * DAY)
  await dropRawOfPacks(ctx, startOfMonth(before))
  const { rows } = await ctx.pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'positions'::regclass and c.relname ~ '^positions_[0-9]{6}$' and c.relname < $1 and obj_description(c.oid, 'pg_class') is distinct from $2
     order by 1`,
    [`positions_${monthText(before)}`, DONE_COMMENT],
  )
  for (const { name } of rows) {
    await dropRawParametersOf(ctx, name)
    await ctx.pool.query(`comment on table ${name} is '${DONE_COMMENT}'`)
  }
}

async function dropRawParametersOf(ctx: Context, table: string): Promise<void> {
  for (let last = 0; ; ) {
    // One index look-up for each of the next vehicles, instead of reading all rows for the distinct
    // ones.
    const { rows } = await ctx.pool.query<{ vehicle_id: number }>(
      `with recursive next as (
         (select vehicle_id from ${table} where vehicle_id > $1 order by vehicle_id limit 1)
         union all select (select p.vehicle_id from ${table} p where p.vehicle_id > next.vehicle_id order by p.vehicle_id limit 1) from next where next.vehicle_id is not null
       ) select vehicle_id from next where vehicle_id is not null limit $2`,
      [last, VEHICLES_AT_ONCE],
    )
    const ids = rows.map(r => r.vehicle_id)
    if (ids.length === 0) return
    await ctx.pool.query(`update ${table} set io = '' where vehicle_id = any($1) and io <> ''`, [
      ids,
    ])
    last = ids.at(-1) ?? last
  }
}

/** The begin of the oldest month that still has all raw parameters. */
export const rawSince = (now: number): number => startOfMonth(monthOf(now - RAW_DAYS * DAY))
