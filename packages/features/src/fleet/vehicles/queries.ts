// Vehicles as one customer sees them, and their records as their owner writes them.
import type { Access } from '@flotta/core/kinds.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { pageWithTotal } from '@flotta/platform/page.ts'
import { preparedQuery } from '@flotta/platform/prepared.ts'
import { type RawBuilder, sql } from 'kysely'
import { openIncidents } from '../../alerts/incidents/visible-incidents.ts'
import { maySee, noAccess } from '../access/rules.ts'
import {
  accessOf,
  ownAndGuestVehiclesSql,
  pageOfVehiclesSql,
  visibleVehiclesSql,
} from '../access/vehicles.ts'
import {
  type ActiveAgreementRow,
  activeAgreementsSql,
  agreementRecord,
} from '../agreements/queries.ts'
import type { DriverName } from '../drivers/contract.ts'
import { currentDriverSql } from '../drivers/queries.ts'
import type { Rent } from '../rents/contract.ts'
import { rentSql } from '../rents/queries.ts'
import {
  connectionStatus,
  type OpenAlert,
  type TireParameters,
  type Vehicle,
  type VehicleItem,
} from './contract.ts'
import { odometerKm, tireParametersOf } from './rules.ts'
import {
  type FactRow,
  factColumns,
  factJoins,
  factsOf,
  shownMotion,
  statusOf,
  unitCode,
} from './status.ts'
import type { VehicleSubtype, VehicleType } from './values.ts'

/** The columns that identify a vehicle. */
export interface VehicleIdentityRow {
  readonly id: number
  readonly plate: string
  readonly serial: string | null
  readonly model: string | null
  readonly color: string | null
  readonly vehicle_type: VehicleType
  readonly vehicle_subtype: VehicleSubtype | null
}
interface VehicleRecordRow extends FactRow, VehicleIdentityRow {
  readonly unit_code: string | null
  readonly retired: boolean
  readonly mounted: boolean
  readonly fleet_id: number | null
  readonly customer_id: number
  readonly owner: boolean
  readonly km_offset: number
  readonly log_interval: number
  readonly odometer: number | null
  readonly ownership_type: number
  readonly tire_ownership: number
  readonly axles_number: number | null
  readonly tire_parameters: Partial<TireParameters> | null
  readonly message_datetime: Date | null
  readonly gps_datetime: Date | null
  readonly configurations: Readonly<Record<string, string>>
  readonly agreements: readonly ActiveAgreementRow[]
  readonly driver: DriverName | null
  readonly rent: Rent | null
  readonly tire_rent: Rent | null
}

export interface VehicleFilter {
  /** Searched in plate, serial number and model. */
  readonly search?: string | undefined
  readonly fleet_id?: number | undefined
  readonly types?: readonly VehicleType[]
  readonly active?: Vehicle['active'] | undefined
}

/** Whether a unit is mounted on `v` now. */
const hasMountedUnitSql = (now: number) => sql<boolean>`exists (
    select 1 from device_mounts m join devices d on d.id = m.device_id and d.deleted_at is null
    where m.vehicle_id = v.id and m.mounted_from <= ${new Date(now)} and (m.mounted_to is null or m.mounted_to > ${new Date(now)}))`
function activitySql(active: Vehicle['active'] | undefined, now: number): RawBuilder<unknown> {
  if (active === undefined) return sql``
  if (active === 0) return sql`and v.retired`
  return active === 2
    ? sql`and not v.retired and ${hasMountedUnitSql(now)}`
    : sql`and not v.retired and not ${hasMountedUnitSql(now)}`
}

