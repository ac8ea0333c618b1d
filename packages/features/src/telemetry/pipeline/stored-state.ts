// Writes the state of a vehicle as it is stored, and reads it again.
import { sameJson } from '@flotta/core/derivation.ts'
import { type JsonWriter, jsonText } from '@flotta/core/json-writer.ts'
import type { Reading } from '@flotta/core/reading.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { readings } from '../../kinds.ts'
import { memoryOf, memoryTextAt, writesOfDerivations } from './derivations.ts'
import { type LatestEntry, latestOf, writeEntry } from './latest.ts'
import { initialMotion, storedMotion } from './motion.ts'
import type { VehicleState } from './state.ts'

/** The column `latest`: readings by their kind. */
export function writeLatest({ latest }: VehicleState, out: JsonWriter): void {
  let separator = '{'
  for (let i = 0; i < latest.length; i++) {
    const latestReading = latest[i]
    if (!latestReading) continue
    out.raw(separator)
    out.raw(latestKeys[i] as string)
    writeEntry(readings[i] as Reading, latestReading, out)
    separator = ','
  }
  out.raw(separator === '{' ? '{}' : '}')
}
const latestKeys = readings.map(({ kind }) => `"${kind}":`)
/**
 * The column `memory`: motion and the states of all derivations. The text of an unchanged state is
 * reused where its derivation does not write it by itself.
 */
export function writeMemory({ motion, memory, texts }: VehicleState, out: JsonWriter): void {
  out.raw('{"motion":')
  storedMotion.write(motion, out)
  for (let i = 0; i < memory.length; i++) {
    texts[i] ??= memoryTextAt(i, memory[i])
    const text = texts[i] as string
    if (text === '') continue
    out.raw(text)
    writesOfDerivations[i]?.(memory[i], out)
  }
  out.raw('}')
}

/** Both columns, read. */
export interface StoredState {
  readonly latest: Readonly<Record<string, LatestEntry>>
  readonly memory: Readonly<Record<string, unknown>>
}
export function readStoredState({
  latest,
  memory: { motion, ...memory },
}: StoredState): Pick<VehicleState, 'latest' | 'motion' | 'memory' | 'texts'> {
  return {
    latest: readings.map(reading => {
      const entry = latest[reading.kind]
      return entry === undefined ? null : latestOf(reading, entry, memory[reading.kind])
    }),
    motion: motion === undefined ? initialMotion : storedMotion.read(motion),
    memory: memoryOf(memory),
    texts: [],
  }
}

/** The whole state as JSON: what a checkpoint keeps. */
export interface StateJson extends StoredState {
  readonly at: number | null
  readonly seq: number
  readonly gps_datetime: number | null
  readonly fix: Fix | null
  readonly moving: boolean | null
}
export function stateText(s: VehicleState): string {
  const { at, seq, gps_datetime, fix, moving } = s
  const head = JSON.stringify({
    at: Number.isFinite(at) ? at : null,
    seq,
    gps_datetime,
    fix,
    moving,
  })
  return jsonText(out => {
    out.raw(`${head.slice(0, -1)},"latest":`)
    writeLatest(s, out)
    out.raw(',"memory":')
    writeMemory(s, out)
    out.raw('}')
  })
}
export const stateOf = (json: StateJson): VehicleState => ({
  at: json.at ?? Number.NEGATIVE_INFINITY,
  seq: json.seq,
  gps_datetime: json.gps_datetime,
  fix: json.fix,
  moving: json.moving,
  ...readStoredState(json),
})
/** Whether both states are equal, even where one was written in an older form. */
export const isSameState = (json: StateJson, state: VehicleState): boolean =>
  sameJson(JSON.parse(stateText(stateOf(json))), JSON.parse(stateText(state)))
