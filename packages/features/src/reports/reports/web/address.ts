// What the addresses of the reports and of their viewer say.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const ReportSearch = z.object({ r: searchParam(Id) })
/** That of the list: `v` is the vehicle that a new report is asked for. */
export const ReportsSearch = ListSearch.extend({ v: searchParam(Id) })
