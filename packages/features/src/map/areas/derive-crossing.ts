// What one record changes for the areas that a vehicle comes to, stays in and leaves.
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

/** Longest time for which a leaving is told. */
const EXIT_HOLDS = HOUR
export interface AreasMemory {
  readonly inside: readonly Visit[]
  /** Areas that were left and whose events have not ended yet. */
  readonly left: readonly AreaEvent[]
  /** Where it stands, near an area. */
  readonly stop?: Stop
  /** Since a private time began nothing is looked at. */
  readonly quiet?: true
  /** The device said so itself. */
  readonly switched?: true
}

type Step = { readonly state: AreasMemory; readonly effects: readonly Effect[] } | null

/** What a moment of the vehicle needs, to know of its areas. */
type AreaSample = Pick<Sample, 'at' | 'position' | 'previous'>
/** Where nothing is private: what a record changes. Stays in reports are told by the same. */
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
/** Asked for every area near every record. */
function hasArea(events: readonly AreaEvent[], area: AreaId): boolean {
  for (const event of events) if (isSameArea(event, area)) return true
  return false
}

/** What one record changes of the areas that the vehicle is in and has left. */
class Crossing {
  readonly effects: Effect[] = []
  /** The lists are others as soon as something of them changes. */
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
  /** @returns the visit as it is now */
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
  /**
   * The area as it is now to who was told of it; undefined: removed, or the vehicle is not that
   * customer's to see any more.
   */
  #shapeOf(event: AreaEvent): Shape | undefined {
    const { at } = this.#sample
    const watcher = this.#watcherOf(event)
    return watcher !== undefined && watchesAt(watcher, at)
      ? watcher.areas.shapeAt(event, at)
      : undefined
  }
  /**
   * What holds no more though the vehicle did nothing: since the area's removal, where that is why.
   */
  #endOf(event: AreaEvent): number {
    const { at } = this.#sample
    return Math.min(at, Math.max(event.since, this.#watcherOf(event)?.areas.endOf(event) ?? at))
  }

  /** It was inside before this record. */
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
    // Where the area was changed since the vehicle was seen in it, only who was within the changed
    // one has left it.
    const hasLeft =
      shape !== undefined &&
      (shape.id === was.shape ||
        (previous !== null && isInside(shape, previous.latitude, previous.longitude, true)))
    if (hasLeft) this.#leave(was, shape, to)
  }
  /** It has been inside for as long as is worth telling. */
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
    // each configuration tells of it after its own minutes, which count from the arrival
    this.#raise(STAY, was, shape, spot, this.#endOfArea(was), {
      subject_id: subjectOf(STAY, was),
      data: { arrived_at: new Date(was.since).toISOString(), minutes },
    })
  }
  /** It was outside before this record: the leaving of an area ends by itself, or with the area. */
  endLeaving(was: AreaEvent): void {
    const shape = this.#shapeOf(was)
    if (shape !== undefined && this.#sample.at < was.since + EXIT_HOLDS) return
    this.#forgetLeaving(was)
    // what held its hour ends by itself
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
