// Lengths of time, rounded once.
import { expect, test } from 'vitest'
import { clockText, lengthOf, wholeMinutes } from './durations.ts'

test.each([
  [0, 0, '0:00'],
  [29.9, 0, '0:00'],
  [30, 1, '0:01'],
  [2_371, 40, '0:40'],
  [3_569, 59, '0:59'],
  [3_570, 60, '1:00'],
  [7_509, 125, '2:05'],
  [90_000, 1_500, '25:00'],
  [-29, 0, '0:00'],
  [-90, -2, '-0:02'],
])('%f s are %i minutes, written %s', (seconds, minutes, text) => {
  expect(wholeMinutes(seconds)).toBe(minutes)
  expect(clockText(seconds)).toBe(text)
})

test.each([
  [2_371, [0, 0, 40]],
  [3_570, [0, 1, 0]],
  [86_369, [0, 23, 59]],
  [86_370, [1, 0, 0]],
  [86_400 + 2 * 3_600 + 1_799, [1, 2, 0]],
  [86_400 + 2 * 3_600 + 1_800, [1, 3, 0]],
  [-5, [0, 0, 0]],
])('%i s are %j days, hours and minutes', (seconds, [days, hours, minutes]) =>
  expect(lengthOf(seconds)).toEqual({ days, hours, minutes }),
)
