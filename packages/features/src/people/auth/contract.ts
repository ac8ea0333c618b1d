// Signing in and out, and the account of the person who is signed in.
import {
  ById,
  Email,
  endpoint,
  Id,
  Instant,
  PageMeta,
  PageOrAll,
  Role,
  requiredText,
  SESSION_PATH,
} from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { nameText } from '@flotta/core/names.ts'
import { z } from 'zod'
import { Customer } from '../customers/contract.ts'
import { User } from '../users/contract.ts'
import { PASSWORD_MAX, passwordFaults } from '../users/rules.ts'

const SomePassword = z.string().min(1).max(PASSWORD_MAX)
/** A new password: every broken rule is a separate issue, its message the text key. */
export const NewPassword = z.string().superRefine((password, ctx) => {
  for (const key of passwordFaults(password)) ctx.addIssue({ code: 'custom', message: key })
})
const fieldsMatch = (a: string, b: string) => (form: Record<string, unknown>) => form[a] === form[b]

/** Valid for 15 minutes, renewed while used; the 60-day cookie set beside it gets a new one by `session`. */
export const Token = z.object({ token: z.string(), expires_at: Instant })
export type Token = z.infer<typeof Token>

export const LoginForm = z.object({ email: Email, password: SomePassword })
export const ForgotForm = z.object({ email: Email })
export const ResetForm = z
  .object({
    token: requiredText(200),
    email: Email,
    password: NewPassword,
    password_confirmation: z.string(),
  })
  .refine(fieldsMatch('password', 'password_confirmation'), {
    path: ['password_confirmation'],
    error: 'validation.password_mismatch',
  })
export const ChangePasswordForm = z
  .object({ old_password: SomePassword, new_password: NewPassword, confirm_password: z.string() })
  .refine(fieldsMatch('new_password', 'confirm_password'), {
    path: ['confirm_password'],
    error: 'validation.password_mismatch',
  })

export const login = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in',
  secret_body: true,
  allow: 'anyone',
  scope: 'none',
  body: LoginForm,
  reply: Token,
})
export const session = endpoint({
  method: 'POST',
  path: SESSION_PATH,
  summary: 'Exchange the cookie for a fresh token',
  audit: false,
  allow: 'anyone',
  scope: 'none',
  reply: Token,
})
export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'End this session',
  secret_body: true,
  allow: 'anyone',
  scope: 'none',
  reply: z.null(),
  status: 204,
})
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  summary: 'Mail a reset link; the answer is the same whether or not the address exists',
  allow: 'anyone',
  scope: 'none',
  body: ForgotForm,
  reply: z.null(),
})
export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  summary: 'Set a new password with the mailed token',
  secret_body: true,
  allow: 'anyone',
  scope: 'none',
  body: ResetForm,
  reply: z.null(),
})
export const changePassword = endpoint({
  method: 'POST',
  path: '/change-password',
  summary: 'Change the own password; all other sessions end',
  secret_body: true,
  allow: 'signed_in',
  scope: 'user',
  body: ChangePasswordForm,
  reply: z.null(),
})
export const profile = endpoint({
  method: 'GET',
  path: '/profile',
  summary: 'The signed-in user',
  allow: 'signed_in',
  scope: 'user',
  reply: User,
})
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/profile',
  summary: 'Change the language of the user’s mails and reports',
  allow: 'signed_in',
  scope: 'user',
  body: z.object({ language: Language }),
  reply: User,
})
export const userCustomer = endpoint({
  method: 'GET',
  path: '/user/customer',
  summary: 'The signed-in user’s customer',
  allow: 'signed_in',
  scope: 'customer',
  reply: Customer,
})

/** A sign-in of one browser. `agent`: the browser's user agent; `current`: the session of the caller. */
export const Session = z.object({
  id: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  address: z.string().nullable(),
  agent: z.string().nullable(),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>
export const sessions = endpoint({
  method: 'GET',
  path: '/sessions',
  summary: 'Where the user is signed in, last used first',
  allow: 'signed_in',
  scope: 'user',
  query: PageOrAll,
  reply: z.array(Session),
  meta: PageMeta,
  etag: true,
})
export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'Sign out there',
  allow: 'signed_in',
  scope: 'user',
  step_up: true,
  params: z.object({ id: z.string().max(100) }),
  reply: z.null(),
  status: 204,
})
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  summary: 'Sign out everywhere else',
  allow: 'signed_in',
  scope: 'user',
  step_up: true,
  reply: z.null(),
  status: 204,
})

/** Personal API tokens: for integrations, with at most the owner’s role, revocable. They end at their time, and with a reset of the password. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  /** null: for the provider's area alone */ role: Role.nullable(),
  provider: z.boolean(),
  /** The token opens `/scim/v2` and nothing else. */
  directory: z.boolean(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  expires_at: Instant,
})
export type ApiToken = z.infer<typeof ApiToken>
/** Days that an API token is valid. */
export const TOKEN_DAYS = 365
export const TOKEN_DAYS_MAX = 1_095
export const TokenForm = z.object({
  name: nameText(100),
  role: Role.exclude(['printing']).nullable(),
  /** with the mark of a provider, which its owner must carry */ provider: z
    .boolean()
    .default(false),
  /** for the directory of the company (`/scim/v2`) alone; of the role edit or control */ directory:
    z.boolean().default(false),
  days: z.int().min(1).max(TOKEN_DAYS_MAX).default(TOKEN_DAYS),
  /** The person's own password, entered again. */
  password: z.string().max(PASSWORD_MAX).optional(),
})
export type TokenForm = z.infer<typeof TokenForm>
export const tokens = endpoint({
  method: 'GET',
  path: '/tokens',
  summary: 'The own API tokens',
  allow: 'person',
  scope: 'user',
  query: PageOrAll,
  reply: z.array(ApiToken),
  meta: PageMeta,
  etag: true,
})
export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  summary: 'Make an API token; its secret is in this answer only',
  allow: 'person',
  scope: 'user',
  body: TokenForm,
  reply: ApiToken.extend({ token: z.string() }),
  status: 201,
})
export const removeToken = endpoint({
  method: 'DELETE',
  path: '/tokens/:id',
  summary: 'Revoke an API token',
  allow: 'person',
  scope: 'user',
  params: ById,
  reply: z.null(),
  status: 204,
})
