// The simulator's record of what each vehicle really did, one line of JSON for each vehicle and UTC day.
import { appendFileSync } from 'node:fs'
import { DAY, dayOf } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { truthOf, truthOfDay } from './truth.ts'
import type { Simulation } from './vehicle.ts'

export interface Ledger {
  /** Writes the next line of a past day, if there is one: one at a time, so that nothing waits for it. */
  goOn(now: number): void
  /** Writes the remaining lines: past days, then the day of `now` up to now. */
  end(now: number): void
}

/** @param since epoch ms: the first line of each vehicle is about the day of this moment */
export function ledger(
  file: string,
  world: Simulation,
  vehicles: readonly DemoVehicle[],
  since: number,
): Ledger {
  let day = dayOf(since)
  let next = 0
  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  const goOn = (now: number): boolean => {
    if ((day + 1) * DAY > now) return false
    const vehicle = vehicles[next]
    if (vehicle !== undefined) write(truthOfDay(world, vehicle, day))
    next++
    if (next >= vehicles.length) [day, next] = [day + 1, 0]
    return true
  }
  return {
    goOn: now => void goOn(now),
    end(now) {
      while (goOn(now));
      if (now > day * DAY)
        for (const vehicle of vehicles) write(truthOf(world, vehicle, day * DAY, now))
    },
  }
}
