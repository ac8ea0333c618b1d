// crono: a signed link to the tachograph platform.
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { serviceData } from '../contract.ts'

/** The link signs the person in and is valid for a minute. */
export const data = serviceData(
  'crono/:id',
  { vehicle: 'visible', agreements: [agreement.crono] },
  'A link that signs the caller in to the tachograph’s platform; it holds for 60 seconds',
  z.object({ url: z.string() }),
)
