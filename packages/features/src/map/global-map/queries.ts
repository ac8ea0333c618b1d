// Pins: the last position and status of vehicles as one customer sees them. The JSON is built by hand,
// because one answer may have 10,000 of them.

import type { Access } from '@flotta/core/kinds.ts'
import { neverPrivate } from '@flotta/core/private-times.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { openIncidents } from '../../alerts/incidents/visible-incidents.ts'
import { isPrivate, maySee, noAccess } from '../../fleet/access/rules.ts'
import { accessOf, activeAgreementIds } from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { currentDrivers } from '../../fleet/drivers/queries.ts'
import type { OpenAlert } from '../../fleet/vehicles/contract.ts'
import {
  type ConnectionFacts,
  connectionStatusOf,
  nextStatusChange,
  REPORTING_INTERVAL,
} from '../../fleet/vehicles/rules.ts'
import { factsOf, shownMotion } from '../../fleet/vehicles/status.ts'
import { fridge, temperature } from '../../services/eyecold/kinds.ts'
import { compartmentsOf, sensorsOf, setpoints } from '../../services/eyecold/rules.ts'
import { power } from '../../services/eyepower/measures.ts'
import { generalStatus } from '../../services/eyepower/rules.ts'
import { visibleReading } from '../../telemetry/pipeline/queries.ts'
import type { Pin } from './contract.ts'
import { type PinRow, type RowEntry, readRows, rowMemory } from './rows.ts'

interface AlertRow {
  readonly vehicle_id: number
  readonly alert_id: number
  readonly customer_id: number | null
  readonly opened: number
  readonly ends: number | null
  readonly updated: number
  readonly acknowledged: boolean
}

/**
 * A pin with the time of its last change, and of the last and the next change of status that time alone
 * makes (epoch ms; null: none).
 */
export interface PinState {
  readonly pin: Pin
  readonly changed: number
  readonly turned: number | null
  readonly next: number | null
}

/** A state with the inputs from which it was made. */
interface CachedPinState {
  readonly state: PinState
  readonly agreements: readonly number[]
  readonly driver: string | undefined
}
const pinMemory = rowMemory<CachedPinState>()

/**
 * The states of the vehicles that a customer sees (with `vehicle_ids` only of these), by id. Retired vehicles
 * have none.
 */
export async function pinStatesOf(
  ctx: Context,
  customer_id: number,
  vehicle_ids?: readonly number[],
): Promise<PinState[]> {
  const now = ctx.now()
  const [heldAgreements, drivers, entries, open] = await Promise.all([
    activeAgreementIds(ctx, customer_id, now, vehicle_ids),
    currentDrivers(ctx.db, customer_id, vehicle_ids),
    vehicle_ids === undefined
      ? pinMemory(ctx).rows(ctx, customer_id, now)
      : readRows(ctx, customer_id, now, vehicle_ids).then(rows => rows.map(rowWithoutState)),
    openAlerts(ctx, customer_id, now, vehicle_ids),
  ])
  const access = await accessOf(
    ctx,
    customer_id,
    now,
    entries.map(k => k.row),
    heldAgreements,
  )
  return entries.map(entry => {
    const { vehicle_id } = entry.row
    const has = access.get(vehicle_id) ?? noAccess
    const driver = drivers.get(vehicle_id)
    const name = driver === undefined ? undefined : `${driver.name} ${driver.surname}`
    const incidents = open.get(vehicle_id)
    const { value } = entry
    if (value !== null && incidents === undefined && isStillValid(value, has, name, now))
      return value.state
    const state = pinStateOf(ctx, entry.row, has, incidents, name, now)
    // What is visible of others' vehicles and of private trips depends on the moment, so their state is made
    // again each time.
    entry.value =
      incidents === undefined && isPlain(has)
        ? { state, agreements: has.agreements, driver: name }
        : null
    return state
  })
}
const rowWithoutState = (row: PinRow): RowEntry<CachedPinState> => ({ row, value: null })
const isPlain = ({ owner, private_times }: Access): boolean =>
  owner && private_times === neverPrivate
const isStillValid = (
  { state, agreements, driver }: CachedPinState,
  has: Access,
  name: string | undefined,
  now: number,
): boolean =>
  driver === name &&
  (state.next === null || now < state.next) &&
  isPlain(has) &&
  agreements.length === has.agreements.length &&
  agreements.every((id, i) => id === has.agreements[i])

interface OpenAlerts {
  readonly alerts: OpenAlert[]
  changed: number
}
/** The open alerts of each vehicle. */
async function openAlerts(
  ctx: Context,
  customer_id: number,
  now: number,
  vehicle_ids?: readonly number[],
): Promise<Map<number, OpenAlerts>> {
  const { rows } = await sql<AlertRow>`
    select o.vehicle_id, o.alert_id, o.customer_id, date_part('epoch', o.opened_at) * 1000 as opened, date_part('epoch', o.ends_at) * 1000 as ends, date_part('epoch', o.updated_at) * 1000 as updated, o.acknowledged_at is not null as acknowledged
    from ${openIncidents(customer_id, now, vehicle_ids)} o order by o.vehicle_id, o.alert_id, o.customer_id`.execute(
    ctx.db,
  )
  const open = new Map<number, OpenAlerts>()
  for (const {
    vehicle_id,
    alert_id,
    customer_id: owner,
    opened,
    ends,
    updated,
    acknowledged,
  } of rows) {
    const vehicleAlerts = open.get(vehicle_id)
    const alert: OpenAlert = { alert_id, customer_id: owner, created_at: instantOf(opened) }
    if (ends !== null) alert.ends_at = instantOf(ends)
    if (acknowledged) alert.acknowledged = true
    if (vehicleAlerts === undefined) open.set(vehicle_id, { alerts: [alert], changed: updated })
    else {
      vehicleAlerts.alerts.push(alert)
      vehicleAlerts.changed = Math.max(vehicleAlerts.changed, updated)
    }
  }
  return open
}

