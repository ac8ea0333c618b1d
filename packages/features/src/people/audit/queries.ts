// Writes and reads the audit trail.
import { createHash } from 'node:crypto'
import { invalid } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { AuditLine, Context } from '@flotta/platform/feature.ts'
import { pageWithTotal } from '@flotta/platform/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { FIRST_HASH, type HashedRow, hashedText } from './chain.ts'
import type { AuditRow, NamedAuditRow } from './contract.ts'
import { subjectNames } from './subjects.ts'
import './tables.ts'

export const hashOf = (row: HashedRow): string =>
  createHash('sha256').update(hashedText(row)).digest('hex')
const jsonOf = (value: object | null): string | null =>
  value === null ? null : JSON.stringify(value)

/** Adds a row to the chain of its company. Writers of one company wait for each other's commit, so it is the last statement of a transaction. */
export async function appendAudit(
  { customer_id: ownCustomer, user_id, before, after, ...line }: AuditLine,
  db: Db | Tx,
  { now }: Pick<Context, 'now'>,
): Promise<void> {
  if (!db.isTransaction)
    return (db as Db)
      .transaction()
      .execute(tx =>
        appendAudit({ ...line, customer_id: ownCustomer, user_id, before, after }, tx, { now }),
      )
  const { rows } = await sql<{
    readonly customer_id: number
    readonly number: number
    readonly hash: string
  }>`
    insert into audit_heads as h (customer_id, number, hash, first_number, first_previous_hash)
    select c.id, 1, ${FIRST_HASH}, 1, ${FIRST_HASH} from customers c
    where c.id = ${ownCustomer ?? sql`(select customer_id from users where id = ${user_id})`}
    on conflict (customer_id) do update set number = h.number + 1
    returning customer_id, number, hash`.execute(db)
  const [head] = rows
  // a person without a company has no trail
  if (head === undefined) return
  const row = {
    ...line,
    customer_id: head.customer_id,
    number: head.number,
    at: new Date(now()).toISOString(),
    actor_id: user_id,
    before: jsonOf(before),
    after: jsonOf(after),
    previous_hash: head.hash,
  }
  const hash = hashOf(row)
  await sql`
    with added as (
      insert into audit (customer_id, number, at, actor_id, via, address, action, subject, call, before, after, previous_hash, hash)
      values (${row.customer_id}, ${row.number}, ${row.at}, ${row.actor_id}, ${row.via}, ${row.address}, ${row.action}, ${row.subject}, ${row.call}, ${row.before}::json, ${row.after}::json, ${row.previous_hash}, ${hash})
    )
    update audit_heads set hash = ${hash} where customer_id = ${row.customer_id}`.execute(db)
}

export interface AuditFilters {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly user_id?: number | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
}
/** A LIKE pattern for the records of a kind; special characters in the text are escaped. */
const belowOf = (subject: string): string => `${subject.replace(/[\\%_]/g, '\\$&')}/%`
function matching(customer_id: number, filters: AuditFilters): RawBuilder<boolean> {
  const { from, to, user_id, action, subject } = filters
  const conditions = [
    sql`a.customer_id = ${customer_id}`,
    ...(from === undefined ? [] : [sql`a.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`a.at <= ${to}`]),
    ...(user_id === undefined ? [] : [sql`a.actor_id = ${user_id}`]),
    ...(action === undefined || action === '' ? [] : [sql`a.action = ${action}`]),
    ...(subject === undefined || subject === ''
      ? []
      : [sql`(a.subject = ${subject} or a.subject like ${belowOf(subject)})`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Throws `invalid` for a person who never belonged to the company and has no row in its trail. */
export async function requirePerson(
  db: Db,
  customer_id: number,
  { user_id }: AuditFilters,
): Promise<void> {
  if (user_id === undefined) return
  const { rows } = await sql`
    select 1 from users where id = ${user_id} and customer_id = ${customer_id}
    union all (select 1 from audit where customer_id = ${customer_id} and actor_id = ${user_id} limit 1)`.execute(
    db,
  )
  if (rows.length === 0) throw invalid({ user_id: 'validation.unknown' })
}

interface Row {
  readonly id: number
  readonly at: Date
  readonly actor_id: number
  readonly name: string | null
  readonly email: string | null
  readonly via: AuditRow['via']
  readonly address: string
  readonly action: string
  readonly subject: string
  readonly call: string
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
  readonly hash: string
  readonly previous_hash: string
}
const rowOf = ({ at, actor_id, name, email, ...row }: Row): AuditRow => ({
  ...row,
  at: at.toISOString(),
  user: { id: actor_id, name, email },
})
const COLUMNS = sql`a.number as id, a.at, a.actor_id, u.name, u.email, a.via, a.address, a.action, a.subject, a.call, a.before, a.after, a.hash, a.previous_hash`
/** A person who no longer belongs to the company is shown by number only. */
const WITH_USERS = sql`left join users u on u.id = a.actor_id and u.customer_id = a.customer_id`

export async function auditPage(
  ctx: Context,
  customer_id: number,
  query: AuditFilters & { readonly page: number; readonly per_page: number },
): Promise<{ readonly rows: NamedAuditRow[]; readonly total: number }> {
  const matches = sql`from audit a where ${matching(customer_id, query)}`
  const numbers = sql`array(select a.number ${matches} order by a.number desc limit ${sql.lit(query.per_page)} offset ${sql.lit((query.page - 1) * query.per_page)})`
  const { rows, total } = await pageWithTotal<Row>(ctx, {
    page: sql`select * from (select ${COLUMNS} from audit a ${WITH_USERS} where a.customer_id = ${customer_id} and a.number = any(${numbers})) r`,
    order: sql`r.id desc`,
    found: matches,
    now: ctx.now(),
  })
  const names = await subjectNames(
    ctx.db,
    customer_id,
    rows.map(({ subject }) => subject),
  )
  return {
    rows: rows.map(row => ({ ...rowOf(row), subject_name: names.get(row.subject) ?? null })),
    total,
  }
}

export const BATCH = 1_000
/** All rows that pass the filters, the oldest first, in batches. */
export async function* auditRows(
  db: Db,
  customer_id: number,
  filters: AuditFilters,
): AsyncGenerator<AuditRow[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select ${COLUMNS} from audit a ${WITH_USERS}
      where ${matching(customer_id, filters)} and a.number > ${after} order by a.number limit ${BATCH}`.execute(
      db,
    )
    if (rows.length === 0) return
    yield rows.map(rowOf)
    after = rows.at(-1)?.id ?? after
  }
}
