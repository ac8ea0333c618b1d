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

const states: Readonly<Record<StoredState, DeliveryState>> = {
  waiting: 'waiting',
  held: 'waiting',
  queued: 'waiting',
  sent: 'sent',
  failed: 'failed',
  dropped: 'not_sent',
}

/** In the reader's words; null: there was no delivery yet. */
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
