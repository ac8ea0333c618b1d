// The tank over time: its filtered level, what was stolen and what was filled in, and its alerts.
import { derivation, type Effect, type Sample, type VehicleFacts } from '@flotta/core/derivation.ts'
import { listed } from '@flotta/core/listed.ts'
import { apart } from '@flotta/core/reading.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { type Held, held, limitBelow, type Rule, ruleOf, said } from '../../alerts/rules.ts'
import { alerts } from './alerts.ts'
import { type Fuel, fuel } from './kinds.ts'
import { CHANGE_PERCENT, type Status, type Tank, THEFT_WITHIN, UNKNOWN_TANK, usageOf, WARNING_PERCENT } from './rules.ts'

const KEPT_EVERY = 15 * MINUTE
/** Percent that count in the history. */
const LEAST = 1

export interface TankMemory extends Status {
  /** Newest record that told of the tank; null: none yet. */
  readonly at: number | null
  /** By what the level is known (`usageOf`). */
  readonly basis: string | null
  /** A level far from the last one, which the next record must confirm. */
  readonly doubted: number | null
  /** The levels of the last ten minutes of standing, each until the next; none: what was before is not to be compared. */
  readonly levels: readonly (readonly [at: number, percent: number])[]
  /** What goes on, and was told already. */
  readonly going: Fuel['type']
  /** Whether the engine ran at that record or since. */
  readonly ignition: boolean | null
  /** What was kept last in the history. */
  readonly kept_at: number | null
  readonly kept_usage: number | null
  /** Each of `watched`. Before alerts were held in one way, each was raised while its condition held. */
  readonly alerts: readonly Held[] | null
}
export const tankMemory = listed<TankMemory>({
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
})
const NONE: readonly Held[] = [false, false, false]
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
}

interface Change {
  readonly type: NonNullable<Fuel['type']>
  readonly tank_usage_before: number
}

const tank = derivation<TankMemory>({
  name: 'fuel',
  needs: ['tank', 'moving', 'ignition'],
  start,
  stored: tankMemory,
  step(memory, sample, facts) {
    const driving = drives(sample)
    const told = sample.tank === null ? meanwhile(memory, sample, driving) : heard(memory, sample.tank, facts.tank ?? UNKNOWN_TANK, sample, driving)
    if (told.now === memory) return null
    const { alerts, effects } = alertsOf(memory, told.now, sample, facts)
    const now = alerts === told.now.alerts ? told.now : { ...told.now, alerts }
    if (!isWorth(memory, now, told.change, sample.at)) return { state: now, effects }
    return { state: { ...now, kept_at: sample.at, kept_usage: now.tank_usage }, effects: [kept(now, told.change), ...effects] }
  },
})
export const derivations = [tank]

/** A sensor that trembles while the vehicle stands is no movement. */
const drives = ({ moving, position, travelled }: Sample): boolean => moving === true && (position === null || position.speed > 0 || travelled > 0)
/** In whole tenths of a percent, so that 62.3 less 52.3 is 10. */
const less = (a: number, b: number): number => Math.round((a - b) * 10) / 10

interface Step {
  readonly now: TankMemory
  readonly change: Change | null
}

/** A record that does not tell of the tank: it drives, or its engine runs, and so burns. The alarm is over when somebody drives on. */
function meanwhile(memory: TankMemory, { ignition }: Sample, driving: boolean): Step {
  const burns = ignition === true && memory.ignition !== true
  const leaves = driving && (memory.levels.length > 0 || memory.alarm_status === 1)
  if (memory.at === null || !(burns || leaves)) return { now: memory, change: null }
  return { now: { ...memory, ignition: burns ? true : memory.ignition, ...(leaves && { levels: [], alarm_status: 0 as const, going: null }) }, change: null }
}