/** The vehicles of a subquery that match a filter, as `v`, with the customer's fleet as `f`. */
function filteredVehiclesSql(
  vehicles: RawBuilder<unknown>,
  customer_id: number,
  now: number,
  { search, fleet_id, types, active }: VehicleFilter,
  joinsFleet = true,
): RawBuilder<unknown> {
  const words = search?.trim() ?? ''
  const like = words === '' ? sql`` : sql`and strpos(v.searched, (select searchable(${words}))) > 0`
  const fleet = fleet_id === undefined ? sql`` : sql`and f.fleet_id = ${fleet_id}`
  const type = types === undefined ? sql`` : sql`and v.vehicle_type = any(${types}::text[])`
  return sql`
    from ${vehicles} v
    ${joinsFleet ? sql`left join fleet_vehicles f on f.customer_id = ${customer_id} and f.vehicle_id = v.id` : sql``}
    where true ${like} ${fleet} ${type} ${activitySql(active, now)}`
}
const visibleFilteredSql = (customer_id: number, now: number, filter: VehicleFilter) =>
  filteredVehiclesSql(visibleVehiclesSql(customer_id, now), customer_id, now, filter)
const vehicleKeysSql = (
  vehicles: RawBuilder<unknown>,
  customer_id: number,
  now: number,
  filter: VehicleFilter,
) =>
  sql`select v.id, v.plate, v.owner, f.fleet_id ${filteredVehiclesSql(vehicles, customer_id, now, filter)}`

interface PageRequest {
  readonly customer_id: number
  readonly filter: VehicleFilter
  readonly limit: number
  readonly offset: number
}
/** One page of whole vehicles, by plate, and their total. */
export async function vehiclesOf(
  ctx: Context,
  { customer_id, filter, ...slice }: PageRequest,
): Promise<{ readonly data: Vehicle[]; readonly total: number }> {
  const now = ctx.now()
  const keys = pageOfVehiclesSql(
    customer_id,
    now,
    vehicles => vehicleKeysSql(vehicles, customer_id, now, filter),
    slice,
  )
  // the count joins fleets only for filters that need them, so that an index alone may answer it
  const countSql = (vehicles: RawBuilder<unknown>) =>
    sql`select 1 ${filteredVehiclesSql(vehicles, customer_id, now, filter, filter.fleet_id !== undefined)}`
  const matchesSql = sql`from ${ownAndGuestVehiclesSql(customer_id, now, countSql)} k`
  const page = vehicleRowsSql(customer_id, now, keys)
  const { rows, total } = await pageWithTotal<VehicleRecordRow>(ctx, {
    page,
    order: sql`upper(r.plate), r.id`,
    found: matchesSql,
    now,
  })
  return { data: await recordsOf(ctx, customer_id, now, rows), total }
}
/** null: the customer does not see the vehicle. */
export async function vehicleFor(
  ctx: Context,
  customer_id: number,
  vehicle_id: number,
): Promise<Vehicle | null> {
  const now = ctx.now()
  const { rows } = await vehicleRowsSql(
    customer_id,
    now,
    vehicleKeysSql(visibleVehiclesSql(customer_id, now, [vehicle_id]), customer_id, now, {}),
  ).execute(ctx.db)
  const [vehicle] = await recordsOf(ctx, customer_id, now, rows)
  return vehicle ?? null
}

/**
 * Whole rows of vehicles.
 * @param keys `id`, `owner` and `fleet_id` of each
 */
const vehicleRowsSql = (
  customer_id: number,
  now: number,
  keys: RawBuilder<unknown>,
): RawBuilder<VehicleRecordRow> => sql<VehicleRecordRow>`
    select v.id, v.plate, v.serial, v.model, v.color, v.vehicle_type, v.vehicle_subtype, ${unitCode} as unit_code, v.retired, d.id is not null as mounted, p.fleet_id, v.customer_id, p.owner,
      v.km_offset, v.log_interval, t.odometer, v.ownership_type, v.tire_ownership, v.axles_number, v.tire_parameters, t.message_datetime, t.gps_datetime, v.configurations, ${factColumns},
      ${activeAgreementsSql(customer_id, now, 'v.id')} as agreements, ${currentDriverSql(customer_id, 'v.id')} as driver,
      case when p.owner then ${rentSql('vehicle_rents', 'v.id')} end as rent, case when p.owner then ${rentSql('tire_rents', 'v.id')} end as tire_rent
    from (${keys}) p join vehicles v on v.id = p.id
    ${factJoins(now)}`

