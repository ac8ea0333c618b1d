// The state that the address of the alerts' screen holds: tab, filters, fleets, period of the history, page.
import { z } from 'zod'

const optionalOrLeftOut = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
const id = z.coerce.number<number>().int().positive().max(2_147_483_647)
export const yesNo = ['yes', 'no'] as const
export const AlertsSearch = z.object({
  tab: optionalOrLeftOut(z.literal('history')),
  severity: optionalOrLeftOut(z.coerce.number<number>().int().min(0).max(2)),
  service: optionalOrLeftOut(z.string().max(40)),
  /** Codes of alerts. */
  alert: optionalOrLeftOut(z.string().regex(/^[a-z_]{1,40}(,[a-z_]{1,40}){0,49}$/)),
  vehicle: optionalOrLeftOut(id),
  fleets: optionalOrLeftOut(z.string().regex(/^\d{1,9}(,\d{1,9})*$/)),
  /** Acknowledged or not. */
  ack: optionalOrLeftOut(z.enum(yesNo)),
  assigned: optionalOrLeftOut(id),
  late: optionalOrLeftOut(z.enum(yesNo)),
  /** The period of the history. Without `to` it ends now, without `from` it is the last seven days. */
  from: optionalOrLeftOut(z.iso.datetime()),
  to: optionalOrLeftOut(z.iso.datetime()),
  page: optionalOrLeftOut(z.coerce.number<number>().int().min(1)),
})
export type AlertsSearch = z.infer<typeof AlertsSearch>
