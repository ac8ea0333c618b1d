// The vehicles of a report, by their plates.
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import type { ReportVehicle } from '@flotta/platform/report.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'

interface VehicleRow {
  readonly vehicle_id: number
  readonly plate: string
  readonly vehicle_type: string
  readonly addresses: boolean
}

/** Adds plate, type, and whether places are written as addresses, and sorts the vehicles by plate. */
export async function reportVehicles(
  ctx: Context,
  customer_id: number,
  vehicles: readonly VisibleVehicle[],
): Promise<ReportVehicle[]> {
  const { rows } = await sql<VehicleRow>`
    select s.vehicle_id, s.plate, s.vehicle_type,
      coalesce(v.configurations ->> 'geocoding_general_report_active', c.configurations ->> 'geocoding_general_report_active', '0') = '1' as addresses
    from ${visibleVehiclesSql(
      customer_id,
      ctx.now(),
      vehicles.map(v => v.vehicle_id),
    )} s join vehicles v on v.id = s.vehicle_id join customers c on c.id = ${customer_id}
    order by upper(s.plate), s.vehicle_id`.execute(ctx.db)
  const byId = new Map(vehicles.map(vehicle => [vehicle.vehicle_id, vehicle]))
  return rows.flatMap(({ vehicle_id, ...row }) => {
    const vehicle = byId.get(vehicle_id)
    return vehicle === undefined ? [] : [{ vehicle, ...row }]
  })
}
