// What the address of the fleets says: the selected one is `f`.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'

export const FleetsSearch = ListSearch.extend({ f: Id.optional().catch(undefined) })
