import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { derivations } from './derive.ts'
import type { TripRow } from './rules.ts'

const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [] }
interface Step {
  /** minutes */
  readonly at: number
  readonly speed?: number
  readonly ignition?: boolean
  readonly moving?: boolean
  readonly travelled?: number
  readonly fix?: boolean
}

/** The trips of records; places matter only by the distance between them. */
function trips(
  steps: readonly Step[],
): (readonly [from: number, to: number | null, metres: number])[] {
  const [trip] = derivations
  let state = trip?.start
  let previous: Sample['previous'] = null
  const rows = new Map<number, TripRow>()
  for (const [
    seq,
    { at, speed = 0, ignition, moving, travelled = speed * 1000 * 0.01, fix = true },
  ] of steps.entries()) {
    const place = { latitude: 45 + at / 1000, longitude: 9 }
    const sample: Sample = {
      ...emptySample,
      at: at * MINUTE,
      seq,
      position: fix
        ? { ...place, altitude: 0, direction: 0, speed, satellites: 9, moving: moving ?? speed > 3 }
        : null,
      previous,
      travelled: fix ? travelled : 0,
      moving: moving ?? (fix ? speed > 3 : null),
      ignition: ignition ?? null,
    }
    if (fix) previous = { at: sample.at, ...place }
    const next = trip?.step(state, sample, facts)
    if (!next) continue
    state = next.state
    for (const effect of next.effects ?? [])
      if (effect.effect === 'trip') rows.set(effect.trip.period_from, effect.trip)
  }
  return [...rows.values()].map(
    r =>
      [
        r.period_from / MINUTE,
        r.period_to === null ? null : r.period_to / MINUTE,
        r.distance,
      ] as const,
  )
}
const on = { ignition: true }
const off = { ignition: false }

test.each<[string, Step[], (readonly [number, number | null, number])[]]>([
  [
    'ignition alone is no trip [trips.5]',
    [
      { at: 0, ...on },
      { at: 1, ...on },
    ],
    [],
  ],
  [
    'movement with ignition begins a trip, and ignition off ends it [trips.1, trips.3]',
    [
      { at: 0, ...on },
      { at: 1, speed: 50, ...on },
      { at: 2, speed: 50, ...on },
      { at: 3, ...off },
    ],
    [[1, 3, 1000]],
  ],
  [
    'the way from the place of the rest counts',
    [
      { at: 0, ...on },
      { at: 1, speed: 50, travelled: 300, ...on },
      { at: 2, ...off, travelled: 20 },
    ],
    [[1, 2, 320]],
  ],
  [
    'a short stop does not end a trip',
    [
      { at: 0, speed: 50, ...on },
      { at: 1, ...on },
      { at: 4, ...on },
      { at: 5, speed: 50, ...on },
    ],
    [[0, null, 0]],
  ],
  [
    'five minutes without movement end a trip at the place of the stop [trips.4]',
    [
      { at: 0, speed: 50, ...on },
      { at: 1, speed: 50, ...on },
      { at: 2, ...on },
      { at: 5, ...on },
      { at: 7, ...on },
    ],
    [[0, 2, 500]],
  ],
  [
    'the next movement after that begins another trip',
    [
      { at: 0, speed: 50, ...on },
      { at: 1, ...on },
      { at: 7, ...on },
      { at: 8, speed: 50, ...on },
    ],
    [
      [0, 1, 0],
      [8, null, 500],
    ],
  ],
  [
    'a tracker that reports seldom still drives',
    [
      { at: 0, speed: 50, ...on },
      { at: 10, speed: 50, travelled: 8_000, ...on },
      { at: 20, speed: 50, travelled: 8_000, ...on },
    ],
    [[0, null, 0]],
  ],
  [
    'a trip ends before more than an hour of silence',
    [
      { at: 0, speed: 50, ...on },
      { at: 61, speed: 50, travelled: 60_000, ...on },
    ],
    [
      [0, 0, 0],
      [61, null, 0],
    ],
  ],
  [
    'a tunnel without fixes is no stop',
    [
      { at: 0, speed: 50, ...on },
      { at: 2, fix: false, ...on },
      { at: 7, fix: false, ...on },
      { at: 8, speed: 50, travelled: 8_000, ...on },
    ],
    [[0, null, 0]],
  ],
  [
    'without ignition, more than 5 km/h over 100 m begin a trip where they began [trips.2]',
    [
      { at: 0, speed: 0 },
      { at: 1, speed: 20, travelled: 60 },
      { at: 2, speed: 20, travelled: 60 },
    ],
    [[1, null, 120]],
  ],
  [
    'a few metres begin no trip',
    [
      { at: 0, speed: 0 },
      { at: 1, speed: 6, travelled: 40 },
      { at: 2, speed: 0, travelled: 10 },
      { at: 3, speed: 6, travelled: 60 },
    ],
    [],
  ],
  [
    'a trembling sensor of a truck at rest begins no trip',
    [
      { at: 0, moving: true, ...on },
      { at: 1, moving: true, ...on },
    ],
    [],
  ],
  [
    'a trembling sensor does not prolong a trip',
    [
      { at: 0, speed: 50, ...on },
      { at: 1, moving: true, ...on },
      { at: 4, moving: true, ...on },
      { at: 7, moving: true, ...on },
    ],
    [[0, 1, 0]],
  ],
  [
    'a missing ignition does not end a moving trip',
    [
      { at: 0, speed: 50, ...off },
      { at: 1, speed: 50, ...off },
      { at: 2, speed: 50, ...off },
      { at: 3, ...off },
    ],
    [[0, 3, 1000]],
  ],
])('%s', (_, steps, expected) => {
  expect(trips(steps)).toEqual(expected)
})
