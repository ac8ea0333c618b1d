// Reports: a file made of a period's data (P §3).
import { Id, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const ReportType = z.enum(['temp', 'custom', 'master', 'tco', 'drivers', 'eyefuel', 'eyeway', 'eyegeo', 'tandt', 'ignition_events', 'ignition_trips'])
export type ReportType = z.infer<typeof ReportType>

/** `ready`: 0 being made, 1 ready, 2 failed. `vehicle` is the plate, null for none; `services` are joined by commas. `read_at` is the reader's own. */
export const Report = z.object({
  id: Id,
  type: ReportType,
  ready: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  hash: z.string().nullable(),
  read_at: Instant.nullable(),
  vehicle: z.string().nullable(),
  services: z.string(),
  period_from: Instant,
  period_to: Instant,
})
export type Report = z.infer<typeof Report>
