import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { SECOND } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { derivations } from './derive.ts'
import type { Doors } from './rules.ts'

const facts = (configurations: Record<string, string> = {}): VehicleFacts =>
  ({ vehicle_id: 1, vehicle_type: 'S', configurations, watchers: [] }) as VehicleFacts
const none: Doors = {
  door_1: null,
  door_2: null,
  door_3: null,
  door_4: null,
  armed: null,
  siren: null,
}
/** @param at seconds */
const record = (
  at: number,
  doors: Partial<Doors> | null,
  moving: boolean | null = null,
): Sample => ({
  ...emptySample,
  at: at * SECOND,
  moving,
  previous: { at: 0, latitude: 45 + at / 1000, longitude: 9 },
  door: doors === null ? null : { ...none, ...doors },
})

function effectsOf(
  samples: readonly Sample[],
  configurations: Record<string, string> = {},
): { readonly said: string[]; readonly effects: Effect[] } {
  const effects: Effect[] = []
  for (const d of derivations) {
    let state = d.start
    for (const s of samples) {
      const next = d.step(state, s, facts(configurations))
      if (next === null) continue
      state = next.state
      effects.push(...(next.effects ?? []))
    }
  }
  return {
    effects,
    said: effects.map(e =>
      e.effect === 'raise' || e.effect === 'clear'
        ? `${e.at / SECOND} ${e.effect} ${e.alert_id}`
        : e.effect,
    ),
  }
}

test.each<[string, Sample[], Record<string, string>, string[]]>([
  [
    'a door that is open while the vehicle stands still raises no alert',
    [record(0, { door_1: true }, false), record(600, { door_1: true }, false)],
    {},
    [],
  ],
  [
    'a door that is closed within a minute raises no alert',
    [
      record(0, { door_1: true }, true),
      record(30, { door_1: true }, true),
      record(59, { door_1: false }, true),
      record(120, { door_1: false }, true),
    ],
    {},
    [],
  ],
  [
    'a door that is open on the way raises an alert after a minute, counted from the beginning of both [alerts.55]',
    [
      record(0, { door_1: true }, false),
      record(10, { door_1: true }, true),
      record(69, { door_1: true }, true),
      record(70, { door_1: true }, true),
      record(90, { door_1: true }, true),
    ],
    {},
    ['10 raise 12'],
  ],
  [
    'the alert ends when the door is closed [alerts.56]',
    [
      record(0, { door_2: true }, true),
      record(60, { door_2: true }, true),
      record(80, { door_2: false }, true),
    ],
    {},
    ['0 raise 12', '80 clear 12'],
  ],
  [
    'the alert ends when the vehicle stops [alerts.57]',
    [
      record(0, { door_2: true }, true),
      record(60, { door_2: true }, true),
      record(80, { door_2: true }, false),
    ],
    {},
    ['0 raise 12', '80 clear 12'],
  ],
  [
    'two open doors raise one alert',
    [
      record(0, { door_1: true }, true),
      record(40, { door_1: false, door_2: true }, true),
      record(60, { door_2: true }, true),
    ],
    {},
    ['0 raise 12'],
  ],
  [
    'records without doors or motion continue the count',
    [
      record(0, { door_1: true }),
      record(5, null, true),
      record(65, null, true),
      record(70, { door_1: true }),
    ],
    {},
    ['5 raise 12'],
  ],
  [
    'a stop restarts the minute',
    [
      record(0, { door_1: true }, true),
      record(40, { door_1: true }, false),
      record(50, { door_1: true }, true),
      record(100, { door_1: true }, true),
    ],
    {},
    [],
  ],
  [
    'a door that the vehicle does not have raises no alert',
    [record(0, { door_1: true }, true), record(90, { door_1: true }, true)],
    { door1_active: '0' },
    [],
  ],
  [
    'the siren raises an alert while it sounds [alerts.58]',
    [
      record(0, { siren: false }),
      record(5, { siren: true }),
      record(6, { siren: true }),
      record(50, { siren: false }),
    ],
    {},
    ['5 raise 13', '50 clear 13'],
  ],
  [
    'a record without the siren changes nothing',
    [record(5, { siren: true }), record(6, { door_1: true }), record(7, null, true)],
    {},
    ['5 raise 13'],
  ],
  [
    'a siren that the vehicle does not have raises no alert',
    [record(5, { siren: true })],
    { siren_active: '0' },
    [],
  ],
  [
    'the alarm raises an alert while it is armed [alerts.59]',
    [record(0, { armed: false }), record(60, { armed: true }), record(600, { armed: false })],
    {},
    ['60 raise 14', '600 clear 14'],
  ],
])('%s', (_, samples, configurations, expected) => {
  expect(effectsOf(samples, configurations).said).toEqual(expected)
})

test('a door that is open while the vehicle moves raises an alert with its number and the place of its opening', () => {
  const { effects } = effectsOf([
    record(0, { door_1: false, door_3: true }, true),
    record(60, { door_1: false, door_3: true }, true),
  ])
  expect(effects).toEqual([
    {
      effect: 'raise',
      alert_id: 12,
      customer_id: null,
      at: 0,
      place: { at: 0, latitude: 45, longitude: 9 },
      data: { doors: '3' },
    },
  ])
})

test('a state that is stored in an older form is read', () => {
  const place = { at: 0, latitude: 45, longitude: 9 }
  const stored = (json: object) => derivations[0]?.stored?.read(json)
  expect(stored({ open: true, moving: true, since: { at: 0, place }, active: false })).toEqual({
    open: true,
    moving: true,
    held: { since: { at: 0, place } },
  })
  expect(stored({ open: true, moving: true, since: { at: 0, place }, active: true })).toEqual({
    open: true,
    moving: true,
    held: true,
  })
})
