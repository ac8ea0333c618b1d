// The search parameter of the screen of web hooks: the hook whose attempts are shown.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'

export const WebhooksSearch = ListSearch.extend({ hook: searchParam(Id) })
