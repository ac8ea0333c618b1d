// The state that the address of the alerts' screen holds: tab, filters, fleets, period of the history, page.
import { IdList, searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

const id = z.coerce.number<number>().int().positive().max(2_147_483_647)
export const yesNo = ['yes', 'no'] as const
export const AlertsSearch = z.object({
  tab: searchParam(z.enum(['history', 'noise'])),
  severity: searchParam(z.coerce.number<number>().int().min(0).max(2)),
  service: searchParam(z.string().max(40)),
  /** Codes of alerts. */
  alert: searchParam(z.string().regex(/^[a-z_]{1,40}(,[a-z_]{1,40}){0,49}$/)),
  vehicle: searchParam(id),
  fleets: searchParam(IdList),
  /** Acknowledged or not. */
  ack: searchParam(z.enum(yesNo)),
  assigned: searchParam(id),
  /** Groups the alerts by vehicle, or by driver and day. */
  group: searchParam(z.enum(['vehicle', 'driver'])),
  /** Shows the snoozed alerts. */
  snoozed: searchParam(z.literal('yes')),
  late: searchParam(z.enum(yesNo)),
  /** The period of the history. Without `to` it ends now, without `from` it is the last seven days. */
  from: searchParam(z.iso.datetime()),
  to: searchParam(z.iso.datetime()),
  page: searchParam(z.coerce.number<number>().int().min(1)),
})
export type AlertsSearch = z.infer<typeof AlertsSearch>
