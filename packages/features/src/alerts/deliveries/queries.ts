// Deliveries of alerts, as customers see them.
import type { Language } from '@flotta/core/languages.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Delivery, DeliveryFault, DeliveryState } from './contract.ts'
import type { StoredState } from './tables.ts'

export interface LastDelivery {
  readonly delivery_state: StoredState | null
  readonly delivery_fault: DeliveryFault | null
  readonly delivery_at: Date | null
}
/** Joins the last delivery of the configuration `c`, as the columns of LastDelivery. */
export const lastDelivery: RawBuilder<LastDelivery> = sql`left join lateral (
    select d.state as delivery_state, d.fault as delivery_fault, coalesce(d.ended_at, d.created_at) as delivery_at
    from deliveries d where d.configuration_id = c.id order by d.id desc limit 1) d on true`

export interface FailedDestination {
  readonly destination: string
  readonly fault: DeliveryFault | null
  readonly at: Date
}
/** The destinations of a customer's configurations whose newest message failed since then (epoch ms), the newest failure first. */
export async function failedDestinations(
  { db }: Pick<Context, 'db'>,
  customer_id: number,
  since: number,
): Promise<FailedDestination[]> {
  const { rows } = await sql<FailedDestination>`
    select c.destination, (array_agg(d.delivery_fault order by d.delivery_at desc))[1] as fault, max(d.delivery_at) as at
    from alert_configurations c ${lastDelivery}
    where c.customer_id = ${customer_id} and d.delivery_state = 'failed' and d.delivery_at >= ${new Date(since)}
    group by c.destination order by at desc, c.destination`.execute(db)
  return rows
}

const states: Readonly<Record<StoredState, DeliveryState>> = {
  waiting: 'waiting',
  held: 'waiting',
  queued: 'waiting',
  sent: 'sent',
  failed: 'failed',
  dropped: 'not_sent',
}

/** The delivery in the reader's language; null: there was none yet. */
export function deliveryOf(
  { say }: Pick<Context, 'say'>,
  language: Language,
  { delivery_state, delivery_fault, delivery_at }: LastDelivery,
): Delivery | null {
  if (delivery_state === null || delivery_at === null) return null
  const error =
    delivery_fault === null ? null : say(language, { key: `deliveries.fault.${delivery_fault}` })
  return { at: delivery_at.toISOString(), state: states[delivery_state], error }
}