function heard(memory: TankMemory, said: NonNullable<Sample['tank']>, tank: Tank, { at, ignition }: Sample, driving: boolean): Step {
  const level = usageOf(said, tank)
  // one copy for each record, changed in place
  const now: Draft = { ...memory }
  now.at = at
  now.cap_status = !tank.cap_watched ? null : said.cap === null ? memory.cap_status : said.cap === 0 ? 0 : 1
  now.armed = said.armed === null ? memory.armed : said.armed !== 0
  now.ignition = ignition ?? memory.ignition
  if (driving) [now.alarm_status, now.going] = [0, null]
  if (level === null) {
    if (driving) now.levels = []
    return { now, change: null }
  }
  const { percent, basis } = level
  if (now.tank_usage === null || basis !== memory.basis) {
    Object.assign(now, { tank_usage: percent, basis, doubted: null, levels: [[at, percent]], going: null })
    return { now, change: null }
  }
  const past = levelsAt(memory, at)
  const step = less(percent, now.tank_usage)
  const confirmed = now.doubted !== null && (now.doubted - now.tank_usage) * step > 0
  if (Math.abs(step) >= CHANGE_PERCENT && !confirmed) {
    now.doubted = percent
    now.levels = past
    return { now, change: null }
  }
  const goes = (now.going === 'theft' && step < 0) || (now.going === 'refuel' && step > 0)
  const change = goes ? null : changeOf(past, now.tank_usage, percent, driving)
  now.tank_usage = percent
  now.doubted = null
  now.going = change?.type ?? (goes ? now.going : null)
  now.levels = driving || goes || change !== null || past.length === 0 ? [[at, percent]] : step === 0 ? past : [...past, [at, percent]]
  if (change?.type === 'theft') now.alarm_status = 1
  return { now, change }
}
type Draft = { -readonly [K in keyof TankMemory]: TankMemory[K] }

/** The levels of the last ten minutes. What went in a longer silence may have been burned, unless the engine was off. */
function levelsAt({ at: told, levels, ignition }: TankMemory, at: number): TankMemory['levels'] {
  if (told !== null && at - told > THEFT_WITHIN && ignition !== false) return []
  const first = levels.findLastIndex(([since]) => since <= at - THEFT_WITHIN)
  return first > 0 ? levels.slice(first) : levels
}

function changeOf(past: TankMemory['levels'], last: number, percent: number, driving: boolean): Change | null {
  const most = past.reduce((m, [, p]) => Math.max(m, p), 0)
  const least = past.reduce((l, [, p]) => Math.min(l, p), last)
  if (!driving && less(most, percent) >= CHANGE_PERCENT) return { type: 'theft', tank_usage_before: most }
  return less(percent, least) >= CHANGE_PERCENT ? { type: 'refuel', tank_usage_before: least } : null
}

function isWorth(before: TankMemory, now: TankMemory, change: Change | null, at: number): boolean {
  if (change !== null || now.kept_at === null || at - now.kept_at >= KEPT_EVERY) return true
  if (before.alarm_status !== now.alarm_status || before.cap_status !== now.cap_status || before.armed !== now.armed) return true
  return apart(now.kept_usage, now.tank_usage, LEAST)
}

function kept({ tank_usage, cap_status, alarm_status, armed }: TankMemory, change: Change | null): Effect<'reading'> {
  const data: Fuel = {
    tank_usage,
    cap_status,
    alarm_status,
    armed,
    type: change?.type ?? null,
    tank_usage_before: change?.tank_usage_before ?? null,
  }
  return { effect: 'reading', kind: fuel.kind, data }
}

interface Watched {
  readonly id: number
  readonly rule: (facts: VehicleFacts) => Rule
  readonly holds: (now: TankMemory, rule: Rule, before: Held) => boolean
}
const watched: readonly Watched[] = [
  { id: alerts.cap_open.id, rule: ruleOf(alerts.cap_open), holds: now => now.cap_status === 1 },
  { id: alerts.fuel_alarm.id, rule: ruleOf(alerts.fuel_alarm), holds: now => now.alarm_status === 1 },
  {
    id: alerts.fuel_running_low.id,
    rule: ruleOf(alerts.fuel_running_low),
    holds: ({ tank_usage }, rule, before) => tank_usage !== null && tank_usage <= limitBelow(rule.threshold ?? WARNING_PERCENT, rule, before),
  },
]
const NO_EFFECTS: readonly Effect[] = []
function alertsOf(memory: TankMemory, now: TankMemory, sample: Sample, facts: VehicleFacts): { alerts: readonly Held[]; effects: readonly Effect[] } {
  const before = memory.alerts ?? watched.map(({ rule, holds }) => holds(memory, rule(facts), true))
  let after = before
  let effects = NO_EFFECTS
  for (let i = 0; i < watched.length; i++) {
    const { id, rule, holds } = watched[i] as Watched
    const was = before[i] as Held
    const own = rule(facts)
    const is = held(own, was, holds(now, own, was), sample)
    if (is === was) continue
    after = after.with(i, is)
    effects = [...effects, ...said(id, was, is, sample, { tank_usage: now.tank_usage })]
  }
  return { alerts: after, effects }
}
