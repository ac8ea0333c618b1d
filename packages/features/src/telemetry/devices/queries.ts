// Devices as the owner of their vehicles sees them: their newest values, and whether they are silent for longer than usual.

import { EMPTY_IO } from '@flotta/core/io.ts'
import { neverPrivate } from '@flotta/core/private-times.ts'
import { notFound } from '@flotta/core/problem.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { RecordValues } from '@flotta/core/record-values.ts'
import type { Word } from '@flotta/core/telemetry.ts'
import { instantOrNull, MINUTE } from '@flotta/core/time.ts'
import { dayBegin } from '@flotta/core/zones.ts'
import type { CustomerContext, ResourceContext } from '@flotta/platform/entity.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { activeAgreementIdsSql, ownVehiclesSql } from '../../fleet/access/vehicles.ts'
import {
  type FactRow,
  factColumns,
  factJoins,
  factsOf,
  statusOf,
  unitCode,
} from '../../fleet/vehicles/status.ts'
import type { VehicleSubtype, VehicleType } from '../../fleet/vehicles/values.ts'
import { readings } from '../../kinds.ts'
import { power } from '../../services/eyepower/measures.ts'
import { positionCountSql } from '../packs/count.ts'
import { readPositions } from '../packs/queries.ts'
import { millis } from '../packs/rows.ts'
import type { LatestEntry } from '../pipeline/latest.ts'
import { visibleReading } from '../pipeline/queries.ts'
import type { WiredDevice, Wiring, WiringForm } from '../registry/contract.ts'
import type { DeviceContext } from '../registry/device-context.ts'
import { wireDevice } from '../registry/device-settings.ts'
import { signal } from '../registry/kinds.ts'
import type { Device, DeviceItem } from './contract.ts'
import { InputReader, inputWords } from './inputs.ts'
import { firmwareOf, silentSince } from './rules.ts'

interface ItemRow extends FactRow {
  readonly id: number
  readonly customer_id: number
  readonly vehicle_id: number
  readonly plate: string
  readonly model: string | null
  readonly serial: string | null
  readonly unit_code: string
  readonly vehicle_type: VehicleType
  readonly vehicle_subtype: VehicleSubtype | null
  readonly fleet_id: number | null
}
export interface UnitRow extends ItemRow {
  readonly imei: string
  readonly profile: string
  readonly protocol: string
  readonly mounted_from: Date
  /** The ids of the agreements that the owner holds on the vehicle now. */
  readonly held: readonly number[]
  readonly power: LatestEntry | null
  readonly signal: LatestEntry | null
  readonly version: string | null
  readonly messages_today: number
}

const itemColumns = sql`d.id, v.customer_id, v.id as vehicle_id, v.plate, v.model, v.serial, ${unitCode} as unit_code, v.vehicle_type, v.vehicle_subtype, f.fleet_id, ${factColumns}`
/** Vehicles in use with the unit that they carry now. */
const mountedDevices = (customer_id: number, now: number): RawBuilder<unknown> => sql`
  from ${ownVehiclesSql(customer_id)} v ${factJoins(now)}
  left join fleet_vehicles f on f.customer_id = ${customer_id} and f.vehicle_id = v.id where not v.retired and d.id is not null`

export function unitRows({
  caller: { customer_id, timezone },
  ctx,
}: ResourceContext): RawBuilder<UnitRow> {
  const now = ctx.now()
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(now)
  return sql`
    select ${itemColumns}, d.imei, d.protocol, m.mounted_from, ${activeAgreementIdsSql(customer_id, now, 'v.id')} as held, t.latest -> ${power.kind} as power, t.latest -> ${signal.kind} as signal,
      (select r.text from device_replies r where r.device_id = d.id and r.text ~* '\\mVer:' order by r.received_at desc limit 1) as version,
      ${positionCountSql(sql`v.id`, sql`greatest(${new Date(dayBegin(day, timezone))}, m.mounted_from)`)} as messages_today
    ${mountedDevices(customer_id, now)}`
}

