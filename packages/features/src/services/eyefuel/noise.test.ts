// Tanks over some days with sensors as they really behave: noise, slopping fuel, coarse steps, hills, pauses. The computed consumption must equal the real
// one.
import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { storedText } from '@flotta/core/state-codec.ts'
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { bookOf, type FuelBook, type LevelRow } from './balance.ts'
import { derivations } from './derive.ts'
import { type TankMemory, tankMemory } from './derive-memory.ts'
import type { Fuel } from './kinds.ts'
import { tankOf } from './rules.ts'

interface Sensor {
  /** The largest noise of the level, percent of the tank. */
  readonly trembles: number
  /** The resolution of the level, percent. */
  readonly step: number
  /** The level is reported only while the engine is on. */
  readonly onlyOn: boolean
  /** Seconds between two records while it drives. */
  readonly every: number
}
/** What happens to a tank in a day, in percent of it, and when. */
interface Plan {
  readonly litres_100_km: number
  readonly km: number
  /** The level after refuelling at noon, percent; null: no refuelling. */
  readonly filled: number | null
  /** Percent stolen at night; null: no theft. */
  readonly stolen: number | null
  /** Minutes that refuelling takes; 0: nothing is reported meanwhile. */
  readonly pumping: number
}
interface Truth {
  readonly burned: number
  readonly refuelled: number
  readonly stolen: number
}

