// For tests of screens: the server's answers about the signed-in person.

import type { Role } from '@flotta/core/contract.ts'
import { answering } from '@flotta/ui/testing.tsx'
import { profile, userCustomer } from '../contract.ts'

/**
 * A company with only a name and a time zone.
 * @param configurations parameter → value
 */
export const companyOf = (
  configurations: Readonly<Record<string, string>> = {},
  name = 'Aurora',
) => ({
  id: 1,
  name,
  vat_id: null,
  address: null,
  city: null,
  zip_code: null,
  region: null,
  email: null,
  phone: null,
  timezone: 'Europe/Rome',
  configurations: Object.entries(configurations).map(([parameter, value]) => ({
    parameter,
    value,
  })),
})

/**
 * Signs in Marta Neri of Aurora.
 * @param provider whether she also has the mark of a provider
 */
export const signedInAs = (
  role: Role,
  configurations: Readonly<Record<string, string>> = {},
  provider = false,
) => [
  answering(profile, {
    id: 1,
    name: 'Marta Neri',
    email: 'marta@aurora.example',
    role,
    customer_id: 1,
    provider,
    language: 'it',
    max_users: 0,
    password_changed_at: '2026-11-01T00:00:00Z',
  }),
  answering(userCustomer, companyOf(configurations)),
]
