// Tables of records and the completeness that follows from them.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { completenessOf, type Stretch, silences } from './completeness.ts'

const every = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)
const period = { from: 0, to: 24 * HOUR }
const trip = { from: 8 * HOUR, to: 10 * HOUR }
const rest = (from: number, to: number) => every(from, to, HOUR)
const allRecords = [
  ...rest(0, 7 * HOUR),
  ...every(trip.from, trip.to, MINUTE),
  ...rest(11 * HOUR, 24 * HOUR),
]
const without = (gap: Stretch) => allRecords.filter(at => at <= gap.from || at >= gap.to)
const completenessWith = (
  at: readonly number[],
  drove: (s: Stretch) => boolean,
  trips: readonly Stretch[] = [trip],
) => completenessOf(at, period, { interval_ms: MINUTE, quiet: silences(at, MINUTE), drove, trips })
const inTrip = ({ from, to }: Stretch) => from >= trip.from && to <= trip.to

test('a period with all expected records is complete', () =>
  expect(completenessWith(allRecords, inTrip)).toEqual({ received: 100, gaps: [] }))
test('a drive of two hours without half an hour of records has that gap', () => {
  const gap = { from: trip.from + 30 * MINUTE, to: trip.from + 60 * MINUTE }
  // 121 records, 29 of them missing
  expect(completenessWith(without(gap), inTrip)).toEqual({
    received: (100 * 92) / 121,
    gaps: [gap],
  })
})
test('a silence of five minutes is no gap', () =>
  expect(
    completenessWith(without({ from: trip.from, to: trip.from + 5 * MINUTE }), inTrip).gaps,
  ).toEqual([]))
test('a tracker that sleeps an hour at rest has no gap', () =>
  expect(completenessWith(allRecords, () => false).gaps).toEqual([]))
test('a day and an hour of silence at rest is a gap, with no records from the drive', () => {
  const at = [-2 * HOUR, ...rest(24 * HOUR, 24 * HOUR)]
  expect(completenessWith(at, () => false, [])).toEqual({
    received: null,
    gaps: [{ from: 0, to: 24 * HOUR }],
  })
})
test('a gap counts only within the period', () => {
  const quiet = [{ from: -HOUR, to: HOUR }]
  expect(
    completenessOf([HOUR], period, { interval_ms: MINUTE, quiet, drove: () => true, trips: [] }),
  ).toEqual({ received: 0, gaps: [{ from: 0, to: HOUR }] })
})
test('a period without a drive has no share', () =>
  expect(completenessWith(rest(0, 24 * HOUR), () => false, [])).toEqual({
    received: null,
    gaps: [],
  }))
