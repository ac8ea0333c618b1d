// The vehicle's voltage: charged by the engine, resting without it, and lower during faults.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { random } from '../random.ts'
import type { Moment, Signal } from '../signal.ts'
import { troublesOf, voltageLeft } from '../troubles.ts'

/** The voltage of one 12 V battery without faults. */
function soundVoltage(m: Moment): number {
  const ripple = m.noise('power', 3 * MINUTE)
  if (m.ignition)
    return m.vehicle.vehicle_type === 'P' ? 12.4 + 0.1 * ripple : 14.05 + 0.14 * ripple
  const off = lastOff(m)
  const hours = (m.at - off) / HOUR
  const restVoltage = 12.72 - 0.12 * (1 - Math.exp(-hours / 6)) + 0.008 * ripple
  if (!m.vehicle.weak_battery) return restVoltage
  // Nights differ: a weak battery ends between a warning and an alarm.
  const depth = 0.35 + 0.75 * random(m.seed, m.vehicle.index, off, 11)
  return restVoltage - depth * (1 - Math.exp(-hours / 2.2))
}

/** When the ignition went off, at most three days ago. */
export function lastOff({ at, day, before }: Moment): number {
  for (let d = day, back = 0; back < 4; d = before(d), back++)
    for (let i = d.segments.length - 1; i >= 0; i--) {
      const segment = d.segments[i]
      if (segment === undefined || segment.from > at) continue
      if (segment.kind === 'leg') return segment.to
      const span = segment.on.findLast(s => s.to <= at)
      if (span) return span.to
    }
  return day.from - 3 * DAY
}

export default {
  words: {
    power: m =>
      (m.vehicle.volts / 12) *
      Math.min(soundVoltage(m), voltageLeft(troublesOf(m.seed, m.vehicle, m.at), m.at)),
  },
} satisfies Signal
