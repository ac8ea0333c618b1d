// The tank over time: its filtered level, what was stolen and what was filled in, and its alerts.
import { derivation, type Effect, type Sample, type VehicleFacts } from '@flotta/core/derivation.ts'
import {
  type Estimate,
  initialEstimate,
  isTrembling,
  updatedEstimate,
} from '@flotta/core/estimate.ts'
import { differBy } from '@flotta/core/reading.ts'
import { listCodec } from '@flotta/core/state-codec.ts'
import { HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import {
  type ConditionState,
  conditionEffects,
  limitBelow,
  nextCondition,
  type Rule,
  ruleOf,
} from '../../alerts/incidents/rules.ts'
import { alerts } from './alerts.ts'
import { type Fuel, fuel } from './kinds.ts'
import {
  type Burning,
  burningOf,
  CHANGE_PERCENT,
  CLOSE,
  GOES_ON,
  mostBurned,
  SETTLES_FOR,
  type Status,
  type Tank,
  THEFT_WITHIN,
  UNKNOWN_TANK,
  uncertainlyBurned,
  usageOf,
  WARNING_PERCENT,
} from './rules.ts'

const KEPT_EVERY = 15 * MINUTE
/** Percent that count in the history. */
const LEAST = 1
/** A theft or a refuel goes on while one step of it follows the other within that time. */
const GROWS_WITHIN = 10 * MINUTE
/** So many levels tell how full the tank is after it … */
const SETTLES = 12
/** Percent that the level must differ by to have begun to go. */
const BEGUN = 1.5
/** A step in which a theft or a refuel goes on: percent, or so many standard deviations of a sensor that trembles. */
const GROWS = 1
const GROWS_DEVIATIONS = 3
/** Percent a minute: a level that rises more slowly while it drives only creeps up. */
const CREEPS = 0.5
/** A level that is far off while it drives must be so for that long: fuel slops. */
const SLOPS = 30 * SECOND
/** Percent²: a sensor of less only tells in steps. */
const NOISY = 0.05
/** Percent an hour by which a level that stands may drift, by its warmth alone. */
const DRIFTS = 0.05
/** Percent between two of the remembered levels, where the sensor trembles. */
const APART = 0.5

export interface TankMemory extends Status {
  /** Newest record that told of the tank; null: none yet. */
  readonly at: number | null
  /** By what the level is known (`usageOf`). */
  readonly basis: string | null
  /** A level far from the last one, which a later record must confirm. */
  readonly doubted: number | null
  /** Levels of the last ten minutes of standing, each until the next, also while it drives off; none: what was before is not to be compared. */
  readonly levels: readonly (readonly [at: number, percent: number])[]
  /** What goes on or settles, and was told already. */
  readonly going: Fuel['type']
  /** Whether the engine ran at `since` or later. */
  readonly ignition: boolean | null
  /** What was kept last in the history. */
  readonly kept_at: number | null
  readonly kept_usage: number | null
  /** Each of `watched`. Before alerts were held in one way, each was raised while its condition held. */
  readonly alerts: readonly ConditionState[] | null
  readonly doubted_at: number | null
  /** The level behind the trembling of the sensor; null: no level yet. */
  readonly estimate: Estimate | null
  /** The lowest level that a refuel is compared with, and by how much it may have crept up since. */
  readonly low: number | null
  readonly crept: number
  /** Whether it drove at the last record, or since `since`. */
  readonly drives: boolean
  readonly drove: boolean
  /** When it drove off; null: it stands. */
  readonly left_at: number | null
  /** Litres that can have been burned since the newest of `levels`, up to the record of `since`, and the metres driven after that. */
  readonly burnable: number
  readonly since: number | null
  readonly metres: number
  /** Metres since the last level. */
  readonly driven: number
  /** When what goes on began, and when it went on last. */
  readonly begun_at: number | null
  readonly grown_at: number | null
  /** Levels that have told how full it is since. */
  readonly settles: number
  /** Percent that came and went since what was kept last. */
  readonly refuelled: number
  readonly stolen: number
  /** The level has been measured in another way since what was kept last. */
  readonly restarted: boolean
}
export const tankMemory = listCodec<TankMemory>({
  at: 0,
  tank_usage: 0,
  cap_status: 0,
  armed: 0,
  alarm_status: 0,
  basis: 0,
  doubted: 0,
  levels: 0,
  going: 0,
  ignition: 0,
  kept_at: 0,
  kept_usage: 0,
  alerts: 0,
  doubted_at: 0,
  estimate: listCodec<Estimate | null>({ level: 0, variance: 0, noise: 0, surprise: 0 }),
  low: 0,
  crept: 0,
  drives: 0,
  drove: 0,
  left_at: 0,
  burnable: 0,
  since: 0,
  metres: 0,
  driven: 0,
  begun_at: 0,
  grown_at: 0,
  settles: 0,
  refuelled: 0,
  stolen: 0,
  restarted: 0,
})
const NONE: readonly ConditionState[] = [false, false, false]
const start: TankMemory = {
  at: null,
  tank_usage: null,
  cap_status: null,
  armed: null,
  alarm_status: 0,
  basis: null,
  doubted: null,
  levels: [],
  going: null,
  ignition: null,
  kept_at: null,
  kept_usage: null,
  alerts: NONE,
  doubted_at: null,
  estimate: null,
  low: null,
  crept: 0,
  drives: false,
  drove: false,
  left_at: null,
  burnable: 0,
  since: null,
  metres: 0,
  driven: 0,
  begun_at: null,
  grown_at: null,
  settles: 0,
  refuelled: 0,
  stolen: 0,
  restarted: false,
}
/** A state that was stored before levels were estimated goes on from the level that it knew. */
function upgradeMemory(memory: TankMemory): TankMemory {
  if (memory.restarted !== undefined) return memory
  const { at, tank_usage, levels, going } = memory
  return {
    ...start,
    ...memory,
    doubted_at: memory.doubted === null ? null : at,
    estimate: tank_usage === null ? null : initialEstimate(tank_usage),
    low: levels.reduce<number | null>(
      (least, [, percent]) => (least === null ? percent : Math.min(least, percent)),
      tank_usage,
    ),
    ...Object.fromEntries(laterFields.map(key => [key, start[key]])),
    since: at,
    begun_at: going === null ? null : at,
    grown_at: going === null ? null : at,
  }
}
const laterFields = [
  'crept',
  'drives',
  'drove',
  'left_at',
  'burnable',
  'metres',
  'driven',
  'settles',
  'refuelled',
  'stolen',
  'restarted',
] as const

interface Change {
  readonly type: NonNullable<Fuel['type']>
  readonly tank_usage_before: number
}

const tank = derivation<TankMemory>({
  name: 'fuel',
  needs: ['tank', 'moving', 'ignition'],
  start,
  stored: tankMemory,
  step(stored, sample, facts) {
    const memory = upgradeMemory(stored)
    const driving = isDriving(sample)
    const told =
      sample.tank === null
        ? meanwhile(memory, sample, driving, facts)
        : takeLevel(memory, sample.tank, facts, sample, driving)
    if (told.now === memory) return null
    const { alerts, effects } = alertsOf(memory, told.now, sample, facts)
    const now = alerts === told.now.alerts ? told.now : { ...told.now, alerts }
    if (!isWorth(memory, now, told.change, sample.at)) return { state: now, effects }
    const kept = {
      ...now,
      kept_at: sample.at,
      kept_usage: now.tank_usage,
      refuelled: 0,
      stolen: 0,
      restarted: false,
    }
    return { state: kept, effects: [row(now, told.change), ...effects] }
  },
})
export const derivations = [tank]

/** A sensor that trembles while the vehicle stands is no movement. */
const isDriving = ({ moving, position, travelled }: Sample): boolean =>
  moving === true && (position === null || position.speed > 0 || travelled > 0)
/** In whole tenths of a percent, so that 62.3 less 52.3 is 10. */
const less = (a: number, b: number): number => Math.round((a - b) * 10) / 10
const tenths = (value: number): number => Math.round(value * 10) / 10
const hundredths = (value: number): number => Math.round(value * 100) / 100

interface Step {
  readonly now: TankMemory
  readonly change: Change | null
}
type Draft = { -readonly [K in keyof TankMemory]: TankMemory[K] }

const burningIn = (facts: VehicleFacts): Burning => burningOf(facts.vehicle_type)
const tankIn = (facts: VehicleFacts): Tank => facts.tank ?? UNKNOWN_TANK
/** Litres of the tank, as far as anybody knows. */
const litresIn = (facts: VehicleFacts): number => tankIn(facts).capacity ?? burningIn(facts).tank

/** What can have been burned up to this record enters `burnable`; from here on is looked at anew. */
function settleBurned(
  now: Draft,
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

/** A record that does not tell of the tank: where it drives, or its engine is switched on or off, what it burns meanwhile changes. */
function meanwhile(
  memory: TankMemory,
  sample: Sample,
  driving: boolean,
  facts: VehicleFacts,
): Step {
  if (memory.at === null) return { now: memory, change: null }
  const switched = sample.ignition !== null && sample.ignition !== memory.ignition
  if (!driving && !memory.drives && !switched && sample.travelled === 0)
    return { now: memory, change: null }
  const now: Draft = { ...memory }
  leaveOrArrive(now, memory, sample.at, driving)
  now.driven = tenths(memory.driven + sample.travelled)
  if (driving && memory.drove && !switched) now.metres = tenths(memory.metres + sample.travelled)
  else settleBurned(now, sample, driving, facts)
  return { now, change: null }
}

/** The alarm of a theft is over when it drives off, and some minutes later what it stood with is no longer compared. */
function leaveOrArrive(now: Draft, memory: TankMemory, at: number, driving: boolean): void {
  now.drives = driving
  if (!driving) {
    now.left_at = null
    // what was told on the way is what it stands with, until it is told again
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

function takeLevel(
  memory: TankMemory,
  said: NonNullable<Sample['tank']>,
  facts: VehicleFacts,
  sample: Sample,
  driving: boolean,
): Step {
  const { at } = sample
  const tank = tankIn(facts)
  const level = usageOf(said, tank)
  // one copy for each record, changed in place
  const now: Draft = { ...memory }
  now.at = at
  now.cap_status = !tank.cap_watched
    ? null
    : said.cap === null
      ? memory.cap_status
      : said.cap === 0
        ? 0
        : 1
  now.armed = said.armed === null ? memory.armed : said.armed !== 0
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
  // in a longer silence it may have stood
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

function startAnew(now: Draft, percent: number, basis: string, at: number, driving: boolean): void {
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

/** The level counts: what came or went with it, told once; else it goes on, or is followed. */
function accept(
  now: Draft,
  memory: TankMemory,
  percent: number,
  step: number,
  at: number,
  silence: number,
  driving: boolean,
  facts: VehicleFacts,
): Change | null {
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
  // a sensor that does not tremble said itself how full it was
  const stood = before.noise < NOISY ? (memory.tank_usage ?? before.level) : before.level
  // on the move two levels must tell it, for fuel slops
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
  // what a trembling level settles to is still of what came or went
  if (
    now.going !== null &&
    (!driving || estimate.noise >= NOISY) &&
    isTrembling(before, percent, usual)
  ) {
    const settled = estimate.level - (before.level - usual)
    now.settles++
    if (now.going === 'refuel') now.refuelled = hundredths(now.refuelled + settled)
    else now.stolen = hundredths(now.stolen - settled)
  }
  // a refuel begins with what the vehicle has stopped with
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

/** Whether more came or went with the same theft or refuel. Nobody takes from a tank that drives. */
function goesOn(
  { going, begun_at, grown_at }: Draft,
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

/** The levels of the last ten minutes, the one that held when they began among them. */
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
  // of a level that only trembles the newest estimate is the best
  return noise > 0 && Math.abs(level - last[1]) < APART
    ? levels.with(-1, [last[0], level])
    : [...levels, [at, level]]
}

interface LevelChange {
  readonly type: 'theft' | 'refuel'
  /** How full it was before, percent. */
  readonly from: number
}
/** What was there while it stood, and is gone by more than can have been burned. */
function theftOf(
  past: TankMemory['levels'],
  level: number,
  percent: number,
  burnable: number,
): LevelChange | null {
  const most = past.reduce((m, [, p]) => Math.max(m, p), 0)
  const gone = less(most, percent)
  return gone >= CHANGE_PERCENT && gone > burnable
    ? { type: 'theft', from: most - level > BEGUN ? most : level }
    : null
}
function refuelOf(
  { low, crept }: Draft,
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

function isWorth(before: TankMemory, now: TankMemory, change: Change | null, at: number): boolean {
  if (change !== null || now.kept_at === null || now.restarted || at - now.kept_at >= KEPT_EVERY)
    return true
  if (
    before.alarm_status !== now.alarm_status ||
    before.cap_status !== now.cap_status ||
    before.armed !== now.armed
  )
    return true
  return differBy(now.kept_usage, now.tank_usage, LEAST)
}

function row(
  {
    tank_usage,
    cap_status,
    alarm_status,
    armed,
    estimate,
    refuelled,
    stolen,
    restarted,
  }: TankMemory,
  change: Change | null,
): Effect<'reading'> {
  const data: Fuel = {
    tank_usage,
    cap_status,
    alarm_status,
    armed,
    type: change?.type ?? null,
    tank_usage_before: change?.tank_usage_before ?? null,
    ...(estimate !== null && { level: estimate.level }),
    ...(refuelled !== 0 && { refuelled }),
    ...(stolen !== 0 && { stolen }),
    ...(restarted && { restarted }),
  }
  return { effect: 'reading', kind: fuel.kind, data }
}

interface ConditionAlert {
  readonly id: number
  readonly rule: (facts: VehicleFacts) => Rule
  readonly holds: (now: TankMemory, rule: Rule, before: ConditionState) => boolean
}
const conditionAlerts: readonly ConditionAlert[] = [
  { id: alerts.cap_open.id, rule: ruleOf(alerts.cap_open), holds: now => now.cap_status === 1 },
  {
    id: alerts.fuel_alarm.id,
    rule: ruleOf(alerts.fuel_alarm),
    holds: now => now.alarm_status === 1,
  },
  {
    id: alerts.fuel_running_low.id,
    rule: ruleOf(alerts.fuel_running_low),
    holds: ({ tank_usage }, rule, before) =>
      tank_usage !== null &&
      tank_usage <= limitBelow(rule.threshold ?? WARNING_PERCENT, rule, before),
  },
]
const NO_EFFECTS: readonly Effect[] = []
function alertsOf(
  memory: TankMemory,
  now: TankMemory,
  sample: Sample,
  facts: VehicleFacts,
): { alerts: readonly ConditionState[]; effects: readonly Effect[] } {
  const before =
    memory.alerts ?? conditionAlerts.map(({ rule, holds }) => holds(memory, rule(facts), true))
  let after = before
  let effects = NO_EFFECTS
  for (let i = 0; i < conditionAlerts.length; i++) {
    const { id, rule, holds } = conditionAlerts[i] as ConditionAlert
    const was = before[i] as ConditionState
    const own = rule(facts)
    const is = nextCondition(own, was, holds(now, own, was), sample)
    if (is === was) continue
    after = after.with(i, is)
    effects = [...effects, ...conditionEffects(id, was, is, sample, { tank_usage: now.tank_usage })]
  }
  return { alerts: after, effects }
}