function pinStateOf(
  ctx: Context,
  row: PinRow,
  access: Access,
  incidents: OpenAlerts | undefined,
  driver: string | undefined,
  now: number,
): PinState {
  const facts = factsOf(ctx, row)
  const pin = pinOf(row, access, incidents?.alerts, connectionStatusOf(facts, now))
  if (driver !== undefined) pin.driver = driver
  if (facts.reporting_interval !== REPORTING_INTERVAL)
    pin.reporting_interval = facts.reporting_interval
  return {
    pin,
    changed: Math.max(row.changed, incidents?.changed ?? 0, access.private_times.changedAt),
    turned: lastStatusChange(facts, now),
    next: nextStatusChange(facts, now),
  }
}
/** Pins of the vehicles that a customer sees (only of `vehicle_ids` where given), by vehicle id. */
export const pinsOf = async (
  ctx: Context,
  customer_id: number,
  vehicle_ids?: readonly number[],
): Promise<Pin[]> => (await pinStatesOf(ctx, customer_id, vehicle_ids)).map(s => s.pin)

/** The last change of status without a message: when a vehicle stopped being connected or on standby. */
function lastStatusChange(facts: ConnectionFacts, now: number): number | null {
  let last: number | null = null
  const from = facts.last_seen_at ?? facts.last_message_at
  for (
    let next = from === null ? null : nextStatusChange(facts, from);
    next !== null && next <= now;
    next = nextStatusChange(facts, next)
  )
    last = next
  return last
}

/** Temperatures, setpoints and the shape of the cold box, as far as the customer may see them. */
function addCold(pin: Pin, row: PinRow, access: Access): void {
  const cold = visibleReading(temperature, row.temperature, access)
  if (cold !== null) {
    const { T1, T2, T3, T4 } = cold.data
    if (T1 !== null) pin.T1 = T1
    if (T2 !== null) pin.T2 = T2
    if (T3 !== null) pin.T3 = T3
    if (T4 !== null) pin.T4 = T4
  }
  const unit = visibleReading(fridge, row.fridge, access)
  if (unit !== null) {
    if (unit.data.overall_status !== null) pin.overall_status = unit.data.overall_status
    for (const name of setpoints) {
      const celsius = unit.data[name]
      if (celsius !== null) pin[name] = celsius
    }
  }
  if (
    access.agreements.includes(agreement.eyecold) ||
    access.agreements.includes(agreement.fridge)
  ) {
    if (row.sensors !== null)
      pin.fridge_temperature_sensors_number = sensorsOf({
        fridge_temperature_sensors_number: row.sensors,
      })
    if (row.compartments !== null)
      pin.fridge_compartments_number = compartmentsOf({
        fridge_compartments_number: row.compartments,
      })
  }
}

function pinOf(
  row: PinRow,
  access: Access,
  alerts: OpenAlert[] | undefined,
  status: Pin['status'],
): Pin {
  const pin: Pin = {
    id: row.vehicle_id,
    vehicle_id: row.vehicle_id,
    plate: row.plate,
    vehicle_type: row.vehicle_type,
    status,
  }
  if (row.serial !== null) pin.serial = row.serial
  if (row.model !== null) pin.model = row.model
  if (row.color !== null) pin.color = row.color
  if (row.vehicle_subtype !== null) pin.vehicle_subtype = row.vehicle_subtype
  if (row.fleet_id !== null) pin.fleet_id = row.fleet_id
  if (row.unit_code !== null) pin.unit_code = row.unit_code
  if (row.last_message !== null) pin.message_datetime = instantOf(row.last_message)
  if (isPrivate(access, row.gps)) pin.private = true
  if (maySee('position', access, row.gps)) {
    if (row.latitude_e7 !== null && row.longitude_e7 !== null) {
      pin.latitude = row.latitude_e7 / 1e7
      pin.longitude = row.longitude_e7 / 1e7
      if (row.direction !== null) pin.direction = row.direction
      if (row.speed !== null) pin.speed = row.speed
    }
    if (row.gps !== null) pin.gps_datetime = instantOf(row.gps)
    if (row.moving !== null) pin.moving = row.moving
    if (row.last_ignition !== null && maySee('ignition', access, row.gps))
      pin.ignition = row.last_ignition
  }
  const motion = shownMotion(row, access)
  if (motion !== null) {
    pin.motion = motion.motion
    pin.motion_since = motion.motion_since
  }
  addCold(pin, row, access)
  const supply = generalStatus(
    visibleReading(power, row.power, access)?.data.external_voltage ?? null,
  )
  if (supply !== null) pin.general_status = supply
  if (alerts !== undefined) pin.active_alerts = alerts
  if (access.agreements.length > 0) pin.active_agreements = [...access.agreements]
  return pin
}
