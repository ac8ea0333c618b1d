// What the address of the active alerts says: severity, service, fleets of the bar, page.
import { z } from 'zod'

const left = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
export const AlertsSearch = z.object({
  severity: left(z.coerce.number<number>().int().min(0).max(2)),
  service: left(z.string().max(40)),
  fleets: left(z.string().regex(/^\d{1,9}(,\d{1,9})*$/)),
  page: left(z.coerce.number<number>().int().min(1)),
})
export type AlertsSearch = z.infer<typeof AlertsSearch>
