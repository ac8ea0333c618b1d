// The state of a vehicle after its newest record, and how one more record changes it. Pure: live
// records and replays use the same functions.
import type { Derivation, EmittedEffect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import type { Reading } from '@flotta/core/reading.ts'
import type { Fix, ReadingKinds } from '@flotta/core/telemetry.ts'
import { emptySample, readings } from '../../kinds.ts'
import { type VehicleMotion, vehicleMotion } from '../motion/derive.ts'
import { derivations, derivationsByNeed, type Memory, startMemory } from './derivations.ts'
import { ignition } from './kinds.ts'
import { type LatestReading, updateLatest } from './latest.ts'
import { initialMotion, type Motion, updateMotion } from './motion.ts'
import type { NormalisedRecord } from './normalise.ts'

/** One batch at a time owns the state, changes it in place and drops it after a failure. */
export interface VehicleState {
  /** Time and `seq` of the newest record; `at` is −Infinity before the first record. */
  at: number
  seq: number
  /** The last believed fix and its time. */
  gps_datetime: number | null
  fix: Fix | null
  moving: boolean | null
  /** The newest value of each reading, by its index; null: there was none yet. */
  latest: (LatestReading | null)[]
  motion: Motion
  memory: Memory
  /** The part of each state of `memory` as it was last written (`memoryTextAt`); undefined: it has changed since. */
  texts: (string | undefined)[]
}

export const newState = (): VehicleState => ({
  at: Number.NEGATIVE_INFINITY,
  seq: 0,
  gps_datetime: null,
  fix: null,
  moving: null,
  latest: readings.map(() => null),
  motion: initialMotion,
  memory: startMemory(),
  texts: [],
})

export const isAfter = (
  at: number,
  seq: number,
  state: { readonly at: number; readonly seq: number },
): boolean => at > state.at || (at === state.at && seq > state.seq)

/** The total in whole metres; null before the first fix or odometer value. */
export const odometerOf = (state: VehicleState): number | null =>
  state.motion.total === null ? null : Math.min(2_147_483_647, Math.round(state.motion.total))

/** The newest value of the ignition. */
export const ignitionOf = (state: VehicleState): boolean | null =>
  (state.latest[IGNITION]?.data as ReadingKinds['ignition'] | undefined)?.ignition ?? null
/** What the vehicle does. */
export const vehicleMotionOf = ({ memory }: Pick<VehicleState, 'memory'>): VehicleMotion =>
  memory[MOTION] as VehicleMotion
const MOTION = derivations.findIndex(d => d.name === vehicleMotion.name)
const IGNITION = readings.findIndex(r => r.kind === ignition.kind)

/**
 * Applies one record to the state and appends the effects to `emitted`. Records come in the order
 * of (at, seq).
 */
export function applyRecord(
  state: VehicleState,
  facts: VehicleFacts,
  at: number,
  seq: number,
  fix: Fix | null,
  record: NormalisedRecord,
  effects: EmittedEffect[],
): void {
  const { motion } = state
  const { moving, odometer, readings: recordReadings } = record
  const motionUpdate = updateMotion(motion, at, record)
  sample.at = at
  sample.seq = seq
  sample.position = motionUpdate.isPlausible ? record.position : null
  sample.previous =
    motion.at === null
      ? null
      : { at: motion.at, latitude: motion.latitude, longitude: motion.longitude }
  sample.travelled = motionUpdate.travelled
  sample.moving = moving
  sample.odometer = odometer
  for (const { index, data } of recordReadings)
    sampleFields[(readings[index] as Reading).kind] =
      index === IGNITION ? (data as ReadingKinds['ignition']).ignition : data
  state.at = at
  state.seq = seq
  state.motion = motionUpdate.motion
  if (motionUpdate.isPlausible) {
    state.fix = fix
    state.gps_datetime = at
  }
  if (moving !== null) state.moving = moving
  for (const { index, data } of recordReadings) {
    const reading = readings[index] as Reading
    const { known, worth } = updateLatest(state.latest[index] ?? null, reading, at, data)
    state.latest[index] = known
    if (worth)
      effects.push({
        vehicle_id: facts.vehicle_id,
        by: at,
        seq,
        effect: { effect: 'reading', kind: reading.kind, data: known.data },
      })
  }
  try {
    stepDerivations(state, recordReadings, facts, effects)
  } finally {
    for (const { index } of recordReadings) sampleFields[(readings[index] as Reading).kind] = null
  }
}

/**
 * The sample of the current record. One object serves all records, so that none is allocated for each; no derivation keeps it. Between two records it has no
 * readings.
 */
const sample: { -readonly [K in keyof Sample]: Sample[K] } = { ...emptySample }
const sampleFields: Record<string, unknown> = sample

/** Which derivations are stepped for the current record. */
const dueDerivations = new Uint8Array(derivations.length)
function markDue(indices: readonly number[]): void {
  for (const i of indices) dueDerivations[i] = 1
}

function stepDerivations(
  state: VehicleState,
  recordReadings: NormalisedRecord['readings'],
  facts: VehicleFacts,
  effects: EmittedEffect[],
): void {
  dueDerivations.fill(0)
  markDue(derivationsByNeed.always)
  if (sample.position !== null) markDue(derivationsByNeed.position)
  if (sample.moving !== null) markDue(derivationsByNeed.moving)
  for (const { index } of recordReadings)
    markDue(derivationsByNeed.readings[index] as readonly number[])
  // Motion comes first, because other derivations read it.
  if (dueDerivations[MOTION] !== 0) stepDerivation(MOTION, state, facts, effects)
  dueDerivations[MOTION] = 0
  sample.motion = vehicleMotionOf(state)
  for (let i = 0; i < dueDerivations.length; i++)
    if (dueDerivations[i] !== 0) stepDerivation(i, state, facts, effects)
}

function stepDerivation(
  i: number,
  { memory, texts }: VehicleState,
  facts: VehicleFacts,
  effects: EmittedEffect[],
): void {
  const next = (derivations[i] as Derivation).step(memory[i], sample, facts)
  if (next === null) return
  memory[i] = next.state
  texts[i] = undefined
  if (next.effects)
    for (const effect of next.effects)
      effects.push({ vehicle_id: facts.vehicle_id, by: sample.at, seq: sample.seq, effect })
}
