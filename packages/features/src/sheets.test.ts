import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { chartLine, heldValues } from './sheets.ts'

const readingsOf = (...said: (readonly [at: number, data: string])[]) =>
  said.map(([at, data]) => ({ at, data }))
test.each([
  ['each until the next', readingsOf([10, 'a'], [14, 'b']), ['10-14 a', '14-20 b …']],
  [
    'what held before it is cut at its beginning',
    readingsOf([5, 'a'], [14, 'b']),
    ['… 10-14 a', '14-20 b …'],
  ],
  ['what was over before it is not told', readingsOf([3, 'a'], [5, 'b']), ['… 10-20 b …']],
  [
    'told again it goes on',
    readingsOf([10, 'a'], [12, 'a'], [14, 'b'], [16, 'a']),
    ['10-14 a', '14-16 b', '16-20 a …'],
  ],
  ['never told', readingsOf(), []],
])('how long a value held: %s', (_, changes, expected) => {
  const values = heldValues({ from: 10, to: 20, readings: changes }, data => data)
  expect(
    values.map(h => `${h.began ? '' : '… '}${h.from}-${h.to} ${h.value}${h.goesOn ? ' …' : ''}`),
  ).toEqual(expected)
})
test.each([
  ['until it was told last', readingsOf([10, 'a'], [12, 'a']), ['10-12 a']],
  [
    'and what is told after silence is no new beginning',
    readingsOf([10, 'a'], [16, 'a'], [18, 'a']),
    ['10-10 a', '… 16-20 a …'],
  ],
  [
    'unless it is something else',
    readingsOf([10, 'a'], [16, 'b'], [18, 'b']),
    ['10-10 a', '16-20 b …'],
  ],
])('what is not told again holds no longer: %s', (_, changes, expected) => {
  const values = heldValues({ from: 9, to: 20, readings: changes }, data => data, 4)
  expect(
    values.map(h => `${h.began ? '' : '… '}${h.from}-${h.to} ${h.value}${h.goesOn ? ' …' : ''}`),
  ).toEqual(expected)
})
test('a value that is steady is one line over a silence, one that changed meanwhile is not [eyefuel.35]', () => {
  const rows = [80, 79.5, 60].map((level, i) => ({ at: i * 250 * MINUTE, level }))
  expect(chartLine(rows, ({ level }) => level, 1).map(([, value]) => value)).toEqual([
    80,
    79.5,
    null,
    60,
  ])
})
test('a line is interrupted by silence', () => {
  const at = [0, 60, 120, 250].map(minute => ({ at: minute * MINUTE }))
  expect(chartLine(at, () => 1).map(([time, value]) => [time, value])).toEqual([
    [0, 1],
    [60 * MINUTE, 1],
    [120 * MINUTE, 1],
    [120 * MINUTE + 1, null],
    [250 * MINUTE, 1],
  ])
})
