// The log of looks: who looked at whose positions, for a company's people (ADR 0018).
import { ById, endpoint, Id, Instant } from '@flotta/core/contract.ts'
import { part, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { lookKinds } from './values.ts'

/**
 * The looks of one person at one vehicle or driver on one day, of one kind. `person` and `company`: who looked; `period_from`, `period_to`: the earliest and
 * latest time of the data.
 */
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
    list_query: {
      vehicle_id: Id.optional(),
      driver_id: Id.optional(),
      what: z.enum(lookKinds).optional(),
    },
    read: 'edit',
  }),
  'list',
)

/** Why and for how long a provider may see a company's data. `looks`: how often somebody looked. */
export const visitTerms = {
  reason: z.string(),
  opened_at: Instant,
  ends_at: Instant,
  /** null: it was not ended before its time */ closed_at: Instant.nullable(),
  looks: z.int(),
  looked_at: Instant.nullable(),
}
/** A visit: a time in which somebody of the provider may see the company's data. */
export const Visit = z.object({ id: Id, person: z.string(), ...visitTerms })
export type Visit = z.infer<typeof Visit>
export const visits = part(
  resource('visits', {
    record: Visit,
    form: z.object({}),
    search: ['person', 'reason'],
    read: 'edit',
  }),
  'list',
)
export const closeVisit = endpoint({
  method: 'DELETE',
  path: '/visits/:id',
  summary: 'End a visit of the provider at once; it stays in the log',
  allow: 'control',
  scope: { record: 'visits' },
  params: ById,
  reply: z.null(),
  status: 204,
})
