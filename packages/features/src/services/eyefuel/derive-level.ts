// The effect of a record on the memory of the tank: it confirms, follows or doubts the level, and detects a theft or a refuel.
import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import {
  type Estimate,
  initialEstimate,
  isTrembling,
  updatedEstimate,
} from '@flotta/core/estimate.ts'
import { HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import type { TankDraft, TankMemory } from './derive-memory.ts'
import type { Fuel } from './kinds.ts'
import {
  type Burning,
  burningOf,
  CHANGE_PERCENT,
  CLOSE,
  GOES_ON,
  mostBurned,
  SETTLES_FOR,
  type Tank,
  THEFT_WITHIN,
  UNKNOWN_TANK,
  uncertainlyBurned,
  usageOf,
} from './rules.ts'

/** A theft or a refuel goes on while its steps follow one another within this time. */
const GROWS_WITHIN = 10 * MINUTE
/** After so many levels the new level is settled … */
const SETTLES = 12
/** Percent by which the level must differ to count as the beginning of a change. */
const BEGUN = 1.5
/** A further step of a theft or refuel: percent, or so many standard deviations of a noisy sensor. */
const GROWS = 1
const GROWS_DEVIATIONS = 3
/** Percent a minute: a level that rises more slowly while driving is only drift. */
const CREEPS = 0.5
/** A far-off level while driving must last this long, because fuel slops. */
const SLOPS = 30 * SECOND
/** Percent²: a sensor with less variance only moves in steps. */
const NOISY = 0.05
/** Percent an hour by which a standing level may drift with temperature. */
const DRIFTS = 0.05
/** Percent between two remembered levels, where the sensor is noisy. */
const APART = 0.5

/** A theft or a refuel that a record has shown. */
export interface TankChange {
  readonly type: NonNullable<Fuel['type']>
  readonly tank_usage_before: number
}

/** The noise of a position sensor at rest is no movement. */
export const isDriving = ({ moving, position, travelled }: Sample): boolean =>
  moving === true && (position === null || position.speed > 0 || travelled > 0)
/** In whole tenths of a percent, so that 62.3 less 52.3 is 10. */
const less = (a: number, b: number): number => Math.round((a - b) * 10) / 10
const tenths = (value: number): number => Math.round(value * 10) / 10
const hundredths = (value: number): number => Math.round(value * 100) / 100

export interface TankStep {
  readonly now: TankMemory
  readonly change: TankChange | null
}
const burningIn = (facts: VehicleFacts): Burning => burningOf(facts.vehicle_type)
const tankIn = (facts: VehicleFacts): Tank => facts.tank ?? UNKNOWN_TANK
/** Litres of the tank: the configured capacity, else that of the type. */
const litresIn = (facts: VehicleFacts): number => tankIn(facts).capacity ?? burningIn(facts).tank

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

/** The level is accepted: a change is reported once, a running one goes on, otherwise the estimate follows. */
function accept(
  now: TankDraft,
  memory: TankMemory,
  percent: number,
  step: number,
  at: number,
  silence: number,
  driving: boolean,
  facts: VehicleFacts,
): TankChange | null {
  const litres = litresIn(facts)
  const burning = burningIn(facts)
  const before = memory.estimate ?? initialEstimate(percent)
  const usual = ((((burning.per_100_km?.usual ?? 0) * now.driven) / 100_000) * 100) / litres
  const past = driving ? now.levels : lastLevels(now.levels, at)
  const onTheMove = driving && memory.drives && silence <= CLOSE
  if (onTheMove) now.crept = hundredths(now.crept + CREEPS * Math.min(1, silence / MINUTE))
  const settlesFor = driving ? GROWS_WITHIN : SETTLES_FOR
  const leaves = driving && !memory.drives && now.settles > 0
  if (now.begun_at === null || at - now.begun_at > settlesFor || now.settles >= SETTLES || leaves)
    now.going = null

  const isBig = Math.abs(step) >= CHANGE_PERCENT
  const grows = goesOn(now, before, percent, at, driving || memory.drives)
  // A sensor without noise gave the exact level itself.
  const stood = before.noise < NOISY ? (memory.tank_usage ?? before.level) : before.level
  // While driving two levels must agree, because fuel slops.
  const sure = onTheMove && !isBig ? Math.min(percent, memory.tank_usage ?? percent) : percent
  const change = grows
    ? null
    : (theftOf(past, stood, percent, (now.burnable / litres) * 100) ??
      refuelOf(now, stood, percent, sure))
  now.tank_usage = percent
  now.driven = 0
  if (change !== null || grows) {
    const from = change === null ? before.level : change.from
    const type = change === null ? now.going : change.type
    const amount = hundredths(type === 'theft' ? from - usual - percent : percent - from + usual)
    if (type === 'theft') now.stolen = hundredths(now.stolen + amount)
    else now.refuelled = hundredths(now.refuelled + amount)
    now.estimate = initialEstimate(percent, before.noise)
    now.low = percent
    now.crept = 0
    now.levels = driving ? [] : [[at, percent]]
    now.burnable = 0
    now.grown_at = at
    now.settles = 0
    if (change === null) return null
    now.going = change.type
    now.begun_at = at
    if (change.type === 'theft') now.alarm_status = 1
    return { type: change.type, tank_usage_before: tenths(change.from) }
  }
  const uncertainty =
    usual +
    (uncertainlyBurned(burning, silence, memory.ignition) / litres) * 100 +
    DRIFTS * (silence / HOUR)
  const estimate = updatedEstimate(before, percent, step, usual, uncertainty)
  now.estimate = estimate
  // While a noisy level settles, its shift belongs to the change.
  if (
    now.going !== null &&
    (!driving || estimate.noise >= NOISY) &&
    isTrembling(before, percent, usual)
  ) {
    const correction = estimate.level - (before.level - usual)
    now.settles++
    if (now.going === 'refuel') now.refuelled = hundredths(now.refuelled + correction)
    else now.stolen = hundredths(now.stolen - correction)
  }
  // A refuel is compared with the level at which the vehicle stopped.
  if (now.low === null || estimate.level <= now.low + now.crept || (memory.drives && !driving)) {
    now.low = estimate.level
    now.crept = 0
  }
  if (!driving) {
    now.levels = appendLevel(memory.drives ? [] : past, at, estimate)
    now.burnable = 0
  } else {
    now.levels = past
    if (past.length === 0) now.burnable = 0
  }
  return null
}

/** Whether the running theft or refuel goes on. Nobody steals from a moving vehicle. */
function goesOn(
  { going, begun_at, grown_at }: TankDraft,
  { level, variance, noise }: Estimate,
  percent: number,
  at: number,
  moves: boolean,
): boolean {
  if (
    begun_at === null ||
    grown_at === null ||
    at - grown_at > GROWS_WITHIN ||
    at - begun_at > GOES_ON
  )
    return false
  const step = Math.max(GROWS, GROWS_DEVIATIONS * Math.sqrt(variance + noise))
  return going === 'theft'
    ? !moves && less(level, percent) >= step
    : going === 'refuel' && less(percent, level) >= step
}

/** The levels of the last ten minutes, with the one that was valid when they began. */
function lastLevels(levels: TankMemory['levels'], at: number): TankMemory['levels'] {
  const first = levels.findLastIndex(([since]) => since <= at - THEFT_WITHIN)
  return first > 0 ? levels.slice(first) : levels
}
function appendLevel(
  levels: TankMemory['levels'],
  at: number,
  { level, noise }: Estimate,
): TankMemory['levels'] {
  const last = levels.at(-1)
  if (last === undefined) return [[at, level]]
  if (last[1] === level) return levels
  // While a level is only noisy, the newest estimate is the best.
  return noise > 0 && Math.abs(level - last[1]) < APART
    ? levels.with(-1, [last[0], level])
    : [...levels, [at, level]]
}

interface LevelChange {
  readonly type: 'theft' | 'refuel'
  /** The level before, percent. */
  readonly from: number
}
/** The loss while standing that is larger than what can have been burned. */
function theftOf(
  past: TankMemory['levels'],
  level: number,
  percent: number,
  burnable: number,
): LevelChange | null {
  const most = past.reduce((m, [, p]) => Math.max(m, p), 0)
  const loss = less(most, percent)
  return loss >= CHANGE_PERCENT && loss > burnable
    ? { type: 'theft', from: most - level > BEGUN ? most : level }
    : null
}
function refuelOf(
  { low, crept }: TankDraft,
  level: number,
  percent: number,
  sure: number,
): LevelChange | null {
  if (low === null || less(sure, low + crept) < CHANGE_PERCENT) return null
  return {
    type: 'refuel',
    from: level - low > BEGUN && level < percent ? low : Math.min(level, percent),
  }
}
