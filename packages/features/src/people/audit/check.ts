// Searches the audit trails of companies for changed and missing rows, and deletes old rows.
import type { Db } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { type Break, FIRST_HASH, type HashedRow } from './chain.ts'
import { AUDIT_YEARS } from './contract.ts'
import './tables.ts'
import { BATCH, hashOf } from './queries.ts'

export interface AuditFault {
  readonly kind: Break
  readonly number: number
}
/** Where a check of the newest rows of a chain begins: after this row, with its hash; null: at the first row. */
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
/** The fault in the chain of a company, or in its newest rows; null: none. */
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

/** Companies with rows or the end of a trail. */
export async function auditedCustomers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ readonly customer_id: number }>`
    select customer_id from audit_heads union select distinct customer_id from audit order by 1`.execute(
    db,
  )
  return rows.map(({ customer_id }) => customer_id)
}

/** Rows of each company that `flotta doctor` checks. */
const DOCTOR_ROWS = 2_000
/** Companies with changed or missing rows among their newest. */
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

/** Job: deletes rows older than two years; the chain then begins after them. */
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
