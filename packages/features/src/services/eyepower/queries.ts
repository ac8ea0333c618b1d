// Power as it is told: voltages with what follows from them, and the engine's hours beside.

import type { ReadingKinds } from '@flotta/core/telemetry.ts'
import { HOUR, instantOf } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { engineHours } from '../../telemetry/engine/kinds.ts'
import {
  type HistoryDetail,
  lastReading,
  type ReadingAt,
  readingsOf,
} from '../../telemetry/pipeline/queries.ts'
import type { Power } from './contract.ts'
import { systemOf, voltage } from './derive.ts'
import { power } from './kinds.ts'
import { heldAt, SHOWS_24_V, type System, valuesOf } from './rules.ts'

/** Engine hours are kept at least so often: what held at the beginning of a period is found behind it. */
const HOURS_KEPT = 6 * HOUR

async function systemNow(ctx: Context, { vehicle_id }: VisibleVehicle): Promise<System> {
  const row = await ctx.db
    .selectFrom('vehicle_state')
    .where('vehicle_id', '=', vehicle_id)
    .select('memory')
    .executeTakeFirst()
  return systemOf(row?.memory[voltage.name])
}

const powerOf = (
  { at, data }: ReadingAt<ReadingKinds['power']>,
  system: System,
  hours: ReadingKinds['engine_hours'] | null,
): Power => ({
  id: String(at),
  message_datetime: instantOf(at),
  ...valuesOf(data, system),
  general_hour_meter: hours?.general_hour_meter ?? null,
})

/** null: never told, or not for the caller. */
export async function lastPower(ctx: Context, vehicle: VisibleVehicle): Promise<Power | null> {
  const [last, system, hours] = await Promise.all([
    lastReading(ctx, vehicle, power),
    systemNow(ctx, vehicle),
    lastReading(ctx, vehicle, engineHours),
  ])
  return last && powerOf(last, system, hours?.data ?? null)
}

export async function powerHistory(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
  detail: HistoryDetail,
): Promise<Power[]> {
  const [rows, system, hours] = await Promise.all([
    readingsOf(ctx, vehicle, power, from, to, detail),
    systemNow(ctx, vehicle),
    readingsOf(ctx, vehicle, engineHours, from - HOURS_KEPT, to),
  ])
  // a lorry's battery that is ruined by now was one of 24 V all the same
  const of = rows.some(({ data }) => (data.external_voltage ?? 0) >= SHOWS_24_V) ? 24 : system
  const held = heldAt(
    rows.map(r => r.at),
    hours,
  )
  return rows.map((row, i) => powerOf(row, of, held[i] ?? null))
}
