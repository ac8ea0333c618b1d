// Sign-in by the identity providers of companies.
import { endpoint } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const loginProviders = endpoint({
  method: 'GET',
  path: '/login/providers',
  summary: 'The identity providers that a sign-in may go to: `/login/oidc/{id}` leads there',
  allow: 'anyone',
  scope: 'none',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
})
