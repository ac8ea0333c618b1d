// How one record changes the areas that a vehicle enters, stays in and leaves.
import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { isWatched } from '../../alerts/incidents/rules.ts'
import { type Watcher, watchesAt } from './area-index.ts'
import {
  type AreaEvent,
  clearEffect,
  ENTER_ALERTS,
  EXIT_ALERTS,
  endVisit,
  isTold,
  leastMinutes,
  ownRule,
  STAY,
  subjectOf,
  USUAL_STAY,
  type Visit,
} from './derive-area-alerts.ts'
import { type Arrival, arrivalsOn, type Spot, type Stop, type Way, wayOf } from './derive-way.ts'
import { type AreaId, isInside, type Shape } from './rules.ts'

/** The longest time that the alert of an exit stays open. */
const EXIT_HOLDS = HOUR
export interface AreasMemory {
  readonly inside: readonly Visit[]
  /** Areas that the vehicle has left and whose alerts are still open. */
  readonly left: readonly AreaEvent[]
  /** Where the vehicle has stopped near an area. */
  readonly stop?: Stop
  /** A private time has begun, so areas are not watched. */
  readonly quiet?: true
  /** The device itself reported its private mode. */
  readonly switched?: true
}

type Step = { readonly state: AreasMemory; readonly effects: readonly Effect[] } | null

/** The parts of a record that areas need. */
type AreaSample = Pick<Sample, 'at' | 'position' | 'previous'>
/** The step for a record outside of private times; the report of stays uses it too. */
export function crossAreas(memory: AreasMemory, sample: AreaSample, facts: VehicleFacts): Step {
  if (sample.position === null) return null
  const way = wayOf(memory.stop, sample.position, sample)
  const { arrivals, isNear } = arrivalsOn(way, area => hasArea(memory.inside, area), facts)
  const stop = isNear && way.stop !== null ? way.stop : undefined
  const isSameStop = stop?.[0] === memory.stop?.[0] && stop?.[1] === memory.stop?.[1]
  if (arrivals.length === 0 && isSameStop && memory.inside.length + memory.left.length === 0)
    return null
  const crossing = new Crossing(memory, way, sample, facts)
  for (const visit of memory.inside) crossing.goOn(visit)
  for (const exit of memory.left) crossing.endLeaving(exit)
  for (const arrival of arrivals) crossing.arrive(arrival)
  const { inside, left, effects } = crossing
  if (isSameStop && inside === memory.inside && left === memory.left) return null
  return { state: { inside, left, ...(stop && { stop }) }, effects }
}
const isSameArea = (a: AreaId, b: AreaId): boolean => a.area_id === b.area_id && a.kind === b.kind
/** Called for every area near every record. */
function hasArea(events: readonly AreaEvent[], area: AreaId): boolean {
  for (const event of events) if (isSameArea(event, area)) return true
  return false
}

/** Applies one record to the areas that the vehicle is in and has left. */
class Crossing {
  readonly effects: Effect[] = []
  /** Copied as soon as something in them changes. */
  inside: AreasMemory['inside']
  left: AreasMemory['left']
  readonly #way: Way
  readonly #sample: AreaSample
  readonly #facts: VehicleFacts

