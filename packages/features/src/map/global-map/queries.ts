// Pins: the last position and status of vehicles as one customer sees them. The JSON is built by hand,
// because one answer may have 10,000 of them.

import type { Access } from '@flotta/core/kinds.ts'
import { neverPrivate } from '@flotta/core/private-times.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { openIncidents } from '../../alerts/incidents/visible-incidents.ts'
import { noAccess } from '../../fleet/access/rules.ts'
import { accessOf, activeAgreementIds } from '../../fleet/access/vehicles.ts'
import { currentDrivers } from '../../fleet/drivers/queries.ts'
import type { OpenAlert } from '../../fleet/vehicles/contract.ts'
import {
  type ConnectionFacts,
  connectionStatusOf,
  nextStatusChange,
  REPORTING_INTERVAL,
} from '../../fleet/vehicles/rules.ts'
import { factsOf } from '../../fleet/vehicles/status.ts'
import type { Pin } from './contract.ts'
import { pinOf } from './pin.ts'
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
    // What is visible of other companies' vehicles and of private trips depends on the moment, so their state is made again each time.
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
