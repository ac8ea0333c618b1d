// system: the vehicle itself, its open alerts, its agreements, its power.
import { ById, endpoint } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { ActiveAlert } from '../../alerts/incidents/contract.ts'
import { ActiveAgreement } from '../../fleet/agreements/contract.ts'
import { Power } from '../eyepower/contract.ts'

export const data = endpoint({
  method: 'GET',
  path: '/services/system/:id',
  summary: 'Power (null without agreement 27), open alerts and agreements of a vehicle',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: z.object({
    power: Power.nullable(),
    alerts: z.array(ActiveAlert),
    agreements: z.array(ActiveAgreement),
  }),
})
