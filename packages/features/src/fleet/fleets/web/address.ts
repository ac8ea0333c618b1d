// The search parameters of the fleets: the selected one is `f`.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'

export const FleetsSearch = ListSearch.extend({ f: searchParam(Id) })
