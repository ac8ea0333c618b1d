// The delivery of an alert, as a configuration shows its last one.
import { Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'

/**
 * Why an alert was not sent, so far or for good. Transport: refused, unreachable, too_old. Alert: over before it could be sent, corrected. Recipient: lost
 * (agreement or vehicle), removed (configuration), no_sms.
 */
export const DeliveryFault = z.enum([
  'refused',
  'unreachable',
  'too_old',
  'over',
  'corrected',
  'lost',
  'removed',
  'no_sms',
])
export type DeliveryFault = z.infer<typeof DeliveryFault>
/** `waiting`: in progress, or will be retried; `not_sent`: it no longer needed to be sent. */
export const DeliveryState = z.enum(['waiting', 'sent', 'failed', 'not_sent'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** `at`: when the delivery ended, else when it began to wait. `error` is in the reader's language. */
export const Delivery = z.object({
  at: Instant,
  state: DeliveryState,
  error: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>
