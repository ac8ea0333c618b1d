// The newest values of a service on every vehicle with it: one query for all of them, which the service itself reads.

import type { Access } from '@flotta/core/kinds.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { alertDefinitions } from '../../alerts/incidents/catalogue.ts'
import { countOpen } from '../../alerts/incidents/queries.ts'
import { maySee, noAccess } from '../../fleet/access/rules.ts'
import { accessOf, activeAgreementIds, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import type { TireParameters, VehicleType } from '../../fleet/vehicles/contract.ts'
import type { LatestEntry } from '../../telemetry/pipeline/latest.ts'
import { visibleReading } from '../../telemetry/pipeline/queries.ts'
import type { Overview, Standing } from '../overview.ts'
import type { OverviewRows } from '../overview-rows.ts'
import type { Service } from '../service.ts'
import { isOpen } from '../services.ts'
import type { VehicleOverview } from './contract.ts'
import { overviewOf } from './services.ts'

const rowsFiles = import.meta.glob<{ readonly overviewRows?: OverviewRows }>(
  '../[a-z]*/queries.ts',
  {
    eager: true,
  },
)

/** A vehicle that has the service, with its newest state. */
export interface StateRow {
  readonly vehicle_id: number
  readonly owner: boolean
  readonly plate: string
  readonly vehicle_type: VehicleType
  readonly fleet_id: number | null
  /** Epoch ms of the newest message. */
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
  readonly latest: Readonly<Record<string, LatestEntry | null>> | null
  readonly memory: Readonly<Record<string, unknown>> | null
}
const pickedJson = (column: string, names: readonly string[] = []) => sql`
  (select json_object_agg(n, ${sql.ref(column)} -> n) from unnest(${names}::text[]) n where ${sql.ref(column)} -> n is not null)`

/** The vehicles that have the service for the customer, by plate, with what the customer may see of each. */
export async function havingService(
  ctx: Context,
  customer_id: number,
  service: Service,
  { kinds, memories }: Pick<Overview, 'kinds' | 'memories'>,
): Promise<{ rows: StateRow[]; access: Map<number, Access> }> {
  const now = ctx.now()
  const [agreementIds, { rows: all }] = await Promise.all([
    activeAgreementIds(ctx, customer_id, now),
    sql<StateRow>`
      select v.vehicle_id, v.owner, v.plate, v.vehicle_type, f.fleet_id, date_part('epoch', t.message_datetime) * 1000 as contact, v.configurations, v.tire_parameters, date_part('epoch', t.gps_datetime) * 1000 as gps, t.latitude_e7, t.longitude_e7,
        t.speed, t.direction, t.moving, ${pickedJson('t.latest', kinds)} as latest, ${pickedJson('t.memory', memories)} as memory
      from ${visibleVehiclesSql(customer_id, now)} v left join vehicle_state t on t.vehicle_id = v.vehicle_id
        left join fleet_vehicles f on f.customer_id = ${customer_id} and f.vehicle_id = v.vehicle_id
      where not v.retired order by upper(v.plate), v.vehicle_id`.execute(ctx.db),
  ])
  const rows = all.filter(row => isOpen(service, agreementIds.get(row.vehicle_id) ?? []))
  return { rows, access: await accessOf(ctx, customer_id, now, rows, agreementIds) }
}

export function standingOf(row: StateRow, access: Access): Standing {
  const { gps, latitude_e7, longitude_e7, speed, direction, moving } = row
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
    reading: reading => visibleReading(reading, row.latest?.[reading.kind], access),
    memory: name => row.memory?.[name],
    isVisible: (kind, at) => maySee(kind, access, at),
  }
}

const NOTHING: Overview = { told: () => [] }
/** By plate. */
export async function overviewsOf(
  ctx: Context,
  caller: Caller,
  service: Service,
): Promise<VehicleOverview[]> {
  const overview = overviewOf(service.code) ?? NOTHING
  const { rows, access } = await havingService(ctx, caller.customer_id, service, overview)
  const asks = rowsFiles[`../${service.code}/queries.ts`]?.overviewRows
  const figures =
    asks === undefined || rows.length === 0 ? undefined : await asks(ctx, caller, access)
  return rows.map(row => {
    const { vehicle_id, plate, vehicle_type } = row
    const last =
      figures?.get(vehicle_id) ??
      overview.read?.(standingOf(row, access.get(vehicle_id) ?? noAccess)) ??
      null
    const at = last?.at ?? null
    return {
      vehicle_id,
      plate,
      vehicle_type,
      message_datetime: at === null ? null : instantOf(at),
      last: last?.data ?? null,
    }
  })
}

/** Alert of the service → how many are open. */
export async function openFeatures(
  ctx: Context,
  customer_id: number,
  { features, dashboard_features }: Service,
): Promise<Record<string, number>> {
  const open = await countOpen(ctx, customer_id)
  const codes = new Set([...features, ...dashboard_features])
  return Object.fromEntries(
    alertDefinitions
      .filter(d => codes.has(d.code))
      .map(({ code, id }) => [code, open.get(id) ?? 0]),
  )
}
