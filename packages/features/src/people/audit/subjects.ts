// Names of the records in the audit trail: those of the own company, and the companies below it.
import type { Db } from '@flotta/platform/db.ts'
import { type RawBuilder, sql } from 'kysely'

type NamesQuery = (customer_id: number, ids: readonly number[]) => RawBuilder<unknown>
const ofCompany =
  (kind: string, name: string, table = kind): NamesQuery =>
  (customer_id, ids) =>
    sql`select ${kind} as kind, id, ${sql.raw(name)} as name from ${sql.table(table)} where customer_id = ${customer_id} and id = any(${ids}::int4[])`
/** Kind → how its records are named. */
const namesByKind: Readonly<Record<string, NamesQuery>> = {
  users: ofCompany('users', 'name'),
  vehicles: ofCompany('vehicles', 'plate'),
  drivers: ofCompany('drivers', "name || ' ' || surname"),
  webhooks: ofCompany('webhooks', 'url'),
  customers: (customer_id, ids) =>
    sql`select 'customers' as kind, id, name from customers where (id = ${customer_id} or parent_id = ${customer_id}) and id = any(${ids}::int4[])`,
}

/** Subject (`users/12`) → its name. */
export async function subjectNames(
  db: Db,
  customer_id: number,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const idsByKind = new Map<string, number[]>()
  for (const subject of new Set(subjects)) {
    const [, kind = '', id = ''] = /^([a-z_]+)\/(\d{1,9})$/.exec(subject) ?? []
    if (Object.hasOwn(namesByKind, kind))
      idsByKind.set(kind, [...(idsByKind.get(kind) ?? []), Number(id)])
  }
  if (idsByKind.size === 0) return new Map()
  const parts = [...idsByKind].flatMap(([kind, ids]) => namesByKind[kind]?.(customer_id, ids) ?? [])
  const { rows } = await sql<{ kind: string; id: number; name: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ kind, id, name }) => [`${kind}/${id}`, name]))
}
