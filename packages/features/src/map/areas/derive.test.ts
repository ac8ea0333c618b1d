import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { Outline } from '@flotta/core/outline.ts'
import { PrivateTimes } from '@flotta/core/private-times.ts'
import { storedText } from '@flotta/core/state-codec.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { type StayLimit, usualRule } from '../../alerts/incidents/rules.ts'
import { emptySample } from '../../kinds.ts'
import { AreaIndex, type Watcher } from './area-index.ts'
import { derivations } from './derive.ts'
import type { Shape } from './rules.ts'

const ALWAYS = [{ from: 0, to: Number.POSITIVE_INFINITY }]
const hub = (some: Partial<Shape> = {}): Shape => ({
  id: 1,
  kind: 'hub',
  area_id: 1,
  name: 'Deposito',
  code: 'DEP',
  latitude: 45,
  longitude: 9,
  radius: 100,
  from: 0,
  to: Number.POSITIVE_INFINITY,
  ...some,
})
const watcher = (shapes: readonly Shape[], some: Partial<Watcher> = {}): Watcher => ({
  customer_id: 1,
  periods: ALWAYS,
  areas: new AreaIndex(shapes),
  ...some,
})

/** A record at a minute, this many metres north of the hub; null: without a fix. */
type Step = readonly [minute: number, metres: number | null, watchers?: readonly Watcher[]]
/** The effects as texts, with minutes for times: `1 raise 8 of 1/1 until 60`. */
function effectsOf(
  steps: readonly Step[],
  usual: readonly Watcher[] = [watcher([hub()])],
  known: Partial<VehicleFacts> = {},
): string[] {
  const [d] = derivations
  let state = d?.start
  let previous: Sample['previous'] = null
  const crossings: string[] = []
  for (const [minute, metres, watchers = usual] of steps) {
    const place = metres === null ? null : { latitude: 45 + metres / 111_195.08, longitude: 9 }
    const position = place && {
      ...place,
      altitude: 0,
      direction: 0,
      speed: 50,
      satellites: 9,
      moving: true,
    }
    const facts: VehicleFacts = {
      vehicle_id: 1,
      vehicle_type: 'T',
      configurations: {},
      watchers,
      ...known,
    }
    const next = d?.step(state, { ...emptySample, at: minute * MINUTE, position, previous }, facts)
    if (place) previous = { at: minute * MINUTE, ...place }
    if (!next) continue
    // the state as it comes back from the database
    state = JSON.parse(JSON.stringify(next.state))
    for (const e of next.effects ?? []) crossings.push(effectText(e))
  }
  return crossings
}
function effectText(e: Effect): string {
  if (e.effect !== 'raise' && e.effect !== 'clear') return e.effect
  const until = e.effect === 'raise' && e.until !== undefined ? ` until ${e.until / MINUTE}` : ''
  return `${e.at / MINUTE} ${e.effect} ${e.alert_id} of ${e.customer_id}/${e.subject_id}${until}`
}

test.each<[string, Step[], string[]]>([
  [
    'the entry holds while the vehicle is inside, and the leaving for an hour at most',
    [
      [0, 500],
      [1, 90],
      [2, 10],
      [3, 200],
    ],
    ['1 raise 8 of 1/1', '3 clear 8 of 1/1', '3 raise 9 of 1/1 until 63'],
  ],
  [
    'a fix that wanders over the edge is no leaving',
    [
      [0, 99],
      [1, 109],
      [2, 95],
      [3, 109],
    ],
    ['0 raise 8 of 1/1'],
  ],
  [
    'a fix just outside is no entry',
    [
      [0, 500],
      [1, 105],
      [2, 101],
    ],
    [],
  ],
  [
    'a vehicle that comes back within the hour ends the alert of leaving [alerts.52]',
    [
      [0, 0],
      [1, 200],
      [30, 0],
    ],
    [
      '0 raise 8 of 1/1',
      '1 clear 8 of 1/1',
      '1 raise 9 of 1/1 until 61',
      '30 clear 9 of 1/1',
      '30 raise 8 of 1/1',
    ],
  ],
  [
    'after the hour the alert of leaving has ended by itself',
    [
      [0, 0],
      [1, 200],
      [61, 0],
    ],
    ['0 raise 8 of 1/1', '1 clear 8 of 1/1', '1 raise 9 of 1/1 until 61', '61 raise 8 of 1/1'],
  ],
  [
    'records without a fix change nothing',
    [
      [0, 0],
      [1, null],
      [2, null],
      [3, 0],
    ],
    ['0 raise 8 of 1/1'],
  ],
])('%s', (_, steps, expected) => expect(effectsOf(steps)).toEqual(expected))

