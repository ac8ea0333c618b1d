// A day with drives: from home along its tour and home again, with the breaks that the law requires.
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import { roads } from '@flotta/features/places/routing/roads.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { DayPlan, Leg, Stop } from './day-plan.ts'
import { drive } from './drive.ts'
import type { Drive } from './drive-profile.ts'
import type { Network } from './network.ts'
import { plotOf } from './plots.ts'
import { random } from './random.ts'
import { type TankDay, tankOn } from './refuelling.ts'
import { doorAt, enginesOf, gapIn, ignitionAt, serviceAt } from './stops.ts'
import {
  beginning,
  type Cycle,
  odometerOf,
  type Shift,
  share,
  shifts,
  tourOf,
  tractorOn,
} from './tours.ts'

/** Regulation (EC) 561/2006, article 7: a break of 45 minutes after four and a half hours of driving. */
const MAX_DRIVING = 4.5 * HOUR
const BREAK = 45 * MINUTE
/** Largest factor by which a drive is sped up; when that is not enough, the traffic is drawn again. */
const MAX_PACE = 1.03
const MAX_DRAWS = 12

/** The vehicle's last computed drive, the only one that is held in memory. */
export interface LastDrive {
  from: number
  drive: Drive | null
}

export interface DrivingDayOptions {
  readonly vehicle: DemoVehicle
  readonly day: number
  readonly cycle: Cycle
  readonly network: Network
  readonly seed: number
  readonly last: LastDrive
  /** The day of the tractor that pulls it: a trailer has the places and times of its tractor, but plots of its own. */
  readonly lead: DayPlan | null
}

export const drivingDay = (options: DrivingDayOptions): DayPlan => new DrivingDay(options).plan()

class DrivingDay {
  readonly #options: DrivingDayOptions
  readonly #tractor: DemoVehicle
  readonly #tour: readonly number[]
  readonly #tank: TankDay | null
  readonly #from: number
  readonly #to: number
  /** The drives of the tractor; undefined for a vehicle that drives by itself. */
  readonly #leads: readonly Leg[] | undefined
  readonly #segments: (Stop | Leg)[] = []
  /** Metres driven on this day so far. */
  #metres = 0
  #standsSince: number
  #direction = 0
  /** Driven since the last break, ms. */
  #driven = 0

  constructor(options: DrivingDayOptions) {
    const { vehicle, day, cycle, seed, lead } = options
    this.#options = options
    this.#tractor = tractorOn(vehicle, day)
    this.#tour = tourOf(day, cycle)
    this.#tank = tankOn(vehicle, day, seed, cycle)
    this.#from = day * DAY + beginning(vehicle) * MINUTE
    this.#to = this.#from + DAY
    this.#leads = lead?.segments.filter(segment => segment.kind === 'leg')
    this.#standsSince = this.#from
  }

  plan(): DayPlan {
    const { vehicle, day, cycle, seed } = this.#options
    const shift = shifts[vehicle.rota]
    if (shift !== null)
      for (let index = 1; index < this.#tour.length; index++) this.#driveTo(index, shift)
    this.#standAt(this.#tour.length > 1 && shift !== null ? this.#tour.length - 1 : 0, this.#to)
    return {
      day,
      from: this.#from,
      to: this.#to,
      segments: this.#segments,
      odometer: odometerOf(vehicle, day, cycle),
      tank: this.#tank,
      seed,
    }
  }

  #chance(n: number, m = 0): number {
    return random(this.#options.seed, this.#tractor.index, this.#options.day, 100 + n, m)
  }

  /** The node of a place of the tour. */
  #nodeOf(index: number): number {
    return this.#options.network.places[this.#tour[index] ?? 0] ?? 0
  }