  constructor(memory: AreasMemory, way: Way, sample: AreaSample, facts: VehicleFacts) {
    this.inside = memory.inside
    this.left = memory.left
    this.#way = way
    this.#sample = sample
    this.#facts = facts
  }
  /**
   * Changes a visit.
   * @returns the changed visit
   */
  #change(was: Visit, news: Partial<Visit>): Visit {
    const visit = { ...was, ...news }
    this.inside = this.inside.map(other => (other === was ? visit : other))
    return visit
  }
  #watcherOf({ customer_id }: AreaEvent): Watcher | undefined {
    for (const watcher of this.#facts.watchers)
      if (watcher.customer_id === customer_id) return watcher
    return undefined
  }
  /** The present shape of an area for the customer of an event; undefined: it was removed, or the customer may not see the vehicle any more. */
  #shapeOf(event: AreaEvent): Shape | undefined {
    const { at } = this.#sample
    const watcher = this.#watcherOf(event)
    return watcher !== undefined && watchesAt(watcher, at)
      ? watcher.areas.shapeAt(event, at)
      : undefined
  }
  /** When an event ends without the vehicle's doing: at the removal of its area, if that is the reason. */
  #endOf(event: AreaEvent): number {
    const { at } = this.#sample
    return Math.min(at, Math.max(event.since, this.#watcherOf(event)?.areas.endOf(event) ?? at))
  }

  /** The vehicle was in the area before this record. */
  goOn(was: Visit): void {
    const { to } = this.#way
    const { at, previous } = this.#sample
    const shape = this.#shapeOf(was)
    if (shape !== undefined && isInside(shape, to.latitude, to.longitude, true)) {
      const visit = shape.id === was.shape ? was : this.#change(was, { shape: shape.id })
      this.#stay(visit, shape)
      return
    }
    this.inside = this.inside.filter(other => other !== was)
    this.effects.push(...endVisit(was, shape === undefined ? this.#endOf(was) : at))
    // If the area was changed meanwhile, only a vehicle that was within the changed area has left it.
    const hasLeft =
      shape !== undefined &&
      (shape.id === was.shape ||
        (previous !== null && isInside(shape, previous.latitude, previous.longitude, true)))
    if (hasLeft) this.#leave(was, shape, to)
  }
  /** Reports a stay that has lasted long enough. */
  #stay(was: Visit, shape: Shape): void {
    if (was.stayed) return
    const { at } = this.#sample
    const rule = ownRule(this.#facts, was.customer_id)
    const minutes = rule.threshold ?? USUAL_STAY
    const due = was.since + leastMinutes(this.#facts, was, minutes, at) * MINUTE
    if (at < due || !isWatched(rule, at)) return
    const since = isWatched(rule, due) ? due : at
    this.#change(was, { stayed: true })
    const spot = { ...this.#way.to, at: since }
    // Each configuration reports it after its own minutes, counted from the arrival.
    this.#raise(STAY, was, shape, spot, this.#endOfArea(was), {
      subject_id: subjectOf(STAY, was),
      data: { arrived_at: new Date(was.since).toISOString(), minutes },
    })
  }
  /** The vehicle was outside before this record: the alert of an exit ends after its time, or with the area. */
  endLeaving(was: AreaEvent): void {
    const shape = this.#shapeOf(was)
    if (shape !== undefined && this.#sample.at < was.since + EXIT_HOLDS) return
    this.#forgetLeaving(was)
    // the alert of an exit ends after an hour
    if (shape === undefined)
      this.effects.push(clearEffect(EXIT_ALERTS[was.kind], was, this.#endOf(was)))
  }
  #forgetLeaving(area: AreaId): void {
    if (hasArea(this.left, area)) this.left = this.left.filter(exit => !isSameArea(exit, area))
  }
  arrive({ watcher, shape, came, went }: Arrival): void {
    const { kind, area_id } = shape
    const before = this.left.find(exit => isSameArea(exit, shape))
    if (before !== undefined)
      this.effects.push(clearEffect(EXIT_ALERTS[before.kind], before, came.at))
    this.#forgetLeaving(shape)
    const visit: Visit = {
      kind,
      area_id,
      customer_id: watcher.customer_id,
      since: came.at,
      shape: shape.id,
    }
    if (isTold(ENTER_ALERTS, visit, this.#facts, came.at))
      this.#raise(ENTER_ALERTS[kind], visit, shape, came, this.#endOfArea(visit))
    if (went === null) {
      this.inside = [...this.inside, visit]
      return
    }
    this.effects.push(...endVisit(visit, went.at))
    this.#leave(visit, shape, went)
  }
  #leave(was: AreaEvent, shape: Shape, spot: Spot): void {
    const { kind, area_id, customer_id } = was
    const exit = { kind, area_id, customer_id, since: spot.at }
    this.#forgetLeaving(exit)
    this.left = [...this.left, exit]
    const until = Math.min(spot.at + EXIT_HOLDS, this.#endOfArea(was))
    if (isTold(EXIT_ALERTS, exit, this.#facts, spot.at))
      this.#raise(EXIT_ALERTS[kind], exit, shape, spot, until)
  }
  #endOfArea(event: AreaEvent): number {
    return this.#watcherOf(event)?.areas.endOf(event) ?? Number.POSITIVE_INFINITY
  }
  #raise(
    alert_id: number,
    { customer_id, area_id }: AreaEvent,
    { name, code }: Shape,
    spot: Spot,
    until: number,
    more: { readonly subject_id?: number; readonly data?: object } = {},
  ): void {
    const { at, latitude, longitude } = spot
    this.effects.push({
      effect: 'raise',
      alert_id,
      customer_id,
      subject_id: more.subject_id ?? area_id,
      at,
      place: { at, latitude, longitude },
      data: { name, code, ...more.data },
      ...(Number.isFinite(until) && { until }),
    })
  }
}
