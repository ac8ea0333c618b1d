// The endpoints of the customer's planned trips.
import { decodePolyline } from '@flotta/core/geo.ts'
import { type MapFeature, mapFormatOf } from '@flotta/core/map-files.ts'
import { notFound } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { mapFile } from '@flotta/platform/map-file.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireVisibleVehicle } from '../../fleet/access/require.ts'
import { exportPlannedTrip, type PlannedTrip, plannedTrips, type Stop } from './contract.ts'
import {
  createPlannedTrip,
  items,
  plannedTripOf,
  removePlannedTrip,
  updatePlannedTrip,
} from './queries.ts'

type Row = Omit<PlannedTrip, 'startdate' | 'arrival' | 'waypoints'> & {
  readonly waypoints: readonly Stop[]
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
  waypoints: waypoints.map(stop => ({ latitude: stop.lat, longitude: stop.lng, ...stop })),
  options,
  route,
  approximate,
})

const { handlers, records } = serve<typeof plannedTrips, Row>(plannedTrips, {
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
  update: (id, values, { tx, caller, ctx }) => updatePlannedTrip(tx, id, caller, values, ctx.now()),
  remove: (id, { tx }) => removePlannedTrip(tx, id),
})

/** The features of a planned trip: its stops as points, its route as a line. */
function featuresOfPlan({ name, waypoints, route }: PlannedTripRow): MapFeature[] {
  return [
    ...waypoints.map(
      ({ lat, lng, address, city, notes }): MapFeature => ({
        kind: 'place',
        name: address || (city ?? name),
        description: notes,
        points: [{ latitude: lat, longitude: lng }],
      }),
    ),
    {
      kind: 'way',
      name,
      points: decodePolyline(route.geometry).map(([latitude, longitude]) => ({
        latitude,
        longitude,
      })),
    },
  ]
}
type PlannedTripRow = NonNullable<Awaited<ReturnType<typeof plannedTripOf>>>

export default feature({
  records,
  handlers: [
    ...handlers,
    handle(exportPlannedTrip, async ({ record: { id, customer_id }, query, http, ctx }) => {
      const trip = await plannedTripOf(ctx.db, customer_id, id)
      if (trip === null) throw notFound()
      const format = mapFormatOf(query.format, http.header('accept'))
      return mapFile(format, trip.name, featuresOfPlan(trip))
    }),
  ],
})
