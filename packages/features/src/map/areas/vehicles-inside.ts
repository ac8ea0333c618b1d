// Finds the vehicles that are in an area now.
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { maySee } from '../../fleet/access/rules.ts'
import { accessOf, activeAgreementIds, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import type { Inside } from './contract.ts'
import { alertsOf, tableOf } from './queries.ts'
import { type AreaKind, boxAround, isInside, OUTLINE_HYSTERESIS, outerRadius } from './rules.ts'
import { outlineOf } from './shape.ts'

interface Row {
  readonly vehicle_id: number
  readonly owner: boolean
  readonly plate: string
  readonly vehicle_type: Inside['vehicle_type']
  readonly fleet_id: number | null
  readonly latitude_e7: number
  readonly longitude_e7: number
  readonly gps_datetime: Date | null
  readonly entered_at: Date | null
}
/** The vehicles inside, by plate. A vehicle with an open visit is inside until it has left the outer circle; for others the last position decides. */
export async function vehiclesInside(
  ctx: Context,
  { customer_id }: Pick<Caller, 'customer_id'>,
  kind: AreaKind,
  area_id: number,
): Promise<Inside[]> {
  const now = ctx.now()
  const stored = await ctx.db
    .selectFrom(tableOf(kind))
    .select(['latitude', 'longitude', 'radius', 'shape'])
    .where('id', '=', area_id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (stored === undefined) return []
  const area = { ...stored, outline: outlineOf(stored.shape) }
  const { south, north, west, east } = boxAround(
    area,
    area.outline === undefined ? outerRadius(area.radius) - area.radius : OUTLINE_HYSTERESIS,
  )
  const beside =
    west < -180 || east > 180
      ? sql``
      : sql`and t.longitude_e7 between ${Math.floor(west * 1e7)} and ${Math.ceil(east * 1e7)}`
  const { rows } = await sql<Row>`
    select v.vehicle_id, v.owner, v.plate, v.vehicle_type, f.fleet_id, t.latitude_e7, t.longitude_e7, t.gps_datetime, i.opened_at as entered_at
    from ${visibleVehiclesSql(customer_id, now)} v
    join vehicle_state t on t.vehicle_id = v.vehicle_id
      and t.latitude_e7 between ${Math.max(-9e8, Math.floor(south * 1e7))} and ${Math.min(9e8, Math.ceil(north * 1e7))} ${beside}
    left join fleet_vehicles f on f.customer_id = ${customer_id} and f.vehicle_id = v.vehicle_id
    left join incidents i on i.vehicle_id = v.vehicle_id and i.alert_id = ${alertsOf[kind][0]} and i.customer_id = ${customer_id} and i.subject_id = ${area_id} and i.closed_at is null
    where not v.retired order by upper(v.plate), v.vehicle_id`.execute(ctx.db)
  const there = rows.filter(r =>
    isInside(area, r.latitude_e7 / 1e7, r.longitude_e7 / 1e7, r.entered_at !== null),
  )
  if (there.length === 0) return []
  const ids = there.map(r => r.vehicle_id)
  const access = await accessOf(
    ctx,
    customer_id,
    now,
    there,
    await activeAgreementIds(ctx, customer_id, now, ids),
  )
  return there
    .filter(({ vehicle_id, gps_datetime }) => {
      const has = access.get(vehicle_id)
      return has !== undefined && maySee('position', has, gps_datetime?.getTime() ?? null)
    })
    .map(({ vehicle_id, plate, vehicle_type, fleet_id, entered_at }) => ({
      id: vehicle_id,
      plate,
      vehicle_type,
      fleet_id,
      entered_at: entered_at?.toISOString() ?? null,
    }))
}
