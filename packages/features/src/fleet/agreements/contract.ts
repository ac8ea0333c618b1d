// Agreements: which vehicle has which service for which customer, since when and until when.
import { ById, endpoint, Id, Instant, Page, PageMeta } from '@flotta/core/contract.ts'
import { part, resource, SearchWords } from '@flotta/core/resource.ts'
import { z } from 'zod'

/** The catalogue, by id. `code` is the service's code where an agreement opens a tab of its own. */
export const agreements = {
  2: 'eyegeo',
  3: 'eyecold',
  4: 'eyedoor',
  5: 'eyefuel',
  8: 'eyeway',
  16: 'eyecontrol',
  17: 'fridge',
  21: 'recorder',
  22: 'fridge_service',
  23: 'fgas',
  24: 'tandt',
  25: 'reverse_geocoding',
  27: 'eyepower',
  28: 'maintenance',
  29: 'expenses',
  30: 'rent',
  31: 'eyesafe_ignition',
  32: 'eyesafe_lock',
  101: 'crono',
  102: 'eyecar',
  103: 'carbontax',
  104: 'eyeshare',
  105: 'directions',
  106: 'eyeservice',
} as const
export type AgreementId = keyof typeof agreements
export const agreementIds = Object.keys(agreements).map(Number)
/** The ids of agreements by their code. */
export const agreement = Object.fromEntries(
  Object.entries(agreements).map(([id, code]) => [code, Number(id)]),
) as {
  readonly [Id in AgreementId as (typeof agreements)[Id]]: Id
}

export const AgreementDefinition = z.object({ id: z.int(), code: z.string() })
/** One agreement of a vehicle as the caller's customer holds it; `active_to` null: no end. */
export const ActiveAgreement = z.object({
  agreement_id: z.int(),
  customer_id: Id,
  code: z.string(),
  active_from: Instant,
  active_to: Instant.nullable(),
})
export type ActiveAgreement = z.infer<typeof ActiveAgreement>

export const all = endpoint({
  method: 'GET',
  path: '/agreements/all',
  summary: 'The catalogue of agreements',
  allow: 'view',
  scope: 'none',
  reply: z.array(AgreementDefinition),
  etag: true,
})

/** An agreement of the catalogue; `vehicles` counts the customer's agreements that have not ended, `archived` those that have. */
export const AgreementSummary = AgreementDefinition.extend({ vehicles: z.int(), archived: z.int() })
export type AgreementSummary = z.infer<typeof AgreementSummary>
const Search = Page.extend({ search: SearchWords.optional() })
export const list = endpoint({
  method: 'GET',
  path: '/agreements',
  summary:
    'The catalogue, found by the name of the service in the caller’s language or by the plate of a vehicle that has it',
  allow: 'view',
  scope: 'customer',
  query: Search,
  reply: z.array(AgreementSummary),
  meta: PageMeta,
  etag: true,
})

export const agreementById = endpoint({
  method: 'GET',
  path: '/agreements/:id',
  summary: 'One agreement of the catalogue',
  allow: 'view',
  scope: 'none',
  params: ById,
  reply: AgreementDefinition,
  etag: true,
})
export const AgreementVehicle = z.object({
  id: Id,
  vehicle_id: Id,
  plate: z.string(),
  active_from: Instant,
  active_to: Instant.nullable(),
})
export type AgreementVehicle = z.infer<typeof AgreementVehicle>
const agreementVehiclesCall = {
  method: 'GET',
  allow: 'view',
  scope: 'customer',
  params: ById,
  query: Search.extend({ vehicle_id: Id.optional() }),
  reply: z.array(AgreementVehicle),
  meta: PageMeta,
} as const
export const agreementVehicles = endpoint({
  ...agreementVehiclesCall,
  path: '/agreements/:id/vehicles',
  summary:
    'Vehicles that the caller’s customer holds an agreement on, now or later, the first to end first',
  etag: true,
})
export const archivedVehicles = endpoint({
  ...agreementVehiclesCall,
  path: '/agreements/:id/vehicles/archived',
  summary: 'Vehicles that the caller’s customer held an agreement on, the last to have ended first',
  etag: true,
})

/** An agreement that the owner of a vehicle shares with another customer; `active_to` null: no end, which only the provider can set. */
export const Sharing = z.object({
  id: Id,
  vehicle_id: Id,
  /** The customer that it is shared with. */
  customer_id: Id,
  customer_name: z.string(),
  agreement_id: z.int(),
  active_from: Instant,
  active_to: Instant.nullable(),
})
export type Sharing = z.infer<typeof Sharing>

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success
/** A whole day in the customer's time zone, or an instant. */
const Moment = z
  .string()
  .trim()
  .min(1)
  .refine(text => text === '' || isDay(text) || Instant.safeParse(text).success, 'validation.date')
  .meta({
    format: 'date-time',
    description:
      'an instant, or a day (2026-12-31) of the customer’s zone: from its first moment, to its last',
  })
export const SharingForm = z.object({
  vehicle_id: Id,
  customer_id: Id,
  agreement_id: Id,
  active_from: Moment,
  active_to: Moment,
})

export const sharing = {
  ...part(
    resource('agreements', { record: Sharing, form: SharingForm, search: [] }),
    'create',
    'update',
    'remove',
  ),
  one: endpoint({
    method: 'GET',
    path: '/agreements/sharing/:id',
    summary: 'One sharing record; its ETag is what a write compares',
    allow: 'view',
    scope: { record: 'agreements' },
    params: ById,
    reply: Sharing,
    etag: true,
  }),
}
export const SharingsForm = SharingForm.omit({ agreement_id: true }).extend({
  agreement_ids: z
    .array(Id)
    .max(agreementIds.length)
    .refine(ids => ids.length > 0, 'validation.required'),
})
export const shareMany = endpoint({
  method: 'POST',
  path: '/agreements/multi',
  summary:
    'Share several agreements of a vehicle with one customer: one record for each, all or none',
  allow: 'edit',
  scope: 'customer',
  body: SharingsForm,
  reply: z.array(Sharing),
  status: 201,
})
