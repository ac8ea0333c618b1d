// The body's thermometers: around the setpoint; an open door lets warm air in, the unit then takes its time.
import { MINUTE } from '@flotta/core/time.ts'
import type { Moment, Signal } from '../signal.ts'

/** Of one of them, from 0; undefined where the vehicle has fewer. */
export function temperature(m: Moment, i: number): number | undefined {
  const { setpoint, thermometers, index } = m.vehicle
  if (setpoint === null || i >= thermometers) return undefined
  const cycle = Math.sin((m.at / (23 * MINUTE)) * 2 * Math.PI + index + i) * 0.5
  return setpoint + cycle + 0.3 * i + 0.3 * m.noise(`thermometer ${i}`, 15 * MINUTE) + warmth(m, setpoint) * (1 - 0.2 * i)
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
