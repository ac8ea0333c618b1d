// Which values are kept as readings: a value is stored when it has changed enough, and every quarter of an hour all the same.
import { type Derivation, derivation, type Need, type Sample } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'

const KEPT_EVERY = 15 * MINUTE
/** Volts, percent and °C that make a difference. */
const VOLTS = 0.2
const PERCENT = 5
const DEGREES = 0.1

/** Last stored value and its time. */
type Kept<T> = readonly [at: number, data: T] | null

function keeping<T extends object>(kind: Need & string, of: (sample: Sample) => T | null, differs: (a: T, b: T) => boolean, every: number): Derivation {
  return derivation<Kept<T>>({
    name: kind,
    needs: [kind],
    start: null,
    step(kept, sample) {
      const data = of(sample)
      if (data === null || (kept !== null && sample.at - kept[0] < every && !differs(kept[1], data))) return null
      return { state: [sample.at, data], effects: [{ effect: 'reading', kind, data }] }
    },
  })
}

/** Apart by `least` or more (in whole thousandths, so that 12.2 − 12.0 is 0.2), or one of them missing. */
export function apart(a: number | null, b: number | null, least: number): boolean {
  if (a === null || b === null) return a !== b
  return Math.round(Math.abs(a - b) * 1e3) >= Math.round(least * 1e3)
}

export const derivations: readonly Derivation[] = [
  keeping(
    'ignition',
    s => (s.ignition === null ? null : { ignition: s.ignition }),
    (a, b) => a.ignition !== b.ignition,
    Number.POSITIVE_INFINITY,
  ),
  keeping(
    'power',
    s => s.power,
    (a, b) =>
      apart(a.external_voltage, b.external_voltage, VOLTS) ||
      apart(a.battery_voltage, b.battery_voltage, VOLTS) ||
      apart(a.battery_capacity, b.battery_capacity, PERCENT),
    KEPT_EVERY,
  ),
  keeping(
    'temperature',
    s => s.temperature,
    (a, b) => apart(a.T1, b.T1, DEGREES) || apart(a.T2, b.T2, DEGREES) || apart(a.T3, b.T3, DEGREES) || apart(a.T4, b.T4, DEGREES),
    KEPT_EVERY,
  ),
]
