// Makes messages of the outbox from waiting deliveries, one by one or as a digest, within the limits of mails.
import { DAY, MINUTE } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { queueSms } from '@flotta/platform/sms.ts'
import { sql } from 'kysely'
import { countSms } from '../../fleet/vehicles/sms.ts'
import { mayMailAlerts } from '../../house/mails/limits.ts'
import { notify } from '../../people/notifications/queries.ts'
import { chatNamed } from '../chats/queries.ts'
import { queueChat } from '../chats/send.ts'
import { type Destination, dropFaulty, isDue, lockWaiting, type Teller } from './due-deliveries.ts'
import {
  type AlertNotice,
  alertMail,
  alertSms,
  gatheringMail,
  gatheringSms,
  type Recipient,
} from './letters.ts'
import { CHAT, DIGEST, type DigestRule, EMAIL, lacksSms, SMS, way } from './rules.ts'

/** Destinations of one run, and deliveries to one destination at once. */
const DESTINATIONS = 500

/** Sends the waiting deliveries, each destination in a transaction of its own. */
export async function tellWaiting(ctx: Teller): Promise<void> {
  const now = ctx.now()
  const { rows } = await sql<Destination>`
    select customer_id, alert_channel_id::int4 as alert_channel_id, destination from deliveries
    where (state = 'waiting' or (state = 'held' and held_until <= ${new Date(now)})) and ${isDue(now)}
    group by 1, 2, 3 order by min(id) limit ${DESTINATIONS}`.execute(ctx.db)
  for (const one of rows)
    try {
      await ctx.db.transaction().execute(tx => tell(ctx, tx, one, now))
    } catch (error) {
      // A destination that fails does not block the others.
      ctx.log.error(
        {
          customer_id: one.customer_id,
          error: error instanceof Error ? error.stack : String(error),
        },
        'alerts could not be told',
      )
    }
}

async function tell(ctx: Teller, tx: Tx, one: Destination, now: number): Promise<void> {
  const { customer_id, alert_channel_id } = one
  const waiting = await lockWaiting(tx, one, now)
  const customer = await tx
    .selectFrom('customers')
    .select(['name', 'timezone', 'configurations'])
    .where('id', '=', customer_id)
    .executeTakeFirst()
  const first = waiting[0]
  if (first === undefined || customer === undefined) return
  const withoutSms = lacksSms(alert_channel_id, customer.configurations)
  const due = await dropFaulty(ctx, tx, customer_id, waiting, withoutSms, now)
  if (due.length === 0) return

  const rule = ruleOf(customer.configurations)
  const wasHeld = due.some(({ delivery }) => delivery.state === 'held')
  const wishedWay = way(
    due.length,
    { wasHeld, ...(await sentBefore(tx, one, rule, now)) },
    rule,
    now,
  )
  const allowedWay =
    alert_channel_id === EMAIL
      ? await withinLimit(ctx, tx, one, wishedWay, due.length, now)
      : wishedWay
  if (typeof allowedWay === 'object') {
    const ids = due.map(({ delivery }) => delivery.id)
    await sql`update deliveries set state = 'held', held_until = ${new Date(allowedWay.later)} where id = any(${ids}::bigint[])`.execute(
      tx,
    )
    return
  }
  const messages = allowedWay === 'each' ? due.map(delivery => [delivery]) : [due]
  for (const message of messages) {
    const recipient: Recipient = {
      language: message[0]?.delivery.language ?? first.language,
      timezone: customer.timezone,
      company: customer.name,
    }
    const alerts = message.map(({ alert }) => alert)
    const mail_id = await addMessage(ctx, tx, one, recipient, alerts, now)
    const ids = message.map(({ delivery }) => delivery.id)
    await sql`update deliveries set state = 'queued', fault = null, told_at = ${new Date(now)}, digest = ${allowedWay === 'together'}, mail_id = ${mail_id} where id = any(${ids}::bigint[])`.execute(
      tx,
    )
  }
}

