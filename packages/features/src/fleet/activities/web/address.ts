// What the address of the activities says: the page, and whose they are.
import { Id } from '@flotta/core/contract.ts'
import { z } from 'zod'

const left = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined)
export const ActivitiesSearch = z.object({
  driver: left(Id),
  vehicle: left(Id),
  page: left(z.coerce.number<number>().int().min(1)),
})
