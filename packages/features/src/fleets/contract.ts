// Fleets: each customer's own grouping of the vehicles it sees (P §3, decisions 4).
import { endpoint, Id } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/)
export const Fleet = z.object({ id: Id, code: z.string(), description: z.string(), color: Color })
export type Fleet = z.infer<typeof Fleet>

export const all = endpoint({
  method: 'GET',
  path: '/fleets/all',
  summary: 'The customer’s fleets, by code',
  allow: 'view',
  scope: 'customer',
  reply: z.array(Fleet),
  etag: true,
})
