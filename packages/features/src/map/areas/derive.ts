// Vehicles enter, leave and stay in areas: alerts 8 to 11 and 39. The alert of an entry is open while the
// vehicle is inside, that of a stay from when it has lasted long enough.
// The alert of an exit is open until the vehicle comes back, and for 60 minutes at most.

import { derivation, type Effect, type Sample, type VehicleFacts } from '@flotta/core/derivation.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { isWatched, ruleOf } from '../../alerts/incidents/rules.ts'
import { alerts } from '../../services/eyegeo/alerts.ts'
import { type Arrival, arrivalsOn, type Spot, type Stop, type Way, wayOf } from './derive-way.ts'
import { type AreaKind, isInside, keyOf, type Shape, type Watcher, watchesAt } from './rules.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    /** Who is to be told of the areas that the vehicle enters and leaves. */
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

interface AreaEvent {
  readonly kind: AreaKind
  readonly area_id: number
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
  /** By the area's key. */
  readonly inside: Readonly<Record<string, Visit>>
  readonly left: Readonly<Record<string, AreaEvent>>
  /** Where it stands, near an area. */
  readonly stop?: Stop
  /** Since a private time began nothing is looked at. */
  readonly quiet?: true
  /** The device said so itself. */
  readonly switched?: true
}
export const START: AreasMemory = { inside: {}, left: {} }

