// The tag of the tractor that pulls a trailer, read while it is coupled; at long stops the trailer is left standing.
import { MINUTE } from '@flotta/core/time.ts'
import { trailerOf } from '@flotta/features/services/tandt/couplings.ts'
import type { Leg, Span, Stop } from '../plan.ts'
import { changesWithin, type Moment, type Signal, within } from '../signal.ts'

/** A stop that is shorter is waited out. */
const LEFT_FROM = 40 * MINUTE
/** After arriving, and before leaving. */
const [UNCOUPLES, COUPLES] = [8 * MINUTE, 6 * MINUTE]

/** When it stands without a tractor. */
const alone = ({ kind, from, to }: Stop | Leg): Span | null => (kind === 'leg' || to - from < LEFT_FROM ? null : { from: from + UNCOUPLES, to: to - COUPLES })

function tag({ vehicle, at, doing, day }: Moment): string | undefined {
  const trailer = trailerOf(vehicle)
  if (trailer === null) return undefined
  const [first, last] = [day.segments[0], day.segments.at(-1)]
  const span = alone(doing)
  // the night at home goes over from one day into the next
  if (span !== null && ((at < span.from && doing === first) || (at >= span.to && doing === last) || within(span, at))) return ''
  if (doing.kind === 'leg') return trailer.tagAt(doing.from)
  if (span !== null && at >= span.to) return trailer.tagAt(doing.to)
  const before = day.segments[day.segments.indexOf(doing) - 1]
  return trailer.tagAt(before?.from ?? doing.to)
}

export default {
  of: vehicle => trailerOf(vehicle) !== null,
  words: { rfid: tag },
  changes(doing) {
    const span = alone(doing)
    return span === null ? [] : changesWithin(doing, span)
  },
} satisfies Signal
