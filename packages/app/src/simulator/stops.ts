// What happens while a vehicle stands, and where it has no coverage: ignition, open doors, the yard's service.
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { hasDoors } from '@flotta/features/seed.ts'
import type { Service, Span } from './day-plan.ts'

/** When the ignition is on at a stop: a little after arrival and before departure, and all the time at short stops. */
export function ignitionAt(
  { from, to }: Span,
  first: boolean,
  last: boolean,
  chance: number,
): Span[] {
  const idles = Math.round(20 + chance * 160) * SECOND
  const warms = Math.round(30 + chance * 90) * SECOND
  if (!first && !last && to - from < idles + warms + 3 * MINUTE) return [{ from, to }]
  return [
    ...(first ? [] : [{ from, to: Math.min(from + idles, to) }]),
    ...(last ? [] : [{ from: Math.max(to - warms, from), to }]),
  ]
}

/** Time after arrival when the yard's staff take over: they drive to the pump, fill the tank and park. */
const TAKES_OVER = 20 * MINUTE
const [TO_PUMP, AT_PUMP, PARKS] = [3 * MINUTE, 6 * MINUTE, 2 * MINUTE]

/** The service in the evening at home, of vehicles with an engine. */
export function serviceAt(
  { vehicle_type }: DemoVehicle,
  { from, to }: Span,
  fills: boolean,
  chance: number,
): Service | null {
  const begins = from + TAKES_OVER + Math.round(chance * 15) * MINUTE
  const pump = begins + TO_PUMP + MINUTE
  const ends = fills ? pump + AT_PUMP + MINUTE + PARKS : begins + TO_PUMP
  if (!'TMVU'.includes(vehicle_type) || ends > to) return null
  return { from: begins, to: ends, filling: fills ? { from: pump, to: pump + AT_PUMP } : null }
}
export const enginesOf = (service: Service | null): Span[] =>
  service === null
    ? []
    : service.filling === null
      ? [service]
      : [
          { from: service.from, to: service.from + TO_PUMP },
          { from: service.to - PARKS, to: service.to },
        ]

/** Share of the stops at which a door is left open for a while. */
const FORGOTTEN = 1 / 60
export function doorAt(vehicle: DemoVehicle, { from, to }: Span, chance: number): Span | null {
  if (!hasDoors(vehicle)) return null
  const opens = from + Math.round(60 + chance * 120) * SECOND
  const length = Math.min(
    ((to - from) * 0.6) / MINUTE,
    3 + chance * 9 + (chance < FORGOTTEN ? 24 : 0),
  )
  return { from: opens, to: opens + Math.max(1, Math.floor(length)) * MINUTE }
}

export function gapIn(
  { from, to }: Span,
  chance: number,
  where: number,
  length: number,
): Span | null {
  if (chance > 0.08 || to - from < 30 * MINUTE) return null
  const begins = from + Math.floor(((to - from - 22 * MINUTE) * where) / SECOND) * SECOND
  return { from: begins, to: begins + Math.floor(4 + length * 16) * MINUTE }
}
