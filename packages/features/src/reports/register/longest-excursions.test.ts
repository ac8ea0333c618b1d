// Which excursions the first page of a certificate lists.
import { expect, test } from 'vitest'
import type { Excursion } from './contract.ts'
import { longestExcursions } from './longest-excursions.ts'

const at = '2026-11-20T08:00:00Z'
const ofMinutes = (...minutes: readonly number[]): Excursion[] =>
  minutes.map(count => ({
    ...{ sensor: 'T1', from: at, to: at, minutes: count, peak: -10.9, peak_at: at },
    ...{ cause: null, registered: true },
  }))
test('of many excursions the first page lists the eight longest, the longest first, and few excursions are listed as they are [printing.39]', () => {
  const few = ofMinutes(3, 90, 1)
  expect(longestExcursions(few)).toBe(few)
  const many = ofMinutes(...Array.from({ length: 47 }, (_, i) => i + 1))
  expect(longestExcursions(many).map(({ minutes }) => minutes)).toEqual([
    47, 46, 45, 44, 43, 42, 41, 40,
  ])
})
