// Axles and tyres of the demo fleet: sound tyres stay within their limits, one leaks slowly, one brake drags.
import { HOUR } from '@flotta/core/time.ts'
import { tireDefaults } from '@flotta/features/fleet/vehicles/rules.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { pressureColour, temperatureColour } from '@flotta/features/services/eyeway/rules.ts'
import { expect, test } from 'vitest'
import { simulation } from './vehicle.ts'

const fleet = demoFleet()
const sim = simulation()
const FROM = Date.parse('2026-11-14T00:00:00Z')
const hours = Array.from({ length: 7 * 24 }, (_, i) => FROM + i * HOUR)
const readingsOf = (index: number, word: string) =>
  hours.map(at =>
    Number(
      (sim.values(fleet[index] ?? expect.fail('no such vehicle'), at) as Record<string, number>)[
        word
      ],
    ),
  )

test.each(
  fleet
    .filter(v => v.profile === 'fmx6' && v.axles_number !== null && v.index !== 5 && v.index !== 21)
    .map(v => [v.plate, v.index, v.axles_number] as const),
)('the tyres of %s are neither too soft nor too hard nor too hot', (_, index, axles) => {
  for (let wheel = 1; wheel <= (axles ?? 0) * 2; wheel++) {
    const [pressures, temperatures] = [
      readingsOf(index, `tyre${wheel}_pressure`),
      readingsOf(index, `tyre${wheel}_temp`),
    ]
    expect(new Set(pressures.map(bar => pressureColour(bar, tireDefaults)))).toEqual(
      new Set(['green']),
    )
    expect(new Set(temperatures.map(celsius => temperatureColour(celsius, tireDefaults)))).toEqual(
      new Set(['green']),
    )
  }
})
test('one tyre leaks: never faster than a tenth of a bar an hour, until it is underinflated; then it is filled up', () => {
  const pressures = readingsOf(5, 'tyre4_pressure')
  expect(
    pressures.filter(bar => pressureColour(bar, tireDefaults) === 'orange').length,
  ).toBeGreaterThan(24)
  expect(
    pressures.filter(bar => pressureColour(bar, tireDefaults) === 'green').length,
  ).toBeGreaterThan(24)
  expect(Math.min(...pressures)).toBeGreaterThan(6)
})
test('one brake drags on some days: its tyre runs too hot on long drives', () => {
  const temperatures = readingsOf(21, 'tyre3_temp')
  const red = hours.filter(
    (_, i) => temperatureColour(temperatures[i] ?? 0, tireDefaults) === 'red',
  )
  const days = new Set(red.map(at => Math.floor(at / (24 * HOUR))))
  expect([days.size > 0, days.size <= 2]).toEqual([true, true])
})
test('trucks and trailers weigh their axles; what they carry changes from drive to drive', () => {
  const loads = readingsOf(5, 'axle2_load')
  expect(Math.min(...loads)).toBeGreaterThan(4_000)
  expect(Math.max(...loads)).toBeLessThan(11_500)
  expect(new Set(loads.map(kg => Math.round(kg / 1_000))).size).toBeGreaterThan(3)
  expect(sim.values(fleet[2] ?? expect.fail('no van'), FROM)).not.toHaveProperty('axle1_load')
})
