// The simulator's ledger: what each vehicle really did, a line of JSON for each vehicle and day by UTC.
import { appendFileSync } from 'node:fs'
import { DAY, dayOf } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { truthOf, truthOfDay } from './truth.ts'
import type { Simulation } from './vehicle.ts'

export interface Ledger {
  /** Writes the next line of a day that is over, if there is one: one at a time, so that nobody waits for it. */
  goOn(now: number): void
  /** Writes what is left: days that are over, then the day of `now` as far as it has gone. */
  end(now: number): void
}

/** @param since epoch ms: the first line of each vehicle is of the day of then */
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
