// Tickets: what a person holds between the right password and the second factor.

import type { Role } from '@flotta/core/contract.ts'
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { Problem } from '@flotta/core/problem.ts'
import { MINUTE } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { STEP_UP_MINUTES } from './contract.ts'

export async function newTicket(
  ctx: Context,
  user_id: number,
  purpose: 'factor' | 'enrol',
): Promise<string> {
  const ticket = newSecret()
  const now = ctx.now()
  await ctx.db
    .insertInto('sign_in_tickets')
    .values({
      token_hash: digest(ticket),
      user_id,
      purpose,
      created_at: new Date(now),
      expires_at: new Date(now + STEP_UP_MINUTES * MINUTE),
    })
    .execute()
  return ticket
}
interface TicketHolder {
  readonly user_id: number
  readonly email: string
  readonly role: Role | null
  readonly customer_id: number | null
  readonly provider: boolean
  readonly timezone: string | null
}
/** The owner of a ticket; undefined where it has expired, was used, or the password was changed since. */
export const ticketHolder = (
  db: Db | Tx,
  ticket: string,
  purpose: 'factor' | 'enrol',
  now: number,
): Promise<TicketHolder | undefined> =>
  db
    .selectFrom('sign_in_tickets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['t.user_id', 'u.email', 'u.role', 'u.customer_id', 'u.provider', 'c.timezone'])
    .where('t.token_hash', '=', digest(ticket))
    .where('t.purpose', '=', purpose)
    .where('t.expires_at', '>', new Date(now))
    .whereRef('t.created_at', '>=', 'u.password_changed_at')
    .where('u.disabled', '=', false)
    .where('u.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
/** Consumes a ticket, which is valid once. */
export async function spendTicket(db: Db | Tx, token_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_tickets')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
export const ticketOver = (): Problem =>
  new Problem('unauthorized', 'factors.ticket_over', { ticket: [{ key: 'factors.ticket_over' }] })

/** A caller that may only enrol a second factor. */
export async function enrollingCaller(ticket: string, ctx: Context): Promise<Caller | null> {
  const holder = await ticketHolder(ctx.db, ticket, 'enrol', ctx.now())
  if (holder === undefined) return null
  return {
    user_id: holder.user_id,
    customer_id: holder.customer_id ?? NO_CUSTOMER,
    role: holder.role,
    provider: holder.provider,
    timezone: holder.timezone ?? ctx.config.FLOTTA_TIMEZONE,
    credential: { kind: 'ticket', id: digest(ticket).toString('hex') },
  }
}
