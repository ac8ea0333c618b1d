// The refrigeration unit: whether it runs, wired to the second input, and its own values where the device reads them.
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { DayPlan, Leg, Stop } from '../day-plan.ts'
import { commandUnit, hoursOf, switchesOf, temperature, type Unit, unitAt } from '../reefers.ts'
import type { Moment, Signal } from '../signal.ts'

const zone =
  (n: number, value: (compartment: Unit['compartments'][number]) => number) =>
  (m: Moment): number | undefined => {
    const compartment = unitAt(m)?.compartments[n - 1]
    return compartment && value(compartment)
  }

const reefer = {
  appliesTo: (vehicle: DemoVehicle) => vehicle.setpoint !== null,
  words: {
    in2: (m: Moment) => Number(unitAt(m)?.on ?? false),
    zone1_state: zone(1, c => c.state),
    zone2_state: zone(2, c => c.state),
    zone3_state: zone(3, c => c.state),
    zone1_mode: zone(1, c => c.mode),
    zone2_mode: zone(2, c => c.mode),
    zone3_mode: zone(3, c => c.mode),
    zone1_setpoint: zone(1, c => c.setpoint),
    zone2_setpoint: zone(2, c => c.setpoint),
    zone3_setpoint: zone(3, c => c.setpoint),
    zone1_return1: (m: Moment) => temperature(m, 0),
    zone1_power_mode: (m: Moment) => Number(unitAt(m)?.electric ?? false),
    reefer_alarm: (m: Moment) => unitAt(m)?.alarm,
    reefer_run_mode: (m: Moment) => unitAt(m)?.mode,
    reefer_hours_engine: (m: Moment) => Math.floor(hoursOf(m).fuel),
    reefer_hours_electric: (m: Moment) => Math.floor(hoursOf(m).electric),
  },
  changes: (
    doing: Stop | Leg,
    { vehicle, day }: { readonly vehicle: DemoVehicle; readonly day: DayPlan },
  ) => switchesOf(day.seed, vehicle, doing.from, doing.to),
  /** Its answer to a remote text, and when its readings show the effect; null: the text is not for the unit. */
  reply(
    vehicle: DemoVehicle,
    text: string,
    at: number,
  ): { readonly answer: string; readonly tells: readonly number[] } | null {
    const answer = commandUnit(vehicle, text, at)
    return answer === null ? null : { answer, tells: [at] }
  },
}
export default reefer satisfies Signal
