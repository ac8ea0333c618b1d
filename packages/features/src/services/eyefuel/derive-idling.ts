// What a vehicle burns while it idles, by the engine's total or rate. Pure.
import { derivation, type Effect, type Sample } from '@flotta/core/derivation.ts'
import { HOUR } from '@flotta/core/time.ts'
import { type IdlingFuel, idlingFuel } from './kinds.ts'

/** Litres per hour beyond which the total must have jumped. */
const MOST_RATE = 100
/** Litres by which a coarse total grows at a time. */
const STEP = 1

/** The current stretch of idling. */
interface IdlingMemory {
  /** epoch ms */
  readonly since: number
  /** Until when it was measured, and the engine's values then. */
  readonly at: number
  readonly used: number | null
  readonly rate: number | null
  readonly measured: number
  readonly litres: number
}

export const idlingConsumption = derivation<IdlingMemory | null>({
  name: 'idling_fuel',
  needs: ['consumption', 'moving', 'ignition', 'engine'],
  start: null,
  step(memory, sample) {
    const since = idlingSince(sample)
    if (memory === null)
      return since === null || sample.consumption === null
        ? null
        : { state: beginning(since, sample.at, sample.consumption) }
    const now =
      sample.consumption === null ? memory : withConsumption(memory, sample.at, sample.consumption)
    if (since === memory.since) return now === memory ? null : { state: now }
    const state =
      since === null || sample.consumption === null
        ? null
        : beginning(since, sample.at, sample.consumption)
    if (now.measured === 0) return { state }
    const data: IdlingFuel = {
      idled_since: now.since,
      measured: now.measured,
      litres: Math.round(now.litres * 100) / 100,
    }
    const effect: Effect<'reading'> = { effect: 'reading', kind: idlingFuel.kind, data }
    return { state, effects: [effect] }
  },
})

const idlingSince = ({ motion }: Sample): number | null =>
  motion?.motion === 'idling' ? motion.since : null

type Consumption = NonNullable<Sample['consumption']>
const beginning = (since: number, at: number, { used, rate }: Consumption): IdlingMemory => ({
  since,
  at,
  used,
  rate,
  measured: 0,
  litres: 0,
})

function withConsumption(
  memory: IdlingMemory,
  at: number,
  { used, rate }: Consumption,
): IdlingMemory {
  const hours = (at - memory.at) / HOUR
  const counted = used === null || memory.used === null ? null : used - memory.used
  const isPlausible = counted !== null && counted >= 0 && counted <= hours * MOST_RATE + STEP
  const litres = isPlausible ? counted : memory.rate === null ? null : memory.rate * hours
  return {
    ...memory,
    at,
    used,
    rate,
    measured: memory.measured + (litres === null ? 0 : at - memory.at),
    litres: memory.litres + (litres ?? 0),
  }
}