const LITRES = 600
const FACTS: VehicleFacts = {
  vehicle_id: 1,
  vehicle_type: 'T',
  configurations: {},
  watchers: [],
  tank: tankOf({ tank_capacity_l: String(LITRES) }),
}
/** mulberry32: the same noise for the same seed. */
function randomOf(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A tank over days that begin at midnight: the vehicle leaves at six, is refuelled at noon, drives on, and stands from the evening. */
function recordsOf(
  plans: readonly Plan[],
  sensor: Sensor,
  seed: number,
): { samples: Sample[]; truth: Truth[] } {
  const random = randomOf(seed)
  const samples: Sample[] = []
  const truth: Truth[] = []
  let level = 70
  // the first record of the vehicle
  const tell = (at: number, ignition: boolean, metres: number, drives: boolean, hill = 0) => {
    const measured = level + hill + (random() * 2 - 1) * sensor.trembles
    const percent = Math.min(100, Math.max(0, Math.round(measured / sensor.step) * sensor.step))
    samples.push({
      ...emptySample,
      at,
      moving: drives,
      ignition,
      travelled: metres,
      position: {
        latitude: 45,
        longitude: 9,
        altitude: 0,
        direction: 0,
        speed: drives ? 75 : 0,
        satellites: 9,
        moving: drives,
      },
      tank:
        sensor.onlyOn && !ignition
          ? null
          : {
              tank_usage: Math.round(percent * 10) / 10,
              tank_litres: null,
              tank_raw: null,
              cap: null,
              armed: null,
            },
    })
  }
  /** Drives some km at 75 km/h, over a hill or two. */
  const drive = (from: number, km: number, litres_100_km: number): number => {
    const records = Math.max(1, Math.round((km / 75) * (HOUR / SECOND / sensor.every)))
    for (let i = 1; i <= records; i++) {
      level -= ((km / records / 100) * litres_100_km * 100) / LITRES
      const hill = 2 * Math.sin((i * sensor.every) / 600) ** 9
      tell(from + i * sensor.every * SECOND, true, (km / records) * 1_000, true, hill)
    }
    return from + records * sensor.every * SECOND
  }
  const stand = (from: number, to: number, every: number, ignition: boolean) => {
    for (let at = from; at < to; at += every) tell(at, ignition, 0, false)
  }
  stand(-10 * MINUTE, 0, MINUTE, true)
  for (const [d, { litres_100_km, km, filled, stolen, pumping }] of plans.entries()) {
    const midnight = d * DAY
    const robbed = stolen === null ? null : midnight + 3 * HOUR
    stand(midnight, robbed ?? midnight + 6 * HOUR - 3 * MINUTE, 15 * MINUTE, false)
    if (robbed !== null && stolen !== null) {
      for (let i = 0; i < 6; i++) {
        level -= stolen / 6
        tell(robbed + i * MINUTE, false, 0, false)
      }
      stand(robbed + 15 * MINUTE, midnight + 6 * HOUR - 3 * MINUTE, 15 * MINUTE, false)
    }
    stand(midnight + 6 * HOUR - 3 * MINUTE, midnight + 6 * HOUR, MINUTE, true)
    let at = drive(midnight + 6 * HOUR, km / 2, litres_100_km)
    stand(at + MINUTE, at + 4 * MINUTE, MINUTE, true)
    at += 5 * MINUTE
    let refuelled = 0
    if (filled !== null && filled - level > 15) {
      refuelled = filled - level
      if (pumping === 0) level = filled
      else
        for (let i = 0; i < pumping; i++) {
          level += refuelled / pumping
          tell(at + i * MINUTE, false, 0, false)
        }
    }
    const leaves = at + 30 * MINUTE
    stand(at + (pumping + 2) * MINUTE, leaves - 5 * MINUTE, 5 * MINUTE, false)
    stand(leaves - 3 * MINUTE, leaves, MINUTE, true)
    at = drive(leaves, km / 2, litres_100_km)
    stand(at + MINUTE, at + 4 * MINUTE, MINUTE, true)
    stand(at + 5 * MINUTE, midnight + DAY, 15 * MINUTE, false)
    truth.push({
      burned: (km / 100) * litres_100_km,
      refuelled: (refuelled / 100) * LITRES,
      stolen: ((stolen ?? 0) / 100) * LITRES,
    })
  }
  return { samples, truth }
}

function deriveRows(samples: readonly Sample[]): { rows: LevelRow[]; most: number } {
  const [derive] = derivations
  let state = derive?.start
  let most = 0
  const rows: LevelRow[] = []
  for (const sample of samples) {
    const next = derive?.step(state, sample, FACTS)
    if (!next) continue
    const text = storedText(tankMemory, next.state as TankMemory)
    most = Math.max(most, text.length)
    state = tankMemory.read(JSON.parse(text))
    for (const effect of (next.effects ?? []) as readonly Effect[])
      if (effect.effect === 'reading') rows.push({ ...(effect.data as Fuel), at: sample.at })
  }
  return { rows, most }
}
const litresOf = (book: FuelBook, from: number, to: number) => {
  const sum = book.between(from, to)
  if (sum === null || sum.burned === null) throw new Error('nothing is told')
  const litres = (percent: number) => (percent / 100) * LITRES
  return {
    burned: litres(sum.burned),
    refuelled: litres(sum.refuelled),
    stolen: litres(sum.stolen),
  }
}

const sensors = fc.record({
  trembles: fc.constantFrom(0, 0.5, 1, 1.5, 2),
  step: fc.constantFrom(0.1, 0.4),
  onlyOn: fc.boolean(),
  every: fc.constantFrom(30, 60),
})
const plans = fc.array(
  fc.record({
    litres_100_km: fc.double({ min: 24, max: 36, noNaN: true }),
    km: fc.integer({ min: 450, max: 650 }),
    filled: fc.constantFrom(null, 94, 97),
    stolen: fc.constantFrom(null, null, 14, 20),
    pumping: fc.constantFrom(0, 4, 8),
  }),
  { minLength: 2, maxLength: 3 },
)
/** Whether no more is burned and stolen than the tank contains. */
const isPossible = (days: readonly Plan[]): boolean => {
  let level = 70
  for (const { litres_100_km, km, filled, stolen } of days) {
    const half = ((km / 2 / 100) * litres_100_km * 100) / LITRES
    level -= (stolen ?? 0) + half
    if (level < 8) return false
    if (filled !== null && filled - level > 15) level = filled
    level -= half
    if (level < 8) return false
  }
  return true
}

/** The allowed error of a day: 3 %, or the noise at its two ends, more where the sensor is silent at rest; the same for several days together. */
const tolerance = (litres: number, { trembles, step, onlyOn }: Sensor): number =>
  Math.max(0.03 * litres, ((2 * trembles + 2 * step + (onlyOn ? 1 : 0)) / 100) * LITRES)

test('each day has its litres, and every refuel and theft is found once, whatever the sensor does', () => {
  fc.assert(
    fc.property(
      plans.filter(isPossible),
      sensors,
      fc.integer({ min: 1, max: 1_000_000 }),
      (days, sensor, seed) => {
        const { samples, truth } = recordsOf(days, sensor, seed)
        const { rows, most } = deriveRows(samples)
        const book = bookOf(rows)
        const expected = truth.flatMap(({ refuelled, stolen }, d) => [
          ...(stolen > 0 ? [`${d} theft`] : []),
          ...(refuelled > 0 ? [`${d} refuel`] : []),
        ])
        expect(book.changes.map(({ at, type }) => `${Math.floor(at / DAY)} ${type}`)).toEqual(
          expected,
        )
        for (const [d, day] of truth.entries()) {
          const litres = litresOf(book, d * DAY, (d + 1) * DAY)
          for (const key of ['burned', 'refuelled', 'stolen'] as const)
            expect(Math.abs(litres[key] - day[key])).toBeLessThanOrEqual(
              tolerance(day[key], sensor),
            )
        }
        const all = litresOf(book, 0, days.length * DAY)
        const burned = truth.reduce((sum, day) => sum + day.burned, 0)
        expect(Math.abs(all.burned - burned)).toBeLessThanOrEqual(tolerance(burned, sensor))
        // every record carries the state of its vehicle, so it must stay small
        expect(most).toBeLessThan(500)
      },
    ),
    { seed: 20_261_123, numRuns: 20, endOnFailure: true },
  )
})
test('of a sensor as vehicles usually have them, each day is within 3 %', () => {
  const sensor: Sensor = { trembles: 0.5, step: 0.1, onlyOn: false, every: 30 }
  for (const [n, days] of fc.sample(plans.filter(isPossible), { seed: 16, numRuns: 6 }).entries()) {
    const { samples, truth } = recordsOf(days, sensor, n + 1)
    const book = bookOf(deriveRows(samples).rows)
    for (const [d, { burned }] of truth.entries())
      expect(Math.abs(litresOf(book, d * DAY, (d + 1) * DAY).burned / burned - 1)).toBeLessThan(
        0.03,
      )
  }
})
