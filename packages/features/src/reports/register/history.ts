// The history for the chart of the refrigeration panel: the readings that reports and receipts are made of, with the states of the unit.
import { instantOf } from '@flotta/core/time.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import type { ColdRow } from '../../services/eyecold/contract.ts'
import { fridge } from '../../services/eyecold/kinds.ts'
import { together } from '../../services/eyecold/rules.ts'
import { readingsOf } from '../../telemetry/pipeline/queries.ts'
import { temperatureReadings } from './period.ts'

const NO_TEMPERATURE = { T1: null, T2: null, T3: null, T4: null }
const NO_FRIDGE = {
  setpoint_t1: null,
  setpoint_t2: null,
  setpoint_t3: null,
  overall_status: null,
  alarm_status: null,
  operation_status_c1: null,
  operation_status_c2: null,
  operation_status_c3: null,
}
const fridgeFields = Object.keys(NO_FRIDGE) as (keyof typeof NO_FRIDGE)[]
type FridgeRow = { -readonly [K in keyof typeof NO_FRIDGE]: number | null }
const fridgeRow = (data: Readonly<FridgeRow>): FridgeRow =>
  Object.fromEntries(fridgeFields.map(name => [name, data[name]])) as FridgeRow

/** @param points about how many points of each; extremes and gaps are kept */
export async function historyOf(
  ctx: Context,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
  points: number,
): Promise<ColdRow[]> {
  const [temperatures, units] = await Promise.all([
    temperatureReadings(ctx, vehicle, from, to, points),
    readingsOf(ctx, vehicle, fridge, from, to, { points, rows: 'steady' }),
  ])
  return together(temperatures, units).map(({ at, a, b }) => ({
    message_datetime: instantOf(at),
    ...(a ?? NO_TEMPERATURE),
    ...(b === null ? NO_FRIDGE : fridgeRow(b)),
  }))
}
