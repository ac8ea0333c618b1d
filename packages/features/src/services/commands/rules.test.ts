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
    ['that says yes executes [commands.11]', 'DOUT1:ON Timeout:INFINITY', {}, 2, null],
    ['of any words that refuse nothing executes', 'OK', {}, 2, null],
    ['without words executes', '', {}, 2, null],
    [
      'that knows the command not makes it invalid [commands.12]',
      'Unknown command',
      {},
      7,
      'refused',
    ],
    ['that recognizes it not [commands.13]', 'Command not recognized', {}, 7, 'refused'],
    ['that recognises it not, in British', 'not recognised', {}, 7, 'refused'],
    ['that calls it invalid [commands.14]', 'INVALID ARGUMENT', {}, 7, 'refused'],
    ['that denies it [commands.15]', 'Access denied', {}, 7, 'refused'],
    [
      'by the protocol’s own refusal is invalid, whatever it says',
      '',
      { refused: true },
      7,
      'refused',
    ],
    ['with an error fails [commands.17]', 'Error 5', {}, 3, 'device_failed'],
    ['that failed fails [commands.18]', 'Fail DOUT1 state already set', {}, 3, 'device_failed'],
    ['that refuses with an error is invalid', 'Error: unknown command', {}, 7, 'refused'],
    [
      'that says no in words of its own fails [commands.53]',
      'DYD=Speed Limit',
      { isNo: true },
      3,
      'device_failed',
    ],
    ['to another question fails', 'Ver:03.27', { isOther: true }, 3, 'other_answer'],
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
    ['whose gateway is silent has timed out', {}, 65_001, { status: 6, reason: 'no_answer' }],
    [
      'that no gateway sends any more has timed out',
      { state: 'expired' },
      1,
      { status: 6, reason: 'no_answer' },
    ],
    ['that found no connection waits again', { state: 'offline' }, 1, 'again'],
    [
      'that no protocol carries is invalid',
      { state: 'invalid' },
      1,
      { status: 7, reason: 'untold' },
    ],
    ['is sent', { state: 'sent', sent_at: 1_000 }, 60_999, { status: 4, reason: null }],
    [
      'is not answered within 60 s',
      { state: 'sent', sent_at: 1_000 },
      61_000,
      { status: 6, reason: 'no_answer' },
    ],
    [
      'whose connection has just gone may still be answered',
      { state: 'sent', sent_at: 1_000, lost_since: 5_000 },
      6_999,
      { status: 4, reason: null },
    ],
    [
      'whose connection has gone is over',
      { state: 'sent', sent_at: 1_000, lost_since: 5_000 },
      7_000,
      { status: 6, reason: 'lost' },
    ],
    [
      'is answered, however late it is read',
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
