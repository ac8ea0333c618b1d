// The connection status, as a table.
import type { Profile } from '@flotta/core/protocol.ts'
import { describe, expect, test } from 'vitest'
import {
  type ConnectionFacts,
  connectionStatusOf,
  intervalOf,
  nextStatusChange,
  odometerKm,
  statusFromCode,
} from './rules.ts'
import { type FactRow, factsOf } from './status.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MIN = 60_000
const HOUR = 60 * MIN
const facts = (some: Partial<ConnectionFacts>): ConnectionFacts => ({
  connection_open: false,
  last_seen_at: null,
  last_message_at: null,
  ignition: null,
  reporting_interval: 60,
  ...some,
})
const lastSeen = (ago: number) => ({ last_seen_at: NOW - ago, last_message_at: NOW - ago })

test.each([
  [183_456_464, 0, 183_456.46],
  [183_456_465, 1_200, 184_656.47],
  [100, -50, -49.9],
])('%i m with a correction of %i km are %d km', (metres, correction, km) =>
  expect(odometerKm(metres, correction)).toBe(km),
)

describe('connection status', () => {
  test.each<[string, ConnectionFacts, 0 | 1 | 2]>([
    [
      'an open connection is connected, however old the last message [vehicles.4, telemetry.37]',
      facts({ connection_open: true, ...lastSeen(40 * HOUR), ignition: false }),
      1,
    ],
    ['a message 5 min ago is connected [vehicles.5, telemetry.38]', facts(lastSeen(5 * MIN)), 1],
    ['a message more than 5 min ago is disconnected', facts(lastSeen(5 * MIN + 1)), 2],
    [
      'a slow reporter has three of its intervals [vehicles.6, telemetry.39]',
      facts({ ...lastSeen(29 * MIN), reporting_interval: 600 }),
      1,
    ],
    [
      'a slow reporter is disconnected after three of its intervals',
      facts({ ...lastSeen(31 * MIN), reporting_interval: 600 }),
      2,
    ],
    [
      'a keep-alive counts as well as a message [telemetry.40]',
      facts({ last_seen_at: NOW - MIN, last_message_at: NOW - 30 * HOUR }),
      1,
    ],
    [
      'ignition off and a message within 25 h is standby [vehicles.8, telemetry.41]',
      facts({ ...lastSeen(25 * HOUR), ignition: false }),
      0,
    ],
    [
      'ignition off and silent for longer is disconnected [telemetry.42]',
      facts({ ...lastSeen(25 * HOUR + 1), ignition: false }),
      2,
    ],
    [
      'silent with the ignition on is disconnected [vehicles.9, telemetry.43]',
      facts({ ...lastSeen(HOUR), ignition: true }),
      2,
    ],
    [
      'silent with the ignition unknown is disconnected [vehicles.10]',
      facts({ ...lastSeen(HOUR), ignition: null }),
      2,
    ],
    [
      'keep-alives alone do not make a standby',
      facts({ last_seen_at: NOW - HOUR, ignition: false }),
      2,
    ],
    ['a device without any sign of life is disconnected [telemetry.44]', facts({}), 2],
  ])('%s', (_, given, expected) => {
    expect(connectionStatusOf(given, NOW)).toBe(expected)
  })
  test('is disconnected unless a rule makes it connected or standby [vehicles.11]', () => {
    const ages = [null, 0, 4 * MIN, 6 * MIN, 30 * HOUR]
    for (const contactAge of ages)
      for (const messageAge of ages)
        for (const ignition of [true, false, null]) {
          const at = (age: number | null) => (age === null ? null : NOW - age)
          // a message is a sign of life too
          const newest = Math.min(contactAge ?? Infinity, messageAge ?? Infinity)
          const last_seen_at = Number.isFinite(newest) ? NOW - newest : null
          const connection = facts({ last_seen_at, last_message_at: at(messageAge), ignition })
          const isStandby = ignition === false && messageAge !== null && messageAge <= 25 * HOUR
          const usual = newest <= 5 * MIN ? 1 : isStandby ? 0 : 2
          expect([connection, connectionStatusOf(connection, NOW)]).toEqual([connection, usual])
        }
  })

  test.each<[string, ConnectionFacts, number | null]>([
    ['an open connection does not age', facts({ connection_open: true, ...lastSeen(0) }), null],
    ['connected ends after 5 min of silence', facts(lastSeen(MIN)), NOW + 4 * MIN + 1],
    ['standby ends after 25 h', facts({ ...lastSeen(HOUR), ignition: false }), NOW + 24 * HOUR + 1],
    ['disconnected stays', facts(lastSeen(30 * HOUR)), null],
  ])('%s', (_, given, expected) => {
    expect(nextStatusChange(given, NOW)).toBe(expected)
    if (expected !== null) {
      expect(connectionStatusOf(given, expected - 1)).toBe(connectionStatusOf(given, NOW))
      expect(connectionStatusOf(given, expected)).not.toBe(connectionStatusOf(given, NOW))
    }
  })

  test.each([
    [0, 0],
    [3, 0],
    [1, 1],
    [4, 1],
    [2, 2],
    [7, 2],
    [-1, 2],
  ])('stored code %i reads as %i [vehicles.3, telemetry.45]', (code, status) => {
    expect(statusFromCode(code)).toBe(status)
  })
})

const profileOf = (code: string, reporting_interval: number): Profile => ({
  code,
  name: code,
  protocol: 'test',
  reporting_interval,
  parameters: [],
})
const profiles = new Map([['slow', profileOf('slow', 600)]])
test.each<[string, Partial<FactRow>, number]>([
  ['the device’s own', { reporting_interval: 30, profile: 'slow' }, 30],
  ['the profile’s where the device has none', { profile: 'slow' }, 600],
  ['60 s where the profile is unknown', { profile: 'other' }, 60],
  ['60 s without a device', {}, 60],
])('the reporting interval is %s [vehicles.7]', (_, row, seconds) => {
  const noFacts: FactRow = {
    connection_open: false,
    last_seen: null,
    last_message: null,
    last_ignition: null,
    last_motion: null,
    last_motion_since: null,
    reporting_interval: null,
    profile: null,
  }
  expect(factsOf({ profiles }, { ...noFacts, ...row }).reporting_interval).toBe(seconds)
})

test.each<[string, Parameters<typeof intervalOf>[0], number]>([
  ['by its own interval', { status: 1, reporting_interval: 10 }, 10],
  ['by the usual interval where it has none', { status: 1 }, 60],
  ['by its own interval, though nothing comes', { status: 2, reporting_interval: 300 }, 300],
  [
    'by a third of the longest sleep, with the ignition off',
    { status: 1, ignition: false, reporting_interval: 10 },
    30_000,
  ],
  ['by a third of the longest sleep, on standby', { status: 0, reporting_interval: 10 }, 30_000],
])('the next message is expected %s', (_, facts, seconds) =>
  expect(intervalOf(facts)).toBe(seconds),
)
