// The search parameter of the viewer's address: the report.
import { Id } from '@flotta/core/contract.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const ReportSearch = z.object({ r: searchParam(Id) })
