// Agreements: which vehicle has which service for which customer, since when and until when (P §3, S §3, decisions 5).
import { endpoint, Id, Instant } from '@flotta/core/contract.ts'
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
/** The other way round: the id of a code. */
export const agreement = Object.fromEntries(Object.entries(agreements).map(([id, code]) => [code, Number(id)])) as {
  readonly [Id in AgreementId as (typeof agreements)[Id]]: Id
}

export const AgreementDefinition = z.object({ id: z.int(), code: z.string() })
/** One agreement of a vehicle as the caller's customer holds it; `active_to` null: no end. */
export const ActiveAgreement = z.object({ agreement_id: z.int(), customer_id: Id, code: z.string(), active_from: Instant, active_to: Instant.nullable() })
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
