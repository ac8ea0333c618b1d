// Sign-in by the identity providers of companies, and the fresh proof there for a signed-in person.
import { endpoint, Instant, requiredText, text } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { StepUpMethod } from '../factors/contract.ts'

const ProviderName = z.object({ id: z.string(), name: z.string() })
export const loginProviders = endpoint({
  method: 'GET',
  path: '/login/providers',
  summary: 'The identity providers that a sign-in may go to: `/login/oidc/{id}` leads there',
  allow: 'anyone',
  scope: 'none',
  etag: true,
  reply: z.array(ProviderName),
})

export const stepUpState = endpoint({
  method: 'GET',
  path: '/step-up',
  summary:
    'Until when this session may do what weighs (null: it must prove who it is), by what the person can prove it here, and the identity providers that know the person',
  allow: 'signed_in',
  scope: 'user',
  reply: z.object({
    until: Instant.nullable(),
    methods: z.array(StepUpMethod),
    providers: z.array(ProviderName),
  }),
})
export const stepUpByProvider = endpoint({
  method: 'POST',
  path: '/step-up/providers/:id',
  summary:
    'Prove again who you are at an identity provider: where the browser is to go. It comes back to `next`, and for 10 minutes from the sign-in there this session may do what weighs',
  allow: 'signed_in',
  scope: 'user',
  params: z.object({ id: requiredText(40) }),
  body: z.object({ next: text(500).optional() }),
  reply: z.object({ url: z.string() }),
})
