// Removes the companies of the demo, with the rows of all tables that belong to them.
import type { Tx } from '@flotta/platform/db.ts'
import { sql } from 'kysely'

export async function removeCompanies(tx: Tx): Promise<number> {
  const idsOf = async (query: { execute(): Promise<{ id: number }[]> }) =>
    (await query.execute()).map(r => r.id)
  const customers = await idsOf(tx.selectFrom('customers').select('id').where('demo', '=', true))
  if (customers.length === 0) return 0
  const vehicles = await idsOf(
    tx.selectFrom('vehicles').select('id').where('customer_id', 'in', customers),
  )
  const users = await idsOf(
    tx.selectFrom('users').select('id').where('customer_id', 'in', customers),
  )
  const devices = await idsOf(
    tx
      .selectFrom('devices')
      .select('id')
      .where('id', 'in', q =>
        q
          .selectFrom('device_mounts')
          .select('device_id')
          .where('vehicle_id', 'in', vehicles.length ? vehicles : [0]),
      ),
  )
  await removeRows(tx, [
    ['vehicle_id', vehicles],
    ['device_id', devices],
    ['user_id', users],
    ['customer_id', customers],
  ])
  await sql`delete from devices where id = any(${devices})`.execute(tx)
  await sql`delete from customers where id = any(${customers})`.execute(tx)
  return customers.length
}

/** Deletes the rows of every table that has one of these columns, whichever feature added it; a table that others still refer to is deleted after those. */
async function removeRows(
  tx: Tx,
  columns: readonly (readonly [column: string, ids: readonly number[]])[],
): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.attname = any(${columns.map(([column]) => column)})
    order by c.relname`.execute(tx)
  const references = await sql<{ from: string; to: string }>`
    select f.relname as "from", t.relname as "to" from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.confdeltype <> 'c' and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid`.execute(
    tx,
  )
  let remaining = [...new Set(rows.map(r => r.table))]
  while (remaining.length > 0) {
    const free = remaining.filter(
      table => !references.rows.some(r => r.to === table && remaining.includes(r.from)),
    )
    if (free.length === 0)
      throw new Error(`tables that point to each other: ${remaining.join(', ')}`)
    for (const table of free)
      for (const [column, ids] of columns)
        if (ids.length > 0 && rows.some(r => r.table === table && r.column === column))
          await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${ids})`.execute(
            tx,
          )
    remaining = remaining.filter(table => !free.includes(table))
  }
}
