// eyecontrol: every remote command of the vehicle, whichever service gave it.
import { ById, endpoint, Period } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { Command } from '../commands/contract.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyecontrol] } as const

export const data = endpoint({
  method: 'GET',
  path: '/services/eyecontrol/:id',
  summary: 'The last command of the vehicle, or null',
  allow: 'view',
  scope,
  params: ById,
  reply: Command.nullable(),
})
export const history = endpoint({
  method: 'GET',
  path: '/services/eyecontrol/:id/history',
  summary: 'Every command of the vehicle in a period (31 days at most), oldest first',
  allow: 'view',
  scope,
  params: ById,
  query: Period,
  reply: z.array(Command),
})
