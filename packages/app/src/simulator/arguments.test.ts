// The simulator's arguments as a person types them.
import { expect, test } from 'vitest'
import { readArguments, UsageError } from './arguments.ts'
import { catchingUp } from './progress.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const parse = (...argv: string[]) => readArguments(argv, {}, NOW)

test('without words: forty vehicles against this machine', () => {
  expect(parse()).toEqual({
    kind: 'run',
    server: { host: '127.0.0.1', port: 5027 },
    vehicles: 40,
    first: 0,
    protocol: 'teltonika',
    speedup: 1,
    from: null,
    seed: 1,
    backFillDays: 0,
    manner: 'obey',
    truth: null,
  })
  expect(readArguments([], { FLOTTA_TELTONIKA_PORT: '6000' }, NOW)).toMatchObject({
    server: { port: 6000 },
  })
})

test('all words', () => {
  expect(
    parse(
      '--vehicles',
      '100',
      '--speedup',
      '60',
      '--server',
      '[::1]:5028',
      '--seed',
      '7',
      '--from',
      '2026-11-20T06:00:00Z',
      '--back-fill',
      '2',
      '--imei-from',
      '40',
      '--commands',
      'lie',
      '--truth',
      'truth.jsonl',
    ),
  ).toEqual({
    kind: 'run',
    server: { host: '::1', port: 5028 },
    vehicles: 100,
    first: 40,
    protocol: 'teltonika',
    speedup: 60,
    from: Date.parse('2026-11-20T06:00:00Z'),
    seed: 7,
    backFillDays: 2,
    manner: 'lie',
    truth: 'truth.jsonl',
  })
  expect(parse('--help')).toMatchObject({ kind: 'help' })
  expect(parse('--list', '--vehicles', '2')).toEqual({
    kind: 'list',
    vehicles: 2,
    first: 0,
    protocol: 'teltonika',
  })
  expect(parse('--protocol', 'gt06')).toMatchObject({
    protocol: 'gt06',
    server: { port: 5023 },
  })
  expect(parse('--speedup', '10')).toMatchObject({ from: NOW - 86_400_000 })
})

test.each([
  [['--vehicles', 'many'], '--vehicles many is not allowed: a whole number from 1'],
  [['--vehicles', '0'], '--vehicles 0'],
  [['--vehicles', '1.5'], 'whole number'],
  [['--speedup', '0.5'], '--speedup 0.5'],
  [['--protocol', 'morse'], '--protocol morse is not allowed: teltonika, coban'],
  [['--commands', 'laugh'], '--commands laugh is not allowed: obey, refuse'],
  [['--server', 'localhost'], 'write host:port'],
  [['--server', 'localhost:70000'], 'write host:port'],
  [['--from', 'yesterday'], 'an instant such as'],
  [['--from', '2030-01-01'], 'lies in the future'],
  [['--vehicle', '3'], "Unknown option '--vehicle'"],
  [['more'], 'Unexpected argument'],
])('%j is refused with what to type instead', (argv, message) => {
  const reading = () => parse(...argv)
  expect(reading).toThrow(UsageError)
  expect(reading).toThrow(message)
  expect(reading).toThrow('Type: npm run simulate -- --vehicles 40')
})

test('a clock that is ahead of time nowhere and catches up', () => {
  let now = NOW
  const clock = catchingUp(NOW - 99_000, 100, () => now)
  expect(clock()).toBe(NOW - 99_000)
  now += 500
  expect(clock()).toBe(NOW - 49_000)
  now += 10_000
  expect(clock()).toBe(now)
})
