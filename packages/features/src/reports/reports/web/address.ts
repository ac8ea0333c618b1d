// The search parameter of the viewer's address: the report.
import { Id } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const ReportSearch = z.object({ r: Id.optional().catch(undefined) })