async function recordsOf(
  ctx: Context,
  customer_id: number,
  now: number,
  rows: readonly VehicleRecordRow[],
): Promise<Vehicle[]> {
  const ids = rows.map(r => r.id)
  if (ids.length === 0) return []
  const vehicles = rows.map(({ id, owner }) => ({ vehicle_id: id, owner }))
  const agreementIds = new Map(
    rows.map(row => [row.id, [...new Set(row.agreements.map(a => a.agreement_id))]]),
  )
  const [alerts, access] = await Promise.all([
    openAlertsOf(ctx, customer_id, ids),
    accessOf(ctx, customer_id, now, vehicles, agreementIds),
  ])
  return rows.map(row =>
    vehicleOf(ctx, row, customer_id, access.get(row.id) ?? noAccess, now, alerts.get(row.id) ?? []),
  )
}

/** All vehicles that match a filter, by plate, as selects and tables need them. */
export async function itemsOf(
  ctx: Context,
  customer_id: number,
  filter: VehicleFilter,
): Promise<VehicleItem[]> {
  const now = ctx.now()
  const at = new Date(now)
  const { rows } = await sql<ItemRow>`
    select p.*, d.unit_code, d.id is not null as mounted
    from (select v.id, v.plate, v.serial, v.vehicle_type, v.vehicle_subtype, v.model, v.color, v.retired, v.owner, f.fleet_id ${visibleFilteredSql(customer_id, now, filter)}) p
    left join device_mounts m on m.vehicle_id = p.id and m.mounted_from <= ${at} and (m.mounted_to is null or m.mounted_to > ${at})
    left join devices d on d.id = m.device_id and d.deleted_at is null
    order by upper(p.plate), p.id`.execute(ctx.db)
  // every property is written out: ten thousand items are made at once, and V8 needs half a microsecond for each property behind a spread
  return rows.map(row => ({
    id: row.id,
    plate: row.plate,
    serial: row.serial,
    vehicle_type: row.vehicle_type,
    vehicle_subtype: row.vehicle_subtype,
    fleet_id: row.fleet_id,
    model: row.model ?? undefined,
    color: row.color ?? undefined,
    unit_code: row.unit_code ?? undefined,
    active: row.retired ? 0 : row.mounted ? undefined : 1,
    owned: row.owner ? undefined : false,
  }))
}
type ItemRow = Pick<
  VehicleRecordRow,
  | 'id'
  | 'plate'
  | 'serial'
  | 'vehicle_type'
  | 'vehicle_subtype'
  | 'model'
  | 'color'
  | 'unit_code'
  | 'retired'
  | 'mounted'
  | 'owner'
  | 'fleet_id'
>

async function openAlertsOf(
  ctx: Context,
  customer_id: number,
  vehicle_ids: readonly number[],
): Promise<Map<number, OpenAlert[]>> {
  const rows = await preparedQuery(
    ctx,
    sql<{
      vehicle_id: number
      alert_id: number
      customer_id: number | null
      opened_at: Date
      ends_at: Date | null
      acknowledged: boolean
    }>`
    select o.vehicle_id, o.alert_id, o.customer_id, o.opened_at, o.ends_at, o.acknowledged_at is not null as acknowledged from ${openIncidents(customer_id, ctx.now(), vehicle_ids)} o order by o.opened_at desc, o.id`,
  )
  const open = new Map<number, OpenAlert[]>()
  for (const { vehicle_id, opened_at, ends_at, acknowledged, ...alert } of rows)
    open.set(vehicle_id, [
      ...(open.get(vehicle_id) ?? []),
      {
        ...alert,
        created_at: opened_at.toISOString(),
        ...(ends_at !== null && { ends_at: ends_at.toISOString() }),
        ...(acknowledged && { acknowledged }),
      },
    ])
  return open
}

