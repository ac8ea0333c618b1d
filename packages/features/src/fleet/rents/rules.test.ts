// Rental contracts as `docs/specification.md` describes them.
import { describe, expect, test } from 'vitest'
import type { Rent } from './contract.ts'
import { monthsBetween, periodKm, rentProgress, rentYear } from './rules.ts'

const rent = (some: Partial<Rent> = {}): Rent => ({
  id: 1,
  vehicle_id: 1,
  rent_start: '2025-01-01',
  rent_end: '2027-12-31',
  initial_km_contract: 10_000,
  initial_km_period: null,
  contracted_km: 90_000,
  contracted_km_term: 1,
  renter_name: 'Noleggi',
  ...some,
})

test.each([
  ['2025-01-01', '2026-01-01', 12],
  ['2025-01-15', '2025-02-15', 1],
  ['2025-01-31', '2025-02-28', 1],
  ['2024-01-31', '2024-02-29', 1],
  ['2025-01-01', '2025-01-01', 0],
  ['2025-04-01', '2025-05-16', 1 + 15 / 31],
  ['2025-03-15', '2028-03-15', 36],
])('from %s to %s there are %f months', (from, to, months) =>
  expect(monthsBetween(from, to)).toBeCloseTo(months, 6),
)

describe('the odometer at the beginning of the contract year', () => {
  test.each<[string, Parameters<typeof periodKm>, number | null]>([
    [
      'is the entered value in the first year of a yearly contract',
      ['vehicle_rents', rent(), 12_000, '2025-06-01'],
      12_000,
    ],
    [
      'is that of the contract without an entered value',
      ['vehicle_rents', rent(), undefined, '2025-06-01'],
      10_000,
    ],
    ['may be left open', ['vehicle_rents', rent(), null, '2025-06-01'], null],
    ['is kept on day 364', ['vehicle_rents', rent(), 12_000, '2025-12-31'], 12_000],
    ['is not kept on day 365', ['vehicle_rents', rent(), 12_000, '2026-01-01'], null],
    [
      'does not matter where kilometres are not reckoned by the year',
      ['vehicle_rents', rent({ contracted_km_term: 2 }), 12_000, '2025-06-01'],
      null,
    ],
    [
      'of tyres is that of the contract, whatever was entered [rents.11, eyeway.28]',
      ['tire_rents', rent({ contracted_km_term: 0 }), 5, '2025-06-01'],
      10_000,
    ],
    [
      'of tyres is not kept on day 365 [rents.12, eyeway.29]',
      ['tire_rents', rent(), 5, '2026-01-01'],
      null,
    ],
    [
      'of a contract that is still to begin is kept',
      ['vehicle_rents', rent({ rent_start: '2025-09-01' }), 7, '2025-06-01'],
      7,
    ],
  ])('%s', (_, given, expected) => expect(periodKm(...given)).toBe(expected))
})

