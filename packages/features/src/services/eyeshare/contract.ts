// eyeshare: what the owner has given away of a vehicle, and to whom.
import { ById, endpoint } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement, Sharing } from '../../fleet/agreements/contract.ts'

export const data = endpoint({
  method: 'GET',
  path: '/services/eyeshare/:id',
  summary:
    'The sharing records of a vehicle, the last to end first; guests, who never share on, have none',
  allow: 'view',
  scope: { vehicle: 'visible', agreements: [agreement.eyeshare] },
  params: ById,
  reply: z.array(Sharing),
})
