// eyeexample: what its panel shows.
import { ById, endpoint, Instant, Period } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { example } from './kinds.ts'

const scope = { vehicle: 'visible', agreements: [4] } as const
const At = z.object({ message_datetime: Instant, ...example.shape.shape })

export const data = endpoint({
  method: 'GET',
  path: '/services/eyeexample/:id',
  summary: 'The newest value; null: never told',
  allow: 'view',
  scope,
  params: ById,
  reply: At.nullable(),
})
export const history = endpoint({
  method: 'GET',
  path: '/services/eyeexample/:id/history',
  summary: 'What was kept of a period (31 days at most), oldest first',
  allow: 'view',
  scope,
  params: ById,
  query: Period,
  reply: z.array(At),
})
