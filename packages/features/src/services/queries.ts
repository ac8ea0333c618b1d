// Reads the vehicles that have a service, with their newest state as far as the customer may see it. Overviews and boards use it.
import type { Access } from '@flotta/core/kinds.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { maySee } from '../fleet/access/rules.ts'
import { accessOf, activeAgreementIds, visibleVehiclesSql } from '../fleet/access/vehicles.ts'
import type { TireParameters } from '../fleet/vehicles/contract.ts'
import { odometerKm } from '../fleet/vehicles/rules.ts'
import type { VehicleType } from '../fleet/vehicles/values.ts'
import { visibleReading } from '../telemetry/pipeline/queries.ts'
import {
  type NewestValues,
  newestValuesOf,
  type StampedVehicle,
  stampSql,
  type ValueNames,
} from './newest-values.ts'
import type { Standing } from './overview.ts'
import type { Service } from './service.ts'
import { isOpen } from './services.ts'

/** A vehicle that has the service, with its newest state. */
export interface StateRow extends NewestValues {
  readonly vehicle_id: number
  readonly owner: boolean
  readonly plate: string
  readonly vehicle_type: VehicleType
  readonly fleet_id: number | null
  /** Time of the newest message, epoch ms. */
  readonly contact: number | null
  readonly configurations: Readonly<Record<string, string>>
  readonly tire_parameters: Partial<TireParameters> | null
  /** epoch ms */
  readonly gps: number | null
  readonly latitude_e7: number | null
  readonly longitude_e7: number | null
  readonly speed: number | null
  readonly direction: number | null
  readonly moving: boolean | null
  /** metres by the device */
  readonly odometer: number | null
  readonly km_offset: number
}
/** The vehicles that have the service for the customer, by plate, with what the customer may see of each. */
export async function havingService(
  ctx: Context,
  customer_id: number,
  service: Service,
  names: ValueNames,
): Promise<{ rows: StateRow[]; access: Map<number, Access> }> {
  const now = ctx.now()
  const [agreementIds, { rows: all }] = await Promise.all([
    activeAgreementIds(ctx, customer_id, now),
    sql<StateRow & StampedVehicle>`
      select v.vehicle_id, v.owner, v.plate, v.vehicle_type, f.fleet_id, date_part('epoch', t.message_datetime) * 1000 as contact, v.configurations, v.tire_parameters, date_part('epoch', t.gps_datetime) * 1000 as gps, t.latitude_e7, t.longitude_e7,
        t.speed, t.direction, t.moving, t.odometer, v.km_offset, ${stampSql} as stamp
      from ${visibleVehiclesSql(customer_id, now)} v left join vehicle_state t on t.vehicle_id = v.vehicle_id
        left join fleet_vehicles f on f.customer_id = ${customer_id} and f.vehicle_id = v.vehicle_id
      where not v.retired order by upper(v.plate), v.vehicle_id`.execute(ctx.db),
  ])
  const rows = all.filter(row => isOpen(service, agreementIds.get(row.vehicle_id) ?? []))
  const [values, access] = await Promise.all([
    newestValuesOf(ctx, rows, names),
    accessOf(ctx, customer_id, now, rows, agreementIds),
  ])
  for (const row of rows) Object.assign(row, values(row.vehicle_id))
  return { rows, access }
}

export function standingOf(row: StateRow, access: Access): Standing {
  const { gps, latitude_e7, longitude_e7, speed, direction, moving, odometer } = row
  const isVisible =
    gps !== null && latitude_e7 !== null && longitude_e7 !== null && maySee('position', access, gps)
  return {
    access,
    configurations: row.configurations,
    tire_parameters: row.tire_parameters,
    position: isVisible
      ? {
          at: gps,
          latitude: latitude_e7 / 1e7,
          longitude: longitude_e7 / 1e7,
          speed,
          direction,
          moving,
        }
      : null,
    km:
      odometer !== null && maySee('odometer', access, gps)
        ? odometerKm(odometer, row.km_offset)
        : null,
    reading: reading => visibleReading(reading, row.latest[reading.kind], access),
    memory: name => row.memory[name],
    isVisible: (kind, at) => maySee(kind, access, at),
  }
}
