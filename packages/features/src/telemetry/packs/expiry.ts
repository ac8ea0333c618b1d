// Deletes packed data whose retention is over: raw parameters, and whole days.
import { dayOf, dayText } from '@flotta/core/time.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'

/** Packs that one statement changes, so that it stays short. */
const AT_ONCE = 2_000
const dayOfMoment = (at: number): string => dayText(dayOf(at))

async function repeat(
  { pool }: Pick<Context, 'pool'>,
  text: string,
  before: number,
): Promise<void> {
  let rowCount: number | null
  do ({ rowCount } = await pool.query(text, [dayOfMoment(before)]))
  while (rowCount === AT_ONCE)
}
const some = (where: string): string =>
  `ctid = any(array(select ctid from position_packs where day < $1::date ${where} limit ${AT_ONCE}))`

/** Removes the raw parameters of earlier days from their packs; the positions stay as they are. */
export const dropRawOfPacks = (ctx: Pick<Context, 'pool'>, before: number): Promise<void> =>
  repeat(
    ctx,
    `update position_packs set raw = null, raw_checksum = null where ${some('and raw is not null')}`,
    before,
  )

/** Deletes earlier days of all vehicles: their packs, and the lines of days that were never packed. */
export async function deletePacks(ctx: Pick<Context, 'pool'>, before: number): Promise<void> {
  await repeat(ctx, `delete from position_packs where ${some('')}`, before)
  await ctx.pool.query('delete from day_lines where day < $1::date', [dayOfMoment(before)])
}

/** Deletes packed readings of earlier days, of all vehicles and kinds. */
export const deleteReadingPacks = (ctx: Pick<Context, 'pool'>, before: number): Promise<void> =>
  repeat(
    ctx,
    `delete from reading_packs where ctid = any(array(select ctid from reading_packs where day < $1::date limit ${AT_ONCE}))`,
    before,
  )

/**
 * Deletes packed readings of one vehicle.
 * @param before the begin of a UTC day, epoch ms
 */
export async function deleteReadingPacksOf(
  pool: Pool,
  vehicle_id: number,
  kinds: readonly string[],
  before: number,
): Promise<void> {
  await pool.query(
    'delete from reading_packs where vehicle_id = $1 and kind = any($3::text[]) and day < $2::date',
    [vehicle_id, dayOfMoment(before), kinds],
  )
}
/**
 * Deletes packed days and lines of one vehicle.
 * @param before the begin of a UTC day, epoch ms
 */
export async function deletePacksOf(pool: Pool, vehicle_id: number, before: number): Promise<void> {
  for (const table of ['position_packs', 'day_lines'])
    await pool.query(`delete from ${table} where vehicle_id = $1 and day < $2::date`, [
      vehicle_id,
      dayOfMoment(before),
    ])
}
