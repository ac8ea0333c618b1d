// The state that the address of the costs holds: months, tab, and filters.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { z } from 'zod'
import { Months } from '../contract.ts'

export const tabs = ['activities', 'vehicles', 'dues', 'trend', 'types'] as const
export type Tab = (typeof tabs)[number]
const optionalInAddress = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
export const TcosSearch = ListSearch.extend({
  period: optionalInAddress(Months),
  tab: optionalInAddress(z.enum(tabs)),
  vehicle: optionalInAddress(Id),
  type: optionalInAddress(Id),
})
