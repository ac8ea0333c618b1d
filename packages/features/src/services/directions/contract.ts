// directions: trips planned for the vehicle, and how they were driven.
import { ById, endpoint, Id, Instant, Period } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { PlannedTripItem } from '../../map/planner/contract.ts'
import { serviceData } from '../contract.ts'

const scope = { vehicle: 'visible', agreements: [agreement.directions] } as const
/** As selects need them: without the line on the map. */
const PlannedTrips = z.array(PlannedTripItem)

export const data = serviceData(
  'directions/:id',
  scope,
  'Trips planned for the vehicle that have not arrived yet, the next one first',
  z.object({ trips: PlannedTrips }),
)
export const history = endpoint({
  method: 'GET',
  path: '/services/directions/:id/history',
  summary: 'Trips planned for the vehicle that begin in a period (31 days at most), newest first',
  allow: 'view',
  scope,
  params: ById,
  query: Period,
  reply: PlannedTrips,
})

/**
 * `ahead`: it has not started and is not late. `no_data`: the vehicle reported nothing in that time. `not_started`: the vehicle has not left the first place.
 * `under_way`; `done`: it has reached the last place. `unfinished`: it never did.
 */
export const DrivenState = z.enum([
  'ahead',
  'no_data',
  'not_started',
  'under_way',
  'done',
  'unfinished',
])
/** `delay` in seconds, negative when early; null where nothing is known. */
const Moment = z.object({ planned_at: Instant, at: Instant.nullable(), delay: z.int().nullable() })
export const TripComparison = z.object({
  state: DrivenState,
  departure: Moment,
  arrival: Moment,
  /** Metres; null: not known. */
  distance: z.object({ planned: z.number(), driven: z.number().nullable() }),
  /** The planned time at each place, computed along the route, and the real one. */
  waypoints: z.array(Moment),
})
export type TripComparison = z.infer<typeof TripComparison>

export const driven = endpoint({
  method: 'GET',
  path: '/services/directions/:id/driven',
  summary: 'A planned trip of the vehicle against what it has driven',
  allow: 'view',
  scope,
  params: ById,
  query: z.object({ trip_id: Id }),
  reply: TripComparison,
})
