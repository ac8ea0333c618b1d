// Detects a theft or a refuel in a level that is accepted, and follows it while it continues.
import type { VehicleFacts } from '@flotta/core/derivation.ts'
import {
  type Estimate,
  initialEstimate,
  isTrembling,
  updatedEstimate,
} from '@flotta/core/estimate.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { CLOSE, GOES_ON, SETTLES_FOR, uncertainlyBurned } from './burning.ts'
import type { TankDraft, TankMemory } from './derive-memory.ts'
import {
  burningIn,
  hundredths,
  less,
  litresIn,
  type TankChange,
  tenths,
} from './derive-tank-step.ts'
import { CHANGE_PERCENT, THEFT_WITHIN } from './rules.ts'

/** A theft or a refuel continues while its steps follow one another within this time, ms. */
const GROWS_WITHIN = 10 * MINUTE
/** After this many levels the new level is settled … */
const SETTLES = 12
/** Percent by which the level must differ to count as the beginning of a change. */
const BEGUN = 1.5
/** A further step of a theft or refuel: percent, or this many standard deviations of a noisy sensor. */
const GROWS = 1
const GROWS_DEVIATIONS = 3
/** Percent a minute: a level that rises more slowly while driving is only drift. */
const CREEPS = 0.5
/** Percent²: a sensor with less variance only moves in steps. */
const NOISY = 0.05
/** Percent an hour by which a standing level may drift with temperature. */
const DRIFTS = 0.05
/** Percent between two remembered levels, where the sensor is noisy. */
const APART = 0.5

/** The level is accepted: a change is reported once, a running one continues, otherwise the estimate follows. */
export function accept(
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

/** Whether the running theft or refuel continues. Nobody steals from a moving vehicle. */
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
