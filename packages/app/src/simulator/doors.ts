// Doors of simulated bodies and their alarm: armed while nobody is present; now and then somebody opens an armed door, and the siren sounds.
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { Leg, Span, Stop } from './day-plan.ts'
import { silenceOf } from './tank.ts'

/** Time until the alarm is armed, after the engine is off and the door is closed. */
const ARMS_AFTER = 30 * SECOND
const SOUNDS_FOR = 45 * SECOND
/** At one of this many stops the door is opened without disarming the alarm. */
const FORGOTTEN = 40

export interface Guard {
  readonly armed: readonly Span[]
  readonly siren: Span | null
}
const NOBODY: Guard = { armed: [], siren: null }

export function guardOf(vehicle: DemoVehicle, doing: Stop | Leg): Guard {
  if (doing.kind === 'leg') return NOBODY
  const { door, from } = doing
  const silence = silenceOf(doing)
  // A vehicle that was parked before the day began is armed already.
  const begins = silence.from > from ? silence.from + ARMS_AFTER : from
  if (door === null) return { armed: lasting({ from: begins, to: silence.to }), siren: null }
  const isForgotten =
    begins < door.from && (Math.floor(from / MINUTE) + vehicle.index) % FORGOTTEN === 0
  const siren = isForgotten ? { from: door.from, to: door.from + SOUNDS_FOR } : null
  return {
    armed: [
      ...lasting({ from: begins, to: siren?.to ?? door.from }),
      ...lasting({ from: door.to + ARMS_AFTER, to: silence.to }),
    ],
    siren,
  }
}
const lasting = (span: Span): Span[] => (span.to > span.from ? [span] : [])
