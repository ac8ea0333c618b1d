// The cost of changing the map's filter with 10,000 vehicles: the matching vehicles, the quick counts and the whole filter tree.

import { VehicleType } from '@flotta/features/fleet/vehicles/values.ts'
import type { Pin } from '@flotta/features/map/global-map/contract.ts'
import { readFilter } from '@flotta/features/map/global-map/filter.ts'
import { filterGroups, keeps, quickCounts } from '@flotta/features/map/global-map/filter-masks.ts'
import { services } from '@flotta/features/services/services.ts'
import { type Bench, figure, percentile } from './harness.ts'

const VEHICLES = 10_000
const AGREEMENTS = [2, 3, 4, 5, 8, 16, 24, 25, 27, 28]
const filters = [
  {},
  { f: 'moving' },
  { s: 'eyegeo', f: 'speed_limit' },
  { s: 'type_U', f: 'alarm', st: 'suv' },
  { s: 'type_T,eyecold', f: 'connected,fridge' },
]

const fleet = (): Pin[] =>
  Array.from({ length: VEHICLES }, (_, id) => ({
    id,
    vehicle_id: id,
    plate: `AB ${id} CD`,
    vehicle_type: VehicleType.options[id % VehicleType.options.length] ?? 'T',
    status: (id % 3) as Pin['status'],
    motion: null,
    motion_since: null,
    moving: id % 2 === 0,
    active_agreements: AGREEMENTS.slice(0, 1 + (id % AGREEMENTS.length)),
    ...(id % 5 === 0 && {
      active_alerts: [
        { alert_id: 1 + (id % 26), customer_id: null, created_at: '2026-11-20T10:00:00Z' },
      ],
    }),
  }))

export const filtersOfMap: Bench = {
  name: 'filters',
  measures: 'what a change of the map’s filter costs with 10,000 vehicles',
  async run(options) {
    const times = options.quick ? 10 : 200
    const durations: number[] = []
    const fresh: number[] = []
    const pins = fleet()
    const change = (pins: readonly Pin[], i: number): number => {
      const began = process.cpuUsage()
      const filter = readFilter(filters[i % filters.length] ?? {}, services)
      pins.filter(keeps(filter, services))
      quickCounts(pins, filter, services)
      filterGroups(pins, services, filter)
      // Processor time, so that other programs on the machine do not count.
      const { user, system } = process.cpuUsage(began)
      return (user + system) / 1_000
    }
    for (const i of filters.keys()) change(pins, i)
    for (let i = 0; i < times; i++) durations.push(change(pins, i))
    // Every vehicle has reported since the last change.
    for (let i = 0; i < times; i++) fresh.push(change(fleet(), i))
    return [
      figure('another filter, p50', percentile(durations, 0.5), 'ms'),
      figure('another filter, p99', percentile(durations, 0.99), 'ms', { goal: { below: 16 } }),
      figure('the same when every vehicle has changed, p50', percentile(fresh, 0.5), 'ms', {
        goal: { below: 16 },
      }),
    ]
  },
}
