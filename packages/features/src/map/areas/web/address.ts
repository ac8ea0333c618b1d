// The search parameters of hubs and points of interest: the selected one is `h`, or `p`.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'

const optionalId = searchParam(Id)
export const HubsSearch = ListSearch.extend({ h: optionalId })
export const PoisSearch = ListSearch.extend({ p: optionalId })
