// Removed vehicles and customers are kept for 30 days. Then every row that belongs to them is deleted in small batches; a run that was interrupted is continued by the next one.
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'

const KEPT_DAYS = 30
/** Rows that one statement deletes. */
const BATCH = 10_000
/** Customers and vehicles of one run. */
const MAX_PER_RUN = 100

type Column = 'vehicle_id' | 'device_id' | 'user_id' | 'customer_id'
const isReferred = (error: unknown): boolean => (error as { code?: unknown }).code === '23503'

/** Deletes every row that has this value in the column, in every table. Tables that others refer to come last. */
async function purgeRows(
  { pool }: Pick<Context, 'pool'>,
  column: Column,
  id: number,
): Promise<void> {
  const { rows } = await pool.query<{ table: string }>(
    `select format('%I', c.relname) as table from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = $1 and a.attnum > 0 and not a.attisdropped order by 1`,
    [column],
  )
  let remaining = rows.map(r => r.table)
  while (remaining.length > 0) {
    const later: string[] = []
    for (const table of remaining) {
      try {
        const sql = `delete from ${table} where ctid = any(array(select ctid from ${table} where ${column} = $1 limit ${BATCH}))`
        while ((await pool.query(sql, [id])).rowCount === BATCH);
      } catch (error) {
        if (!isReferred(error)) throw error
        later.push(table)
      }
    }
    if (later.length === remaining.length)
      throw new Error(`rows of ${later.join(', ')} are pointed to by others`)
    remaining = later
  }
}

async function purgeVehicle(ctx: Pick<Context, 'pool'>, id: number): Promise<void> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `select d.id from devices d where d.deleted_at is not null and exists (select from device_mounts m where m.device_id = d.id and m.vehicle_id = $1)
       and not exists (select from device_mounts m where m.device_id = d.id and m.vehicle_id <> $1)`,
    [id],
  )
  for (const device of rows) await purgeRows(ctx, 'device_id', device.id)
  await purgeRows(ctx, 'vehicle_id', id)
  await ctx.pool.query('delete from devices where id = any($1::int4[])', [rows.map(d => d.id)])
  await ctx.pool.query('delete from vehicles where id = $1', [id])
}

async function purgeCustomer(ctx: Pick<Context, 'pool'>, id: number): Promise<void> {
  const idsOf = async (table: 'vehicles' | 'users') =>
    (
      await ctx.pool.query<{ id: number }>(`select id from ${table} where customer_id = $1`, [id])
    ).rows.map(r => r.id)
  for (const vehicle of await idsOf('vehicles')) await purgeVehicle(ctx, vehicle)
  for (const user of await idsOf('users')) await purgeRows(ctx, 'user_id', user)
  await purgeRows(ctx, 'customer_id', id)
  await ctx.pool.query('delete from customers where id = $1', [id])
}

export async function purge(ctx: Pick<Context, 'pool' | 'now' | 'log'>): Promise<void> {
  const before = new Date(ctx.now() - KEPT_DAYS * DAY)
  const each = async (
    what: 'vehicles' | 'customers',
    sql: string,
    work: (id: number) => Promise<void>,
  ) => {
    const { rows } = await ctx.pool.query<{ id: number }>(sql, [before])
    for (const { id } of rows)
      await work(id).then(
        () => ctx.log.info({ [what]: id }, 'what was removed is gone'),
        error => ctx.log.error({ err: error, [what]: id }, 'what was removed could not be purged'),
      )
  }
  await each(
    'vehicles',
    `select id from vehicles where deleted_at < $1 order by deleted_at limit ${MAX_PER_RUN}`,
    id => purgeVehicle(ctx, id),
  )
  // a company is deleted after the companies below it
  const customers = `select c.id from customers c where c.deleted_at < $1 and not exists (select from customers below where below.parent_id = c.id) order by c.deleted_at limit ${MAX_PER_RUN}`
  await each('customers', customers, id => purgeCustomer(ctx, id))
}
