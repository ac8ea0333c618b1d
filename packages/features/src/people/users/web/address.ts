// The search parameters of the users' list.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'

export const UsersSearch = ListSearch.extend({ customer_id: searchParam(Id) })