  #standAt(index: number, until: number): void {
    const { vehicle } = this.#options
    const isLast = until === this.#to
    const span = { from: this.#standsSince, to: until }
    const service =
      index > 0 && isLast
        ? serviceAt(vehicle, span, this.#tank?.fills === true, this.#chance(7))
        : null
    const on =
      shifts[vehicle.rota] === null
        ? []
        : [...ignitionAt(span, index === 0, isLast, this.#chance(2, index)), ...enginesOf(service)]
    const isHome = index === 0 || index === this.#tour.length - 1
    this.#segments.push({
      kind: 'stop',
      ...span,
      ...plotOf(vehicle, this.#nodeOf(index), isHome, this.#tractor),
      direction: this.#direction,
      on,
      door: index > 0 && !isLast ? doorAt(vehicle, span, this.#chance(3, index)) : null,
      service,
      metres: this.#metres,
    })
  }

  /** Adds the stop at the previous place and the drive from there. */
  #driveTo(index: number, shift: Shift): void {
    const lead = this.#leads?.[index - 1]
    let departs = lead?.from ?? this.#departureTo(index, shift)
    let traffic = lead?.traffic ?? 0
    let drive = this.#drive(index, departs, traffic)
    if (departs - this.#standsSince >= BREAK) this.#driven = 0
    else if (lead === undefined && this.#driven + drive.seconds * SECOND > MAX_DRIVING) {
      departs = this.#standsSince + BREAK
      this.#driven = 0
      drive = this.#drive(index, departs, traffic)
    }
    const time =
      this.#to -
      Math.max(15, shift.stop) * MINUTE -
      departs -
      (this.#tour.length - 1 - index) * shift.block * MINUTE * 0.9
    // On a late day the traffic is drawn again until the drive fits into its time.
    while (lead === undefined && drive.seconds * SECOND > time * MAX_PACE && traffic < MAX_DRAWS) {
      traffic++
      drive = this.#drive(index, departs, traffic)
    }
    this.#driven += drive.seconds * SECOND
    this.#standAt(index - 1, departs)
    this.#addLeg(index, drive, { departs, traffic, time })
  }

  /** The planned departure to a place. */
  #departureTo(index: number, shift: Shift): number {
    const offset = Math.floor(shift.start + share(this.#tractor) * shift.spread) - shift.day
    const plannedAt =
      this.#from +
      (offset + (index - 1) * shift.block) * MINUTE +
      Math.round(60 + this.#chance(0, index) * 180) * SECOND
    return index === 1 ? plannedAt : Math.max(plannedAt, this.#standsSince + shift.stop * MINUTE)
  }

  #drive(index: number, departs: number, traffic: number): Drive {
    const { vehicle, network, seed } = this.#options
    return drive(
      roads(),
      network.path(this.#tour[index - 1] ?? 0, this.#tour[index] ?? 0),
      network.weight,
      seed + traffic,
      this.#tractor.index,
      departs,
      {
        from: plotOf(vehicle, this.#nodeOf(index - 1), index === 1, this.#tractor),
        to: plotOf(vehicle, this.#nodeOf(index), index === this.#tour.length - 1, this.#tractor),
      },
    )
  }

  /** @param time longest duration, ms */
  #addLeg(
    index: number,
    newDrive: Drive,
    {
      departs,
      traffic,
      time,
    }: { readonly departs: number; readonly traffic: number; readonly time: number },
  ): void {
    const { last } = this.#options
    const recompute = () => this.#drive(index, departs, traffic)
    const pace = Math.max(1, (newDrive.seconds * SECOND) / time)
    const arrives = departs + Math.ceil(newDrive.seconds / pace) * SECOND
    this.#segments.push({
      kind: 'leg',
      from: departs,
      to: arrives,
      get drive() {
        if (last.from !== departs || last.drive === null) {
          last.drive = recompute()
          last.from = departs
        }
        return last.drive
      },
      pace,
      traffic,
      gap: gapIn(
        { from: departs, to: arrives },
        this.#chance(4, index),
        this.#chance(5, index),
        this.#chance(6, index),
      ),
      start: roads().name(this.#nodeOf(index - 1)),
      end: roads().name(this.#nodeOf(index)),
      metres: this.#metres,
    })
    this.#metres += newDrive.metres
    this.#direction = newDrive.at(newDrive.seconds).direction
    this.#standsSince = arrives
  }
}
