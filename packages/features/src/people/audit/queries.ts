// Writing and reading the audit trail, and looking for what is missing in it.
import { createHash } from 'node:crypto'
import { invalid } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { AuditLine, Context } from '@flotta/platform/feature.ts'
import { pageWithTotal } from '@flotta/platform/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Break, FIRST_HASH, type HashedRow, hashedText } from './chain.ts'
import { AUDIT_YEARS, type AuditRow, type NamedAuditRow } from './contract.ts'
import { subjectNames } from './subjects.ts'
import './tables.ts'

const hashOf = (row: HashedRow): string =>
  createHash('sha256').update(hashedText(row)).digest('hex')
const jsonOf = (value: object | null): string | null =>
  value === null ? null : JSON.stringify(value)

/** Adds a line to the chain of its company; those of one company wait for each other's commit, so it is the last thing that a transaction does. */
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
  // somebody without a company has no trail there
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
/** Likeness that matches a kind's records: what stands in the text is taken as it is. */
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

/** Throws `invalid` for somebody who was never of the company and left no line in its trail. */
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
/** A person who is not of the company any more keeps the number alone. */
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

const BATCH = 1_000
/** All rows of the filters, the oldest first, in batches. */
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

export interface AuditFault {
  readonly kind: Break
  readonly number: number
}
/** Where a look at the newest rows of a chain begins: after this row, with its hash; null: at the first. */
async function beginOfNewest(
  db: Db,
  customer_id: number,
  newest: number,
): Promise<{ readonly number: number; readonly hash: string } | null> {
  const { rows } = await sql<{ number: number; hash: string }>`
    select a.number, a.hash from audit_heads h join audit a on a.customer_id = h.customer_id and a.number = h.number - ${newest}
    where h.customer_id = ${customer_id}`.execute(db)
  return rows[0] ?? null
}
/** What is wrong with the chain of a company, or with so many of its newest rows; null: nothing. */
export async function auditFault(
  db: Db,
  customer_id: number,
  newest?: number,
): Promise<AuditFault | null> {
  const head = await db
    .selectFrom('audit_heads')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  const begin = newest === undefined ? null : await beginOfNewest(db, customer_id, newest)
  let [number, previous] =
    begin === null
      ? [(head?.first_number ?? 1) - 1, head?.first_previous_hash ?? FIRST_HASH]
      : [begin.number, begin.hash]
  for (;;) {
    const { rows } = await sql<HashedRow & { readonly hash: string; readonly time: Date }>`
      select customer_id, number, at as time, actor_id, via, address, action, subject, call, before::text, after::text, previous_hash, hash
      from audit where customer_id = ${customer_id} and number > ${number} order by number limit ${BATCH}`.execute(
      db,
    )
    for (const { hash, time, ...row } of rows) {
      if (row.number !== number + 1) return { kind: 'missing', number: number + 1 }
      if (row.previous_hash !== previous || hashOf({ ...row, at: time.toISOString() }) !== hash)
        return { kind: 'changed', number: row.number }
      number = row.number
      previous = hash
    }
    if (rows.length < BATCH) break
  }
  if (head !== undefined && (head.number > number || head.hash !== previous))
    return { kind: 'missing_end', number: number + 1 }
  return null
}

/** Companies that have a trail, of which rows or an end are there. */
export async function auditedCustomers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ readonly customer_id: number }>`
    select customer_id from audit_heads union select distinct customer_id from audit order by 1`.execute(
    db,
  )
  return rows.map(({ customer_id }) => customer_id)
}

/** Rows of each company that the doctor looks at. */
const DOCTOR_ROWS = 2_000
/** Companies in whose newest rows something was changed or is missing. */
export async function brokenAudits(
  db: Db,
): Promise<(AuditFault & { readonly customer_id: number })[]> {
  const broken: (AuditFault & { readonly customer_id: number })[] = []
  for (const customer_id of await auditedCustomers(db)) {
    const fault = await auditFault(db, customer_id, DOCTOR_ROWS)
    if (fault !== null) broken.push({ ...fault, customer_id })
  }
  return broken
}

/** Job: rows older than two years go, and the chain begins after them. */
export async function purgeAudit(db: Db, now: number): Promise<void> {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() - AUDIT_YEARS)
  for (const customer_id of await auditedCustomers(db))
    await db.transaction().execute(async tx => {
      await sql`select 1 from audit_heads where customer_id = ${customer_id} for update`.execute(tx)
      const { rows } = await sql<{ readonly number: number; readonly hash: string }>`
        select number, hash from audit where customer_id = ${customer_id} and at < ${until} order by number desc limit 1`.execute(
        tx,
      )
      const [last] = rows
      if (last === undefined) return
      await sql`delete from audit where customer_id = ${customer_id} and number <= ${last.number}`.execute(
        tx,
      )
      await sql`update audit_heads set first_number = ${last.number + 1}, first_previous_hash = ${last.hash} where customer_id = ${customer_id}`.execute(
        tx,
      )
    })
}
