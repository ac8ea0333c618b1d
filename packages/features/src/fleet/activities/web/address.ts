// The search parameters of the activities' address: driver, vehicle and page.
import { Id } from '@flotta/core/contract.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const ActivitiesSearch = z.object({
  driver: searchParam(Id),
  vehicle: searchParam(Id),
  page: searchParam(z.coerce.number<number>().int().min(1)),
})
