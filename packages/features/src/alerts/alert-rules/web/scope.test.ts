// The vehicles of a rule as people name them.
import { expect, test } from 'vitest'
import { scopeOf } from './scope.ts'

const [NORD, SUD] = [7, 8]
const park = [
  ['R', NORD],
  ['R', NORD],
  ['T', NORD],
  ['R', SUD],
  ['T', SUD],
  ['V', null],
].map(([vehicle_type, fleet_id]) => ({
  vehicle_type: String(vehicle_type),
  fleet_id: fleet_id as number | null,
}))
const share = (vehicle_type: string, fleet_id: number | null, vehicles: number, total: number) => ({
  vehicle_type,
  fleet_id,
  vehicles,
  total,
})
const group = (vehicle_type: string | null, fleet_id: number | null) => ({ vehicle_type, fleet_id })

test.each([
  ['all vehicles', 6, [share('R', NORD, 2, 2)], { kind: 'all' }],
  [
    'a whole fleet',
    3,
    [share('R', NORD, 2, 2), share('T', NORD, 1, 1)],
    { kind: 'groups', groups: [group(null, NORD)] },
  ],
  [
    'a whole type, whatever the fleet',
    3,
    [share('R', NORD, 2, 2), share('R', SUD, 1, 1)],
    { kind: 'groups', groups: [group('R', null)] },
  ],
  [
    'a type of a fleet',
    2,
    [share('R', NORD, 2, 2)],
    { kind: 'groups', groups: [group('R', NORD)] },
  ],
  [
    'a fleet and a type of another',
    4,
    [share('R', NORD, 2, 2), share('T', NORD, 1, 1), share('T', SUD, 1, 1)],
    { kind: 'groups', groups: [group(null, NORD), group('T', SUD)] },
  ],
  [
    'some trailers of a fleet',
    1,
    [share('R', NORD, 1, 2)],
    { kind: 'some', group: group('R', NORD) },
  ],
  [
    'some of different fleets',
    2,
    [share('R', NORD, 1, 2), share('T', SUD, 1, 1)],
    { kind: 'some', group: group(null, null) },
  ],
  [
    'a whole type without a fleet',
    1,
    [share('V', null, 1, 1)],
    { kind: 'groups', groups: [group('V', null)] },
  ],
])('a rule is of %s [alert-configurations.50]', (_, vehicles, parks, scope) => {
  expect(scopeOf({ vehicles, parks }, park)).toEqual(scope)
})
