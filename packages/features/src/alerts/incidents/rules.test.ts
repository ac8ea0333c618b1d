import type { Alert } from '@flotta/core/alerts.ts'
import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { Schedule } from '@flotta/core/schedule.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import {
  type ConditionState,
  clearEffect,
  conditionEffects,
  isLate,
  limitAbove,
  limitBelow,
  nextCondition,
  placeOf,
  type Rule,
  raiseEffect,
  ruleOf,
  usualRule,
} from './rules.ts'

test('an alert about the vehicle itself belongs to everybody who holds the agreement', () => {
  const raise = { effect: 'raise', alert_id: 1, customer_id: null, at: 5, data: { speed: 91 } }
  expect(raiseEffect(1, { at: 5, position: null, previous: null }, { speed: 91 })).toEqual({
    ...raise,
    place: null,
  })
  expect(clearEffect(1, 6)).toEqual({ effect: 'clear', alert_id: 1, customer_id: null, at: 6 })
})

const position = {
  latitude: 45,
  longitude: 9,
  altitude: 0,
  direction: 0,
  speed: 91,
  satellites: 9,
  moving: true,
}
const previous = { at: 3, latitude: 44, longitude: 8 }
test.each([
  ['the fix of its record [alerts.19]', position, previous, { at: 5, latitude: 45, longitude: 9 }],
  ['the last fix before a record without one [alerts.20]', null, previous, previous],
  ['no place if there was no fix yet [alerts.21]', null, null, null],
])('a condition begins at %s', (_, own, before, place) => {
  expect(placeOf({ at: 5, position: own, previous: before })).toEqual(place)
})

test.each([
  ['still open [alerts.82]', null, false],
  ['ended now', 1_000_000, false],
  ['ended just under 15 minutes ago [alerts.83]', 1_000_000 - 15 * 60_000 + 1, false],
  ['ended 15 minutes ago [alerts.79]', 1_000_000 - 15 * 60_000, true],
])('an incident that is found when it has %s: late %o', (_, closed_at, late) => {
  expect(isLate(closed_at, 1_000_000)).toBe(late)
})

