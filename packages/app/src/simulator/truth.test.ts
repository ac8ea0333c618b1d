// The record of the simulator is consistent: days add up to their period, and tanks and counters to the signals.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY, dayOf, HOUR } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { tankLitres } from '@flotta/features/services/eyefuel/tanks.ts'
import { expect, test } from 'vitest'
import { ledger } from './ledger.ts'
import { type Truth, truthOf, truthOfDay } from './truth.ts'
import { simulation } from './vehicle.ts'

const world = simulation()
const fleet = demoFleet()
/** One of its tractors is robbed on 10 December. */
const FROM = Date.parse('2026-12-08T00:00:00Z')
const days = [0, 1, 2, 3]
const vehicle = (index: number) => fleet[index] ?? expect.fail('no such vehicle')
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test.each([0, 1, 7, 10, 25])('four days of vehicle %i are together what their period is', index => {
  const wholePeriod = truthOf(world, vehicle(index), FROM, FROM + 4 * DAY)
  const each = days.map(n => truthOfDay(world, vehicle(index), dayOf(FROM) + n))
  for (const figure of ['metres', 'driving', 'standing', 'idling', 'doors'] as const)
    expect(sum(each.map(day => day[figure]))).toBeCloseTo(wholePeriod[figure], 3)
  expect(wholePeriod.driving + wholePeriod.standing).toBe(4 * DAY)
  expect(wholePeriod.driving).toBeGreaterThan(8 * HOUR)
  for (const [sensor, { lowest, highest }] of Object.entries(wholePeriod.temperatures)) {
    expect(Math.min(...each.map(day => day.temperatures[sensor]?.lowest.value ?? 99))).toBe(
      lowest.value,
    )
    expect(Math.max(...each.map(day => day.temperatures[sensor]?.highest.value ?? -99))).toBe(
      highest.value,
    )
  }
})
test.each([0, 7, 10])(
  'the tank of vehicle %i holds what it held, less what was burnt and stolen, and what was filled in',
  index => {
    const subject = vehicle(index)
    const litres = (at: number) =>
      (Number(world.values(subject, at).can_fuel_level) * (tankLitres(subject) ?? 0)) / 100
    const { fuel } = truthOf(world, subject, FROM, FROM + 4 * DAY)
    expect(
      litres(FROM) - (fuel?.burnt ?? 0) - (fuel?.stolen ?? 0) + (fuel?.refuelled ?? 0),
    ).toBeCloseTo(litres(FROM + 4 * DAY), 2)
    expect((fuel?.stolen ?? 0) > 0).toBe(index === 10)
  },
)
test('a unit has run for what its counters grew by, and was on for longer', () => {
  const { unit } = truthOf(world, vehicle(1), FROM, FROM + DAY)
  expect(unit?.on).toBeGreaterThan(20 * HOUR)
  expect((unit?.engine ?? 0) + (unit?.mains ?? 0)).toBeLessThan((unit?.on ?? 0) / HOUR)
})
test('the ledger has a line for each vehicle and day, and at the end the day that goes on', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'flotta-ledger-')), 'truth.jsonl')
  const two = fleet.slice(6, 8)
  const book = ledger(file, world, two, FROM + 9 * HOUR)
  for (let i = 0; i < 3; i++) book.goOn(FROM + DAY + HOUR)
  book.end(FROM + DAY + 12 * HOUR)
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Truth & { readonly day?: string })
  expect(lines.map(({ plate, day, to }) => [plate, day, (to - FROM) / HOUR])).toEqual([
    ...two.map(({ plate }) => [plate, '2026-12-08', 24]),
    ...two.map(({ plate }) => [plate, undefined, 36]),
  ])
  expect(lines[0]?.metres).toBe(truthOfDay(world, vehicle(6), dayOf(FROM)).metres)
})
