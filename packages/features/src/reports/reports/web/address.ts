// The search parameters of the reports list and of the viewer.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const ReportSearch = z.object({ r: searchParam(Id) })
/** The list: `v` is the vehicle for a new report. */
export const ReportsSearch = ListSearch.extend({ v: searchParam(Id) })