type Way = ReturnType<typeof way>
/**
 * The way that the limits of mails allow. If there are too many messages, a digest replaces them; if even that exceeds the limit, all wait for a later
 * digest. The user who made the configuration gets a notice in the inbox once a day.
 */
async function withinLimit(
  ctx: Teller,
  tx: Tx,
  { customer_id, destination, alert_channel_id }: Destination,
  wishedWay: Way,
  count: number,
  now: number,
): Promise<Way> {
  if (typeof wishedWay === 'object') return wishedWay
  const may = (mails: number) => mayMailAlerts(ctx, customer_id, destination, mails)
  if (wishedWay === 'each' && (await may(count)) === 0) return 'each'
  const wait = await may(1)
  if (wait === 0) return 'together'
  if (
    (await ctx.limits.take(`told of the limit ${customer_id} ${destination}`, {
      burst: 1,
      every_ms: DAY,
    })) === 0
  ) {
    const { rows } = await sql<{ user_id: number; vehicle_id: number }>`
      select c.user_id, min(d.vehicle_id) as vehicle_id from deliveries d join alert_configurations c on c.id = d.configuration_id
      where d.customer_id = ${customer_id} and d.alert_channel_id = ${alert_channel_id} and d.destination = ${destination} and d.state in ('waiting', 'held')
        and c.user_id is not null group by c.user_id`.execute(tx)
    for (const { user_id, vehicle_id } of rows)
      await notify(
        tx,
        user_id,
        'other',
        { key: 'deliveries.limited', values: { destination }, url: `/alerts?v=${vehicle_id}` },
        now,
      )
  }
  return { later: now + wait * 1_000 }
}

/** Puts one message into the outbox. An SMS is charged to the first vehicle that it names, when the outbox gets it, even where no provider is set. */
async function addMessage(
  ctx: Teller,
  tx: Tx,
  { customer_id, alert_channel_id, destination }: Destination,
  recipient: Recipient,
  alerts: readonly AlertNotice[],
  now: number,
): Promise<number> {
  const [only] = alerts
  if (only === undefined) throw new TypeError('a message tells at least one alert')
  if (alert_channel_id !== SMS) {
    const letter =
      alerts.length === 1 ? alertMail(ctx, recipient, only) : gatheringMail(ctx, recipient, alerts)
    if (alert_channel_id !== CHAT) return queueMail(tx, { recipient: destination, ...letter }, now)
    // Removing a chat removes its configurations, so the chat exists.
    const chat = await chatNamed(tx, customer_id, destination)
    return queueChat(tx, chat?.id ?? 0, letter, now)
  }
  await countSms(tx, {
    customer_id,
    vehicle_id: only.pivot.vehicle_id,
    at: now,
    timezone: recipient.timezone,
  })
  return queueSms(
    tx,
    {
      recipient: destination,
      body:
        alerts.length === 1 ? alertSms(ctx, recipient, only) : gatheringSms(ctx, recipient, alerts),
    },
    now,
  )
}

function ruleOf(configurations: Readonly<Record<string, string>>): DigestRule {
  const set = (parameter: string, otherwise: number) =>
    Number(configurations[parameter] || otherwise) || otherwise
  return {
    count: set('alert_digest_count', DIGEST.count),
    minutes: set('alert_digest_minutes', DIGEST.minutes),
  }
}
async function sentBefore(
  tx: Tx,
  { customer_id, alert_channel_id, destination }: Destination,
  { minutes }: DigestRule,
  now: number,
) {
  const { rows } = await sql<{ sent: number; digest_at: Date | null }>`
    select count(distinct mail_id)::int4 as sent, max(told_at) filter (where digest) as digest_at from deliveries
    where customer_id = ${customer_id} and alert_channel_id = ${alert_channel_id} and destination = ${destination} and told_at > ${new Date(now - minutes * MINUTE)}`.execute(
    tx,
  )
  return { sentCount: rows[0]?.sent ?? 0, gatheredAt: rows[0]?.digest_at?.getTime() ?? null }
}
