// The body's thermometers, each in its compartment: around what is set, with what the unit does; an open door lets warm air in, the unit then takes its time.
import { MINUTE } from '@flotta/core/time.ts'
import { compartmentOf } from '@flotta/features/services/eyecold/rules.ts'
import { compartmentsOfUnit } from '@flotta/features/services/eyecold/units.ts'
import { strayed } from '../reefers.ts'
import type { Moment, Signal } from '../signal.ts'

/** Of one of them, from 0; undefined where the vehicle has fewer. */
export function temperature(m: Moment, i: number): number | undefined {
  const { thermometers, index, vehicle_type } = m.vehicle
  const compartments = compartmentsOfUnit(m.vehicle)
  if (compartments.length === 0 || i >= thermometers) return undefined
  const compartment = compartmentOf(i + 1, compartments.length)
  const usual = compartments[compartment - 1] ?? 0
  const cycle = Math.sin((m.at / (23 * MINUTE)) * 2 * Math.PI + index + i) * 0.5
  // the doors of a trailer lead to its first compartment
  const doors = vehicle_type === 'S' && compartment > 1 ? 0.2 : 1 - 0.2 * i
  const measured = usual + cycle + 0.3 * m.noise(`thermometer ${i}`, 15 * MINUTE) + strayed(m, compartment) + warmth(m, usual) * doors
  // thermometers have no other word for "not ready" than −0.1
  return Math.round(measured * 10) === -1 ? 0 : measured
}

function warmth({ day, at }: Moment, setpoint: number): number {
  const outside = (19 - setpoint) * 0.4
  let warm = 0
  let closed = day.from
  for (const segment of day.segments) {
    if (segment.kind === 'leg' || segment.door === null || segment.door.from > at) continue
    const { from, to } = segment.door
    warm *= Math.exp(-(from - closed) / (20 * MINUTE))
    warm = outside - (outside - warm) * Math.exp(-(Math.min(at, to) - from) / (45 * MINUTE))
    closed = Math.min(at, to)
  }
  return warm * Math.exp(-(at - closed) / (20 * MINUTE))
}

export default {
  of: vehicle => vehicle.thermometers > 0,
  words: { temp1: m => temperature(m, 0), temp2: m => temperature(m, 1), temp3: m => temperature(m, 2) },
} satisfies Signal