describe('the allowance of the current year', () => {
  test.each<
    [
      string,
      Partial<Rent>,
      string,
      { number: number; from: string; to: string; allowance: number } | null,
    ]
  >([
    [
      'is all of a contract of 12 months [rents.13, eyecar.17]',
      { rent_end: '2025-12-31' },
      '2025-06-01',
      { number: 1, from: '2025-01-01', to: '2025-12-31', allowance: 90_000 },
    ],
    [
      'is all of a shorter one [rents.14, eyecar.18]',
      { rent_end: '2025-06-30' },
      '2025-06-01',
      { number: 1, from: '2025-01-01', to: '2025-06-30', allowance: 90_000 },
    ],
    [
      'is twelve months’ share of a longer one [rents.15, eyecar.19]',
      {},
      '2025-06-01',
      { number: 1, from: '2025-01-01', to: '2025-12-31', allowance: 30_000 },
    ],
    [
      'is the same on the last day of the year',
      {},
      '2025-12-31',
      { number: 1, from: '2025-01-01', to: '2025-12-31', allowance: 30_000 },
    ],
    [
      'is the same in the second year',
      {},
      '2026-01-01',
      { number: 2, from: '2026-01-01', to: '2026-12-31', allowance: 30_000 },
    ],
    [
      'is less in a last year that is shorter [rents.16, eyecar.20]',
      { rent_end: '2026-06-30', contracted_km: 90_000 },
      '2026-03-01',
      { number: 2, from: '2026-01-01', to: '2026-06-30', allowance: 30_000 },
    ],
    ['is nothing before the contract', {}, '2024-12-31', null],
    ['is nothing after the contract', {}, '2028-01-01', null],
    ['is not known without contracted kilometres', { contracted_km: null }, '2025-06-01', null],
  ])('%s', (_, some, today, expected) => {
    const year = rentYear(rent(some), null, today)
    expect(
      year === null
        ? null
        : { number: year.number, from: year.from, to: year.to, allowance: year.allowance },
    ).toEqual(expected)
  })
  test('is compared with the kilometres since the beginning of the year, as long as that odometer is known', () => {
    expect(rentYear(rent({ initial_km_period: 10_000 }), 25_000.4, '2025-06-01')).toMatchObject({
      km: 15_000,
      percent: 50,
    })
    expect(rentYear(rent({ initial_km_period: 10_000 }), 55_000, '2026-06-01')).toMatchObject({
      number: 2,
      km: null,
      percent: null,
    })
    expect(rentYear(rent(), 25_000, '2025-06-01')).toMatchObject({ km: null, percent: null })
    expect(
      rentYear(rent({ initial_km_period: 10_000, contracted_km: 0 }), 25_000, '2025-06-01'),
    ).toMatchObject({ km: 15_000, percent: null })
  })
})

describe('the share that is used up', () => {
  test('of the kilometres may exceed the contracted ones [rents.17, eyecar.15]', () => {
    expect(rentProgress(rent(), 55_000, '2026-06-30')).toMatchObject({ km: 45_000, km_percent: 50 })
    expect(rentProgress(rent(), 145_000, '2026-06-30')).toMatchObject({
      km: 135_000,
      km_percent: 150,
    })
    expect(rentProgress(rent(), 5_000, '2026-06-30')).toMatchObject({ km: 0, km_percent: 0 })
    expect(rentProgress(rent(), null, '2026-06-30')).toMatchObject({ km: null, km_percent: null })
    expect(rentProgress(rent({ contracted_km: null }), 55_000, '2026-06-30')).toMatchObject({
      km: 45_000,
      km_percent: null,
    })
    expect(rentProgress(rent({ initial_km_contract: null }), 55_000, '2026-06-30')).toMatchObject({
      km: null,
      km_percent: null,
    })
  })
  test.each([
    ['2024-12-31', 0, 0, { years: 0, months: 0 }, { years: 3, months: 0 }],
    ['2025-01-01', 1, 0.1, { years: 0, months: 0 }, { years: 2, months: 11 }],
    ['2026-06-30', 546, 49.9, { years: 1, months: 6 }, { years: 1, months: 6 }],
    ['2027-12-31', 1_095, 100, { years: 3, months: 0 }, { years: 0, months: 0 }],
    ['2029-01-01', 1_095, 100, { years: 3, months: 0 }, { years: 0, months: 0 }],
  ])('of the time on %s [rents.18, eyecar.16]', (today, days, days_percent, elapsed, left) =>
    expect(rentProgress(rent(), null, today)).toMatchObject({
      days,
      days_total: 1_095,
      days_percent,
      elapsed,
      left,
      length: { years: 3, months: 0 },
    }),
  )
  test('of a contract that begins and ends on one day is the whole', () =>
    expect(rentProgress(rent({ rent_end: '2025-01-01' }), null, '2025-01-01')).toMatchObject({
      days: 1,
      days_total: 1,
      days_percent: 100,
    }))
})