test('each hub has its own incidents, and a point of interest has incidents of its own kind [alerts.51, alerts.53, alerts.54]', () => {
  const two = [
    watcher([
      hub(),
      hub({ id: 2, area_id: 2, radius: 300 }),
      hub({ id: 3, kind: 'poi', area_id: 1, radius: 50 }),
    ]),
  ]
  expect(
    effectsOf(
      [
        [0, 250],
        [1, 0],
        [2, 150],
        [3, 400],
      ],
      two,
    ),
  ).toEqual([
    '0 raise 8 of 1/2',
    '1 raise 8 of 1/1',
    '1 raise 10 of 1/1',
    '2 clear 8 of 1/1',
    '2 raise 9 of 1/1 until 62',
    '2 clear 10 of 1/1',
    '2 raise 11 of 1/1 until 62',
    '3 clear 8 of 1/2',
    '3 raise 9 of 1/2 until 63',
  ])
})
test('the product checks the areas of every customer that sees the vehicle, for as long as it sees the vehicle', () => {
  const watchers = [
    watcher([hub()]),
    watcher([hub({ id: 9, area_id: 7 })], {
      customer_id: 2,
      periods: [{ from: 2 * MINUTE, to: 5 * MINUTE }],
    }),
  ]
  expect(
    effectsOf(
      [
        [0, 0],
        [2, 0],
        [4, 0],
        [5, 0],
        [6, 300],
      ],
      watchers,
    ),
  ).toEqual([
    '0 raise 8 of 1/1',
    '2 raise 8 of 2/7',
    '5 clear 8 of 2/7',
    '6 clear 8 of 1/1',
    '6 raise 9 of 1/1 until 66',
  ])
})
test('the incidents of a customer that no longer sees the vehicle are closed', () => {
  expect(
    effectsOf([
      [0, 0],
      [1, 200],
      [2, 200, []],
    ]),
  ).toEqual([
    '0 raise 8 of 1/1',
    '1 clear 8 of 1/1',
    '1 raise 9 of 1/1 until 61',
    '2 clear 9 of 1/1',
  ])
})

const changedHub = (first: Partial<Shape>, then: Partial<Shape> | null) => [
  watcher([
    hub({ ...first, to: 5 * MINUTE }),
    ...(then === null ? [] : [hub({ ...then, id: 2, from: 5 * MINUTE })]),
  ]),
]
test.each<[string, readonly Watcher[], Step[], string[]]>([
  [
    'an area that is made around a vehicle at rest holds the vehicle from its next record',
    [watcher([hub({ from: 5 * MINUTE })])],
    [
      [0, 0],
      [4, 0],
      [6, 0],
      [7, 0],
    ],
    ['6 raise 8 of 1/1'],
  ],
  [
    'an area that grows or shrinks around the vehicle keeps it inside',
    changedHub({}, { radius: 20 }),
    [
      [0, 0],
      [6, 5],
      [7, 25],
      [8, 31],
    ],
    ['0 raise 8 of 1/1', '8 clear 8 of 1/1', '8 raise 9 of 1/1 until 68'],
  ],
  [
    'an area that shrinks or moves away ends the entry without a leaving',
    changedHub({}, { radius: 20 }),
    [
      [0, 80],
      [6, 80],
      [7, 80],
    ],
    ['0 raise 8 of 1/1', '6 clear 8 of 1/1'],
  ],
  [
    'an area that changes while the vehicle drives out is left',
    changedHub({}, { radius: 90 }),
    [
      [0, 0],
      [6, 200],
    ],
    ['0 raise 8 of 1/1', '6 clear 8 of 1/1', '6 raise 9 of 1/1 until 66'],
  ],
  [
    'removing an area ends its entry at that moment',
    changedHub({}, null),
    [
      [0, 0],
      [6, 0],
      [7, 300],
    ],
    ['0 raise 8 of 1/1 until 5', '5 clear 8 of 1/1'],
  ],
  [
    'removing an area ends its leaving at that moment',
    changedHub({}, null),
    [
      [0, 0],
      [1, 300],
      [6, 0],
    ],
    [
      '0 raise 8 of 1/1 until 5',
      '1 clear 8 of 1/1',
      '1 raise 9 of 1/1 until 5',
      '5 clear 9 of 1/1',
    ],
  ],
])('%s', (_, watchers, steps, expected) => expect(effectsOf(steps, watchers)).toEqual(expected))

