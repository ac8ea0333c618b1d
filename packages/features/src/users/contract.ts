// Users and their roles (P §3, §6).
import { ById, chosen, Email, endpoint, Id, Instant, Role } from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { nameText } from '@flotta/core/names.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { printingPasswordFaults } from './rules.ts'

/** `max_users` is the customer's limit of child customers, as the spec hands it out with the user; 0: none may be made. */
export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  customer_id: Id,
  language: Language,
  max_users: z.int(),
  password_changed_at: Instant,
})
export type User = z.infer<typeof User>

const Active = z.union([z.literal(0), z.literal(1)])
/** A user as those see it who manage users. `active` 0: disabled; `invited`: has not chosen a password yet. */
export const ManagedUser = User.extend({ active: Active, invited: z.boolean() })
export type ManagedUser = z.infer<typeof ManagedUser>
/** Without `language` it is the installation's. `email` is unique in the installation; nobody grants a role above his own. */
export const UserForm = z.object({ name: nameText(200), email: Email, role: Role, language: Language.optional(), active: Active.default(1) })

/** The users of the caller's customer; with `customer_id` those of a company below it. */
export const users = resource('users', {
  record: ManagedUser,
  form: UserForm,
  search: ['name', 'email'],
  item: z.object({ id: Id, name: z.string(), email: z.string(), role: Role }),
  made: { customer_id: Id.optional() },
  asked: { customer_id: Id.optional(), active: chosen(Active) },
})

export const PrintingPasswordForm = z
  .object({
    password: z.string().superRefine((password, ctx) => {
      for (const key of printingPasswordFaults(password)) ctx.addIssue({ code: 'custom', message: key })
    }),
    password_confirmation: z.string(),
  })
  .refine(form => form.password === form.password_confirmation, { path: ['password_confirmation'], error: 'validation.password_mismatch' })
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
