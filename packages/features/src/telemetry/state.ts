// What is known of a vehicle after its newest record, and how one more record changes it. Pure: the same for live records and for a replay.
import type { Derivation, Emitted, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { derivations, type Memory, memoryJson, memoryOf, memoryText, needed, spoken, startMemory } from './derivations.ts'
import { atRest, type Motion, move, storedMotion } from './motion.ts'
import type { Said } from './normalise.ts'

/** Kind → time and value of its newest. */
export type Latest = Record<string, readonly [at: number, data: object]>

/** Owned by one batch at a time, which changes it in place and forgets it when it fails. */
export interface VehicleState {
  /** Time and checksum of the newest record; `at` −Infinity: never heard. */
  at: number
  seq: number
  /** The last believed fix and its time. */
  gps_datetime: number | null
  fix: Fix | null
  moving: boolean | null
  ignition: boolean | null
  latest: Latest
  motion: Motion
  memory: Memory
  /** JSON of each state of `memory` as it was last written; undefined: it has changed since. */
  texts: (string | undefined)[]
}

export const unheard = (): VehicleState => ({
  at: Number.NEGATIVE_INFINITY,
  seq: 0,
  gps_datetime: null,
  fix: null,
  moving: null,
  ignition: null,
  latest: {},
  motion: atRest,
  memory: startMemory(),
  texts: [],
})

export const isAfter = (at: number, seq: number, state: { readonly at: number; readonly seq: number }): boolean =>
  at > state.at || (at === state.at && seq > state.seq)

/** Kilometres as shown come from it: whole metres, null until the vehicle was ever located or told its total. */
export const odometerOf = (state: VehicleState): number | null => (state.motion.total === null ? null : Math.min(2_147_483_647, Math.round(state.motion.total)))

/** Takes one record in; records come in the order of (at, seq). Effects go to `emitted`. */
export function advance(state: VehicleState, facts: VehicleFacts, at: number, seq: number, fix: Fix | null, said: Said, emitted: Emitted[]): void {
  const { motion } = state
  const moved = move(motion, at, said)
  const sample: Sample = {
    at,
    seq,
    position: moved.believed ? said.position : null,
    previous: motion.at === null ? null : { at: motion.at, latitude: motion.latitude, longitude: motion.longitude },
    travelled: moved.travelled,
    moving: said.moving,
    ignition: said.ignition,
    odometer: said.odometer,
    power: said.power,
    temperature: said.temperature,
  }
  state.at = at
  state.seq = seq
  state.motion = moved.motion
  if (moved.believed) {
    state.fix = fix
    state.gps_datetime = at
  }
  if (said.moving !== null) state.moving = said.moving
  if (said.ignition !== null) {
    state.ignition = said.ignition
    state.latest.ignition = [at, { ignition: said.ignition }]
  }
  if (said.power !== null) state.latest.power = [at, said.power]
  if (said.temperature !== null) state.latest.temperature = [at, said.temperature]
  step(state, sample, facts, emitted)
}

function step(state: VehicleState, sample: Sample, facts: VehicleFacts, emitted: Emitted[]): void {
  const { memory, texts } = state
  const speaksOf = spoken(sample)
  for (let i = 0; i < derivations.length; i++) {
    if (((needed[i] as number) & speaksOf) === 0) continue
    const next = (derivations[i] as Derivation).step(memory[i], sample, facts)
    if (next === null) continue
    memory[i] = next.state
    texts[i] = undefined
    if (next.effects) for (const effect of next.effects) emitted.push({ vehicle_id: facts.vehicle_id, by: sample.at, seq: sample.seq, effect })
  }
}

/** The whole state as JSON: what a checkpoint keeps. */
export interface StateJson {
  readonly at: number | null
  readonly seq: number
  readonly gps_datetime: number | null
  readonly fix: Fix | null
  readonly moving: boolean | null
  readonly ignition: boolean | null
  readonly latest: Latest
  readonly memory: Readonly<Record<string, unknown>>
}
export const stateJson = (s: VehicleState): StateJson => ({
  at: Number.isFinite(s.at) ? s.at : null,
  seq: s.seq,
  gps_datetime: s.gps_datetime,
  fix: s.fix,
  moving: s.moving,
  ignition: s.ignition,
  latest: s.latest,
  memory: rememberedJson(s),
})
export const stateOf = (json: StateJson): VehicleState => ({
  at: json.at ?? Number.NEGATIVE_INFINITY,
  seq: json.seq,
  gps_datetime: json.gps_datetime,
  fix: json.fix,
  moving: json.moving,
  ignition: json.ignition,
  latest: { ...json.latest },
  ...rememberedOf(json.memory),
})

/** Motion and derivations under one roof: the column `memory`. */
const rememberedJson = (s: VehicleState): Record<string, unknown> => ({ motion: s.motion, ...memoryJson(s.memory) })
/** The same as JSON text; most derivations have not changed since it was last asked for. */
export function rememberedText({ motion, memory, texts }: VehicleState): string {
  let text = `{"motion":${storedMotion.text(motion)}`
  for (let i = 0; i < memory.length; i++) {
    texts[i] ??= memoryText(i, memory[i])
    text += texts[i]
  }
  return `${text}}`
}
export function rememberedOf(json: Readonly<Record<string, unknown>>): Pick<VehicleState, 'motion' | 'memory' | 'texts'> {
  const { motion, ...memory } = json
  return { motion: motion === undefined ? atRest : storedMotion.read(motion), memory: memoryOf(memory), texts: [] }
}
