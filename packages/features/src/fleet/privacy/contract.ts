// Who looked at whose positions: what a company can show its people (ADR 0018).
import { Id, Instant } from '@flotta/core/contract.ts'
import { part, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

/** What was looked at: where a vehicle is, its tracks and trips, a report of its positions; a driver's data as a whole, or that they were erased. */
export const lookKinds = [
  'position',
  'track',
  'trip',
  'report',
  'driver_data',
  'driver_erased',
] as const
export type LookKind = (typeof lookKinds)[number]

/** A day of one person, one vehicle or driver, one kind of look. `person` and `company` are who looked; `period_from`, `period_to`: of what time, at the earliest and at the latest. */
export const Look = z.object({
  id: Id,
  person: z.string(),
  company: z.string(),
  vehicle_id: Id.nullable(),
  plate: z.string().nullable(),
  driver_id: Id.nullable(),
  driver: z.string().nullable(),
  what: z.enum(lookKinds),
  period_from: Instant.nullable(),
  period_to: Instant.nullable(),
  first_at: Instant,
  last_at: Instant,
  times: z.int(),
})
export type Look = z.infer<typeof Look>

export const looks = part(
  resource('looks', {
    record: Look,
    form: z.object({}),
    search: ['person', 'company', 'plate', 'driver'],
    list_query: { vehicle_id: Id.optional(), what: z.enum(lookKinds).optional() },
    read: 'edit',
  }),
  'list',
)