describe('an alert is active', () => {
  const MONDAY = Date.parse('2026-11-23T00:00+01:00')
  const usual = usualRule({})
  const work = new Schedule([{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }], 'Europe/Rome')
  type Step = readonly [minute: number, holds: boolean | 'suspended']
  const sampleAt = (minute: number): Sample => ({
    ...emptySample,
    at: MONDAY + minute * MINUTE,
    previous: { at: MONDAY + minute * MINUTE, latitude: minute, longitude: 9 },
  })
  /** The effects minute by minute, and where each began. */
  function told(steps: readonly Step[], rule: Partial<Rule> = {}): string[] {
    let state: ConditionState = false
    return steps.flatMap(([minute, holds]) => {
      const sample = sampleAt(minute)
      const now = nextCondition({ ...usual, ...rule }, state, holds, sample)
      const effects = now === state ? [] : conditionEffects(7, state, now, sample, {})
      state = JSON.parse(JSON.stringify(now)) as ConditionState
      return effects.map(e => {
        const until = e.until === undefined ? '' : ` until ${(e.until - MONDAY) / MINUTE}`
        return `${(e.at - MONDAY) / MINUTE} ${e.effect}${e.effect === 'raise' ? ` at ${e.place?.latitude}${until}` : ''}`
      })
    })
  }
  const on = (...minutes: readonly number[]): Step[] => minutes.map(m => [m, true])

  test.each<[string, readonly Step[], Partial<Rule>, string[]]>([
    [
      'at once, and raised only once [alerts.27]',
      [...on(0, 1, 2), [3, false], [4, false]],
      {},
      ['0 raise at 0', '3 clear'],
    ],
    ['never where it is switched off [alert-parameters.12]', on(0, 1), { active: false }, []],
    [
      'after its dwell, counted from the beginning of its condition [alerts.25]',
      on(0, 4, 5, 6),
      { dwell: 5 * MINUTE },
      ['0 raise at 0'],
    ],
    [
      'after a new dwell if its condition was interrupted [alerts.26]',
      [...on(0, 4), [5, false], ...on(6, 10, 11)],
      { dwell: 5 * MINUTE },
      ['6 raise at 6'],
    ],
    [
      'after a silence that is longer than its dwell',
      on(0, 90),
      { dwell: 5 * MINUTE },
      ['0 raise at 0'],
    ],
    [
      'after a suspension only with a new dwell',
      [...on(0), [4, 'suspended'], ...on(6, 10, 11)],
      { dwell: 5 * MINUTE },
      ['6 raise at 6'],
    ],
    [
      'during a suspension if it was raised before',
      [...on(0), [4, 'suspended'], [9, false]],
      {},
      ['0 raise at 0', '9 clear'],
    ],
    [
      'only within its hours [alert-parameters.10]',
      on(7 * 60, 8 * 60, 9 * 60),
      { schedule: work },
      [`480 raise at 480 until ${18 * 60}`],
    ],
    [
      'until its hours end, even if no record comes before [alert-parameters.11]',
      [...on(9 * 60, 19 * 60)],
      { schedule: work },
      ['540 raise at 540 until 1080', '1080 clear'],
    ],
    [
      'until its condition ends, within its hours',
      [...on(9 * 60), [10 * 60, false]],
      { schedule: work },
      ['540 raise at 540 until 1080', '600 clear'],
    ],
    [
      'again on the next day, even without a record in between',
      on(9 * 60, 33 * 60),
      { schedule: work },
      ['540 raise at 540 until 1080', '1080 clear', `1980 raise at 1980 until ${42 * 60}`],
    ],
    [
      'after a dwell within its hours',
      on(7 * 60 + 59, 8 * 60 + 1, 8 * 60 + 5, 8 * 60 + 6),
      { schedule: work, dwell: 5 * MINUTE },
      ['481 raise at 481 until 1080'],
    ],
    [
      'never by a dwell that is split between two days',
      on(17 * 60 + 58, 32 * 60 + 1, 32 * 60 + 3),
      { schedule: work, dwell: 5 * MINUTE },
      [],
    ],
  ])('%s', (_, steps, rule, expected) => expect(told(steps, rule)).toEqual(expected))

  test('at most once at a time, whatever the samples', () => {
    let seed = 9
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    for (let run = 0; run < 200; run++) {
      const steps = Array.from(
        { length: 60 },
        (_, i): Step => [
          i * 40 + Math.floor(random() * 40),
          random() < 0.2 ? 'suspended' : random() < 0.6,
        ],
      )
      const rule = {
        dwell: random() < 0.5 ? 0 : 30 * MINUTE,
        schedule: random() < 0.5 ? null : work,
      }
      const kinds = told(steps, rule).map(line => line.split(' ')[1])
      expect(kinds).toEqual(kinds.map((_, i) => (i % 2 === 0 ? 'raise' : 'clear')))
    }
  })

  test('until its condition ends, even where its stored state has the older form', () => {
    const now = nextCondition(usual, true, false, sampleAt(5))
    expect(conditionEffects(7, true, now, sampleAt(5), {})).toEqual([
      { effect: 'clear', alert_id: 7, customer_id: null, at: MONDAY + 5 * MINUTE },
    ])
  })

  test.each<[string, number, Partial<Rule>, ConditionState, number, number]>([
    ['is the threshold before the alert is raised', 90, { clear: 80 }, false, 90, 90],
    [
      'is the end value once the alert is raised [alert-parameters.13]',
      90,
      { clear: 80 },
      true,
      80,
      90,
    ],
    ['lies above the threshold where lower values are worse', 25, { clear: 30 }, true, 25, 30],
    ['is the threshold where no end value is set', 90, {}, true, 90, 90],
    [
      'is the threshold where the end value lies on the wrong side',
      70,
      { clear: 70 },
      true,
      70,
      70,
    ],
  ])('the limit %s', (_, threshold, rule, before, above, below) => {
    expect([
      limitAbove(threshold, { ...usual, ...rule }, before),
      limitBelow(threshold, { ...usual, ...rule }, before),
    ]).toEqual([above, below])
  })

  test('by the parameters of its vehicle, and by the usual ones where the vehicle has none', () => {
    const alert: Alert = {
      id: 7,
      severity: 1,
      agreement_id: 3,
      parameters: { dwell_s: 60, threshold: { unit: '%', least: 1, most: 9, step: 1, default: 5 } },
    }
    const facts = { vehicle_id: 1 } as VehicleFacts
    expect(ruleOf(alert)(facts)).toMatchObject({
      dwell: MINUTE,
      threshold: 5,
      active: true,
      schedule: null,
    })
    const setting = { ...usual, dwell: HOUR }
    expect(ruleOf(alert)({ ...facts, alert_parameters: { 7: setting } })).toBe(setting)
    expect(ruleOf(alert)({ ...facts, alert_parameters: { 8: setting } })).toMatchObject({
      dwell: MINUTE,
    })
  })
})
