// The endpoints of the customer's planned trips.
import { feature } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireVisibleVehicle } from '../../fleet/access/require.ts'
import { type PlannedTrip, plannedTrips } from './contract.ts'
import { createPlannedTrip, items, removePlannedTrip, updatePlannedTrip } from './queries.ts'

type Row = Omit<PlannedTrip, 'startdate' | 'arrival'> & {
  readonly customer_id: number
  readonly startdate: Date
  readonly arrival: Date
}
const record = ({
  id,
  name,
  startdate,
  arrival,
  vehicle_id,
  waypoints,
  options,
  route,
  approximate,
}: Row): PlannedTrip => ({
  id,
  name,
  startdate: startdate.toISOString(),
  arrival: arrival.toISOString(),
  vehicle_id,
  waypoints,
  options,
  route,
  approximate,
})

export default feature(
  serve<typeof plannedTrips, Row>(plannedTrips, {
    table: 'planned_trips',
    rows: ({ caller }) =>
      sql`select id, customer_id, name, startdate, arrival, vehicle_id, waypoints, options, route, approximate from planned_trips where customer_id = ${caller.customer_id}`,
    record,
    order: sql`r.startdate desc`,
    async only({ vehicle_id }, { caller, ctx }) {
      if (vehicle_id === undefined) return sql`true`
      await requireVisibleVehicle(ctx.db, caller.customer_id, vehicle_id, ctx.now())
      return sql`r.vehicle_id = ${vehicle_id}`
    },
    all: ({ caller, ctx }) => items(ctx.db, sql`customer_id = ${caller.customer_id}`),
    create: (values, { tx, caller, ctx }) => createPlannedTrip(tx, caller, values, ctx.now()),
    update: (id, values, { tx, caller, ctx }) =>
      updatePlannedTrip(tx, id, caller, values, ctx.now()),
    remove: (id, { tx }) => removePlannedTrip(tx, id),
  }),
)
