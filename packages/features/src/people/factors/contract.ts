// The second factor of a sign-in, and the fresh proof of identity (step-up) that critical calls need.
import { ById, endpoint, Id, Instant, requiredText, text } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { z } from 'zod'
import { Token } from '../auth/contract.ts'
import { PASSWORD_MAX } from '../users/rules.ts'

export const Method = z.enum(['totp', 'passkey', 'recovery'])
export type Method = z.infer<typeof Method>
/** How a person can prove their identity again, beside an identity provider. */
export const StepUpMethod = z.enum(['password', ...Method.options])
export type StepUpMethod = z.infer<typeof StepUpMethod>
/** Days for which a browser can be remembered and needs no second factor. */
export const REMEMBER_DAYS = 30
/** Minutes for which a fresh proof opens critical calls, and for which the ticket of a sign-in is valid. */
export const STEP_UP_MINUTES = 10
export const RECOVERY_CODES = 10

export const Factor = z.object({
  id: Id,
  type: z.enum(['totp', 'passkey']),
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
})
export type Factor = z.infer<typeof Factor>

/** The browser's answer to the options of a passkey, unchanged (`PublicKeyCredential.toJSON()`). */
export const Credential = z.looseObject({ id: z.string().max(2_000) })
export type Credential = z.infer<typeof Credential>
/** What a browser needs to make or use a passkey; its `challenge` is valid for 5 minutes, once. */
const PasskeyOptions = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

const Code = requiredText(60)
/** `code`: a one-time code or a recovery code; spaces and case do not matter. */
export const LoginFactorForm = z
  .object({
    ticket: requiredText(200),
    method: Method,
    code: Code.optional(),
    credential: Credential.optional(),
    /** For 30 days this browser needs no second factor. */
    remember: z.boolean().default(false),
  })
  .refine(form => form.method === 'passkey' || form.code !== undefined, {
    path: ['code'],
    error: 'validation.required',
  })
  .refine(form => form.method !== 'passkey' || form.credential !== undefined, {
    path: ['credential'],
    error: 'validation.required',
  })
export const loginFactor = endpoint({
  method: 'POST',
  path: '/login/factor',
  secret_body: true,
  summary:
    'Finish a sign-in that `login` answered with 401 `second_factor`: its ticket and the second factor, answered like `login`; with `remember` this browser is not asked for 30 days',
  allow: 'anyone',
  scope: 'none',
  body: LoginFactorForm,
  reply: Token,
})

export const loginFactorOptions = endpoint({
  method: 'POST',
  path: '/login/factor/options',
  summary: 'What the browser needs to prove a passkey in the second step of a sign-in',
  allow: 'anyone',
  scope: 'none',
  reads_only: true,
  body: z.object({ ticket: requiredText(200) }),
  reply: PasskeyOptions,
})

export const loginPasskeyOptions = endpoint({
  method: 'POST',
  path: '/login/passkey/options',
  summary: 'What the browser needs to sign in by a passkey alone',
  allow: 'anyone',
  scope: 'none',
  reads_only: true,
  reply: PasskeyOptions,
})
export const loginPasskey = endpoint({
  method: 'POST',
  path: '/login/passkey',
  secret_body: true,
  summary:
    'Sign in by a passkey alone, without password: its device has verified the person. Answered like `login`',
  allow: 'anyone',
  scope: 'none',
  body: z.object({ credential: Credential }),
  reply: Token,
})

export const factors = endpoint({
  method: 'GET',
  path: '/factors',
  summary: 'The own second factors; `meta` counts the recovery codes that are left',
  allow: 'person',
  scope: 'user',
  etag: true,
  reply: z.array(Factor),
  meta: z.object({
    recovery_codes: z.int(),
    /** The company asks everybody for a second factor. */ required: z.boolean(),
  }),
})
const Ticket = z.object({
  /** The ticket of a sign-in that was answered with `second_factor_enrol`, unless it is sent as the bearer token. */
  ticket: text().optional(),
})
export const beginTotp = endpoint({
  method: 'POST',
  path: '/factors/totp',
  secret_body: true,
  summary:
    'A new secret for one-time codes (RFC 6238: SHA-1, 6 digits, 30 s), which counts once a code confirms it; also with the ticket of `second_factor_enrol`',
  allow: 'person',
  scope: 'user',
  step_up: 'factor',
  enrolment: true,
  body: Ticket,
  reply: z.object({ secret: z.string(), uri: z.string() }),
})
export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/factors/totp',
  secret_body: true,
  summary:
    'Confirm the new secret by a code: it replaces the one before, and ten new recovery codes are told, once. With a ticket the cookie of a session is set, as by `login`',
  allow: 'person',
  scope: 'user',
  enrolment: true,
  body: Ticket.extend({ code: Code, name: nameText(100).optional() }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
})
export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/factors/passkeys/options',
  summary:
    'What the browser needs to make a passkey; also with the ticket of `second_factor_enrol`',
  allow: 'person',
  scope: 'user',
  step_up: 'factor',
  enrolment: true,
  audit: false,
  body: Ticket,
  reply: PasskeyOptions,
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/factors/passkeys',
  summary:
    'Enrol a passkey; with the first factor ten recovery codes are told, once. With a ticket the cookie of a session is set, as by `login`',
  allow: 'person',
  scope: 'user',
  step_up: 'factor',
  enrolment: true,
  secret_body: true,
  body: Ticket.extend({ credential: Credential, name: nameText(100).optional() }),
  reply: Factor.extend({ recovery_codes: z.array(z.string()).nullable() }),
  status: 201,
})
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/factors/recovery-codes',
  summary: 'Ten new recovery codes instead of those of before',
  allow: 'person',
  scope: 'user',
  step_up: 'factor',
  reply: z.object({ recovery_codes: z.array(z.string()) }),
})
export const removeFactor = endpoint({
  method: 'DELETE',
  path: '/factors/:id',
  summary: 'Remove an own factor; with the last one the recovery codes go',
  allow: 'person',
  scope: 'user',
  step_up: 'factor',
  params: ById,
  reply: z.null(),
  status: 204,
})
const removalOfUser = {
  method: 'DELETE',
  allow: 'edit',
  scope: { record: 'users' },
  step_up: true,
  params: ById,
  reply: z.null(),
  status: 204,
} as const
export const resetFactors = endpoint({
  ...removalOfUser,
  path: '/users/:id/factors',
  summary: 'Remove all factors of a user who lost them; its sessions end',
})
export const endUserSessions = endpoint({
  ...removalOfUser,
  path: '/users/:id/sessions',
  summary: 'Sign a user out everywhere, for instance after a telephone was lost',
})

export const stepUpOptions = endpoint({
  method: 'POST',
  path: '/step-up/options',
  summary: 'What the browser needs to prove a passkey again',
  allow: 'signed_in',
  scope: 'user',
  reads_only: true,
  reply: PasskeyOptions,
})
export const StepUpForm = z
  .object({
    password: z.string().max(PASSWORD_MAX).optional(),
    code: text(60).optional(),
    credential: Credential.optional(),
  })
  .refine(
    ({ password = '', code = '', credential }) =>
      password !== '' || code !== '' || credential !== undefined,
    { path: ['password'], error: 'validation.required' },
  )
export const stepUp = endpoint({
  method: 'POST',
  path: '/step-up',
  secret_body: true,
  summary:
    'Prove again who you are, by password, one-time code, recovery code or passkey: for 10 minutes this session may do what weighs',
  allow: 'signed_in',
  scope: 'user',
  body: StepUpForm,
  reply: z.object({ until: Instant }),
})
