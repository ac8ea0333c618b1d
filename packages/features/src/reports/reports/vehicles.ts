// The vehicles of a report, by their plates.
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import type { ReportVehicle } from '@flotta/platform/report.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'

/** Adds plate and type to vehicles, and sorts them by plate. */
export async function reportVehicles(
  ctx: Context,
  customer_id: number,
  vehicles: readonly VisibleVehicle[],
): Promise<ReportVehicle[]> {
  const { rows } = await sql<{ vehicle_id: number; plate: string; vehicle_type: string }>`
    select s.vehicle_id, s.plate, s.vehicle_type from ${visibleVehiclesSql(
      customer_id,
      ctx.now(),
      vehicles.map(v => v.vehicle_id),
    )} s order by upper(s.plate), s.vehicle_id`.execute(ctx.db)
  const byId = new Map(vehicles.map(vehicle => [vehicle.vehicle_id, vehicle]))
  return rows.flatMap(({ vehicle_id, plate, vehicle_type }) => {
    const vehicle = byId.get(vehicle_id)
    return vehicle === undefined ? [] : [{ vehicle, plate, vehicle_type }]
  })
}
