// The state that the address of the costs holds: months, tab, and filters.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'
import { Months } from '../values.ts'

export const tabs = ['activities', 'vehicles', 'dues', 'trend', 'types'] as const
export type Tab = (typeof tabs)[number]
export const TcosSearch = ListSearch.extend({
  period: searchParam(Months),
  tab: searchParam(z.enum(tabs)),
  vehicle: searchParam(Id),
  type: searchParam(Id),
})
