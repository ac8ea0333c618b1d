// What a vehicle does, tested by sequences of records.
import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { storedText } from '@flotta/core/state-codec.ts'
import { SECOND } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { type VehicleMotion, vehicleMotion } from './derive.ts'

const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [] }
/** `s` seconds; `speed` km/h; without it the record has neither a fix nor a movement flag. */
interface MotionReading {
  readonly s: number
  readonly speed?: number
  readonly ignition?: boolean
  readonly running?: boolean
  /** The device's own sensor. */
  readonly moving?: boolean
}
const sampleOf = ({ s, speed, ignition, running, moving }: MotionReading): Sample => ({
  ...emptySample,
  at: s * SECOND,
  position:
    speed === undefined
      ? null
      : {
          latitude: 45,
          longitude: 9,
          altitude: 0,
          direction: 0,
          speed,
          satellites: 9,
          moving: moving ?? speed > 3,
        },
  moving: moving ?? (speed === undefined ? null : speed > 3),
  ignition: ignition ?? null,
  engine: running === undefined ? null : { running },
})
const at = (time: number | null) => (time === null ? '-' : time / SECOND)
/** One text per record: `motion since`, with `< n` where idling since n has ended. The state goes through its stored form each time. */
function motionsAfter(records: readonly MotionReading[]): string[] {
  let state = vehicleMotion.start
  return records.map(record => {
    const next = vehicleMotion.step(state, sampleOf(record), facts)
    if (next !== null) {
      state = next.state
      const text = storedText(vehicleMotion.stored, state)
      expect(vehicleMotion.stored?.read(JSON.parse(text))).toEqual(state)
    }
    const { motion, since } = state as VehicleMotion
    const idled = next?.effects?.flatMap(effect =>
      effect.effect === 'reading' &&
      'idled_since' in effect.data &&
      typeof effect.data.idled_since === 'number'
        ? [` < ${effect.data.idled_since / SECOND}`]
        : [],
    )
    return `${motion} ${at(since)}${idled?.join('') ?? ''}`
  })
}
const on = { ignition: true }
const off = { ignition: false }

test.each<[string, MotionReading[], string[]]>([
  [
    'a stop of less than a minute is still moving [vehicles.63, vehicles.80]',
    [
      { s: 0, speed: 50, ...on },
      { s: 30, speed: 0, ...on },
      { s: 80, speed: 0, ...on },
      { s: 89, speed: 30, ...on },
    ],
    ['moving 0', 'moving 0', 'moving 0', 'moving 0'],
  ],
  [
    'a minute after a stop the vehicle idles, since the stop [vehicles.62, vehicles.80, telemetry.59]',
    [
      { s: 0, speed: 50, ...on },
      { s: 30, speed: 0, ...on },
      { s: 90, speed: 0, ...on },
      { s: 400, speed: 0, ...on },
      { s: 460, speed: 40, ...on },
    ],
    ['moving 0', 'moving 0', 'idling 30', 'idling 30', 'moving 460 < 30'],
  ],
  [
    'an engine that goes off is parked at once [vehicles.64, telemetry.60]',
    [
      { s: 0, speed: 50, ...on },
      { s: 30, speed: 0, ...on },
      { s: 40, speed: 0, ...off },
      { s: 90_000, speed: 0, ...off },
    ],
    ['moving 0', 'moving 0', 'parked 40', 'parked 40'],
  ],
  [
    'warming up counts from the start of the engine',
    [
      { s: 0, speed: 0, ...off },
      { s: 1_000, speed: 0, ...on },
      { s: 1_059, speed: 0, ...on },
      { s: 1_060, speed: 0, ...on },
      { s: 1_200, ...off },
    ],
    ['parked 0', 'parked 0', 'parked 0', 'idling 1000', 'parked 1200 < 1000'],
  ],
  [
    'a towed vehicle, or one on a ferry, moves with the engine off [vehicles.61, telemetry.58]',
    [
      { s: 0, speed: 0, ...off },
      { s: 60, speed: 30, ...off },
      { s: 120, speed: 0, ...off },
    ],
    ['parked 0', 'moving 60', 'parked 120'],
  ],
  [
    'without a known engine a vehicle at rest neither idles nor parks [vehicles.65]',
    [
      { s: 0, speed: 50 },
      { s: 60, speed: 0 },
      { s: 200, speed: 0 },
    ],
    ['moving 0', 'null -', 'null -'],
  ],
  [
    'the engine’s speed decides where there is no ignition [vehicles.62]',
    [
      { s: 0, speed: 0, running: true },
      { s: 60, speed: 0, running: true },
      { s: 90, speed: 0, running: false },
    ],
    ['null -', 'idling 0', 'parked 90 < 0'],
  ],
  [
    'an ignition that is known counts more than the engine’s speed',
    [
      { s: 0, speed: 0, ...off },
      { s: 60, speed: 0, running: true },
      { s: 200, speed: 0, running: true },
    ],
    ['parked 0', 'parked 0', 'parked 0'],
  ],
  [
    'a trembling sensor of a truck at rest is no movement',
    [
      { s: 0, speed: 0, moving: true, ...on },
      { s: 60, speed: 0, moving: true, ...on },
    ],
    ['null -', 'idling 0'],
  ],
  [
    'a record without motion lets no time pass',
    [
      { s: 0, speed: 0, ...on },
      { s: 300, ...on },
      { s: 310, speed: 0, ...on },
    ],
    ['null -', 'null -', 'idling 0'],
  ],
  [
    'after an hour of silence the time at rest begins anew [vehicles.81]',
    [
      { s: 0, speed: 0, ...on },
      { s: 60, speed: 0, ...on },
      { s: 9_000, speed: 0, ...on },
      { s: 9_010, speed: 20, ...on },
    ],
    ['null -', 'idling 0', 'idling 9000', 'moving 9010'],
  ],
  [
    'a rest that no record confirmed still counts as idling',
    [
      { s: 0, speed: 50, ...on },
      { s: 60, speed: 0, ...on },
      { s: 600, speed: 30, ...on },
    ],
    ['moving 0', 'moving 0', 'moving 600 < 60'],
  ],
])('%s', (_, records, expected) => {
  expect(motionsAfter(records)).toEqual(expected)
})
test('the state of a vehicle takes fewer than fifty bytes', () => {
  const longest: VehicleMotion = {
    motion: 'moving',
    since: 1_764_115_200_000,
    engine: true,
    by_ignition: true,
    stands: true,
    stretch: { since: 1_764_115_260_000, heard_at: 1_764_115_300_000 },
  }
  expect(storedText(vehicleMotion.stored, longest).length).toBeLessThan(50)
})
