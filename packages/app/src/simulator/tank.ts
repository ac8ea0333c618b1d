// Tanks or traction batteries of simulated vehicles: used by every kilometre, filled in the depot's yard when they are low; once a month one is
// robbed at night.
import { MINUTE } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { DayPlan, Span } from './day-plan.ts'
import { burntOver } from './refuelling.ts'
import type { Moment } from './signal.ts'

export { hasGuardedTank, hasTank } from './refuelling.ts'

/** When the tank is filled on a day; null: it is not. */
export const fillingOf = ({ segments }: DayPlan): Span | null => {
  const last = segments.at(-1)
  return last?.kind === 'stop' ? (last.service?.filling ?? null) : null
}

const ROBBERY = 6 * MINUTE
/** When the tank is robbed on a day: while the vehicle stands in its depot, after the yard's service; null: it is not. */
export function robberyOf({ tank, segments }: DayPlan): Span | null {
  const last = segments.at(-1)
  if (tank === null || tank.stolen === 0 || last?.kind !== 'stop') return null
  const silence = silenceOf(last)
  const from =
    silence.from + Math.round(((silence.to - silence.from - ROBBERY) * 0.6) / MINUTE) * MINUTE
  return { from, to: from + ROBBERY }
}
/** The part of a stop with the engine off, after the yard's service. */
export function silenceOf({
  from,
  to,
  on,
  service,
}: Span & { readonly on: readonly Span[]; readonly service: Span | null }): Span {
  const arrival = on.find(span => span.from === from)
  const leaves = on.find(span => span.to === to && span !== arrival)
  return { from: service?.to ?? arrival?.to ?? from, to: leaves?.from ?? to }
}

const progress = (span: Span | null, at: number): number =>
  span === null ? 0 : Math.min(1, Math.max(0, (at - span.from) / (span.to - span.from)))

/** Changes of a tank since its day began, percent of the tank. */
export interface TankUse {
  readonly burnt: number
  readonly stolen: number
  readonly filled: number
}
export function usedBy(vehicle: DemoVehicle, day: DayPlan, at: number, driven: number): TankUse {
  const { tank } = day
  if (tank === null) return { burnt: 0, stolen: 0, filled: 0 }
  const burnt = burntOver(vehicle, driven)
  return {
    burnt,
    stolen: tank.stolen * progress(robberyOf(day), at),
    filled: (tank.fillsTo - tank.begins + burnt) * progress(fillingOf(day), at),
  }
}

/** Level of the tank, percent. */
export function fuelOf({ vehicle, day, at, driven }: Moment): number {
  const { burnt, stolen, filled } = usedBy(vehicle, day, at, driven)
  return (day.tank?.begins ?? 0) - burnt - stolen + filled
}
