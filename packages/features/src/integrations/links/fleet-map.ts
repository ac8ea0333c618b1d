// The vehicles of a link as GeoJSON, for maps of other systems.
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { maySee } from '../../fleet/access/rules.ts'
import { visibleVehicles } from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { OpenLink } from './open-links.ts'
import '../../fleet/fleets/tables.ts'
import '../../telemetry/pipeline/tables.ts'

/** The company's own vehicles with positions, limited to the link's fleet if it has one. */
export async function vehiclesOfLink(ctx: Context, link: OpenLink): Promise<VisibleVehicle[]> {
  const ownVehicles = (await visibleVehicles(ctx, link.customer_id)).filter(
    ({ owner, agreements }) => owner && agreements.includes(agreement.eyegeo),
  )
  if (link.fleet_id === null) return ownVehicles
  const members = await ctx.db
    .selectFrom('fleet_vehicles')
    .select('vehicle_id')
    .where('fleet_id', '=', link.fleet_id)
    .execute()
  const ids = new Set(members.map(({ vehicle_id }) => vehicle_id))
  return ownVehicles.filter(({ vehicle_id }) => ids.has(vehicle_id))
}

/** The GeoJSON. A vehicle whose position lies in a private time or outside of the link's period is left out. */
export async function fleetGeoJson(
  ctx: Context,
  link: OpenLink,
  vehicles: readonly VisibleVehicle[],
): Promise<object> {
  const byId = new Map(vehicles.map(vehicle => [vehicle.vehicle_id, vehicle]))
  const rows =
    vehicles.length === 0
      ? []
      : await ctx.db
          .selectFrom('vehicle_state as s')
          .innerJoin('vehicles as v', 'v.id', 's.vehicle_id')
          .select([
            's.vehicle_id',
            'v.plate',
            's.gps_datetime',
            's.latitude_e7',
            's.longitude_e7',
            's.speed',
            's.direction',
            's.motion',
          ])
          .where('s.vehicle_id', 'in', [...byId.keys()])
          .orderBy('v.plate')
          .execute()
  const features = rows.flatMap(row => {
    const at = row.gps_datetime?.getTime()
    const vehicle = byId.get(row.vehicle_id)
    if (at === undefined || vehicle === undefined || at < link.from || at > link.to) return []
    if (row.latitude_e7 === null || row.longitude_e7 === null) return []
    if (!maySee('position', vehicle, at)) return []
    return [
      {
        type: 'Feature',
        id: row.vehicle_id,
        geometry: {
          type: 'Point',
          coordinates: [row.longitude_e7 / 1e7, row.latitude_e7 / 1e7],
        },
        properties: {
          plate: row.plate,
          message_datetime: new Date(at).toISOString(),
          speed: row.speed,
          direction: row.direction,
          motion: row.motion,
        },
      },
    ]
  })
  return { type: 'FeatureCollection', features }
}
