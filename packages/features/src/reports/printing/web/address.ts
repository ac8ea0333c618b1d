// What the addresses of the printing area say behind `?`.
import { Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** The period of a receipt; without it there is none to show. */
export const PeriodSearch = z.object({
  from: Instant.optional().catch(undefined),
  to: Instant.optional().catch(undefined),
})
