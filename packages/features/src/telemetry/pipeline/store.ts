// The statements of ingest beside those of the records themselves (positions.ts): states,
// quarantine; each over binary columns, whatever the number of rows.

import { startOfDay } from '@flotta/core/time.ts'
import { columns, unnestColumns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Statement } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import type { FixColumns } from './positions.ts'
import { ignitionOf, newState, odometerOf, type VehicleState, vehicleMotionOf } from './state.ts'
import { readStoredState, type StoredState, writeLatest, writeMemory } from './stored-state.ts'

/** A vehicle's state and the version it was read under; 0: it has none yet. */
export interface VersionedState {
  readonly vehicle_id: number
  readonly version: number
  readonly state: VehicleState
}

const SELECT_STATES = `select vehicle_id, version, ${epochMs('message_datetime')} as at, seq, ${epochMs('gps_datetime')} as gps_datetime,
  latitude_e7, longitude_e7, altitude, direction, speed, satellites, moving, latest, memory from vehicle_state where vehicle_id = any($1)`

interface StateRow extends StoredState, FixColumns {
  readonly vehicle_id: number
  readonly version: number
  readonly at: number
  readonly seq: number
  readonly gps_datetime: number | null
  readonly moving: boolean | null
}

/**
 * Reads the states of vehicles.
 * @param lock holds the rows until the transaction ends
 */
export async function loadStates(
  client: Pick<PoolClient, 'query'>,
  ids: readonly number[],
  lock = false,
): Promise<Map<number, VersionedState>> {
  const { rows } = await client.query<StateRow>({
    name: lock ? 'states load and lock' : 'states load',
    text: lock ? `${SELECT_STATES} order by vehicle_id for update` : SELECT_STATES,
    values: [ids],
  })
  return new Map(
    rows.map(r => {
      const { latitude_e7, longitude_e7, altitude, direction, speed, satellites } = r
      const fix =
        latitude_e7 === null || longitude_e7 === null
          ? null
          : { latitude_e7, longitude_e7, altitude, direction, speed, satellites }
      const { at, seq, gps_datetime, moving } = r
      const state: VehicleState = { at, seq, gps_datetime, fix, moving, ...readStoredState(r) }
      return [r.vehicle_id, { vehicle_id: r.vehicle_id, version: r.version, state }]
    }),
  )
}
/** Locks the rows of vehicles until the transaction ends and returns their current versions. */
export async function lockVersions(
  client: Pick<PoolClient, 'query'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ vehicle_id: number; version: number }>({
    name: 'states lock',
    text: 'select vehicle_id, version from vehicle_state where vehicle_id = any($1) order by vehicle_id for update',
    values: [ids],
  })
  return new Map(rows.map(r => [r.vehicle_id, r.version]))
}
export const stateOfNewVehicle = (vehicle_id: number): VersionedState => ({
  vehicle_id,
  version: 0,
  state: newState(),
})

const STATE_COLUMNS =
  'version, message_datetime, seq, gps_datetime, latitude_e7, longitude_e7, altitude, direction, speed, satellites, moving, ignition, motion, motion_since, odometer, latest, memory'
const STATE_TYPES =
  'int4 int8 timestamptz int2 timestamptz int4 int4 int2 int2 int2 int2 bool bool text timestamptz int4 json json'.split(
    ' ',
  )
const STATE_ROWS = `(select ${unnestColumns(STATE_TYPES)}) as n (vehicle_id, ${STATE_COLUMNS})`
const allWritten = (write: string) =>
  `with written as (${write} returning 1) select all_written(count(*), $20) from written`
/** A plain update: an upsert would lock each row first, which costs as much again. */
const UPDATE_STATES =
  allWritten(`update vehicle_state s set (${STATE_COLUMNS}, updated_at) = row (n.${STATE_COLUMNS.replaceAll(', ', ', n.')}, $19::timestamptz)
  from ${STATE_ROWS} where s.vehicle_id = n.vehicle_id and s.version = n.version - 1`)
const INSERT_STATES = allWritten(
  `insert into vehicle_state (vehicle_id, ${STATE_COLUMNS}, updated_at) select *, $19::timestamptz from ${STATE_ROWS} on conflict do nothing`,
)

/**
 * Writes each state under its version + 1, in the order of ids. Fails with a serialization failure where another process has written one of them meanwhile,
 * because what was derived from the old state is void.
 */
export function writeStates(vehicles: readonly VersionedState[], now: number): Statement[] {
  const fresh = vehicles.filter(v => v.version === 0)
  const existing = fresh.length === 0 ? vehicles : vehicles.filter(v => v.version > 0)
  return [
    ...(existing.length > 0 ? [stateStatement('states update', UPDATE_STATES, existing, now)] : []),
    ...(fresh.length > 0 ? [stateStatement('states insert', INSERT_STATES, fresh, now)] : []),
  ]
}

function stateStatement(
  name: string,
  text: string,
  vehicles: readonly VersionedState[],
  now: number,
): Statement {
  const states = vehicles.map(v => v.state)
  return {
    name,
    text,
    values: [
      columns.int4(vehicles.map(v => v.vehicle_id)),
      columns.int8(vehicles.map(v => v.version + 1)),
      columns.timestamptz(states.map(s => s.at)),
      columns.int2(states.map(s => s.seq)),
      columns.timestamptz(states.map(s => s.gps_datetime)),
      columns.int4(states.map(s => s.fix?.latitude_e7 ?? null)),
      columns.int4(states.map(s => s.fix?.longitude_e7 ?? null)),
      columns.int2(states.map(s => s.fix?.altitude ?? null)),
      columns.int2(states.map(s => s.fix?.direction ?? null)),
      columns.int2(states.map(s => s.fix?.speed ?? null)),
      columns.int2(states.map(s => s.fix?.satellites ?? null)),
      columns.bool(states.map(s => s.moving)),
      columns.bool(states.map(ignitionOf)),
      columns.text(states.map(s => vehicleMotionOf(s).motion)),
      columns.timestamptz(states.map(s => vehicleMotionOf(s).since)),
      columns.int4(states.map(odometerOf)),
      columns.jsonOf(states, writeLatest),
      columns.jsonOf(states, writeMemory),
      new Date(now),
      vehicles.length,
    ],
  }
}

/** A record that cannot be stored, with the reason. Each is stored once. */
export interface QuarantineEntry {
  readonly device_id: number
  readonly vehicle_id: number | null
  readonly reason: string
  readonly at: number
  readonly record: Uint8Array
  readonly error: string | null
}
/** Whether the column can hold the time and a year has four digits. */
const isStorableDate = (at: number): boolean => at >= startOfDay(-719_000) && at <= 2.5e14

export function writeQuarantine(records: readonly QuarantineEntry[], now: number): Statement[] {
  if (records.length === 0) return []
  const insert = {
    name: 'quarantine insert',
    text: `insert into quarantine (device_id, vehicle_id, reason, message_datetime, record, error, received_at)
      select *, $7::timestamptz from unnest($1::int4[], $2::int4[], $3::text[], $4::timestamptz[], $5::bytea[], $6::text[]) on conflict do nothing`,
    values: [
      columns.int4(records.map(r => r.device_id)),
      columns.int4(records.map(r => r.vehicle_id)),
      columns.text(records.map(r => r.reason)),
      columns.timestamptz(records.map(r => (isStorableDate(r.at) ? Math.round(r.at) : null))),
      columns.bytea(records.map(r => r.record)),
      columns.text(records.map(r => r.error)),
      new Date(now),
    ],
  }
  return [insert]
}
