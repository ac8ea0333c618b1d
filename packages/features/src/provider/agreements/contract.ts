// Every agreement of the installation, as a provider manages them.

import { bulkOf } from '@flotta/core/bulk.ts'
import { Id, Instant } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

const ProvidedAgreement = z.object({
  id: Id,
  vehicle_id: Id,
  plate: z.string(),
  customer_id: Id,
  customer_name: z.string(),
  /** of the catalogue */ agreement_id: z.int(),
  code: z.string(),
  active_from: Instant,
  /** null: no end */ active_to: Instant.nullable(),
})
/** Without `active_from` it begins now. Without `customer_id` the owner of the vehicle holds it; another company becomes a guest. */
const ProvidedAgreementForm = z.object({
  active_from: Instant.optional(),
  active_to: Instant.nullable().default(null),
})
export const agreements = resource('provider/agreements', {
  record: ProvidedAgreement,
  form: ProvidedAgreementForm,
  create_only: { vehicle_id: Id, customer_id: Id.optional(), agreement_id: Id },
  search: ['plate', 'customer_name', 'code'],
  list_query: {
    vehicle_id: Id.optional(),
    customer_id: Id.optional(),
    agreement_id: Id.optional(),
  },
  read: 'provider',
  write: 'provider',
})
export const bulk = bulkOf(agreements)
