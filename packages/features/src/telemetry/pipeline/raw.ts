// Raw parameters are kept for 90 days: months that lie wholly before lose them, some vehicles at a time.
import { DAY, monthOf, monthText, startOfMonth } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'

/** Days for which raw parameters are kept at least; older records are stored without them and are not derived again. */
const RAW_DAYS = 90
/** Vehicles of one statement: its rows stay few enough not to be felt. */
const VEHICLES_AT_ONCE = 20
const DONE_COMMENT = 'without raw parameters'

/** Goes on until nothing is left to drop. A month that is done says so in its comment, and is not read again. */
export async function dropRawParameters(ctx: Context): Promise<void> {
  const before = monthOf(ctx.now() - RAW_DAYS * DAY)
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
    // the next vehicles of the key, one look-up each, instead of reading all rows for their distinct ones
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

/** The first moment of the oldest month whose raw parameters are whole. */
export const rawSince = (now: number): number => startOfMonth(monthOf(now - RAW_DAYS * DAY))