export async function unitItems({
  caller: { customer_id },
  ctx,
}: CustomerContext): Promise<DeviceItem[]> {
  const now = ctx.now()
  const { rows } =
    await sql<ItemRow>`select ${itemColumns} ${mountedDevices(customer_id, now)} order by upper(v.plate), v.id`.execute(
      ctx.db,
    )
  return rows.map(row => itemOf(ctx, row, now))
}

function itemOf(ctx: Context, row: ItemRow, now: number): DeviceItem {
  const facts = factsOf(ctx, row)
  return {
    id: row.id,
    vehicle_id: row.vehicle_id,
    plate: row.plate,
    model: row.model,
    serial: row.serial,
    unit_code: row.unit_code,
    vehicle_type: row.vehicle_type,
    vehicle_subtype: row.vehicle_subtype,
    fleet_id: row.fleet_id,
    active: 2,
    status: statusOf(ctx, row, now),
    last_seen_at: instantOrNull(facts.last_seen_at),
    message_datetime: instantOrNull(facts.last_message_at),
    silent_since: instantOrNull(silentSince(facts, now)),
  }
}

export function unitRecord(row: UnitRow, { ctx }: ResourceContext): Device {
  const access = { owner: true, agreements: row.held, grants: [], private_times: neverPrivate }
  const volts = visibleReading(power, row.power, access)?.data
  return {
    ...itemOf(ctx, row, ctx.now()),
    imei: row.imei,
    profile: row.profile,
    protocol: row.protocol,
    reporting_interval: factsOf(ctx, row).reporting_interval,
    mounted_from: row.mounted_from.toISOString(),
    gsm_signal: visibleReading(signal, row.signal, access)?.data.gsm_signal ?? null,
    external_voltage: volts?.external_voltage ?? null,
    battery_voltage: volts?.battery_voltage ?? null,
    battery_capacity: volts?.battery_capacity ?? null,
    firmware: row.version === null ? null : firmwareOf(row.version),
    messages_today: Number(row.messages_today),
  }
}

/** Records of this time are read for the inputs; a device's clock may be this far ahead of ours. */
const [INPUTS_OF, CLOCK_AHEAD] = [15 * MINUTE, 10 * MINUTE]
const usualWords: ReadonlySet<Word> = new Set(
  readings.flatMap(reading => Object.values(reading.meanings).flat()),
)

/** The wiring of a device and how its inputs changed within the last minutes; no inputs where it is in no vehicle. */
export async function wiredDevice(ctx: Context, device_id: number): Promise<WiredDevice> {
  const device = await ctx.db
    .selectFrom('devices as d')
    .leftJoin('device_mounts as m', j =>
      j.onRef('m.device_id', '=', 'd.id').on('m.mounted_to', 'is', null),
    )
    .select(['d.wiring', 'd.profile', 'm.vehicle_id', 'm.mounted_from'])
    .where('d.id', '=', device_id)
    .where('d.deleted_at', 'is', null)
    .executeTakeFirst()
  if (device === undefined) throw notFound()
  const { wiring, profile: code, vehicle_id, mounted_from } = device
  const profile = ctx.profiles.get(code)
  if (profile === undefined || vehicle_id === null || mounted_from === null)
    return { wiring, inputs: [] }
  const now = ctx.now()
  const from = Math.max(now - INPUTS_OF, mounted_from.getTime())
  const range = { from, to: now + CLOCK_AHEAD }
  const { micros, io } = await readPositions(ctx.pool, vehicle_id, [range], { fields: ['io'] })
  const inputs = new InputReader(
    inputWords(
      profile.parameters.map(p => p.word),
      usualWords,
    ),
  )
  const reader = profileReader(profile)
  const values = new RecordValues()
  micros.forEach((time, i) => {
    reader.fill(io[i] ?? EMPTY_IO, values)
    inputs.add(millis(time), values)
  })
  return { wiring, inputs: inputs.inputs() }
}

/** Writes the wiring of a device on its vehicle. */
export async function wire(
  ctx: DeviceContext,
  id: number,
  { wiring }: z.output<typeof WiringForm>,
): Promise<z.infer<typeof Wiring>> {
  const wires = Object.entries(wiring).map(([meaning, word]) => ({ meaning, word }))
  return (await wireDevice(ctx, id, wires)).wiring
}
