// Vehicles enter and leave areas: alerts 8 to 11. The alert of an entry is open while the vehicle
// is inside.
// The alert of an exit is open until the vehicle comes back, and for 60 minutes at most.

import { derivation, type Effect, type Sample, type VehicleFacts } from '@flotta/core/derivation.ts'
import { HOUR } from '@flotta/core/time.ts'
import { isWatched, placeOf } from '../../alerts/incidents/rules.ts'
import { alerts } from '../../services/eyegeo/alerts.ts'
import {
  type AreaKind,
  holdsAt,
  isInside,
  keyOf,
  type Shape,
  type Watcher,
  watchesAt,
} from './rules.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    /** Who is to be told of the areas that the vehicle enters and leaves. */
    readonly watchers: readonly Watcher[]
  }
}

/** Longest time for which a leaving is told. */
const EXIT_HOLDS = HOUR

const ENTER_ALERTS = {
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
interface AreasMemory {
  /** By the area's key; `shape`: as it was when the vehicle was last seen in it. */
  readonly inside: Readonly<Record<string, AreaEvent & { readonly shape: number }>>
  readonly left: Readonly<Record<string, AreaEvent>>
  /** Since a private time began nothing is looked at. */
  readonly quiet?: true
  /** The device said so itself. */
  readonly switched?: true
}
const START: AreasMemory = { inside: {}, left: {} }

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
    if (position !== null) return { state: crossAreas(START, sample, facts)?.state ?? START }
    return memory.switched ? { state: { ...START, quiet: true } } : null
  },
})
export const derivations = [areas]

/** What was told holds no longer than the time in which it may be told. */
const clearAll = ({ inside, left: exits }: AreasMemory, at: number): Effect[] => [
  ...Object.values(inside).map(was => clearEffect(ENTER_ALERTS, was, Math.max(was.since, at))),
  ...Object.values(exits).map(was => clearEffect(EXIT_ALERTS, was, Math.max(was.since, at))),
]

function crossAreas(
  memory: AreasMemory,
  sample: Sample,
  facts: VehicleFacts,
): { readonly state: AreasMemory; readonly effects: readonly Effect[] } | null {
  const { watchers } = facts
  const { position, at } = sample
  if (position === null) return null
  const came = enteredAreas(memory, watchers, position, at)
  if (came.length === 0 && isEmpty(memory.inside) && isEmpty(memory.left)) return null
  const inside = { ...memory.inside }
  const exits = { ...memory.left }
  const effects: Effect[] = []
  let isUnchanged = came.length === 0
  const watcherOf = ({ customer_id }: AreaEvent) =>
    watchers.find(w => w.customer_id === customer_id)
  /**
   * The area as it is now to who was told of it; undefined: removed, or the vehicle is not that
   * customer's to see any more.
   */
  const shapeOf = (key: string, event: AreaEvent): Shape | undefined => {
    const watcher = watcherOf(event)
    return watcher !== undefined && watchesAt(watcher, at)
      ? watcher.areas.shapeAt(key, at)
      : undefined
  }
  /**
   * What holds no more though the vehicle did nothing: since the area's removal, where that is why.
   */
  const endOf = (key: string, event: AreaEvent): number =>
    Math.min(at, Math.max(event.since, watcherOf(event)?.areas.endOf(key) ?? at))

  for (const [key, was] of Object.entries(memory.inside)) {
    const shape = shapeOf(key, was)
    if (shape !== undefined && isInside(shape, position.latitude, position.longitude, true)) {
      if (shape.id === was.shape) continue
      inside[key] = { ...was, shape: shape.id }
    } else {
      delete inside[key]
      effects.push(clearEffect(ENTER_ALERTS, was, shape === undefined ? endOf(key, was) : at))
      if (shape !== undefined && (shape.id === was.shape || wasInside(shape, sample))) {
        exits[key] = {
          kind: was.kind,
          area_id: was.area_id,
          customer_id: was.customer_id,
          since: at,
        }
        if (isTold(EXIT_ALERTS, exits[key], facts, at))
          effects.push(
            raiseEffect(
              EXIT_ALERTS,
              exits[key],
              sample,
              shape,
              Math.min(at + EXIT_HOLDS, endOfShape(watcherOf(was), key)),
            ),
          )
      }
    }
    isUnchanged = false
  }
  for (const [key, was] of Object.entries(memory.left)) {
    const shape = shapeOf(key, was)
    if (shape !== undefined && at < was.since + EXIT_HOLDS) continue
    delete exits[key]
    // what held its hour ends by itself
    if (shape === undefined) effects.push(clearEffect(EXIT_ALERTS, was, endOf(key, was)))
    isUnchanged = false
  }
  for (const [watcher, shape] of came) {
    const key = keyOf(shape)
    const before = exits[key]
    if (before !== undefined) effects.push(clearEffect(EXIT_ALERTS, before, at))
    delete exits[key]
    const { kind, area_id } = shape
    inside[key] = { kind, area_id, customer_id: watcher.customer_id, since: at, shape: shape.id }
    const end = endOfShape(watcher, key)
    if (isTold(ENTER_ALERTS, inside[key], facts, at))
      effects.push(
        raiseEffect(
          ENTER_ALERTS,
          inside[key],
          sample,
          shape,
          Number.isFinite(end) ? end : undefined,
        ),
      )
  }
  return isUnchanged ? null : { state: { inside, left: exits }, effects }
}

const NONE: readonly (readonly [Watcher, Shape])[] = []
const isEmpty = (record: object): boolean => Object.keys(record).length === 0
/** Areas that hold the place and in which the vehicle was not; asked for every record. */
function enteredAreas(
  memory: AreasMemory,
  watchers: readonly Watcher[],
  { latitude, longitude }: NonNullable<Sample['position']>,
  at: number,
) {
  let came = NONE
  for (const watcher of watchers) {
    const near = watcher.areas.near(latitude, longitude)
    if (near.length === 0 || !watchesAt(watcher, at)) continue
    const fresh = near.filter(
      shape =>
        holdsAt(shape, at) &&
        memory.inside[keyOf(shape)] === undefined &&
        isInside(shape, latitude, longitude, false),
    )
    came = [...came, ...fresh.map(shape => [watcher, shape] as const)]
  }
  return came
}
/**
 * Where the area was changed since the vehicle was seen in it, only who was within the changed one
 * has left it.
 */
const wasInside = (shape: Shape, { previous }: Sample): boolean =>
  previous !== null && isInside(shape, previous.latitude, previous.longitude, true)
const endOfShape = (watcher: Watcher | undefined, key: string): number =>
  watcher?.areas.endOf(key) ?? Number.POSITIVE_INFINITY

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
const raiseEffect = (
  alert: AlertByKind,
  { kind, area_id, customer_id }: AreaEvent,
  sample: Sample,
  { name, code }: Shape,
  until: number | undefined,
): Effect<'raise'> => ({
  effect: 'raise',
  alert_id: alert[kind],
  customer_id,
  subject_id: area_id,
  at: sample.at,
  place: placeOf(sample),
  data: { name, code },
  ...(until !== undefined && { until }),
})
const clearEffect = (
  alert: AlertByKind,
  { kind, area_id, customer_id }: AreaEvent,
  at: number,
): Effect<'clear'> => ({
  effect: 'clear',
  alert_id: alert[kind],
  customer_id,
  subject_id: area_id,
  at,
})
