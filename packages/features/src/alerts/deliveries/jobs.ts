// Sends alerts: waiting deliveries become messages in the outbox, one by one or as a digest. Messages of ended alerts are recalled, and failures are reported
// to the user who made the configuration.
import './tables.ts'
import { DAY } from '@flotta/core/time.ts'
import { type Context, every, type Job } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { notify } from '../../people/notifications/queries.ts'
import { NOTIFY_WITHIN } from '../incidents/rules.ts'
import type { DeliveryFault } from './contract.ts'
import { tellWaiting } from './messages.ts'

/** Recalls messages that are still in the outbox and whose alert has ended. */
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
