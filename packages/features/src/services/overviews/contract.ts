// The dashboard of each service: its vehicles with their newest values, and the number of its open alerts.
import { endpoint, Id, Instant, Page, PageMeta } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { VehicleType } from '../../fleet/vehicles/values.ts'
import type { Service } from '../service.ts'
import { services } from '../services.ts'

/** `last`: the newest values, with the names of the service's endpoint; null: nothing was received yet. `message_datetime` is their time. */
export const VehicleOverview = z.object({
  vehicle_id: Id,
  plate: z.string(),
  vehicle_type: VehicleType,
  message_datetime: Instant.nullable(),
  last: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])).nullable(),
})
export type VehicleOverview = z.infer<typeof VehicleOverview>
/** `features`: alert → number of open ones. */
const Features = z.record(z.string(), z.int())

const forCustomer = {
  method: 'GET',
  allow: 'view',
  scope: 'customer',
  reply: z.array(VehicleOverview),
  etag: true,
} as const
const listOf = ({ code }: Service) =>
  endpoint({
    ...forCustomer,
    path: `/services/${code}`,
    summary: `Vehicles that the caller has ${code} on, by plate, with its newest values; its open alerts`,
    query: Page,
    meta: PageMeta.extend({ features: Features }),
  })
const allOf = ({ code }: Service) =>
  endpoint({
    ...forCustomer,
    path: `/services/${code}/all`,
    summary: `The newest values of ${code} on all vehicles that the caller has it on`,
  })

export const overviews = services.map(service => ({
  service,
  list: listOf(service),
  all: allOf(service),
}))
/** The endpoints of all overviews, because contracts are enumerated. */
export const endpoints = overviews.flatMap(({ list, all }) => [list, all])
/** The endpoint that returns all newest values of a service. */
export const allOverviews = (code: string) => overviews.find(o => o.service.code === code)?.all
