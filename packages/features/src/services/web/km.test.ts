import { expect, test } from 'vitest'
import { parseKm, shownKm } from './km.ts'

test.each<[string, number | string, number | null]>([
  ['a whole number', 1200, 1200],
  ['as text, with spaces around', ' 1200 ', 1200],
  ['a negative number', '-50', -50],
  ['nothing', '', null],
  ['a sign alone', '-', null],
  ['a fraction', '12.5', null],
  ['words', '12 km', null],
])('%s', (_, input, km) => expect(parseKm(input)).toBe(km))

test.each<[string, number | null, number | string, number | null]>([
  ['the device’s km and the new correction', 101_200, 500, 100_500],
  ['a correction below zero', 101_200, -500, 99_500],
  ['an input that is no number adds nothing: the device’s own km', 101_200, '', 100_000],
  ['an unknown odometer stays unknown', null, 500, null],
])('%s', (_, odometer, input, km) =>
  expect(shownKm({ odometer, km_offset: 1_200 }, input)).toBe(km),
)

test('in the panel of the axles a wrong number leaves the shown kilometres unchanged [eyeway.31]', () => {
  expect(shownKm({ odometer: 101_200, km_offset: 1_200 }, '', 'unchanged')).toBe(101_200)
  expect(shownKm({ odometer: 101_200, km_offset: 1_200 }, 500, 'unchanged')).toBe(100_500)
})
