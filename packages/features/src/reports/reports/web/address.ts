// What the address of the viewer says: which report.
import { Id } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const ReportSearch = z.object({ r: Id.optional().catch(undefined) })
