// Sends alerts: waiting deliveries become messages of the outbox, one by one or as a digest. Ended alerts are called back, and failures are reported to the user who made the configuration.
import type { Language } from '@flotta/core/languages.ts'
import { DAY, MINUTE } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { type Context, every, type Job } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { queueSms } from '@flotta/platform/sms.ts'
import { type RawBuilder, sql } from 'kysely'
import { countSms } from '../../fleet/vehicles/sms.ts'
import { mayMailAlerts } from '../../house/mails/limits.ts'
import { notify } from '../../people/notifications/queries.ts'
import { chatNamed } from '../chats/queries.ts'
import { queueChat } from '../chats/send.ts'
import { activeAlerts, incidentsOf, type PastRow } from '../incidents/queries.ts'
import { NOTIFY_WITHIN } from '../incidents/rules.ts'
import type { DeliveryFault } from './contract.ts'
import {
  type AlertNotice,
  alertMail,
  alertSms,
  gatheringMail,
  gatheringSms,
  type Recipient,
} from './letters.ts'
import { CHAT, DIGEST, type DigestRule, deliveryFault, EMAIL, lacksSms, SMS, way } from './rules.ts'
import './tables.ts'

/** Destinations of one run, and deliveries to one destination at once. */
const DESTINATIONS = 500
const AT_ONCE = 1_000

interface Destination {
  readonly customer_id: number
  readonly alert_channel_id: number
  readonly destination: string
}
interface Waiting {
  readonly id: string
  readonly vehicle_id: number
  readonly incident_id: string
  readonly configuration_id: number | null
  readonly language: Language
  readonly state: 'waiting' | 'held'
  readonly created_at: Date
  readonly escalated_after: number | null
  readonly due_at: Date | null
}
type Teller = Pick<Context, 'db' | 'pool' | 'say' | 'config' | 'now' | 'log' | 'limits'>

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
      // A destination that fails does not stop the others.
      ctx.log.error(
        {
          customer_id: one.customer_id,
          error: error instanceof Error ? error.stack : String(error),
        },
        'alerts could not be told',
      )
    }
}

const isDue = (now: number): RawBuilder<boolean> =>
  sql`(due_at is null or due_at <= ${new Date(now)})`

