// Users and their roles (P §3, §6).
import { Id, Instant, Role } from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { z } from 'zod'

export const Email = z
  .email()
  .max(254)
  .transform(s => s.toLowerCase())

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