function vehicleOf(
  ctx: Context,
  row: VehicleRecordRow,
  customer_id: number,
  access: Access,
  now: number,
  alerts: OpenAlert[],
): Vehicle {
  const gps = row.gps_datetime?.getTime() ?? null
  const motion = shownMotion(row, access)
  return {
    id: row.id,
    plate: row.plate,
    serial: row.serial,
    model: row.model,
    color: row.color,
    vehicle_type: row.vehicle_type,
    vehicle_subtype: row.vehicle_subtype,
    unit_code: row.unit_code,
    active: row.retired ? 0 : row.mounted ? 2 : 1,
    status: statusOf(ctx, row, now),
    reporting_interval: factsOf(ctx, row).reporting_interval,
    fleet_id: row.fleet_id,
    customer_id: row.customer_id,
    owned: row.owner,
    km_offset: row.km_offset,
    log_interval: row.log_interval,
    odometer:
      maySee('odometer', access, gps) && row.odometer !== null
        ? odometerKm(row.odometer, row.km_offset)
        : null,
    ownership_type: row.ownership_type,
    tire_ownership: row.tire_ownership,
    axles_number: row.axles_number,
    message_datetime: row.message_datetime?.toISOString() ?? null,
    gps_datetime: maySee('position', access, gps)
      ? (row.gps_datetime?.toISOString() ?? null)
      : null,
    motion: motion?.motion ?? null,
    motion_since: motion?.motion_since ?? null,
    alerts,
    active_agreements: row.agreements.map(a => agreementRecord(customer_id, a)),
    configurations: row.owner
      ? Object.entries(row.configurations).map(([parameter, value]) => ({ parameter, value }))
      : [],
    rent: row.rent,
    tire_rent: row.tire_rent,
    tire_parameters: tireParametersOf(row.tire_parameters),
    driver_activities: row.driver === null ? [] : [{ driver: row.driver }],
  }
}

/** The number of vehicles by type and status, without retired ones. */
export async function statusCounts(
  ctx: Context,
  customer_id: number,
): Promise<Map<VehicleType, [number, number, number]>> {
  const now = ctx.now()
  const { rows } = await sql<FactRow & { readonly vehicle_type: VehicleType }>`
    select v.vehicle_type, ${factColumns} from ${visibleVehiclesSql(customer_id, now)} v
    ${factJoins(now)}
    where not v.retired`.execute(ctx.db)
  const counts = new Map<VehicleType, [number, number, number]>()
  for (const row of rows) {
    const count = counts.get(row.vehicle_type) ?? [0, 0, 0]
    count[statusOf(ctx, row, now)]++
    counts.set(row.vehicle_type, count)
  }
  return counts
}

export interface SilentVehicle {
  readonly vehicle_id: number
  readonly plate: string
  /** Epoch ms. */
  readonly heard_at: number
}
/** The vehicles in service that have reported before and are disconnected now, those that fell silent last first. */
export async function silentVehicles(ctx: Context, customer_id: number): Promise<SilentVehicle[]> {
  const now = ctx.now()
  const { rows } = await sql<FactRow & { readonly vehicle_id: number; readonly plate: string }>`
    select v.vehicle_id, v.plate, ${factColumns} from ${visibleVehiclesSql(customer_id, now)} v
    ${factJoins(now)}
    where not v.retired`.execute(ctx.db)
  return rows
    .flatMap(({ vehicle_id, plate, ...row }) => {
      const heard_at = factsOf(ctx, row).last_seen_at
      return heard_at !== null && statusOf(ctx, row, now) === connectionStatus.disconnected
        ? [{ vehicle_id, plate, heard_at }]
        : []
    })
    .sort((a, b) => b.heard_at - a.heard_at || a.vehicle_id - b.vehicle_id)
}

/** Kilometres that are added to the device's total. */
export async function kmOffsetOf(ctx: Context, { vehicle_id }: VisibleVehicle): Promise<number> {
  const { km_offset } = await ctx.db
    .selectFrom('vehicles')
    .select('km_offset')
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  return km_offset
}

/** The present configurations of a vehicle, by parameter. */
export async function configurationsOf(
  ctx: Context,
  { vehicle_id }: VisibleVehicle,
): Promise<Readonly<Record<string, string>>> {
  const { configurations } = await ctx.db
    .selectFrom('vehicles')
    .select('configurations')
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  return configurations
}
