import { describe, expect, test } from 'vitest'
import { type CommandProgress, judgeAnswer, phraseOf, verdictOf } from './rules.ts'

describe('an answer', () => {
  test.each<
    [
      string,
      string,
      { refused?: boolean; isOther?: boolean; isNo?: boolean },
      number,
      string | null,
    ]
  >([
    ['that confirms means executed [commands.11]', 'DOUT1:ON Timeout:INFINITY', {}, 2, null],
    ['without words of refusal means executed', 'OK', {}, 2, null],
    ['without words means executed', '', {}, 2, null],
    [
      'that does not know the command means invalid [commands.12]',
      'Unknown command',
      {},
      7,
      'refused',
    ],
    [
      'that does not recognize the command means invalid [commands.13]',
      'Command not recognized',
      {},
      7,
      'refused',
    ],
    [
      'that does not recognise the command, in British spelling, means invalid',
      'not recognised',
      {},
      7,
      'refused',
    ],
    [
      'that calls the command invalid means invalid [commands.14]',
      'INVALID ARGUMENT',
      {},
      7,
      'refused',
    ],
    ['that denies the command means invalid [commands.15]', 'Access denied', {}, 7, 'refused'],
    [
      'with the protocol’s own refusal means invalid, whatever its words',
      '',
      { refused: true },
      7,
      'refused',
    ],
    ['with an error means failed [commands.17]', 'Error 5', {}, 3, 'device_failed'],
    [
      'with a failure means failed [commands.18]',
      'Fail DOUT1 state already set',
      {},
      3,
      'device_failed',
    ],
    ['that refuses with an error means invalid', 'Error: unknown command', {}, 7, 'refused'],
    [
      'that declines in other words means failed [commands.53]',
      'DYD=Speed Limit',
      { isNo: true },
      3,
      'device_failed',
    ],
    ['to another question means failed', 'Ver:03.27', { isOther: true }, 3, 'other_answer'],
  ])('%s', (_, answer, { refused = false, isOther = false, isNo = false }, status, reason) => {
    expect(judgeAnswer(answer, refused, { isOther, isNo })).toEqual({ status, reason })
  })
})

describe('a command on its way', () => {
  const way = (more: Partial<CommandProgress>): CommandProgress => ({
    state: 'queued',
    answer: null,
    isOther: false,
    isNo: false,
    sent_at: null,
    gives_up_at: 60_000,
    lost_since: null,
    ...more,
  })
  test.each<[string, Partial<CommandProgress>, number, ReturnType<typeof verdictOf>]>([
    ['waits for its gateway', {}, 64_999, null],
    ['times out if its gateway is silent', {}, 65_001, { status: 6, reason: 'no_answer' }],
    [
      'times out if no gateway sends it any more',
      { state: 'expired' },
      1,
      { status: 6, reason: 'no_answer' },
    ],
    ['waits again if it found no connection', { state: 'offline' }, 1, 'again'],
    [
      'is invalid if no protocol carries it',
      { state: 'invalid' },
      1,
      { status: 7, reason: 'untold' },
    ],
    ['is sent', { state: 'sent', sent_at: 1_000 }, 60_999, { status: 4, reason: null }],
    [
      'times out without an answer within 60 s',
      { state: 'sent', sent_at: 1_000 },
      61_000,
      { status: 6, reason: 'no_answer' },
    ],
    [
      'may still be answered just after its connection is lost',
      { state: 'sent', sent_at: 1_000, lost_since: 5_000 },
      6_999,
      { status: 4, reason: null },
    ],
    [
      'ends when its connection is lost',
      { state: 'sent', sent_at: 1_000, lost_since: 5_000 },
      7_000,
      { status: 6, reason: 'lost' },
    ],
    [
      'is answered even if the answer is read late',
      { state: 'answered', answer: 'OK', sent_at: 1_000, lost_since: 5_000 },
      900_000,
      { status: 2, reason: null },
    ],
    ['is refused', { state: 'refused', answer: '' }, 1, { status: 7, reason: 'refused' }],
  ])('%s', (_, more, now, expected) => {
    expect(verdictOf(way(more), now)).toEqual(expected)
  })
})

test.each<[string, string | number | boolean, string | null]>([
  ['mode', 0, 'commands.phrase.mode.0'],
  ['mode', 1, 'commands.phrase.mode.1'],
  ['start_blocked', true, 'commands.phrase.start_blocked.1'],
  ['lock_open', false, 'commands.phrase.lock_open.0'],
  ['value', 0, null],
  ['compartment', 1, null],
])(
  'the parameter %s with the value %s has a phrase where the number means a choice',
  (name, value, phrase) => {
    expect(phraseOf(name, value)).toBe(phrase)
  },
)
