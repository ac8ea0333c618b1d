// The global search box (P §2): what the caller's customer has whose name contains the words.
import { endpoint, Id } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { VehicleType } from '../vehicles/contract.ts'

export const SEARCH_MIN = 2
const group = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) })
export const Found = z.object({
  vehicles: group(z.object({ id: Id, color: z.string().nullable(), plate: z.string(), serial: z.string().nullable(), vehicle_type: VehicleType })),
  fleets: group(z.object({ id: Id, color: z.string(), code: z.string(), description: z.string() })),
})
export type Found = z.infer<typeof Found>
export const search = endpoint({
  method: 'POST',
  path: '/search',
  summary: 'Search vehicles and fleets',
  allow: 'view',
  scope: 'customer',
  body: z.object({ query: z.string().trim().min(SEARCH_MIN).max(100) }),
  reply: Found,
})
