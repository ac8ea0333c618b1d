// The deliveries that wait for a destination, and which of them may still be sent.
import type { Language } from '@flotta/core/languages.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { activeAlerts } from '../incidents/active-alert-records.ts'
import { incidentsOf, type PastRow } from '../incidents/visible-incidents.ts'
import type { DeliveryFault } from './contract.ts'
import type { AlertNotice } from './letters.ts'
import { deliveryFault } from './rules.ts'

const AT_ONCE = 1_000

export interface Destination {
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
export type Teller = Pick<Context, 'db' | 'pool' | 'say' | 'config' | 'now' | 'log' | 'limits'>

export const isDue = (now: number): RawBuilder<boolean> =>
  sql`(due_at is null or due_at <= ${new Date(now)})`

/** A delivery whose alert may still be sent. */
interface DueDelivery {
  readonly delivery: Waiting
  readonly alert: AlertNotice
}

/** The oldest deliveries that wait for a destination; their rows are locked. */
export async function lockWaiting(
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

/** Ends the deliveries that must not be sent any more, with the fault of each, and returns the others. */
export async function dropFaulty(
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
