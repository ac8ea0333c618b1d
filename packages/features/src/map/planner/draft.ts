// The draft of a trip: the state of the form, and its changes.
import { instantOf } from '@flotta/core/time.ts'
import type { PickedPlace } from '../../places/geocoding/rules.ts'
import type { Exclusion, Point } from '../../places/routing/rules.ts'
import type { PlannedRoute, PlannedTrip, RouteOptions, Stop } from './contract.ts'

export interface DraftStop extends Stop {
  /** Stays the same while the place is dragged. */
  readonly key: string
}
export interface Draft {
  /** When the draft was created, epoch ms; another draft is another form. */
  readonly begun: number
  /**
   * The trip that is being changed, as it was read, with the ETag that detects changes by others;
   * null: a new trip.
   */
  readonly edited: { readonly trip: PlannedTrip; readonly etag: string | null } | null
  readonly name: string
  /** Epoch ms; null while it is incomplete. */
  readonly startdate: number | null
  readonly vehicle_id: number | null
  readonly stops: readonly DraftStop[]
  readonly options: RouteOptions
  /** Geometry of the selected route; null: the first one. */
  readonly chosen: string | null
}

const QUARTER = 900_000
const NO_OPTIONS: RouteOptions = { ferry: false, toll: false, motorway: false }

/** A new trip starts at the next quarter of an hour. */
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
  waypoints.map(({ latitude: _latitude, longitude: _longitude, ...stop }, i) => ({
    ...stop,
    key: `${id} ${i}`,
  }))
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

/** The name of a place is its address, else its town, else its position. */
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
/** The second line of a place: the town, where the address does not contain it. */
export const townOf = ({ address, city, zip_code }: Stop): string =>
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

export const pointsOf = (stops: readonly Stop[]): Point[] =>
  stops.map(({ lat, lng }) => ({ latitude: lat, longitude: lng }))
export const exclusionsIn = (options: RouteOptions): Exclusion[] =>
  (['ferry', 'toll', 'motorway'] as const).filter(option => options[option])

/**
 * Whether the draft still has the saved route: the same places in the same order, and the same
 * exclusions.
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
 * The routes to select from: the saved route while it is unchanged, and those that the router
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

/** The body of the call; null while a part is missing. */
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
    waypoints: stops.map(({ key: _, lat, lng, ...waypoint }) => ({
      latitude: lat,
      longitude: lng,
      ...waypoint,
    })),
    options,
    route: { geometry, distance, duration },
    approximate,
  }
}
/** Whether the draft holds work that would be lost. */
export const isBegun = ({ edited, name, stops }: Draft): boolean =>
  edited === null && (name.trim() !== '' || stops.length > 0)
