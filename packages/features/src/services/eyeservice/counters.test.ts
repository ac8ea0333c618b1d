// The counters of a vehicle, and who may see them.
import { neverPrivate } from '@flotta/core/private-times.ts'
import { expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { countersOf, fridgeHours } from './counters.ts'

test.each([
  [{ hour_meter_fuel: 2_000, hour_meter_electric: 300 }, 2_300],
  [{ hour_meter_fuel: 2_000, hour_meter_electric: null }, 2_000],
  [{ hour_meter_fuel: null, hour_meter_electric: 300 }, 300],
  [{}, null],
])('the hours of the unit in %j are %j', (told, expected) =>
  expect(fridgeHours(told)).toBe(expected),
)

const row = {
  odometer: 120_500_440,
  km_offset: 1_200,
  gps: 1_000,
  latest: { engine_hours: [1, [4_210.5]] as const },
}
const owner = (...agreements: number[]) => ({
  owner: true,
  agreements,
  grants: [],
  private_times: neverPrivate,
})
test('the counters give kilometres with their offset, and hours under the agreement that includes them [telemetry.34]', () => {
  expect(countersOf(row, owner(agreement.maintenance))).toEqual({
    km: 121_700.44,
    hours: { engine: 4_210.5, fridge: null },
  })
  expect(countersOf(row, owner())).toMatchObject({ km: 121_700.44, hours: { engine: null } })
  expect(
    countersOf(row, {
      owner: false,
      agreements: [agreement.maintenance],
      grants: [],
      private_times: neverPrivate,
    }),
  ).toMatchObject({
    km: null,
    hours: { engine: null },
  })
})
