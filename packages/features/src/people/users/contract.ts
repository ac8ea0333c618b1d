// Users and their roles.
import {
  ById,
  Email,
  endpoint,
  Id,
  Instant,
  optionalFilter,
  Role,
  requiredText,
} from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { nameText } from '@flotta/core/names.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { PASSWORD_MAX, printingPasswordFaults } from './rules.ts'

/**
 * `role` and `customer_id` are null for a provider without a company; `provider`: the mark of people who run the installation. `max_users`: how many child
 * customers the user's customer may have; 0: none.
 */
export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role.nullable(),
  customer_id: Id.nullable(),
  provider: z.boolean(),
  language: Language,
  max_users: z.int(),
  password_changed_at: Instant,
})
export type User = z.infer<typeof User>

const Active = z.union([z.literal(0), z.literal(1)])
/** A user as managers see it. `active` 0: disabled; `invited`: has no password yet; `pending_email`: the address that awaits confirmation, null: none. */
export const ManagedUser = User.extend({
  active: Active,
  invited: z.boolean(),
  pending_email: z.string().nullable(),
})
export type ManagedUser = z.infer<typeof ManagedUser>
/** Days in which a new address can be confirmed, and in which the old one can undo it. */
export const ADDRESS_DAYS = 7
/**
 * Without `language` it is the installation's. `email` is unique in the installation; a changed one counts when its owner has confirmed it. `password`: the
 * caller's own, needed to change an address. Nobody grants a role above the own one.
 */
export const UserForm = z.object({
  name: nameText(200),
  email: Email,
  role: Role,
  language: Language.optional(),
  active: Active.default(1),
  password: z.string().max(PASSWORD_MAX).optional(),
})

/** The users of the caller's customer; with `customer_id` those of a company below it. */
export const users = resource('users', {
  record: ManagedUser,
  form: UserForm,
  search: ['name', 'email'],
  item: z.object({ id: Id, name: z.string(), email: z.string(), role: Role }),
  step_up: true,
  create_only: { customer_id: Id.optional() },
  list_query: { customer_id: Id.optional(), active: optionalFilter(Active) },
})

export const PrintingPasswordForm = z
  .object({
    password: z.string().superRefine((password, ctx) => {
      for (const key of printingPasswordFaults(password))
        ctx.addIssue({ code: 'custom', message: key })
    }),
    password_confirmation: z.string(),
  })
  .refine(form => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    error: 'validation.password_mismatch',
  })
export const setPrintingPassword = endpoint({
  method: 'PATCH',
  path: '/users/:id/printing-password',
  summary: 'Set the password of a user with the printing role; its sessions end',
  allow: 'edit',
  scope: { record: 'users' },
  params: ById,
  body: PrintingPasswordForm,
  reply: ManagedUser,
})

const AddressLink = z.object({ token: requiredText(200) })
export const confirmAddress = endpoint({
  method: 'POST',
  path: '/address/confirm',
  summary: 'Confirm a new address with the mailed token: it counts from now on, sessions end',
  allow: 'anyone',
  scope: 'none',
  body: AddressLink,
  reply: z.object({ email: z.string() }),
})
export const undoAddress = endpoint({
  method: 'POST',
  path: '/address/undo',
  summary:
    'Take a change of address back with the token mailed to the old one; `restored`: it had counted already, and a new password must be chosen by the link that is mailed',
  allow: 'anyone',
  scope: 'none',
  body: AddressLink,
  reply: z.object({ email: z.string(), restored: z.boolean() }),
})
