// The effect of a record on the memory of the tank: it confirms, follows or doubts the level, and detects a theft or a refuel.
import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { initialEstimate } from '@flotta/core/estimate.ts'
import { SECOND } from '@flotta/core/time.ts'
import { CLOSE, mostBurned } from './burning.ts'
import type { TankDraft, TankMemory } from './derive-memory.ts'
import { accept } from './derive-tank-change.ts'
import { burningIn, hundredths, less, type TankStep, tankIn, tenths } from './derive-tank-step.ts'
import { CHANGE_PERCENT, THEFT_WITHIN, usageOf } from './rules.ts'

/** A far-off level while driving must last this long, because fuel slops. */
const SLOPS = 30 * SECOND

/** The noise of a position sensor at rest is no movement. */
export const isDriving = ({ moving, position, travelled }: Sample): boolean =>
  moving === true && (position === null || position.speed > 0 || travelled > 0)

/** Adds what can have been burned up to this record to `burnable`, and starts a new interval. */
function settleBurned(
  now: TankDraft,
  { at, position, travelled, ignition }: Sample,
  driving: boolean,
  facts: VehicleFacts,
): void {
  const metres = position === null && now.metres + travelled === 0 ? null : now.metres + travelled
  const elapsed = now.since === null ? 0 : at - now.since
  now.burnable = hundredths(
    now.burnable +
      mostBurned(burningIn(facts), {
        metres,
        elapsed,
        engine: now.ignition,
        drove: now.drove,
        drives: driving,
      }),
  )
  now.since = at
  now.metres = 0
  now.drove = driving
  now.ignition = ignition ?? now.ignition
}

/** For a record without a tank level: driving or switching the engine changes what is burned meanwhile. */
export function passTime(
  memory: TankMemory,
  sample: Sample,
  driving: boolean,
  facts: VehicleFacts,
): TankStep {
  if (memory.at === null) return { now: memory, change: null }
  const ignitionChanged = sample.ignition !== null && sample.ignition !== memory.ignition
  if (!driving && !memory.drives && !ignitionChanged && sample.travelled === 0)
    return { now: memory, change: null }
  const now: TankDraft = { ...memory }
  leaveOrArrive(now, memory, sample.at, driving)
  now.driven = tenths(memory.driven + sample.travelled)
  if (driving && memory.drove && !ignitionChanged)
    now.metres = tenths(memory.metres + sample.travelled)
  else settleBurned(now, sample, driving, facts)
  return { now, change: null }
}

/** Ends the alarm of a theft when the vehicle drives off; some minutes later the levels at rest are no longer compared. */
function leaveOrArrive(now: TankDraft, memory: TankMemory, at: number, driving: boolean): void {
  now.drives = driving
  if (!driving) {
    now.left_at = null
    // The level on the road is the level at rest until a new one arrives.
    if (
      memory.levels.length === 0 &&
      memory.at !== null &&
      memory.estimate !== null &&
      memory.drives
    )
      now.levels = [[memory.at, memory.estimate.level]]
    return
  }
  if (!memory.drives) {
    now.left_at = at
    now.alarm_status = 0
  } else if (now.left_at === null || at - now.left_at > THEFT_WITHIN) now.levels = []
}

export function takeLevel(
  memory: TankMemory,
  tankValues: NonNullable<Sample['tank']>,
  facts: VehicleFacts,
  sample: Sample,
  driving: boolean,
): TankStep {
  const { at } = sample
  const tank = tankIn(facts)
  const level = usageOf(tankValues, tank)
  // One copy for each record, changed in place.
  const now: TankDraft = { ...memory }
  now.at = at
  now.cap_status = !tank.cap_watched
    ? null
    : tankValues.cap === null
      ? memory.cap_status
      : tankValues.cap === 0
        ? 0
        : 1
  now.armed = tankValues.armed === null ? memory.armed : tankValues.armed !== 0
  const silence = memory.at === null ? 0 : at - memory.at
  leaveOrArrive(now, memory, at, driving)
  settleBurned(now, sample, driving, facts)
  now.driven = tenths(memory.driven + sample.travelled)
  if (level === null) return { now, change: null }
  const { percent, basis } = level
  if (memory.tank_usage === null || memory.estimate === null || basis !== memory.basis) {
    startAnew(now, percent, basis, at, driving)
    return { now, change: null }
  }
  // The vehicle may have stood during a longer silence.
  if (now.levels.length === 0 && silence > CLOSE)
    now.levels = [[memory.at ?? at, memory.estimate.level]]
  const step = less(percent, memory.tank_usage)
  if (Math.abs(step) >= CHANGE_PERCENT && !isConfirmed(memory, step, at, driving)) {
    const again = memory.doubted !== null && (memory.doubted - memory.tank_usage) * step > 0
    now.doubted = percent
    now.doubted_at = again ? memory.doubted_at : at
    return { now, change: null }
  }
  now.doubted = null
  now.doubted_at = null
  return { now, change: accept(now, memory, percent, step, at, silence, driving, facts) }
}

function isConfirmed(
  { doubted, doubted_at, tank_usage }: TankMemory,
  step: number,
  at: number,
  driving: boolean,
): boolean {
  if (
    doubted === null ||
    doubted_at === null ||
    tank_usage === null ||
    (doubted - tank_usage) * step <= 0
  )
    return false
  return !driving || at - doubted_at >= SLOPS
}

function startAnew(
  now: TankDraft,
  percent: number,
  basis: string,
  at: number,
  driving: boolean,
): void {
  const isOther = now.tank_usage !== null
  now.tank_usage = percent
  now.basis = basis
  now.doubted = null
  now.doubted_at = null
  now.estimate = initialEstimate(percent)
  now.levels = driving ? [] : [[at, percent]]
  now.low = percent
  now.crept = 0
  now.burnable = 0
  now.driven = 0
  now.going = null
  now.begun_at = null
  now.grown_at = null
  now.settles = 0
  now.restarted = isOther || now.restarted
}
