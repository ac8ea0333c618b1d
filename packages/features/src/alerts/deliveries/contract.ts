// How an alert was told: what a configuration says of its last one.
import { Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** Why one was not told, so far or for good. Of the way: refused, unreachable, too_old; of the alert: over before it could be, corrected; of who is told: lost (agreement or vehicle), removed (configuration), no_sms. */
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
/** `waiting`: on its way, or will be tried again; `not_sent`: it was no longer to be told. */
export const DeliveryState = z.enum(['waiting', 'sent', 'failed', 'not_sent'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** `at`: when it ended, else when it began to wait. `error` in the reader's language. */
export const Delivery = z.object({
  at: Instant,
  state: DeliveryState,
  error: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>
