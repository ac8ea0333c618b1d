// Alerts of the vehicle's own condition: too fast, and too little voltage.
import { derivation, type Effect } from '@flotta/core/derivation.ts'
import { DAY } from '@flotta/core/time.ts'
import { alert } from './contract.ts'
import { SHOWS_24_V, speedLimit, type VoltageLevel, voltageLevel, voltagePercent } from './rules.ts'

const raise = (alert_id: number, at: number, data: Readonly<Record<string, number>>): Effect => ({ effect: 'raise', alert_id, customer_id: null, at, data })
const clear = (alert_id: number, at: number): Effect => ({ effect: 'clear', alert_id, customer_id: null, at })

const speeding = derivation<boolean>({
  name: 'speed_limit',
  needs: ['position'],
  start: false,
  step(active, { at, position }, { vehicle_type, configurations }) {
    if (position === null) return null
    const limit = speedLimit(vehicle_type, configurations)
    const over = position.speed > limit
    if (over === active) return null
    return { state: over, effects: [over ? raise(alert.speed_limit, at, { speed: position.speed, limit }) : clear(alert.speed_limit, at)] }
  },
})

/** A device that comes from a 24 V vehicle into one of 12 V is known for it after that time. */
const FORGOTTEN_AFTER = 30 * DAY

interface Voltage {
  readonly level: VoltageLevel
  /** When it last showed a voltage that only 24 V systems have, by the day; null: not lately. */
  readonly seen_24: number | null
}
const alertOf: Readonly<Record<VoltageLevel, number | null>> = { good: null, warning: alert.voltage_warning, alarm: alert.voltage_alarm }

const voltage = derivation<Voltage>({
  name: 'voltage',
  needs: ['power'],
  start: { level: 'good', seen_24: null },
  step(memory, { at, power }) {
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
      effects: [...(before === null ? [] : [clear(before, at)]), ...(now === null ? [] : [raise(now, at, { external_voltage: volts, percent, system })])],
    }
  },
})

export const derivations = [speeding, voltage]
