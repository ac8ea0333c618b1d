// The newest values and the history of a declared measurement, for one vehicle that the caller may see.
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type HistoryDetail, lastReading, readingsOf } from '../../telemetry/pipeline/queries.ts'
import {
  type Answer,
  datedAnswer,
  heldAt,
  type Measures,
  type MeasureValues,
  type Memory,
} from './measures.ts'

async function rememberedNow<D, M>(
  ctx: Context,
  { vehicle_id }: VisibleVehicle,
  memory: Memory<D, M> | undefined,
): Promise<M | null> {
  if (memory === undefined) return null
  const row = await ctx.db
    .selectFrom('vehicle_state')
    .where('vehicle_id', '=', vehicle_id)
    .select('memory')
    .executeTakeFirst()
  return memory.read(row?.memory[memory.name])
}

type DatedAnswer<V extends MeasureValues> = Answer<V> & {
  readonly id: string
  readonly message_datetime: string
}
/** null: nothing was received yet, or nothing that the caller may see. */
export async function lastMeasures<D extends object, V extends MeasureValues, M, B extends object>(
  ctx: Context,
  vehicle: VisibleVehicle,
  { reading, memory, beside, answer }: Measures<D, V, M, B>,
): Promise<DatedAnswer<V> | null> {
  const [last, remembered, other] = await Promise.all([
    lastReading(ctx, vehicle, reading),
    rememberedNow(ctx, vehicle, memory),
    beside === undefined ? null : lastReading(ctx, vehicle, beside.reading),
  ])
  return last && datedAnswer(last.at, answer(last.data, remembered, other?.data ?? null))
}

/** Those of a period, oldest first. */
export async function measuresHistory<
  D extends object,
  V extends MeasureValues,
  M,
  B extends object,
>(
  ctx: Context,
  vehicle: VisibleVehicle,
  { reading, memory, beside, answer }: Measures<D, V, M, B>,
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
  const held = heldAt(
    rows.map(({ at }) => at),
    others,
  )
  return rows.map(({ at, data }, i) => datedAnswer(at, answer(data, remembered, held[i] ?? null)))
}
