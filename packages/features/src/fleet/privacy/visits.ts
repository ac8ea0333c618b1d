// Visits: times in which a provider may see a company's data, for a reason. The company is told at once and finds the visit in its log.
import { notFound, Problem } from '@flotta/core/problem.ts'
import { MINUTE } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { notify } from '../../people/notifications/queries.ts'
import type { Visit } from './contract.ts'
import './tables.ts'

export interface VisitRow extends Omit<Visit, 'opened_at' | 'ends_at' | 'closed_at' | 'looked_at'> {
  readonly customer_id: number
  readonly customer_name: string
  readonly user_id: number
  readonly opened_at: Date
  readonly ends_at: Date
  readonly closed_at: Date | null
  readonly looked_at: Date | null
}
export const visitRows = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.id, s.customer_id, c.name as customer_name, s.user_id, u.name as person, s.reason, s.opened_at, s.ends_at, s.closed_at, s.looks, s.looked_at
  from visits s join customers c on c.id = s.customer_id join users u on u.id = s.user_id where ${condition}`
export const visitRecord = ({
  customer_id: _,
  customer_name: __,
  user_id: ___,
  opened_at,
  ends_at,
  closed_at,
  looked_at,
  ...row
}: VisitRow): Visit => ({
  ...row,
  opened_at: opened_at.toISOString(),
  ends_at: ends_at.toISOString(),
  closed_at: closed_at?.toISOString() ?? null,
  looked_at: looked_at?.toISOString() ?? null,
})

export interface NewVisit {
  readonly customer_id: number
  readonly user_id: number
  readonly reason: string
  readonly minutes: number
}

/**
 * Opens a visit, and tells those who manage the company who looks and why.
 * @returns its id
 */
export async function openVisit(
  tx: Tx,
  { minutes, ...visit }: NewVisit,
  now: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('visits')
    .values({
      ...visit,
      opened_at: new Date(now),
      ends_at: new Date(now + minutes * MINUTE),
      closed_at: null,
      looked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', visit.user_id)
    .executeTakeFirstOrThrow()
  const managers = await tx
    .selectFrom('users')
    .select('id')
    .where('customer_id', '=', visit.customer_id)
    .where('role', '=', 'control')
    .where('deleted_at', 'is', null)
    .execute()
  const values = { person: person.name, reason: visit.reason }
  for (const manager of managers)
    await notify(
      tx,
      manager.id,
      'other',
      { key: 'privacy.visit_notice', values, url: '/privacy' },
      now,
    )
  return id
}

/** Ends a visit, which stays in the log; one that is over does not change. */
export async function endVisit(db: Db | Tx, id: number, now: number): Promise<void> {
  const at = new Date(now)
  await db
    .updateTable('visits')
    .set({ closed_at: at })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('ends_at', '>', at)
    .execute()
}

/**
 * Counts one look of this visit.
 * @returns the company whose data may be seen; throws where the visit is another person's, or over
 */
export async function lookByVisit(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: number,
  user_id: number,
): Promise<number> {
  const at = new Date(now())
  const visit = await db
    .selectFrom('visits')
    .select(['customer_id', 'user_id', 'ends_at', 'closed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (visit === undefined || visit.user_id !== user_id) throw notFound()
  if (visit.closed_at !== null || visit.ends_at <= at)
    throw new Problem('forbidden', 'privacy.visit_over')
  await db
    .updateTable('visits')
    .set(eb => ({ looks: eb('looks', '+', 1), looked_at: at }))
    .where('id', '=', id)
    .execute()
  return visit.customer_id
}

/** A page that stays open reads again and again; within this time that is one look. */
const SAME_LOOK = 10 * MINUTE

/** Whether this person has an open visit at the company; counts the look. */
export async function lookAsVisitor(
  { db, now }: Pick<Context, 'db' | 'now'>,
  customer_id: number,
  user_id: number,
): Promise<boolean> {
  const at = new Date(now())
  const visit = await db
    .selectFrom('visits')
    .select(['id', 'looked_at'])
    .where('customer_id', '=', customer_id)
    .where('user_id', '=', user_id)
    .where('closed_at', 'is', null)
    .where('ends_at', '>', at)
    .orderBy('id')
    .executeTakeFirst()
  if (visit === undefined) return false
  if (visit.looked_at === null || visit.looked_at.getTime() <= at.getTime() - SAME_LOOK)
    await db
      .updateTable('visits')
      .set(eb => ({ looks: eb('looks', '+', 1), looked_at: at }))
      .where('id', '=', visit.id)
      .execute()
  return true
}
