import { describe, expect, test } from 'vitest'
import {
  bit,
  confirms,
  isPending,
  type Refusal,
  refusalOf,
  type SafeAction,
  type StarterStatus,
  starterStatusOf,
} from './rules.ts'

describe('status of the starter', () => {
  test.each<[string, number | null, number | null, StarterStatus | null]>([
    ['is enabled while its output is on [eyesafe.4]', 1, 0, 1],
    ['is disabled while its output is off [eyesafe.3]', 0, 0, 0],
    ['is enabled where the blocking is not wired', 1, null, 1],
    ['means that the local start is disabled while the blocking is on [eyesafe.5]', 0, 1, 2],
    ['means the same whatever the other output reports', 1, 1, 2],
    ['is enabled where only the blocking is wired and off', null, 0, 1],
    ['is blocked where only the blocking is wired and on', null, 1, 2],
    ['is unknown where neither output is reported', null, null, null],
  ])('%s', (_, start_enabled, start_blocked, expected) => {
    expect(starterStatusOf({ start_enabled, start_blocked })).toBe(expected)
  })
  test('is unknown before the first report of the device', () =>
    expect(starterStatusOf(null)).toBeNull())
})

describe('a command is refused', () => {
  const still = { ignition: false, moving: false }
  test.each<
    [
      string,
      SafeAction,
      { ignition: boolean | null; moving: boolean | null; status: StarterStatus | null },
      Refusal | null,
    ]
  >([
    [
      'to enable the start while the ignition is on',
      'start_unlock',
      { ignition: true, moving: false, status: 0 },
      'ignition_on',
    ],
    [
      'to disable the local start while the ignition is on',
      'start_lock',
      { ignition: true, moving: true, status: 1 },
      'ignition_on',
    ],
    [
      'to restore it while the ignition is on',
      'start_reset',
      { ignition: true, moving: false, status: 2 },
      'ignition_on',
    ],
    [
      'to disable the local start twice [eyesafe.15]',
      'start_lock',
      { ...still, status: 2 },
      'already_disabled',
    ],
    [
      'to restore what is not disabled [eyesafe.16]',
      'start_reset',
      { ...still, status: 1 },
      'not_disabled',
    ],
    [
      'to restore what nothing is known of [eyesafe.17]',
      'start_reset',
      { ...still, status: null },
      'not_disabled',
    ],
    [
      'to unlock while it moves',
      'door_unlock',
      { ignition: true, moving: true, status: null },
      'moving',
    ],
    ['not: enable the start', 'start_unlock', { ...still, status: 0 }, null],
    ['not: disable the local start', 'start_lock', { ...still, status: 1 }, null],
    ['not: restore what is disabled [eyesafe.18]', 'start_reset', { ...still, status: 2 }, null],
    [
      'not: unlock where it stands, with the engine on',
      'door_unlock',
      { ignition: true, moving: false, status: null },
      null,
    ],
    [
      'not: what is unknown stops no unlocking',
      'door_unlock',
      { ignition: null, moving: null, status: null },
      null,
    ],
  ])('%s', (_, action, state, expected) => {
    expect(refusalOf(action, state)).toBe(expected)
  })
})

test.each([
  [null, null],
  [undefined, null],
  [0, 0],
  [1, 1],
  [5, 1],
] as const)('the value %s gives the bit %s', (value, expected) => expect(bit(value)).toBe(expected))

describe('the mark of a command on its way', () => {
  const at = (seconds: number) =>
    new Date(Date.UTC(2026, 10, 22, 8) + seconds * 1_000).toISOString()
  const last = (status: 1 | 2 | 3 | 4 | 5 | 6 | 7) => ({
    action: 'start_lock',
    status,
    message_datetime: at(0),
  })
  test.each<[string, Parameters<typeof isPending>, boolean]>([
    ['is absent without a command', [null, false, null], false],
    ['stays while the command waits', [last(1), false, null], true],
    ['stays while the command is sent', [last(4), false, at(500)], true],
    ['stays after a positive answer', [last(2), false, at(-20)], true],
    ['stays until the readings show the result', [last(2), false, at(59)], true],
    ['disappears when a reading confirms the command', [last(2), true, at(3)], false],
    ['disappears when a reading contradicts the command', [last(2), false, at(60)], false],
    ...([3, 5, 6, 7] as const).map((status): [string, Parameters<typeof isPending>, boolean] => [
      `goes with status ${status}`,
      [last(status), false, null],
      false,
    ]),
  ])('%s', (_, args, expected) => expect(isPending(...args)).toBe(expected))

  test.each<[string, StarterStatus | null, boolean]>([
    ['start_lock', 2, true],
    ['start_lock', 1, false],
    ['start_reset', 1, true],
    ['start_reset', 0, true],
    ['start_reset', 2, false],
    ['start_unlock', 1, true],
    ['start_unlock', 0, false],
    ['start_unlock', null, false],
  ])('%s is confirmed by the status %s: %s', (action, status, expected) => {
    expect(confirms({ ...last(2), action }, status)).toBe(expected)
  })
})
