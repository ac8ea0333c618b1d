// The refrigeration unit: that it runs, wired to the second input, and what it says itself where the device asks it.
import { hoursOf, type Unit, unitAt } from '../reefers.ts'
import type { Moment, Signal } from '../signal.ts'
import { temperature } from './temperatures.ts'

const zone =
  (n: number, value: (compartment: Unit['compartments'][number]) => number) =>
  (m: Moment): number | undefined => {
    const compartment = unitAt(m)?.compartments[n - 1]
    return compartment && value(compartment)
  }

export default {
  of: vehicle => vehicle.setpoint !== null,
  words: {
    in2: m => Number(unitAt(m)?.on ?? false),
    zone1_state: zone(1, c => c.state),
    zone2_state: zone(2, c => c.state),
    zone3_state: zone(3, c => c.state),
    zone1_mode: zone(1, c => c.mode),
    zone2_mode: zone(2, c => c.mode),
    zone3_mode: zone(3, c => c.mode),
    zone1_setpoint: zone(1, c => c.setpoint),
    zone2_setpoint: zone(2, c => c.setpoint),
    zone3_setpoint: zone(3, c => c.setpoint),
    zone1_return1: m => temperature(m, 0),
    zone1_power_mode: m => Number(unitAt(m)?.electric ?? false),
    reefer_alarm: m => unitAt(m)?.alarm,
    reefer_run_mode: m => unitAt(m)?.mode,
    reefer_hours_engine: m => Math.floor(hoursOf(m.vehicle, m.at).fuel),
    reefer_hours_electric: m => Math.floor(hoursOf(m.vehicle, m.at).electric),
  },
} satisfies Signal
