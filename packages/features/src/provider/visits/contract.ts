// Visits: somebody of the provider looks at a company's data, with a recorded reason, for a limited time, and never secretly.
import { ById, endpoint, Id, Instant, requiredText } from '@flotta/core/contract.ts'
import { part, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { visitTerms } from '../../fleet/privacy/contract.ts'
import { MotionState, Status } from '../../fleet/vehicles/contract.ts'
import { VehicleType } from '../../fleet/vehicles/values.ts'

/** Minutes of a visit: the shortest, the default and the longest. */
const [SHORTEST, USUAL, LONGEST] = [5, 60, 480]
/** Characters: a single word is no reason. */
const LEAST_REASON = 10

export const ProvidedVisit = z.object({
  id: Id,
  customer_id: Id,
  customer_name: z.string(),
  person: z.string(),
  /** Whether the caller opened it and may look. */ own: z.boolean(),
  ...visitTerms,
})
export type ProvidedVisit = z.infer<typeof ProvidedVisit>

const ofProvider = { allow: 'provider', scope: 'installation' } as const
const ofVisit = { allow: 'provider', scope: { record: 'provider/visits' }, params: ById } as const
export const visits = part(
  resource('provider/visits', {
    record: ProvidedVisit,
    form: z.object({}),
    search: ['customer_name', 'person', 'reason'],
    read: 'provider',
    write: 'provider',
  }),
  'list',
)
export const VisitForm = z.object({
  customer_id: Id,
  reason: requiredText(500).refine(text => text.length >= LEAST_REASON, 'privacy.short_reason'),
  minutes: z.int().min(SHORTEST).max(LONGEST).default(USUAL),
})
export const openVisit = endpoint({
  ...ofProvider,
  method: 'POST',
  path: '/provider/visits',
  summary: 'Open a visit: the company is told at once who looks at its data, why and until when',
  body: VisitForm,
  reply: ProvidedVisit,
  status: 201,
})
export const closeVisit = endpoint({
  ...ofVisit,
  method: 'DELETE',
  path: '/provider/visits/:id',
  summary: 'End a visit before its time; it stays in the log of the company',
  reply: z.null(),
  status: 204,
})
export const VisitedVehicle = z.object({
  id: Id,
  plate: z.string(),
  vehicle_type: VehicleType,
  status: Status,
  motion: MotionState.nullable(),
  ignition: z.boolean().nullable(),
  /** it is in a private time: nobody sees where */ private: z.boolean(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** degrees */ direction: z.number().nullable(),
  /** in words; null: not known (yet) */ place: z.string().nullable(),
  message_datetime: Instant.nullable(),
  gps_datetime: Instant.nullable(),
})
export type VisitedVehicle = z.infer<typeof VisitedVehicle>
export const visitedVehicles = endpoint({
  ...ofVisit,
  method: 'GET',
  path: '/provider/visits/:id/vehicles',
  summary:
    'Where the company’s vehicles are, as the company sees it; 403 once the visit is over, 404 for another provider’s',
  etag: true,
  reply: z.array(VisitedVehicle),
})