const areas = derivation<AreasMemory>({
  name: 'areas',
  needs: ['position', 'private_mode'],
  start: START,
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
  ...Object.values(inside).flatMap(was => endVisit(was, Math.max(was.since, at))),
  ...Object.values(exits).map(was =>
    clearEffect(EXIT_ALERTS[was.kind], was, Math.max(was.since, at)),
  ),
]

type Step = { readonly state: AreasMemory; readonly effects: readonly Effect[] } | null

/** What a moment of the vehicle needs, to know of its areas. */
type AreaSample = Pick<Sample, 'at' | 'position' | 'previous'>
/** Where nothing is private: what a record changes. Stays in reports are told by the same. */
export function crossAreas(memory: AreasMemory, sample: AreaSample, facts: VehicleFacts): Step {
  if (sample.position === null) return null
  const way = wayOf(memory.stop, sample.position, sample)
  const { arrivals, isNear } = arrivalsOn(way, key => memory.inside[key] !== undefined, facts)
  const stop = isNear && way.stop !== null ? way.stop : undefined
  const isSameStop = stop?.[0] === memory.stop?.[0] && stop?.[1] === memory.stop?.[1]
  if (arrivals.length === 0 && isSameStop && isEmpty(memory.inside) && isEmpty(memory.left))
    return null
  const crossing = new Crossing(memory, way, sample, facts)
  for (const key in memory.inside) crossing.goOn(key, memory.inside[key] as Visit)
  for (const key in memory.left) crossing.endLeaving(key, memory.left[key] as AreaEvent)
  for (const arrival of arrivals) crossing.arrive(arrival)
  return crossing.isUnchanged && isSameStop
    ? null
    : {
        state: { inside: crossing.inside, left: crossing.left, ...(stop && { stop }) },
        effects: crossing.effects,
      }
}
function isEmpty(record: object): boolean {
  for (const _ in record) return false
  return true
}

/** Sets or, without a value, removes an entry. */
function setEntry<V>(record: Record<string, V>, key: string, value: V | undefined): void {
  if (value === undefined) delete record[key]
  else record[key] = value
}

/** What one record changes of the areas that the vehicle is in and has left. */
class Crossing {
  readonly effects: Effect[] = []
  /** Copied when the first of them changes: most records change none of those that were left within the hour. */
  #inside: AreasMemory['inside']
  #left: AreasMemory['left']
  #hasOwnInside = false
  #hasOwnLeft = false
  isUnchanged = true
  readonly #way: Way
  readonly #sample: AreaSample
  readonly #facts: VehicleFacts

  constructor(memory: AreasMemory, way: Way, sample: AreaSample, facts: VehicleFacts) {
    this.#inside = memory.inside
    this.#left = memory.left
    this.#way = way
    this.#sample = sample
    this.#facts = facts
  }
  get inside(): AreasMemory['inside'] {
    return this.#inside
  }
  get left(): AreasMemory['left'] {
    return this.#left
  }
  /** undefined: it is in there no more. */
  #setInside(key: string, visit: Visit | undefined): void {
    if (!this.#hasOwnInside) this.#inside = { ...this.#inside }
    this.#hasOwnInside = true
    setEntry(this.#inside, key, visit)
  }
  #setLeft(key: string, exit: AreaEvent | undefined): void {
    if (exit === undefined && this.#left[key] === undefined) return
    if (!this.#hasOwnLeft) this.#left = { ...this.#left }
    this.#hasOwnLeft = true
    setEntry(this.#left, key, exit)
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
  #shapeOf(key: string, event: AreaEvent): Shape | undefined {
    const { at } = this.#sample
    const watcher = this.#watcherOf(event)
    return watcher !== undefined && watchesAt(watcher, at)
      ? watcher.areas.shapeAt(key, at)
      : undefined
  }
  /**
   * What holds no more though the vehicle did nothing: since the area's removal, where that is why.
   */
  #endOf(key: string, event: AreaEvent): number {
    const { at } = this.#sample
    return Math.min(at, Math.max(event.since, this.#watcherOf(event)?.areas.endOf(key) ?? at))
  }

  /** It was inside before this record. */
  goOn(key: string, was: Visit): void {
    const { to } = this.#way
    const { at, previous } = this.#sample
    const shape = this.#shapeOf(key, was)
    if (shape !== undefined && isInside(shape, to.latitude, to.longitude, true)) {
      if (shape.id !== was.shape) {
        this.#setInside(key, { ...was, shape: shape.id })
        this.isUnchanged = false
      }
      this.#stay(key, shape)
      return
    }
    this.isUnchanged = false
    this.#setInside(key, undefined)
    this.effects.push(...endVisit(was, shape === undefined ? this.#endOf(key, was) : at))
    // Where the area was changed since the vehicle was seen in it, only who was within the changed
    // one has left it.
    const hasLeft =
      shape !== undefined &&
      (shape.id === was.shape ||
        (previous !== null && isInside(shape, previous.latitude, previous.longitude, true)))
    if (hasLeft) this.#leave(key, was, shape, to)
  }
  /** It has been inside for as long as is worth telling. */
  #stay(key: string, shape: Shape): void {
    const was = this.inside[key]
    if (was === undefined || was.stayed) return
    const { at } = this.#sample
    const rule = ownRule(this.#facts, was.customer_id)
    const minutes = rule.threshold ?? USUAL_STAY
    const due = was.since + leastMinutes(this.#facts, was, minutes, at) * MINUTE
    if (at < due || !isWatched(rule, at)) return
    const since = isWatched(rule, due) ? due : at
    this.#setInside(key, { ...was, stayed: true })
    this.isUnchanged = false
    const spot = { ...this.#way.to, at: since }
    // each configuration tells of it after its own minutes, which count from the arrival
    this.#raise(STAY, was, shape, spot, this.#endOfShape(was, key), {
      subject_id: subjectOf(STAY, was),
      data: { arrived_at: new Date(was.since).toISOString(), minutes },
    })
  }
  /** It was outside before this record: the leaving of an area ends by itself, or with the area. */
  endLeaving(key: string, was: AreaEvent): void {
    const shape = this.#shapeOf(key, was)
    if (shape !== undefined && this.#sample.at < was.since + EXIT_HOLDS) return
    this.#setLeft(key, undefined)
    this.isUnchanged = false
    // what held its hour ends by itself
    if (shape === undefined)
      this.effects.push(clearEffect(EXIT_ALERTS[was.kind], was, this.#endOf(key, was)))
  }
  arrive({ watcher, shape, came, went }: Arrival): void {
    const key = keyOf(shape)
    const before = this.left[key]
    if (before !== undefined)
      this.effects.push(clearEffect(EXIT_ALERTS[before.kind], before, came.at))
    this.#setLeft(key, undefined)
    this.isUnchanged = false
    const { kind, area_id } = shape
    const visit: Visit = {
      kind,
      area_id,
      customer_id: watcher.customer_id,
      since: came.at,
      shape: shape.id,
    }
    if (isTold(ENTER_ALERTS, visit, this.#facts, came.at))
      this.#raise(ENTER_ALERTS[kind], visit, shape, came, this.#endOfShape(visit, key))
    if (went === null) {
      this.#setInside(key, visit)
      return
    }
    this.effects.push(...endVisit(visit, went.at))
    this.#leave(key, visit, shape, went)
  }
  #leave(key: string, was: AreaEvent, shape: Shape, spot: Spot): void {
    const { kind, area_id, customer_id } = was
    const exit = { kind, area_id, customer_id, since: spot.at }
    this.#setLeft(key, exit)
    const until = Math.min(spot.at + EXIT_HOLDS, this.#endOfShape(was, key))
    if (isTold(EXIT_ALERTS, exit, this.#facts, spot.at))
      this.#raise(EXIT_ALERTS[kind], exit, shape, spot, until)
  }
  #endOfShape(event: AreaEvent, key: string): number {
    return this.#watcherOf(event)?.areas.endOf(key) ?? Number.POSITIVE_INFINITY
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
