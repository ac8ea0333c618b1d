// The newest values and the history of a declared measurement, for one vehicle that the caller may see.
import { periodRange } from '@flotta/core/contract.ts'
import { type Context, handle, type VisibleVehicle } from '@flotta/platform/feature.ts'
import { type HistoryDetail, lastReading, readingsOf } from '../../telemetry/pipeline/queries.ts'
import {
  type Answer,
  datedAnswer,
  heldAt,
  type Measures,
  type MeasureValues,
  type Memory,
  type measureEndpoints,
} from './measures.ts'

async function rememberedNow(
  ctx: Context,
  { vehicle_id }: VisibleVehicle,
  memory: Memory | undefined,
): Promise<unknown> {
  if (memory === undefined) return null
  const row = await ctx.db
    .selectFrom('vehicle_state')
    .where('vehicle_id', '=', vehicle_id)
    .select('memory')
    .executeTakeFirst()
  return memory.read(row?.memory[memory.name])
}

type DatedAnswer<V extends MeasureValues> = ReturnType<typeof datedAnswer<Answer<V>>>
/** null: nothing was received yet, or nothing that the caller may see. */
export async function lastMeasures<V extends MeasureValues>(
  ctx: Context,
  vehicle: VisibleVehicle,
  { reading, memory, beside, answer }: Measures<V>,
): Promise<DatedAnswer<V> | null> {
  const [last, remembered, otherReading] = await Promise.all([
    lastReading(ctx, vehicle, reading),
    rememberedNow(ctx, vehicle, memory),
    beside === undefined ? null : lastReading(ctx, vehicle, beside.reading),
  ])
  return last && datedAnswer(last.at, answer(last.data, remembered, otherReading?.data))
}

/** The values of a period, oldest first. */
export async function measuresHistory<V extends MeasureValues>(
  ctx: Context,
  vehicle: VisibleVehicle,
  { reading, memory, beside, answer }: Measures<V>,
  { from, to }: { readonly from: number; readonly to: number },
  detail: HistoryDetail = {},
): Promise<DatedAnswer<V>[]> {
  const [rows, now, others] = await Promise.all([
    readingsOf(ctx, vehicle, reading, from, to, detail),
    rememberedNow(ctx, vehicle, memory),
    beside === undefined
      ? []
      : readingsOf(ctx, vehicle, beside.reading, from - beside.kept_every, to),
  ])
  const history = rows.map(({ data }) => data)
  const remembered = memory === undefined || now === null ? now : memory.ofHistory(now, history)
  const moments = rows.map(({ at }) => at)
  const otherData = heldAt(moments, others)
  return rows.map(({ at, data }, i) => datedAnswer(at, answer(data, remembered, otherData[i])))
}

/** Answers both endpoints of a service. */
export function measureHandlers<V extends MeasureValues>(
  { data, history }: ReturnType<typeof measureEndpoints>,
  measures: Measures<V>,
) {
  return [
    handle(data, ({ vehicle, ctx }) => lastMeasures(ctx, vehicle, measures)),
    handle(history, ({ vehicle, query, ctx }) => {
      const [from, to] = periodRange(query)
      return measuresHistory(ctx, vehicle, measures, { from, to }, query)
    }),
  ]
}
