// crono: the way to the platform of the tachograph.
import { ById, endpoint } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

/** The link signs the person in, and holds for a minute. */
export const data = endpoint({
  method: 'GET',
  path: '/services/crono/:id',
  summary: 'A link that signs the caller in to the tachograph’s platform; it holds for 60 seconds',
  allow: 'view',
  scope: { vehicle: 'visible', agreements: [agreement.crono] },
  params: ById,
  reply: z.object({ url: z.string() }),
})
