// Everybody who may sign in to the installation, as a provider manages them.

import { bulkOf } from '@flotta/core/bulk.ts'
import { Email, Id, optionalFilter, Role } from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { nameText } from '@flotta/core/names.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { ManagedUser } from '../../people/users/contract.ts'
import { PASSWORD_MAX } from '../../people/users/rules.ts'

const Active = ManagedUser.shape.active
/** `customer_id` and `role` belong together; without them `provider` must be set. Only a session may set or remove that mark. */
const ProvidedUserForm = z.object({
  name: nameText(200),
  email: Email,
  role: Role.nullable().default(null),
  provider: z.boolean().default(false),
  language: Language.optional(),
  active: Active.default(1),
})
export const users = resource('provider/users', {
  record: ManagedUser,
  form: ProvidedUserForm,
  /** Without a password the user is invited by mail. */
  create_only: {
    customer_id: Id.nullable().default(null),
    password: z.string().max(PASSWORD_MAX).optional(),
  },
  search: ['name', 'email'],
  item: ManagedUser.pick({ id: true, name: true, email: true, role: true }),
  list_query: { customer_id: Id.optional(), active: optionalFilter(Active) },
  read: 'provider',
  write: 'provider',
})
export const bulk = bulkOf(users, 100)
