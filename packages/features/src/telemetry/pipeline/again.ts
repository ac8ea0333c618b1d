// Derives a vehicle's last days again with other facts than the real ones and writes nothing: it shows what would have happened.
import { type ByTime, valueAt } from '@flotta/core/by-time.ts'
import type { EmittedEffect, VehicleFacts } from '@flotta/core/derivation.ts'
import { Problem } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Context, OwnVehicle } from '@flotta/platform/feature.ts'
import { WorkSlicer } from '@flotta/platform/work-slicer.ts'
import { UnpackedDay } from '../packs/queries.ts'
import { mountAt } from '../registry/rules.ts'
import { normaliseRecord } from './derive-batch.ts'
import { vehicleFacts } from './facts-by-time.ts'
import { loadAfter } from './positions.ts'
import { BEFORE_ANY_SEQ, replayStartOf } from './replay.ts'
import { applyRecord, newState } from './state.ts'
import { stateOf } from './stored-state.ts'
import { mountsOf, noWords, wordsOf } from './words.ts'

/** Records between two looks at the clock, and records that are read at a time. */
const LOOK_EVERY = 32
const CHUNK = 2_000
/** The replay begins this much earlier, so that nothing that derivations remember from the real facts is left. */
const WARM_UP = DAY

export interface DeriveAgainOptions {
  /** Epoch ms: effects since then are returned. */
  readonly from: number
  readonly facts: (facts: VehicleFacts) => VehicleFacts
  /** Only effects that pass are kept. */
  readonly isKept: (effect: EmittedEffect) => boolean
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** The effects from `from` to now, in order. Pauses every few milliseconds so that the process serves others meanwhile. */
export async function deriveAgain(
  ctx: Context,
  { vehicle_id }: OwnVehicle,
  { from, facts, isKept, signal }: DeriveAgainOptions,
): Promise<EmittedEffect[]> {
  const now = ctx.now()
  const [checkpoint, loadedFacts, mounts] = await Promise.all([
    replayStartOf(vehicle_id, from - WARM_UP, ctx),
    vehicleFacts.load(ctx.pool, [vehicle_id]),
    mountsOf(ctx, [vehicle_id]),
  ])
  const factsByTime: ByTime<VehicleFacts> = (
    loadedFacts.get(vehicle_id) ?? vehicleFacts.unknown(vehicle_id)
  ).map(({ until, value }) => ({ until, value: facts(value) }))
  const state = checkpoint === null ? newState() : stateOf(checkpoint.state)
  const keptEffects: EmittedEffect[] = []
  const breath = new WorkSlicer()
  const unpackedDay = new UnpackedDay()
  for (let last = CHUNK; last === CHUNK; ) {
    const [at, seq] = Number.isFinite(state.at)
      ? [state.at, state.seq]
      : [checkpoint?.from ?? 0, BEFORE_ANY_SEQ]
    const records = await loadAfter(ctx.pool, vehicle_id, Math.max(at, 0), seq, CHUNK, unpackedDay)
    last = records.length
    const effects: EmittedEffect[] = []
    for (let i = 0; i < records.length; i++) {
      const record = records[i] as (typeof records)[number]
      if (record.at > now) return keptEffects
      const mount = mountAt(mounts.get(vehicle_id) ?? [], record.at)
      applyRecord(
        state,
        valueAt(factsByTime, record.at),
        record.at,
        record.seq,
        record.fix,
        normaliseRecord({ ...record, words: mount ? wordsOf(ctx, mount) : noWords }, state),
        effects,
      )
      if (i % LOOK_EVERY !== 0 || !breath.due) continue
      await breath.nextSlice()
      if (signal.aborted) throw new Problem('unavailable')
    }
    for (const effect of effects) if (effect.by >= from && isKept(effect)) keptEffects.push(effect)
  }
  return keptEffects
}