/** A delivery whose alert may still be told. */
interface DueDelivery {
  readonly delivery: Waiting
  readonly alert: AlertNotice
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

/** The oldest deliveries that wait for a destination; their rows are locked. */
async function lockWaiting(
  tx: Tx,
  { customer_id, alert_channel_id, destination }: Destination,
  now: number,
): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, vehicle_id, incident_id, configuration_id, language, state, created_at, escalated_after, due_at from deliveries
    where customer_id = ${customer_id} and alert_channel_id = ${alert_channel_id} and destination = ${destination} and state in ('waiting', 'held') and ${isDue(now)}
    order by id limit ${AT_ONCE} for update skip locked`.execute(tx)
  return rows
}

/** Drops the deliveries that must not be told any more, with the fault of each, and returns the others. */
async function dropFaulty(
  ctx: Teller,
  tx: Tx,
  customer_id: number,
  waiting: readonly Waiting[],
  withoutSms: boolean,
  now: number,
): Promise<readonly DueDelivery[]> {
  const incidents = await alertsOf(ctx, tx, customer_id, waiting, now)
  const faultOf = ({
    configuration_id,
    incident_id,
    state,
    due_at,
  }: Waiting): DeliveryFault | null =>
    deliveryFault(
      {
        isConfigured: configuration_id !== null,
        lacksSms: withoutSms,
        outcome: incidents.get(incident_id) ?? null,
        wasHeld: state === 'held',
        dueAt: due_at?.getTime() ?? null,
      },
      now,
    )
  const due: DueDelivery[] = []
  for (const delivery of waiting) {
    const fault = faultOf(delivery)
    const alert = incidents.get(delivery.incident_id)
    if (fault === null && alert !== undefined)
      due.push({ delivery, alert: { ...alert, escalated_after: delivery.escalated_after } })
    else
      await tx
        .updateTable('deliveries')
        .set({ state: 'dropped', fault, ended_at: new Date(now) })
        .where('id', '=', delivery.id)
        .execute()
  }
  return due
}

type Way = ReturnType<typeof way>
/** The way that the limits of mails allow. Where there are too many, a digest replaces them; where even that is too much, all wait for a later digest. The user who made the configuration gets a notice in the inbox once a day. */
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

/** Puts one message into the outbox. An SMS counts for the first vehicle that it names. It counts when the outbox gets it, so also where no provider is set. */
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
    // A configuration goes with its chat, so the chat is there.
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

type VisibleIncident = AlertNotice & {
  readonly closed_at: number | null
  readonly closed_as: string | null
}
/** Incident → the customer's present view of it. Incidents that the customer may no longer see are left out. */
async function alertsOf(
  ctx: Teller,
  tx: Tx,
  customer_id: number,
  waiting: readonly Waiting[],
  now: number,
): Promise<Map<string, VisibleIncident>> {
  const ids = [...new Set(waiting.map(w => w.incident_id))]
  const vehicles = [...new Set(waiting.map(w => w.vehicle_id))]
  const { rows } = await sql<
    PastRow & {
      readonly data: Readonly<Record<string, unknown>> | null
      readonly raised_by: Date | null
    }
  >`
    select r.*, n.data, n.raised_by from ${incidentsOf(customer_id, now, sql<boolean>`i.id = any(${ids}::uuid[])`, vehicles)} r
    join incidents n on n.vehicle_id = r.vehicle_id and n.id = r.id`.execute(tx)
  const incidents = new Map<string, VisibleIncident>()
  for (const language of new Set(waiting.map(w => w.language))) {
    const alerts = await activeAlerts({ ...ctx, db: tx }, language, customer_id, rows)
    for (const w of waiting.filter(w => w.language === language)) {
      const i = rows.findIndex(r => r.id === w.incident_id)
      const [row, alert] = [rows[i], alerts[i]]
      if (row === undefined || alert === undefined) continue
      incidents.set(w.incident_id, {
        ...alert,
        closed_at: row.closed_at?.getTime() ?? null,
        closed_as: row.closed_as,
        raised_by: row.raised_by?.getTime() ?? null,
        heard: w.created_at.getTime(),
        data: row.data,
        escalated_after: null,
      })
    }
  }
  return incidents
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

/** Takes back messages that could not be handed over yet and whose alert has ended. */
export async function recallOver({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const over = new Date(now() - NOTIFY_WITHIN)
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: string; mail_id: number; closed_as: string }>`
      select d.id, m.id as mail_id, i.closed_as from mails m join deliveries d on d.mail_id = m.id
      join incidents i on i.vehicle_id = d.vehicle_id and i.id = d.incident_id
      where m.attempts > 0 and m.sent_at is null and m.failed_at is null and d.state = 'queued' and not d.digest and (i.closed_as = 'corrected' or i.closed_at <= ${over})
      for update of m skip locked`.execute(tx)
    for (const { id, mail_id, closed_as } of rows) {
      const fault: DeliveryFault = closed_as === 'corrected' ? 'corrected' : 'over'
      await tx
        .updateTable('deliveries')
        .set({ state: 'dropped', fault, mail_id: null, ended_at: new Date(now()) })
        .where('id', '=', id)
        .execute()
      await tx.deleteFrom('mails').where('id', '=', mail_id).execute()
    }
  })
}

/** Reports an unreachable destination to the inbox of the user who made the configuration. Further failures are reported again only after a day without one. */
export async function reportFailures({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now()
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{
      ids: string[]
      customer_id: number
      destination: string
      alert_channel_id: number
      user_id: number | null
      vehicle_id: number
    }>`
      select array_agg(d.id::text) as ids, d.customer_id, d.destination, d.alert_channel_id::int4 as alert_channel_id, c.user_id, min(d.vehicle_id) as vehicle_id
      from deliveries d left join alert_configurations c on c.id = d.configuration_id
      where d.state = 'failed' and not d.reported group by d.customer_id, d.destination, d.alert_channel_id, c.user_id`.execute(
      tx,
    )
    for (const { ids, customer_id, destination, alert_channel_id, user_id, vehicle_id } of rows) {
      const { rows: before } = await sql`
        select 1 from deliveries where customer_id = ${customer_id} and alert_channel_id = ${alert_channel_id} and destination = ${destination}
          and state = 'failed' and reported and ended_at > ${new Date(at - DAY)} limit 1`.execute(
        tx,
      )
      await sql`update deliveries set reported = true where id = any(${ids}::bigint[])`.execute(tx)
      if (user_id === null || before.length > 0) continue
      await notify(
        tx,
        user_id,
        'other',
        { key: 'deliveries.failed', values: { destination }, url: `/alerts?v=${vehicle_id}` },
        at,
      )
    }
  })
}

const KEPT_DAYS = 90
/** Deletes old deliveries. A message that was still in the outbox when that was emptied was never sent. */
async function purge({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sql`update deliveries set state = 'failed', fault = 'too_old', reported = true, ended_at = ${new Date(now())} where state = 'queued' and mail_id is null`.execute(
    db,
  )
  await sql`delete from deliveries where created_at < ${new Date(now() - KEPT_DAYS * DAY)} and state in ('sent', 'failed', 'dropped')`.execute(
    db,
  )
}

export const jobs: readonly Job[] = [
  every('deliveries', 3, tellWaiting),
  every('deliveries recalled', 30, async ctx => {
    await recallOver(ctx)
    await reportFailures(ctx)
  }),
  every('deliveries purge', 3_600, purge),
]
