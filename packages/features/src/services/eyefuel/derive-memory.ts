// The memory of a vehicle's tank between records, and its stored form.
import { type Estimate, initialEstimate } from '@flotta/core/estimate.ts'
import { listCodec } from '@flotta/core/state-codec.ts'
import type { ConditionState } from '../../alerts/incidents/rules.ts'
import type { Fuel } from './kinds.ts'
import type { Status } from './rules.ts'

export interface TankMemory extends Status {
  /** Newest record with a level; null: none yet. */
  readonly at: number | null
  /** What the level was measured by (`usageOf`). */
  readonly basis: string | null
  /** A level far from the last one, which a later record must confirm. */
  readonly doubted: number | null
  /** Levels of the last ten minutes at rest, each valid until the next, also while the vehicle drives off; empty: there is none to compare with. */
  readonly levels: readonly (readonly [at: number, percent: number])[]
  /** The theft or refuel that continues or settles and was reported already. */
  readonly going: Fuel['type']
  /** Whether the engine ran at `since` or later. */
  readonly ignition: boolean | null
  /** The last row of the history. */
  readonly kept_at: number | null
  readonly kept_usage: number | null
  /** One state for each of `watched`. Old states had none: an alert was raised while its condition was met. */
  readonly alerts: readonly ConditionState[] | null
  readonly doubted_at: number | null
  /** The level without the noise of the sensor; null: no level yet. */
  readonly estimate: Estimate | null
  /** The lowest level, with which a refuel is compared, and how much it may have drifted up since. */
  readonly low: number | null
  readonly crept: number
  /** Whether the vehicle drove at the last record, or since `since`. */
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
  /** When the running change began, and when its last step was. */
  readonly begun_at: number | null
  readonly grown_at: number | null
  /** Levels received since the change. */
  readonly settles: number
  /** Percent filled and stolen since the last row. */
  readonly refuelled: number
  readonly stolen: number
  /** The way of measuring has changed since the last row. */
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
export const initialMemory: TankMemory = {
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
  alerts: [false, false, false],
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
/** A state from before levels were estimated continues with its last level. */
export function upgradeMemory(memory: TankMemory): TankMemory {
  if (memory.restarted !== undefined) return memory
  const { at, tank_usage, levels, going } = memory
  return {
    ...initialMemory,
    ...memory,
    doubted_at: memory.doubted === null ? null : at,
    estimate: tank_usage === null ? null : initialEstimate(tank_usage),
    low: levels.reduce<number | null>(
      (least, [, percent]) => (least === null ? percent : Math.min(least, percent)),
      tank_usage,
    ),
    ...Object.fromEntries(laterFields.map(key => [key, initialMemory[key]])),
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

/** The memory while a record changes it. */
export type TankDraft = { -readonly [K in keyof TankMemory]: TankMemory[K] }
