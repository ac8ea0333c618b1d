// Deletes data older than their customer keeps them: whole months that nobody keeps, and rows of customers who keep less. A stopped run is continued by the
// next one.
import { type DataClass, dataClasses } from '@flotta/core/kinds.ts'
import { retentionMonths, retentionStart } from '@flotta/core/retention.ts'
import { dayOf, dayText, monthOf, startOfMonth } from '@flotta/core/time.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import '../../people/customers/tables.ts'
import { readings } from '../../kinds.ts'
import {
  deletePacks,
  deletePacksOf,
  deleteReadingPacks,
  deleteReadingPacksOf,
} from '../packs/expiry.ts'
import { partitionedTables } from '../pipeline/partitions.ts'

const kindsOf = (dataClass: DataClass): string[] =>
  readings.filter(r => (r.dataClass ?? 'events') === dataClass).map(r => r.kind)
/** Which data a partition of a series may hold. */
const dataClassesOf: Readonly<Record<(typeof partitionedTables)[number], readonly DataClass[]>> = {
  positions: ['positions'],
  readings: ['temperatures', 'events'],
}

interface ExpiredRows {
  readonly table: string
  /** The time column. Rows are deleted month by month, the oldest first, so that nobody waits long. */
  readonly time: string
  /** A further condition; `$4` are the kinds of the class. */
  readonly and?: string
}
const ofKinds = 'kind = any($4::text[])'
const expiredRows: Readonly<Record<DataClass, readonly ExpiredRows[]>> = {
  positions: [
    { table: 'positions', time: 'message_datetime' },
    { table: 'trips', time: 'period_to' },
    { table: 'checkpoints', time: `(day::timestamp at time zone 'UTC')` },
  ],
  temperatures: [{ table: 'readings', time: 'message_datetime', and: ofKinds }],
  events: [
    { table: 'readings', time: 'message_datetime', and: ofKinds },
    { table: 'incidents', time: 'opened_at', and: 'closed_at < $3' },
  ],
}

/** Job: deletes what has expired. Whole months first, because dropping a partition costs nothing. */
export async function deleteExpired(ctx: Context): Promise<void> {
  const usual = ctx.config.FLOTTA_RETENTION_MONTHS
  const customers = await ctx.db.selectFrom('customers').select(['id', 'configurations']).execute()
  const monthsOf = (dataClass: DataClass) =>
    new Map(
      customers.map(({ id, configurations }) => [
        id,
        retentionMonths(configurations, dataClass, usual),
      ]),
    )
  const terms = new Map(dataClasses.map(dataClass => [dataClass, monthsOf(dataClass)]))
  const longest = (dataClass: DataClass): number =>
    Math.max(usual, ...(terms.get(dataClass)?.values() ?? []))
  for (const parent of partitionedTables)
    await dropMonths(
      ctx,
      parent,
      retentionStart(ctx.now(), Math.max(...dataClassesOf[parent].map(longest))),
    )
  // Terms end with whole months, as partitions do.
  const monthOfTerm = (months: number) => startOfMonth(monthOf(retentionStart(ctx.now(), months)))
  await deletePacks(ctx, monthOfTerm(longest('positions')))
  await deleteReadingPacks(ctx, monthOfTerm(Math.max(...dataClassesOf.readings.map(longest))))
  for (const dataClass of dataClasses)
    for (const [customer_id, months] of terms.get(dataClass) ?? [])
      if (months < longest(dataClass))
        await deleteExpiredOf(ctx, customer_id, dataClass, retentionStart(ctx.now(), months))
  for (const [customer_id, months] of terms.get('temperatures') ?? [])
    await deleteExpiredRegister(
      ctx,
      customer_id,
      retentionStart(ctx.now(), Math.max(months, REGISTER_LEAST)),
    )
}

/** Months for which the law requires the register (`register_forget`). */
const REGISTER_LEAST = 12
/** Rows of the register are deleted by `register_forget`, which keeps the digests of their days. */
async function deleteExpiredRegister(
  { pool }: Context,
  customer_id: number,
  from: number,
): Promise<void> {
  await pool.query(
    `select register_forget(b.vehicle_id, $2::date) from register_books b join vehicles v on v.id = b.vehicle_id
     where v.customer_id = $1 and exists (select from register_days d where d.vehicle_id = b.vehicle_id and d.day < $2::date and d.forgotten_at is null)`,
    [customer_id, dayText(dayOf(from))],
  )
}

/** The error of `drop_month` when the table is in use: it does not wait long. */
const LOCKED = '55P03'
/** Drops the months that ended before a time. */
async function dropMonths({ pool, log }: Context, parent: string, from: number): Promise<void> {
  const { rows: months } = await pool.query<{ month: string }>(
    `select right(c.relname, 6) as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname ~ '_[0-9]{6}$' order by 1`,
    [parent],
  )
  for (const { month } of months) {
    const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))]
    if (startOfMonth(year * 12 + number) > from) break
    const isDropped = await pool
      .query('select drop_month($1, $2)', [parent, `${month.slice(0, 4)}-${month.slice(4)}-01`])
      .catch((error: { code?: unknown }) => {
        if (error.code !== LOCKED) throw error
      })
    if (isDropped) log.info({ parent, month }, 'a month that nobody keeps any more is gone')
    else
      log.warn(
        { parent, month },
        'a month that nobody keeps any more is being read (a backup?): it goes at the next turn',
      )
  }
}

async function deleteExpiredOf(
  { pool }: Context,
  customer_id: number,
  dataClass: DataClass,
  from: number,
): Promise<void> {
  const { rows: vehicles } = await pool.query<{ id: number }>(
    'select id from vehicles where customer_id = $1 order by id',
    [customer_id],
  )
  for (const { id } of vehicles) {
    for (const old of expiredRows[dataClass])
      await deleteRows(pool, old, id, from, kindsOf(dataClass))
    if (dataClass === 'positions') await deletePacksOf(pool, id, from)
    else await deleteReadingPacksOf(pool, id, kindsOf(dataClass), from)
    // the place of an incident is a position
    if (dataClass === 'positions')
      await pool.query(
        'update incidents set gps_datetime = null, latitude_e7 = null, longitude_e7 = null where vehicle_id = $1 and opened_at < $2 and gps_datetime is not null',
        [id, new Date(from)],
      )
  }
}

async function deleteRows(
  pool: Pool,
  { table, time, and = 'true' }: ExpiredRows,
  vehicle_id: number,
  from: number,
  kinds: readonly string[],
): Promise<void> {
  const where = `vehicle_id = $1 and ${time} >= $2 and ${time} < $3 and ${and}`
  const parameters = (since: Date, until: number) => [
    vehicle_id,
    since,
    new Date(until),
    ...(and.includes('$4') ? [kinds] : []),
  ]
  for (let since = EPOCH; ; ) {
    const { rows: oldestRows } = await pool.query<{ oldest: Date | null }>(
      `select min(${time}) as oldest from ${table} where ${where}`,
      parameters(since, from),
    )
    const oldest = oldestRows[0]?.oldest
    if (oldest == null) return
    since = new Date(Math.min(from, startOfMonth(monthOf(oldest.getTime()) + 1)))
    await pool.query(`delete from ${table} where ${where}`, parameters(oldest, since.getTime()))
  }
}
const EPOCH = new Date(0)