/** Steps of half a minute, with the way between them. */
const half = (minutes: number): number => minutes / 2
test('a vehicle that passes a gate of 50 m between two fixes enters and leaves it once, between them', () => {
  const gate = [watcher([hub({ radius: 25 })])]
  expect(
    effectsOf(
      [
        [0, -900],
        [half(1), -300],
        [half(2), 300],
        [half(3), 900],
      ],
      gate,
    ).map(line => line.replace(/^0\.7\d+/, 'between')),
  ).toMatchObject([
    'between raise 8 of 1/1',
    'between clear 8 of 1/1',
    expect.stringMatching(/^between raise 9 of 1\/1 until 60\.7/),
  ])
})
test('two fixes more than two minutes apart say nothing of the areas between them, because the way was hardly straight', () =>
  expect(
    effectsOf(
      [
        [0, -300],
        [3, 300],
      ],
      [watcher([hub({ radius: 25 })])],
    ),
  ).toEqual([]))
test('an outline is left ten metres beyond its edge [areas.35]', () => {
  const outline = Outline.polygon([
    [8.99, 45.001],
    [9.01, 45.001],
    [9.01, 44.99],
    [8.99, 44.99],
  ])
  const edge = 0.001 * 111_195.08
  expect(
    effectsOf(
      [
        [0, edge + 50],
        [5, edge - 5],
        [10, edge + 8],
        [15, edge + 12],
      ],
      [watcher([hub({ outline })])],
    ),
  ).toEqual(['5 raise 8 of 1/1', '15 clear 8 of 1/1', '15 raise 9 of 1/1 until 75'])
})
test('a stay is raised after an hour, or after the minutes that the owner has set, and lasts until the vehicle leaves [alerts.124]', () => {
  const steps: Step[] = [
    [0, 0],
    [59, 0],
    [70, 0],
    [80, 500],
  ]
  const stays = (known: Partial<VehicleFacts> = {}) =>
    effectsOf(steps, undefined, known).filter(line => line.includes(' 39 '))
  expect(stays()).toEqual(['60 raise 39 of 1/1', '80 clear 39 of 1/1'])
  const rule = { ...usualRule({}), threshold: 65, customer_id: 1 }
  expect(stays({ alert_parameters: { 39: rule } })).toEqual([
    '65 raise 39 of 1/1',
    '80 clear 39 of 1/1',
  ])
})
test('a parked vehicle whose position trembles at the edge of an area raises no alert', () => {
  const [d] = derivations
  let state = d?.start
  let count = 0
  for (let minute = 0; minute < 200; minute++) {
    const metres = minute === 0 ? 130 : 130 + 60 * Math.sin(minute * 7)
    const position = {
      latitude: 45 + metres / 111_195.08,
      longitude: 9,
      altitude: 0,
      direction: 0,
      speed: 0,
      satellites: 5,
      moving: false,
    }
    const facts = {
      vehicle_id: 1,
      vehicle_type: 'T',
      configurations: {},
      watchers: [watcher([hub()])],
    } as const
    const next = d?.step(state, { ...emptySample, at: minute * MINUTE, position }, facts)
    count += next?.effects?.length ?? 0
    state = next?.state ?? state
  }
  expect(count).toBe(0)
})

test.each<[string, Partial<StayLimit>, string]>([
  ['sooner', { minutes: 30 }, '30 raise 39 of 1/1'],
  ['sooner in all areas', { minutes: 30, hub_ids: [] }, '30 raise 39 of 1/1'],
  ['later', { minutes: 75 }, '60 raise 39 of 1/1'],
  ['of another area', { minutes: 30, hub_ids: [2] }, '60 raise 39 of 1/1'],
  ['of a point of interest', { minutes: 30, hub_ids: [], poi_ids: [1] }, '60 raise 39 of 1/1'],
  ['of another company', { minutes: 30, customer_id: 2 }, '60 raise 39 of 1/1'],
  ['when it is made during the stay', { minutes: 30, from: 50 * MINUTE }, '30 raise 39 of 1/1'],
])(
  'a configuration with minutes of its own raises a stay %s [alert-configurations.48]',
  (_, limit, expected) => {
    const stay_limits = [
      { customer_id: 1, minutes: 60, hub_ids: [1], poi_ids: [], from: 0, ...limit },
    ]
    const effects = effectsOf(
      [0, 10, 20, 30, 40, 50, 60, 70, 80].map(
        (minute): Step => [minute, minute === 80 ? 5_000 : 0],
      ),
      undefined,
      { stay_limits },
    )
    expect(effects.filter(text => text.includes('raise 39'))).toEqual([expected])
  },
)

