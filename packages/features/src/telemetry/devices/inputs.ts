// The inputs and sensors of a device that can be wired, and their newest changes. Whoever opens a door finds its input as the one that changed last. Pure.
import { source } from '@flotta/core/reading.ts'
import type { RecordValues } from '@flotta/core/record-values.ts'
import { type Word, words } from '@flotta/core/telemetry.ts'
import { MINUTE } from '@flotta/core/time.ts'
import type { DeviceInput } from '../registry/contract.ts'

/** Words by which a device reports about itself; they are not offered for wiring. */
const OF_ITSELF =
  /^(movement|receipt_time|idling|out\d|eye_low_battery\d|driver\d_present|.*geofence.*)$/
const SENSOR = /^(ble_|probe_|eye_)?temp\d$/
/** Degrees, and the time in which a sensor must rise or fall by them: a hand that warms it does. */
const WARMTH = 1
const WARMS_WITHIN = 3 * MINUTE

/**
 * The words of a device family that stand for an input or a temperature sensor.
 * @param usualWords words that have a meaning without wiring
 */
export function inputWords(
  profileWords: Iterable<Word>,
  usualWords: ReadonlySet<Word>,
): readonly Word[] {
  return [...new Set(profileWords)].filter(
    word =>
      SENSOR.test(word) ||
      (words[word] === 'bool' && !usualWords.has(word) && !OF_ITSELF.test(word)),
  )
}

interface InputTrace {
  readonly word: Word
  value: number
  at: number
  before: number | null
  changed_at: number | null
  /** The values of the last `WARMS_WITHIN`; only for sensors. */
  readonly recent: { readonly at: number; readonly value: number }[]
}

/** Collects the changes of inputs from records, which are read in the order of time. */
export class InputReader {
  readonly #traces = new Map<Word, InputTrace>()
  readonly #places: readonly (readonly [Word, number])[]

  constructor(inputs: readonly Word[]) {
    this.#places = inputs.map(word => [word, source(word).place])
  }

  add(at: number, { numbers }: RecordValues): void {
    for (const [word, place] of this.#places) {
      const value = numbers[place] as number
      if (!Number.isNaN(value)) this.#read(word, at, value)
    }
  }

  #read(word: Word, at: number, value: number): void {
    const trace = this.#traces.get(word)
    if (trace === undefined) {
      const recent = [{ at, value }]
      this.#traces.set(word, { word, value, at, before: null, changed_at: null, recent })
      return
    }
    if (SENSOR.test(word)) warm(trace, at, value)
    else if (value !== trace.value) Object.assign(trace, { before: trace.value, changed_at: at })
    Object.assign(trace, { at, value })
  }

  /** The newest change first; inputs without a change follow in the order of the family. */
  inputs(): DeviceInput[] {
    return [...this.#traces.values()]
      .sort((a, b) => (b.changed_at ?? 0) - (a.changed_at ?? 0))
      .map(({ word, value, at, before, changed_at }) => ({
        word,
        value,
        at: new Date(at).toISOString(),
        before,
        changed_at: changed_at === null ? null : new Date(changed_at).toISOString(),
      }))
  }
}

/** A temperature counts as changed when it differs by `WARMTH` from a value of the last `WARMS_WITHIN`. */
function warm(trace: InputTrace, at: number, value: number): void {
  const { recent } = trace
  recent.push({ at, value })
  while ((recent[0]?.at ?? at) < at - WARMS_WITHIN) recent.shift()
  const farthest = recent.reduce((far, reading) =>
    Math.abs(reading.value - value) > Math.abs(far.value - value) ? reading : far,
  )
  if (Math.abs(farthest.value - value) < WARMTH) return
  trace.before = farthest.value
  trace.changed_at = at
}
