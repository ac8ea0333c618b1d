// A vehicle's drives and stops on one day, from home to home, computed from the seed and the day alone. Destinations: tours.ts; where it stands:
// plots.ts.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { roads } from '@flotta/features/places/routing/roads.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { worksOn } from '@flotta/features/seed.ts'
import type { DayPlan, Stop } from './day-plan.ts'
import { drivingDay, type LastDrive } from './driving-day.ts'
import { networks } from './network.ts'
import { plotOf } from './plots.ts'
import { beginning, type Cycle, cycle, odometerOf, shifts, tractorOn } from './tours.ts'

export interface Plans {
  /** Days are counted from 1970 and begin at the vehicle's own hour. */
  dayOf(vehicle: DemoVehicle, at: number): number
  plan(vehicle: DemoVehicle, day: number): DayPlan
}

export function plans(seed: number): Plans {
  const network = networks(roads(), seed)
  const cycles = new Map<number, Cycle>()
  const cycleOf = (vehicle: DemoVehicle): Cycle => {
    const vehicleCycle =
      cycles.get(vehicle.index) ??
      cycle(vehicle, seed, shifts[vehicle.rota] === null ? null : network(vehicle))
    cycles.set(vehicle.index, vehicleCycle)
    return vehicleCycle
  }
  // Today and yesterday of each vehicle are needed all the time.
  const recent = new Map<number, DayPlan[]>()
  const lastDrives = new Map<number, LastDrive>()
  const lastDriveOf = (vehicle: DemoVehicle): LastDrive => {
    const lastDrive = lastDrives.get(vehicle.index) ?? { from: Number.NaN, drive: null }
    lastDrives.set(vehicle.index, lastDrive)
    return lastDrive
  }
  const planOf = (vehicle: DemoVehicle, day: number): DayPlan => {
    const recentPlans = recent.get(vehicle.index) ?? []
    const recentPlan = recentPlans.find(p => p.day === day)
    if (recentPlan) return recentPlan
    const tractor = tractorOn(vehicle, day)
    const plan =
      shifts[vehicle.rota] === null
        ? yardDay(vehicle, day, cycleOf(vehicle), seed)
        : drivingDay({
            vehicle,
            day,
            cycle: cycleOf(vehicle),
            network: network(vehicle),
            seed,
            last: lastDriveOf(vehicle),
            lead: tractor === vehicle ? null : planOf(tractor, day),
          })
    recent.set(vehicle.index, [plan, ...recentPlans].slice(0, 3))
    return plan
  }
  return {
    dayOf: (vehicle, at) => Math.floor((at - beginning(vehicle) * MINUTE) / DAY),
    plan: planOf,
  }
}

/** A pallet truck: it works by the hour without leaving its place. */
function yardDay(vehicle: DemoVehicle, day: number, cycle: Cycle, seed: number): DayPlan {
  const graph = roads()
  const node = graph.town(vehicle.home)
  const from = day * DAY
  const works = !worksOn(vehicle, day) ? [] : [6, 7, 8, 9, 10, 12, 13, 14, 15, 16]
  const on = works.map(hour => ({ from: from + hour * HOUR, to: from + hour * HOUR + 38 * MINUTE }))
  const stop: Stop = {
    kind: 'stop',
    from,
    to: from + DAY,
    ...plotOf(vehicle, node, true),
    direction: 0,
    on: vehicle.rota === 'silent' ? [] : on,
    door: null,
    service: null,
    metres: 0,
  }
  return {
    day,
    from,
    to: from + DAY,
    segments: [stop],
    odometer: odometerOf(vehicle, day, cycle),
    tank: null,
    seed,
  }
}
