// The tag of the tractor that pulls a trailer, read while it is coupled. In its depot the trailer stands alone, except when a foreign tractor moves
// it now and then.
import { MINUTE } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { trailerOf } from '@flotta/features/services/tandt/couplings.ts'
import type { DayPlan, Leg, Span, Stop } from '../day-plan.ts'
import { changesWithin, type Moment, type Signal, within } from '../signal.ts'

/** Time of uncoupling after arrival, and of coupling before departure. */
const [UNCOUPLES, COUPLES] = [8 * MINUTE, 6 * MINUTE]
const MOVED_FOR = 35 * MINUTE

/** The spans of a day in which a trailer is coupled, in order, with the tag. */
export function couplingsOf(
  vehicle: Pick<DemoVehicle, 'index'>,
  { day, segments }: DayPlan,
): (Span & { readonly tag: string })[] {
  const trailer = trailerOf(vehicle)
  const legs = segments.filter(segment => segment.kind === 'leg')
  const [first, last] = [legs[0], legs.at(-1)]
  if (trailer === null || first === undefined || last === undefined) return []
  const stranger = trailer.strangerOn(day)
  const drive = { from: first.from - COUPLES, to: last.to + UNCOUPLES, tag: trailer.tagOn(day) }
  const moveTime = last.to + 2 * 60 * MINUTE
  return [
    drive,
    ...(stranger === null ? [] : [{ from: moveTime, to: moveTime + MOVED_FOR, tag: stranger }]),
  ]
}
const tag = ({ vehicle, at, day }: Moment): string =>
  couplingsOf(vehicle, day).find(span => within(span, at))?.tag ?? ''

export default {
  appliesTo: vehicle => trailerOf(vehicle) !== null,
  words: { rfid: tag },
  changes: (doing: Stop | Leg, { vehicle, day }) =>
    couplingsOf(vehicle, day).flatMap(span =>
      changesWithin(doing, span).filter(at => at >= doing.from && at < doing.to),
    ),
} satisfies Signal
