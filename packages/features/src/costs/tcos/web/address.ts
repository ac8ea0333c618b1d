// What the address of the costs says: the months, the part that is open, and what its rows are narrowed to.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { z } from 'zod'
import { Months } from '../contract.ts'

export const tabs = ['activities', 'vehicles', 'dues', 'trend', 'types'] as const
export type Tab = (typeof tabs)[number]
const left = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
export const TcosSearch = ListSearch.extend({
  period: left(Months),
  tab: left(z.enum(tabs)),
  vehicle: left(Id),
  type: left(Id),
})
