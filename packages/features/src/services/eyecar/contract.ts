// eyecar: who drives the car. What is rented, whose it is and its kilometres stand in the vehicle's own calls.
import { ById, endpoint, Period } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { DriverActivity } from '../../fleet/activities/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyecar] } as const

export const data = endpoint({
  method: 'GET',
  path: '/services/eyecar/:id',
  summary: 'The driver activity in progress, or null',
  allow: 'view',
  scope,
  params: ById,
  reply: DriverActivity.nullable(),
})
export const history = endpoint({
  method: 'GET',
  path: '/services/eyecar/:id/history',
  summary: 'Driver activities that touch a period (31 days at most), oldest first',
  allow: 'view',
  scope,
  params: ById,
  query: Period,
  reply: z.array(DriverActivity),
})
