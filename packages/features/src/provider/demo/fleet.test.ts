// The list of the demo fleet: complete, distinct and always the same.
import { expect, test } from 'vitest'
import { DEMO_VEHICLES, demoFleet, demoFleets } from './fleet.ts'

const luhn = (digits: string) =>
  [...digits].reverse().reduce((sum, d, i) => {
    const n = Number(d) * (i % 2 === 1 ? 2 : 1)
    return sum + (n > 9 ? n - 9 : n)
  }, 0) % 10

test('the forty vehicles have all eight types, and at least eight are refrigerated', () => {
  const fleet = demoFleet()
  expect(fleet).toHaveLength(DEMO_VEHICLES)
  expect([...new Set(fleet.map(v => v.vehicle_type))].sort()).toEqual([
    'C',
    'M',
    'P',
    'R',
    'S',
    'T',
    'U',
    'V',
  ])
  expect(fleet.filter(v => v.setpoint !== null).length).toBeGreaterThanOrEqual(8)
  expect(new Set(fleet.map(v => v.profile)).size).toBe(2)
  expect(new Set(fleet.map(v => v.protocol)).size).toBe(4)
  expect(fleet.every(v => demoFleets[v.fleet] !== undefined)).toBe(true)
})

test('a vehicle has a subtype only where its type has subtypes', () => {
  for (const v of demoFleet()) expect(v.vehicle_subtype === null).toBe(v.vehicle_type !== 'U')
})

test('plates and IMEIs are distinct and well formed in a fleet of thousands', () => {
  const fleet = demoFleet(10_000)
  expect(new Set(fleet.map(v => v.plate)).size).toBe(10_000)
  expect(new Set(fleet.map(v => v.imei)).size).toBe(10_000)
  for (const v of fleet) {
    expect(v.imei).toMatch(/^\d{15}$/)
    expect(luhn(v.imei)).toBe(0)
  }
  for (const v of fleet.filter(v => v.vehicle_type !== 'P'))
    expect(v.plate).toMatch(/^[A-HJ-NPR-TV-Z]{2}\d{3}[A-HJ-NPR-TV-Z]{2}$/)
})

test('a part of the fleet is the same as in the whole', () => {
  expect(demoFleet(5, 20)).toEqual(demoFleet(40).slice(20, 25))
})
