// Vehicles enter, leave and stay in areas: alerts 8 to 11 and 39. The alert of an entry is open while the
// vehicle is inside, that of a stay from when it has lasted long enough.
// The alert of an exit is open until the vehicle comes back, and for 60 minutes at most.

import { derivation, type Effect, type Sample, type VehicleFacts } from '@flotta/core/derivation.ts'
import type { StateCodec } from '@flotta/core/state-codec.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { isWatched, ruleOf } from '../../alerts/incidents/rules.ts'
import { alerts } from '../../services/eyegeo/alerts.ts'
import { type Arrival, arrivalsOn, type Spot, type Stop, type Way, wayOf } from './derive-way.ts'
import {
  type AreaId,
  type AreaKind,
  isInside,
  type Shape,
  type Watcher,
  watchesAt,
} from './rules.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    /** The customers that are told of the areas that the vehicle enters and leaves. */
    readonly watchers: readonly Watcher[]
  }
}

/** Longest time for which a leaving is told. */
const EXIT_HOLDS = HOUR

export const ENTER_ALERTS = {
  hub: alerts.hub_enter.id,
  poi: alerts.poi_enter.id,
} as const satisfies Record<AreaKind, number>
const EXIT_ALERTS = { hub: alerts.hub_exit.id, poi: alerts.poi_exit.id } as const satisfies Record<
  AreaKind,
  number
>

interface AreaEvent extends AreaId {
  readonly customer_id: number
  /** Epoch ms of coming or of going. */
  readonly since: number
}
/** `shape`: the area as it was when the vehicle was last seen in it; `stayed`: long enough to be told. */
interface Visit extends AreaEvent {
  readonly shape: number
  readonly stayed?: true
}
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
export const START: AreasMemory = { inside: [], left: [] }

/** Earlier versions stored both lists as objects. */
const stateCodec: StateCodec<AreasMemory> = {
  read: json => {
    const memory = json as AreasMemory
    return { ...memory, inside: Object.values(memory.inside), left: Object.values(memory.left) }
  },
}

const areas = derivation<AreasMemory>({
  name: 'areas',
  needs: ['position', 'private_mode'],
  start: START,
  stored: stateCodec,
  step(memory, sample, facts) {
    const { at, position } = sample
    const switched = sample.private_mode?.private_mode ?? memory.switched === true
    if (switched || facts.private_times?.holds(at)) {
      if (memory.quiet && switched === (memory.switched === true)) return null
      const since = switched ? at : (facts.private_times?.since(at) ?? at)
      return {
        state: { ...START, quiet: true, ...(switched && { switched }) },
        effects: memory.quiet ? [] : clearAll(memory, since),
      }
    }
    if (memory.quiet === undefined) return crossAreas(memory, sample, facts)
    // where it is now it may have come while that was nobody's affair: its coming is not told, its
    // going will be
    if (position !== null)
      return { state: crossAreas(START, { ...sample, previous: null }, facts)?.state ?? START }
    return memory.switched ? { state: { ...START, quiet: true } } : null
  },
})
export const derivations = [areas]

/** What was told holds no longer than the time in which it may be told. */
const clearAll = ({ inside, left: exits }: AreasMemory, at: number): Effect[] => [
  ...inside.flatMap(was => endVisit(was, Math.max(was.since, at))),
  ...exits.map(was => clearEffect(EXIT_ALERTS[was.kind], was, Math.max(was.since, at))),
]

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

const STAY = alerts.area_dwell.id
const stayRule = ruleOf(alerts.area_dwell)
const { default: USUAL_STAY } = alerts.area_dwell.parameters.threshold
/** What the vehicle's owner has set is the owner's; to others the usual holds. */
function ownRule(facts: VehicleFacts, customer_id: number) {
  const rule = stayRule(facts)
  return rule.customer_id === null || rule.customer_id === customer_id
    ? rule
    : stayRule({ ...facts, alert_parameters: {} })
}

/** The fewest minutes after which somebody wants to be told of a stay in an area. */
function leastMinutes(
  { stay_limits = [] }: VehicleFacts,
  { kind, area_id, customer_id }: AreaEvent,
  usual: number,
  at: number,
): number {
  let least = usual
  for (const limit of stay_limits) {
    const ids = kind === 'hub' ? limit.hub_ids : limit.poi_ids
    const names = limit.hub_ids.length + limit.poi_ids.length === 0 || ids.includes(area_id)
    if (names && limit.customer_id === customer_id && limit.from <= at)
      least = Math.min(least, limit.minutes)
  }
  return least
}

type AlertByKind = Readonly<Record<AreaKind, number>>
/**
 * Coming and going are told where they happen within the hours that the vehicle's owner has set, to
 * the owner; the areas of others are theirs.
 */
function isTold(
  alert: AlertByKind,
  { kind, customer_id }: AreaEvent,
  { alert_parameters }: VehicleFacts,
  at: number,
): boolean {
  const rule = alert_parameters?.[alert[kind]]
  return rule === undefined || rule.customer_id !== customer_id || isWatched(rule, at)
}
/** The end of a visit: of its entry, and of its stay where that was told. */
const endVisit = (was: Visit, at: number): Effect<'clear'>[] => [
  clearEffect(ENTER_ALERTS[was.kind], was, at),
  ...(was.stayed ? [clearEffect(STAY, was, at)] : []),
]
const clearEffect = (alert_id: number, was: AreaEvent, at: number): Effect<'clear'> => ({
  effect: 'clear',
  alert_id,
  customer_id: was.customer_id,
  subject_id: subjectOf(alert_id, was),
  at,
})
/**
 * The stay is one alert of both kinds of area: there a point of interest is the negative of its id,
 * for a hub may have the same.
 */
const subjectOf = (alert_id: number, { kind, area_id }: Pick<AreaEvent, 'kind' | 'area_id'>) =>
  alert_id === STAY && kind === 'poi' ? -area_id : area_id
