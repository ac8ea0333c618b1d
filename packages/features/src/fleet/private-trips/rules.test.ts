import { PrivateTimes } from '@flotta/core/private-times.ts'
import { DAY, HOUR } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import { type HoursInForce, privateRules } from './rules.ts'

/** Monday 2026-11-16, 00:00 UTC. */
const MONDAY = Date.parse('2026-11-16T00:00:00Z')
const at = (day: number, hour: number): number => MONDAY + day * DAY + hour * HOUR
const inForce = (
  from: number,
  to: number | null,
  hours: readonly [from: string, to: string] | null | [],
): HoursInForce => ({
  from,
  to,
  timezone: 'UTC',
  hours:
    hours === null
      ? null
      : hours.length === 0
        ? []
        : [{ days: [1, 2, 3, 4, 5, 6, 7], from: hours[0], to: hours[1] }],
})
const company = [inForce(at(0, 0), null, ['18:00', '08:00'])]

describe('the private hours of a week', () => {
  test.each<[string, Parameters<typeof privateRules>, number, boolean]>([
    [
      'the company’s hours hold for a vehicle without its own [private-trips.3]',
      [[], company, []],
      at(1, 20),
      true,
    ],
    ['the company’s hours do not hold before they were set', [[], company, []], at(-1, 20), false],
    [
      'the company’s hours do not hold after they ended',
      [[], [inForce(at(0, 0), at(1, 0), ['18:00', '08:00'])], []],
      at(1, 20),
      false,
    ],
    [
      'a vehicle’s own hours replace those of the company',
      [[inForce(at(1, 0), null, ['12:00', '14:00'])], company, []],
      at(1, 20),
      false,
    ],
    [
      'a vehicle’s own hours hold',
      [[inForce(at(1, 0), null, ['12:00', '14:00'])], company, []],
      at(1, 13),
      true,
    ],
    [
      'a vehicle’s own hours do not hold before they were set',
      [[inForce(at(1, 0), null, ['12:00', '14:00'])], company, []],
      at(0, 20),
      true,
    ],
    [
      'a vehicle may be never private',
      [[inForce(at(1, 0), null, [])], company, []],
      at(1, 20),
      false,
    ],
    [
      'a vehicle that is never private was private before',
      [[inForce(at(1, 0), null, [])], company, []],
      at(0, 20),
      true,
    ],
    [
      'a vehicle without own hours any more follows the company again',
      [[inForce(at(1, 0), at(2, 0), []), inForce(at(2, 0), null, null)], company, []],
      at(2, 20),
      true,
    ],
    [
      'the vehicle’s own hours stay in force for the time between',
      [[inForce(at(1, 0), at(2, 0), []), inForce(at(2, 0), null, null)], company, []],
      at(1, 20),
      false,
    ],
    [
      'a private trip is private whatever the hours',
      [[inForce(at(0, 0), null, [])], company, [{ from: at(1, 10), to: at(1, 11) }]],
      at(1, 10),
      true,
    ],
    [
      'a private trip is private up to its end',
      [[], [], [{ from: at(1, 10), to: at(1, 11) }]],
      at(1, 11),
      false,
    ],
    [
      'a private trip in progress stays private',
      [[], [], [{ from: at(1, 10), to: null }]],
      at(9, 0),
      true,
    ],
    [
      'a private trip of no length is not private',
      [[], [], [{ from: at(1, 10), to: at(1, 10) }]],
      at(1, 10),
      false,
    ],
  ])('%s', (_, given, moment, expected) => {
    expect(new PrivateTimes(privateRules(...given)).holds(moment)).toBe(expected)
  })
})
