// A trip as it is being planned: what the form holds, and what becomes of it by each thing a hand
// does.
import { instantOf } from '@flotta/core/time.ts'
import type { PickedPlace } from '../../places/geocoding/rules.ts'
import type { Exclusion, Point } from '../../places/routing/rules.ts'
import type { PlannedRoute, PlannedTrip, RouteOptions, Waypoint } from './contract.ts'

export interface DraftStop extends Waypoint {
  /** It stays the same wherever it is dragged. */
  readonly key: string
}
export interface Draft {
  /** When it was begun, epoch ms: another one is another form. */
  readonly begun: number
  /**
   * The trip that is changed, as it was read, and the tag by which somebody else's change is
   * noticed; null: a new one.
   */
  readonly edited: { readonly trip: PlannedTrip; readonly etag: string | null } | null
  readonly name: string
  /** Epoch ms; null while it is not whole. */
  readonly startdate: number | null
  readonly vehicle_id: number | null
  readonly stops: readonly DraftStop[]
  readonly options: RouteOptions
  /** Line of the route that was chosen; null: the first. */
  readonly chosen: string | null
}

const QUARTER = 900_000
const NO_OPTIONS: RouteOptions = { ferry: false, toll: false, motorway: false }

/** A new one begins with the next quarter of an hour. */
export const newDraft = (vehicle_id: number | null, now: number): Draft => ({
  begun: now,
  edited: null,
  name: '',
  startdate: Math.ceil(now / QUARTER) * QUARTER,
  vehicle_id,
  stops: [],
  options: NO_OPTIONS,
  chosen: null,
})
export const stopsOf = ({ id, waypoints }: PlannedTrip): DraftStop[] =>
  waypoints.map((waypoint, i) => ({ ...waypoint, key: `${id} ${i}` }))
export const draftOf = (trip: PlannedTrip, etag: string | null, now: number): Draft => ({
  begun: now,
  edited: { trip, etag },
  name: trip.name,
  startdate: Date.parse(trip.startdate),
  vehicle_id: trip.vehicle_id,
  stops: stopsOf(trip),
  options: trip.options,
  chosen: trip.route.geometry,
})

/** A place is called by its address, else by its town, else by its position. */
export const stopOf = (
  { latitude, longitude, address, city, zip_code }: PickedPlace,
  key: string,
): DraftStop => ({
  key,
  address: address || city || `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  city: city || null,
  zip_code: zip_code || null,
  lat: latitude,
  lng: longitude,
  notes: null,
})
/** What is said of a place below its address: the town, where the address does not say it. */
export const townOf = ({ address, city, zip_code }: Waypoint): string =>
  [zip_code, city === address ? null : city].filter(Boolean).join(' ')

export const withStop = (draft: Draft, stop: DraftStop): Draft => ({
  ...draft,
  stops: [...draft.stops, stop],
})
export const withoutStop = (draft: Draft, key: string): Draft => ({
  ...draft,
  stops: draft.stops.filter(stop => stop.key !== key),
})
export const withNotes = (draft: Draft, key: string, notes: string): Draft => ({
  ...draft,
  stops: draft.stops.map(stop =>
    stop.key === key ? { ...stop, notes: notes === '' ? null : notes } : stop,
  ),
})
export function withMovedStop(draft: Draft, from: number, to: number): Draft {
  const stops = [...draft.stops]
  stops.splice(to, 0, ...stops.splice(from, 1))
  return { ...draft, stops }
}

export const pointsOf = (stops: readonly Waypoint[]): Point[] =>
  stops.map(({ lat, lng }) => ({ latitude: lat, longitude: lng }))
export const exclusionsIn = (options: RouteOptions): Exclusion[] =>
  (['ferry', 'toll', 'motorway'] as const).filter(option => options[option])

/**
 * Whether the way is still the one that was saved: the same places in the same order, and the same
 * to keep off.
 */
type DraftRoute = Pick<Draft, 'edited' | 'stops' | 'options'>
function isSameRoute({ edited, stops, options }: DraftRoute): boolean {
  if (edited === null) return false
  const { waypoints, options: before } = edited.trip
  return (
    stops.length === waypoints.length &&
    stops.every(({ lat, lng }, i) => lat === waypoints[i]?.lat && lng === waypoints[i]?.lng) &&
    exclusionsIn(options).join() === exclusionsIn(before).join()
  )
}
export interface Choice extends PlannedRoute {
  readonly approximate: boolean
}
/**
 * What may be chosen: the route that was saved, while its way is the same, and what the router
 * found.
 */
export function choicesOf(
  draft: DraftRoute,
  foundRoutes: readonly PlannedRoute[],
  approximate: boolean,
): Choice[] {
  const routes = foundRoutes.map(route => ({ ...route, approximate }))
  if (draft.edited === null || !isSameRoute(draft)) return routes
  const { route, approximate: before } = draft.edited.trip
  return [
    { ...route, approximate: before },
    ...routes.filter(({ geometry }) => geometry !== route.geometry),
  ]
}
export const chosenOf = (draft: Draft, choices: readonly Choice[]): Choice | null =>
  choices.find(c => c.geometry === draft.chosen) ?? choices[0] ?? null

/** What is sent; null while a part is missing. */
export function bodyOf(
  { name, startdate, vehicle_id, stops, options }: Draft,
  choice: Choice | null,
) {
  if (startdate === null || choice === null) return null
  const { geometry, distance, duration, approximate } = choice
  return {
    name: name.trim(),
    startdate: instantOf(startdate),
    vehicle_id,
    waypoints: stops.map(({ key: _, ...waypoint }) => waypoint),
    options,
    route: { geometry, distance, duration },
    approximate,
  }
}
/** Whether something would be lost with it. */
export const isBegun = ({ edited, name, stops }: Draft): boolean =>
  edited === null && (name.trim() !== '' || stops.length > 0)
