// How long a vehicle stayed in which areas: the derivation of areas applied to stored fixes, so that stays are found even if no alert was raised. Pure.
import type { VehicleFacts } from '@flotta/core/derivation.ts'
import type { Watcher } from './area-index.ts'
import { START } from './derive.ts'
import { ENTER_ALERTS } from './derive-area-alerts.ts'
import { type AreasMemory, crossAreas } from './derive-crossing.ts'
import { type AreaId, keyOf, type Shape } from './rules.ts'

/** A stay, or the part of it within a period. Epoch ms. */
export interface Stay {
  readonly area: Pick<Shape, 'kind' | 'area_id' | 'name' | 'code'>
  readonly from: number
  readonly to: number
  /** It may continue after that time. */
  readonly goesOn: boolean
}
interface StayFix {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
  /** km/h */
  readonly speed: number
  readonly moving: boolean
}
interface OpenStay {
  readonly area: Stay['area']
  readonly from: number
}
const entries: readonly number[] = Object.values(ENTER_ALERTS)

/** Reads the fixes of one vehicle in order and returns its stays as they end. */
export class StayReader {
  #memory: AreasMemory = START
  #previous: StayFix | null = null
  readonly #open = new Map<number, OpenStay>()
  readonly #watcher: Watcher
  readonly #facts: VehicleFacts

  constructor(watcher: Watcher, unknown: VehicleFacts) {
    this.#watcher = watcher
    this.#facts = { ...unknown, watchers: [watcher] }
  }

  /**
   * Applies a fix.
   * @returns the stays that have ended with it
   */
  read(fix: StayFix): Stay[] {
    const position = { ...fix, altitude: 0, direction: 0, satellites: 0 }
    const sample = { at: fix.at, position, previous: this.#previous }
    this.#previous = fix
    const step = crossAreas(this.#memory, sample, this.#facts)
    if (step === null) return []
    this.#memory = step.state
    const ended: Stay[] = []
    for (const effect of step.effects) {
      if (effect.effect !== 'raise' && effect.effect !== 'clear') continue
      if (!entries.includes(effect.alert_id)) continue
      const kind = effect.alert_id === ENTER_ALERTS.hub ? 'hub' : 'poi'
      const area: AreaId = { kind, area_id: effect.subject_id ?? 0 }
      if (effect.effect === 'raise') this.#begin(area, effect.at)
      else ended.push(...this.#end(area, effect.at))
    }
    return ended
  }
  /** The stays that have not ended by the end of the period. */
  rest(at: number): Stay[] {
    return [...this.#open.values()].flatMap(({ area }) => {
      // the removal of an area ends its stays
      const end = Math.min(at, this.#watcher.areas.endOf(area))
      return this.#end(area, end, end === at)
    })
  }

  #begin(area: AreaId, at: number): void {
    const { name = '', code = '' } = this.#watcher.areas.shapeAt(area, at) ?? {}
    this.#open.set(keyOf(area), { area: { ...area, name, code }, from: at })
  }
  #end(area: AreaId, to: number, goesOn = false): Stay[] {
    const stay = this.#open.get(keyOf(area))
    this.#open.delete(keyOf(area))
    return stay === undefined ? [] : [{ ...stay, to: Math.max(stay.from, to), goesOn }]
  }
}

/** The parts of stays within a time (`to` exclusive). */
export const staysWithin = (stays: readonly Stay[], from: number, to: number): Stay[] =>
  stays
    .filter(stay => stay.to >= from && stay.from < to && (stay.to > from || stay.from >= from))
    .map(stay => ({
      ...stay,
      from: Math.max(from, stay.from),
      to: Math.min(to, stay.to),
      goesOn: stay.goesOn || stay.to > to,
    }))

/** The sum of a vehicle's stays in one area. */
export interface StaySum {
  readonly area: Stay['area']
  readonly first: number
  /** null: the last stay may continue. */
  readonly last: number | null
  readonly count: number
  /** ms */
  readonly total: number
}
/** Sums up stays, sorted by name and code of the area. */
export function sumsOf(stays: readonly Stay[]): StaySum[] {
  const sums = new Map<number, StaySum>()
  for (const stay of stays.toSorted((a, b) => a.from - b.from)) {
    const key = keyOf(stay.area)
    const before = sums.get(key)
    sums.set(key, {
      area: stay.area,
      first: before?.first ?? stay.from,
      last: stay.goesOn || before?.last === null ? null : stay.to,
      count: (before?.count ?? 0) + 1,
      total: (before?.total ?? 0) + stay.to - stay.from,
    })
  }
  return [...sums.values()].sort((a, b) => compareAreas(a.area, b.area))
}
const compareAreas = (a: Stay['area'], b: Stay['area']): number =>
  a.name.localeCompare(b.name) ||
  a.code.localeCompare(b.code) ||
  a.kind.localeCompare(b.kind) ||
  a.area_id - b.area_id
