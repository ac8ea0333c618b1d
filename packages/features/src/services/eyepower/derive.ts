// Alerts of the vehicle's battery: too little voltage.
import { derivation } from '@flotta/core/derivation.ts'
import { DAY } from '@flotta/core/time.ts'
import { cleared, raised } from '../../alerts/rules.ts'
import { alerts } from './alerts.ts'
import { SHOWS_24_V, type System, type VoltageLevel, voltageLevel, voltagePercent } from './rules.ts'

/** A device that comes from a 24 V vehicle into one of 12 V is known for it after that time. */
const FORGOTTEN_AFTER = 30 * DAY

interface Voltage {
  readonly level: VoltageLevel
  /** When it last showed a voltage that only 24 V systems have, by the day; null: not lately. */
  readonly seen_24: number | null
}
const alertOf: Readonly<Record<VoltageLevel, number | null>> = { good: null, warning: alerts.voltage_warning.id, alarm: alerts.voltage_alarm.id }

export const voltage = derivation<Voltage>({
  name: 'voltage',
  needs: ['power'],
  start: { level: 'good', seen_24: null },
  step(memory, sample) {
    const { at, power } = sample
    const volts = power?.external_voltage ?? null
    if (volts === null) return null
    const forgotten = memory.seen_24 !== null && at - memory.seen_24 > FORGOTTEN_AFTER ? null : memory.seen_24
    const seen_24 = volts >= SHOWS_24_V ? Math.floor(at / DAY) * DAY : forgotten
    const system = seen_24 === null ? 12 : 24
    const percent = voltagePercent(volts, system)
    const level = voltageLevel(percent)
    if (level === memory.level) return seen_24 === memory.seen_24 ? null : { state: { level, seen_24 } }
    const before = alertOf[memory.level]
    const now = alertOf[level]
    return {
      state: { level, seen_24 },
      effects: [
        ...(before === null ? [] : [cleared(before, at)]),
        ...(now === null ? [] : [raised(now, sample, { external_voltage: volts, percent, system })]),
      ],
    }
  },
})

/** The vehicle's system as the alerts know it. @param memory what stands of the derivation in the vehicle's state; undefined: nothing yet */
export const systemOf = (memory: unknown): System => (((memory ?? voltage.start) as Voltage).seen_24 === null ? 12 : 24)

export const derivations = [voltage]
