// The demo, as a provider sees and removes it.
import { endpoint } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const demoState = endpoint({
  method: 'GET',
  path: '/provider/demo',
  summary: 'How many companies the demo has; 0: there is none',
  allow: 'provider',
  scope: 'installation',
  reply: z.object({ companies: z.int() }),
})
export const removeDemo = endpoint({
  method: 'DELETE',
  path: '/provider/demo',
  summary:
    'Remove the demo: its people are signed out at once, its simulator stops, its companies go, and no start makes it again',
  allow: 'provider',
  scope: 'installation',
  reply: z.null(),
  status: 204,
})
