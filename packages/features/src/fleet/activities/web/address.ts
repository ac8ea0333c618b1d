// The search parameters of the activities' address: driver, vehicle and page.
import { Id } from '@flotta/core/contract.ts'
import { z } from 'zod'

const optionalParam = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
export const ActivitiesSearch = z.object({
  driver: optionalParam(Id),
  vehicle: optionalParam(Id),
  page: optionalParam(z.coerce.number<number>().int().min(1)),
})