test('the incident carries the name of its area and the place where the vehicle came in', () => {
  const [d] = derivations
  const position = {
    latitude: 45,
    longitude: 9,
    altitude: 0,
    direction: 0,
    speed: 5,
    satellites: 9,
    moving: true,
  }
  const next = d?.step(
    d.start,
    { ...emptySample, at: 7, position },
    { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [watcher([hub()])] },
  )
  expect(next?.effects?.[0]).toMatchObject({
    data: { name: 'Deposito', code: 'DEP' },
    place: { at: 7, latitude: 45, longitude: 9 },
  })
})
test('a vehicle far from every area keeps no state', () => {
  const [d] = derivations
  const position = {
    latitude: 46,
    longitude: 9,
    altitude: 0,
    direction: 0,
    speed: 5,
    satellites: 9,
    moving: true,
  }
  expect(
    d?.step(
      d.start,
      { ...emptySample, at: 7, position },
      { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [watcher([hub()])] },
    ),
  ).toBeNull()
})

test('a vehicle that comes in while the owner has the alert switched off raises it for the other customers alone', () => {
  const rule = { ...usualRule({}), active: false, customer_id: 1 }
  const watchers = [watcher([hub()]), watcher([hub({ id: 2, area_id: 2 })], { customer_id: 2 })]
  const effects = effectsOf(
    [
      [0, 500],
      [1, 10],
      [2, 500],
    ],
    watchers,
    { alert_parameters: { 8: rule } },
  )
  expect(effects.filter(line => line.includes('raise'))).toEqual([
    '1 raise 8 of 2/2',
    '2 raise 9 of 1/1 until 62',
    '2 raise 9 of 2/2 until 62',
  ])
})

test.each<[string, Step[], string[]]>([
  [
    'an entry ends as the private time begins, being inside afterwards raises none, and leaving afterwards is raised',
    [
      [0, 500],
      [5, 10],
      [12, 10],
      [14, 400],
      [15, 10],
      [25, 10],
      [26, 400],
    ],
    ['5 raise 8 of 1/1', '10 clear 8 of 1/1', '26 clear 8 of 1/1', '26 raise 9 of 1/1 until 86'],
  ],
  [
    'a leaving within raises nothing, and a return afterwards raises an entry',
    [
      [0, 10],
      [12, 400],
      [25, 400],
      [27, 10],
    ],
    ['0 raise 8 of 1/1', '10 clear 8 of 1/1', '27 raise 8 of 1/1'],
  ],
  [
    'a leaving ends as the private time begins',
    [
      [0, 10],
      [1, 400],
      [11, 500],
    ],
    ['0 raise 8 of 1/1', '1 clear 8 of 1/1', '1 raise 9 of 1/1 until 61', '10 clear 9 of 1/1'],
  ],
])('in private: %s', (_, steps, expected) => {
  const private_times = new PrivateTimes([{ from: 10 * MINUTE, to: 20 * MINUTE, hours: null }])
  expect(effectsOf(steps, undefined, { private_times })).toEqual(expected)
})
test('the private mode of the device silences crossings like a private time, from the record that switches it on', () => {
  const [d] = derivations
  const facts: VehicleFacts = {
    vehicle_id: 1,
    vehicle_type: 'U',
    configurations: {},
    watchers: [watcher([hub()])],
  }
  const position = {
    latitude: 45,
    longitude: 9,
    altitude: 0,
    direction: 0,
    speed: 0,
    satellites: 9,
    moving: false,
  }
  let state = d?.start
  const crossings: string[] = []
  const steps = [
    [0, true, null],
    [1, false, true],
    [2, true, null],
    [3, false, false],
    [4, true, null],
  ] as const
  for (const [minute, placed, private_mode] of steps) {
    const sample = {
      ...emptySample,
      at: minute * MINUTE,
      position: placed ? position : null,
      private_mode: private_mode === null ? null : { private_mode },
    }
    const next = d?.step(state, sample, facts)
    if (!next) continue
    state = JSON.parse(JSON.stringify(next.state))
    crossings.push(...(next.effects ?? []).map(effectText))
  }
  expect(crossings).toEqual(['0 raise 8 of 1/1', '1 clear 8 of 1/1'])
  expect(state).toMatchObject({ inside: [{ kind: 'hub', area_id: 1 }] })
  expect(state).not.toHaveProperty('quiet')
})
test('a state that an earlier version stored as one area is read as a list', () => {
  const visit = { kind: 'hub', area_id: 1, customer_id: 1, since: 0, shape: 1 }
  const exit = { kind: 'poi', area_id: 2, customer_id: 1, since: 0 }
  const [{ stored } = {}] = derivations
  const memory = stored?.read({ inside: { hub1: visit }, left: { poi2: exit }, quiet: true })
  expect(memory).toEqual({ inside: [visit], left: [exit], quiet: true })
  expect(stored?.read(JSON.parse(storedText(stored, memory)))).toEqual(memory)
})
