// Serves the secret link of the caller's calendar, and the calendar that it opens.
import { Problem } from '@flotta/core/problem.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import { perMinute } from '@flotta/platform/limits.ts'
import { networkOf } from '@flotta/platform/networks.ts'
import { newSecret } from '@flotta/platform/passwords.ts'
import * as contract from './contract.ts'
import { calendarEvents } from './events.ts'
import { icalText } from './ical.ts'
import './tables.ts'

/** Each calendar program of an office reads once an hour. */
const RATE = perMinute(60)

async function linkOf(
  { db, config }: Pick<Context, 'db' | 'config'>,
  user_id: number,
): Promise<contract.Calendar> {
  const row = await db
    .selectFrom('calendars')
    .select(['token', 'created_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.token == null
    ? { url: null, created_at: null }
    : {
        url: `${config.publicUrl}/api/v1/calendar/${row.token}/flotta.ics`,
        created_at: row.created_at.toISOString(),
      }
}

/** The user whose calendar a secret opens; null: nobody who may sign in. */
const readerOf = ({ db }: Pick<Context, 'db'>, token: string) =>
  db
    .selectFrom('calendars as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .innerJoin('customers as c', 'c.id', 'k.customer_id')
    .select(['k.user_id', 'k.customer_id', 'u.language', 'c.timezone', 'c.name as company'])
    .where('k.token', '=', token)
    .whereRef('u.customer_id', '=', 'k.customer_id')
    .where('u.deleted_at', 'is', null)
    .where('u.disabled', '=', false)
    .where('u.role', 'in', ['view', 'edit', 'control'])
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()

export default feature({
  handlers: [
    handle(contract.calendar, ({ caller, ctx }) => linkOf(ctx, caller.user_id)),
    handle(contract.renewCalendar, async ({ caller: { user_id, customer_id }, ctx }) => {
      const values = { customer_id, token: newSecret(), created_at: new Date(ctx.now()) }
      await ctx.db
        .insertInto('calendars')
        .values({ user_id, ...values })
        .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
        .execute()
      return linkOf(ctx, user_id)
    }),
    handle(contract.removeCalendar, async ({ caller, ctx }) => {
      await ctx.db.deleteFrom('calendars').where('user_id', '=', caller.user_id).execute()
      return null
    }),
    handle(contract.calendarFile, async ({ params, address, ctx, http }) => {
      http.setHeader('x-robots-tag', 'noindex, nofollow')
      const wait = await ctx.limits.take(`calendar ${networkOf(address)}`, RATE)
      if (wait > 0)
        throw new Problem('too_many', { key: 'api.wait', values: { count: wait } }, {}, wait)
      const reader = await readerOf(ctx, params.token)
      if (reader === undefined) throw new Problem('not_found', 'calendar.unknown')
      const say = (key: string, values = {}) => ctx.say(reader.language, { key, values })
      const events = await calendarEvents(ctx, reader, say)
      const text = icalText(`Flotta ${reader.company}`, events, ctx.now())
      return {
        type: 'text/calendar; charset=utf-8',
        bytes: new TextEncoder().encode(text),
        max_age: 0,
      }
    }),
  ],
})
