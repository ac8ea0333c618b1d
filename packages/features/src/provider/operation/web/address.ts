// The state that the address of the operator's page holds: its tab, page and filter.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'
import { taskStates } from '../values.ts'

export const tabs = [
  'services',
  'health',
  'tasks',
  'mails',
  'trail',
  'backups',
  'quarantine',
] as const
export type Tab = (typeof tabs)[number]
export const OperationSearch = ListSearch.extend({
  tab: searchParam(z.enum(tabs)),
  state: searchParam(taskStates),
  only: searchParam(z.literal(true)),
})
export type OperationSearch = z.infer<typeof OperationSearch>
