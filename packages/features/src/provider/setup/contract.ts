// The set-up of an empty installation: its first provider, and perhaps the first company.
import { Email, endpoint, requiredText } from '@flotta/core/contract.ts'
import { Language } from '@flotta/core/languages.ts'
import { nameText } from '@flotta/core/names.ts'
import { z } from 'zod'
import { NewPassword, Token } from '../../people/auth/contract.ts'
import { Timezone } from '../../people/customers/contract.ts'

export const SetupState = z.object({ needed: z.boolean() })
export const setupState = endpoint({
  method: 'GET',
  path: '/setup',
  summary: 'Whether the installation waits for its set-up: there is no user but those of the demo',
  allow: 'anyone',
  scope: 'none',
  reply: SetupState,
})

export const setupChoices = endpoint({
  method: 'GET',
  path: '/setup/choices',
  summary:
    'What the set-up has to ask: `demo` false where there is no demo and the settings want none',
  allow: 'anyone',
  scope: 'none',
  reply: z.object({ demo: z.boolean() }),
})

/** `company` null: the person runs the installation for several companies, which are created later. `map`: the initial base map of the installation. */
export const SetupForm = z.object({
  token: requiredText(200),
  name: nameText(200),
  email: Email,
  password: NewPassword,
  language: Language,
  timezone: Timezone,
  company: z.object({ name: nameText(200) }).nullable(),
  demo: z.enum(['keep', 'remove']),
  map: z.enum(['essential', 'streets']),
})
export type SetupForm = z.infer<typeof SetupForm>
export const setUp = endpoint({
  method: 'POST',
  path: '/setup',
  summary:
    'Set the installation up, once, with the token that its first start printed: who calls becomes the first provider and is signed in; 404 for another token and afterwards',
  allow: 'anyone',
  scope: 'none',
  body: SetupForm,
  reply: Token,
  status: 201,
})
