// What a vehicle does, record by record: moving, idling or parked, and since when (vehicles.59). Only records change it. A vehicle that stands with its
// engine on is idling from the first record that comes 60 s later or more and still says that it stands. Pure.
import { derivation, type Effect, type Sample } from '@flotta/core/derivation.ts'
import type { JsonWriter } from '@flotta/core/json-writer.ts'
import { type MotionState, motions } from '@flotta/core/telemetry.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'

/** A vehicle that stands with its engine on for this long is idling. */
export const IDLING_AFTER = MINUTE
/** After a longer silence it is unknown whether the engine ran all the time. */
const LONGEST_SILENCE = HOUR

/**
 * A movement sensor that vibrates while the engine runs and the vehicle stands does not count as
 * movement.
 */
export const isMoving = ({ moving, position, travelled }: Sample): boolean =>
  moving === true && (position === null || position.speed > 0 || travelled > 0)

/** Standing with the engine on. Times epoch ms. */
interface Stretch {
  readonly since: number
  /** Time of the newest record that says so. */
  readonly heard_at: number
}
export interface VehicleMotion {
  readonly motion: MotionState | null
  /** Epoch ms. */
  readonly since: number | null
  /** The newest value reported; null: never reported. */
  readonly engine: boolean | null
  /** `engine` comes from the ignition, so that the engine's speed does not matter. */
  readonly by_ignition: boolean
  /** Whether the vehicle stands, by the newest record that says so. */
  readonly stands: boolean
  readonly stretch: Stretch | null
}
const START: VehicleMotion = {
  motion: null,
  since: null,
  engine: null,
  by_ignition: false,
  stands: false,
  stretch: null,
}

/** A change of motion, as its history stores it. Times epoch ms. */
export interface MotionChange {
  readonly motion: MotionState | null
  readonly motion_since: number | null
  /** Since when the vehicle stood with its engine on until this change; null: it did not, or for less than a minute. */
  readonly idled_since: number | null
}

/** Stored as a short list, because every vehicle has one. */
const motionCodec = {
  write(
    { motion, since, engine, by_ignition, stands, stretch }: VehicleMotion,
    out: JsonWriter,
  ): void {
    out.list([
      motion === null ? 0 : motions.indexOf(motion) + 1,
      since,
      engine === null ? 0 : engine ? 1 : 2,
      (by_ignition ? 1 : 0) + (stands ? 2 : 0),
      ...(stretch === null
        ? []
        : [
            // 0 where the stretch began together with the idling
            stretch.since === since ? 0 : stretch.since,
            stretch.heard_at - stretch.since,
          ]),
    ])
  },
  read(json: unknown): VehicleMotion {
    const [motion = 0, since = null, engine = 0, flags = 0, stretchBegin, heardAfter = 0] =
      json as readonly (number | undefined)[]
    const stretchSince = stretchBegin === 0 ? (since ?? 0) : stretchBegin
    return {
      motion: motions[motion - 1] ?? null,
      since,
      engine: engine === 0 ? null : engine === 1,
      by_ignition: (flags & 1) !== 0,
      stands: (flags & 2) !== 0,
      stretch:
        stretchSince === undefined
          ? null
          : { since: stretchSince, heard_at: stretchSince + heardAfter },
    }
  },
}

export const vehicleMotion = derivation<VehicleMotion>({
  name: 'standing',
  needs: ['position', 'moving', 'ignition', 'engine'],
  start: START,
  stored: motionCodec,
  step(memory, sample) {
    const now = nextMotion(memory, sample)
    if (now === memory) return null
    const idled_since = idledSince(memory, now, sample.at)
    const isSame = now.motion === memory.motion && now.since === memory.since
    if (isSame && idled_since === null) return { state: now }
    // The vehicle stood and drives again, and no record between said so.
    const state = isSame ? { ...now, since: sample.at } : now
    const data: MotionChange = { motion: state.motion, motion_since: state.since, idled_since }
    const effect: Effect<'reading'> = { effect: 'reading', kind: 'motion', data }
    return { state, effects: [effect] }
  },
})

function nextMotion(memory: VehicleMotion, sample: Sample): VehicleMotion {
  const tells = sample.moving !== null || sample.position !== null
  const stands = tells ? !isMoving(sample) : memory.stands
  const moves = tells ? !stands : memory.motion === 'moving' && !stands
  const { engine, by_ignition } = nextEngine(memory, sample)
  const stretch = stands && engine === true ? nextStretch(memory.stretch, sample.at, tells) : null
  const motion = moves ? 'moving' : stands ? standingMotion(memory, engine, stretch) : memory.motion
  const since = sinceOf(memory, motion, stretch, sample.at)
  return motion === memory.motion &&
    since === memory.since &&
    engine === memory.engine &&
    by_ignition === memory.by_ignition &&
    stands === memory.stands &&
    stretch === memory.stretch
    ? memory
    : { motion, since, engine, by_ignition, stands, stretch }
}

function standingMotion(
  memory: VehicleMotion,
  engine: boolean | null,
  stretch: Stretch | null,
): MotionState | null {
  if (engine === null) return null
  if (!engine) return 'parked'
  return stretch !== null && stretch.heard_at - stretch.since >= IDLING_AFTER
    ? 'idling'
    : memory.motion
}
function sinceOf(
  memory: VehicleMotion,
  motion: MotionState | null,
  stretch: Stretch | null,
  at: number,
): number | null {
  if (motion === null) return null
  if (motion === 'idling') return stretch?.since ?? at
  return motion === memory.motion ? memory.since : at
}

/** Whether the engine is on: by the ignition, or by the engine's speed where the vehicle never reported an ignition. */
function nextEngine(
  memory: VehicleMotion,
  sample: Sample,
): Pick<VehicleMotion, 'engine' | 'by_ignition'> {
  if (sample.ignition !== null) return { engine: sample.ignition, by_ignition: true }
  if (memory.by_ignition || sample.engine === null) return memory
  return { engine: sample.engine.running, by_ignition: false }
}

/**
 * The stretch of standing with the engine on after a record.
 * @param tells whether the record says that the vehicle stands; a record that says nothing does not extend the stretch
 */
function nextStretch(before: Stretch | null, at: number, tells: boolean): Stretch {
  if (before === null || at - before.heard_at > LONGEST_SILENCE) return { since: at, heard_at: at }
  return tells ? { since: before.since, heard_at: at } : before
}

/** Since when the vehicle stood with the engine on, if that ends with this record. */
function idledSince(before: VehicleMotion, now: VehicleMotion, at: number): number | null {
  const { stretch } = before
  if (stretch === null || stretch.since === now.stretch?.since) return null
  return at - stretch.heard_at <= LONGEST_SILENCE && at - stretch.since >= IDLING_AFTER
    ? stretch.since
    : null
}

export const derivations = [vehicleMotion]
