// Every company of the installation, as a provider manages them.

import { bulkOf } from '@flotta/core/bulk.ts'
import { Email, Id, PhoneNumber, requiredText } from '@flotta/core/contract.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { Customer, CustomerForm } from '../../people/customers/contract.ts'

/** `parent_id`: the company above it. */
const ProvidedCustomer = Customer.extend({ parent_id: Id.nullable() })
export const customers = resource('provider/customers', {
  record: ProvidedCustomer,
  form: CustomerForm.extend({
    vat_id: optional(requiredText(30).regex(/^\d+$/, 'validation.digits')),
    email: optional(Email),
    phone: optional(PhoneNumber),
  }),
  create_only: { parent_id: Id.nullable().default(null) },
  search: ['name', 'vat_id', 'email'],
  item: Customer.pick({ id: true, name: true }),
  read: 'provider',
  write: 'provider',
})
export const bulk = bulkOf(customers)
