// Compares a planned trip with the driven one: when the vehicle left the first place, and when it was at each of the others. Pure.
import { distance } from '@flotta/core/geo.ts'

/** Times epoch ms, duration in seconds, degrees. */
export interface Plan {
  readonly startdate: number
  readonly duration: number
  /** Latitude and longitude of the route's points. */
  readonly line: readonly (readonly [number, number])[]
  readonly waypoints: readonly { readonly lat: number; readonly lng: number }[]
  readonly approximate: boolean
}
export interface Fixes {
  readonly at: ArrayLike<number>
  readonly latitude: ArrayLike<number>
  readonly longitude: ArrayLike<number>
}
export interface Comparison {
  readonly state: 'ahead' | 'no_data' | 'not_started' | 'under_way' | 'done' | 'unfinished'
  /** When it left the first place; null: it has not, or it is unknown. */
  readonly departure: number | null
  /** When it was at each place; for the first: when it left. */
  readonly reached: readonly (number | null)[]
}

const HOUR = 3_600_000
/** How long before the planned departure a departure may be, ms. */
export const EARLY_MS = 6 * HOUR
/** How long after the planned arrival a trip may still be under way, ms. */
export const LATE_MS = 24 * HOUR
/** Distance at which a vehicle counts as being at a place, m; a place known only by its town is the whole town. */
const NEAR_M = { street: 400, town: 3_000 } as const
/** Fixes of one visit count as equally near within this distance, m. */
const NEARNESS_TOLERANCE_M = 50

/** The planned time at each place: the route's duration, shared out along its line. */
export function plannedTimes({ startdate, duration, line, waypoints }: Plan): number[] {
  const along = [0]
  for (let i = 1; i < line.length; i++)
    along.push((along[i - 1] ?? 0) + distanceBetween(line[i - 1], line[i]))
  const routeLength = along.at(-1) ?? 0
  let from = 0
  return waypoints.map(({ lat, lng }, n) => {
    if (n === 0) return startdate
    if (n === waypoints.length - 1 || routeLength === 0)
      return startdate + Math.round(duration) * 1000
    let nearest = Number.POSITIVE_INFINITY
    for (let i = from; i < line.length; i++)
      nearest = Math.min(nearest, distanceBetween(line[i], [lat, lng]))
    // Where the route passes a place twice, the first time counts.
    while (
      from < line.length - 1 &&
      distanceBetween(line[from], [lat, lng]) > nearest + NEARNESS_TOLERANCE_M
    )
      from++
    return startdate + Math.round((duration * (along[from] ?? 0)) / routeLength) * 1000
  })
}
const distanceBetween = (
  a: readonly [number, number] | undefined,
  b: readonly [number, number] | undefined,
): number => (a === undefined || b === undefined ? 0 : distance(a[0], a[1], b[0], b[1]))

interface Visit {
  readonly first: number
  readonly last: number
  /** Index of the first of the nearest fixes. */
  readonly nearest: number
}
function visitsOf(
  fixes: Fixes,
  { lat, lng }: Plan['waypoints'][number],
  near: number,
  from: number,
  most = Number.POSITIVE_INFINITY,
): Visit[] {
  const visits: Visit[] = []
  const away = (i: number) => distance(fixes.latitude[i] ?? 0, fixes.longitude[i] ?? 0, lat, lng)
  for (let i = from; i < fixes.at.length && visits.length < most; i++) {
    if (away(i) > near) continue
    const first = i
    let least = Number.POSITIVE_INFINITY
    while (i < fixes.at.length && away(i) <= near) least = Math.min(least, away(i++))
    let nearest = first
    while (away(nearest) > least + NEARNESS_TOLERANCE_M) nearest++
    visits.push({ first, last: i - 1, nearest })
  }
  return visits
}

/** @param fixes of the time around the trip, in order */
export function compareTrip(plan: Plan, fixes: Fixes, now: number): Comparison {
  const { startdate, duration, waypoints } = plan
  const noTimes = waypoints.map(() => null)
  const count = fixes.at.length
  if (count === 0)
    return { state: now < startdate ? 'ahead' : 'no_data', departure: null, reached: noTimes }
  const near = plan.approximate ? NEAR_M.town : NEAR_M.street
  const [start, ...others] = waypoints
  const at = (i: number) => fixes.at[i] ?? 0
  // Of several departures the one nearest to the plan counts. A vehicle that is still at the place has not left.
  const departures =
    start === undefined
      ? []
      : visitsOf(fixes, start, near, 0).filter(visit => visit.last < count - 1)
  const bestDeparture = departures.toSorted(
    (a, b) => Math.abs(at(a.last) - startdate) - Math.abs(at(b.last) - startdate),
  )[0]
  const departure = bestDeparture === undefined ? null : at(bestDeparture.last)
  let from = bestDeparture === undefined ? firstIndexFrom(fixes, startdate) : bestDeparture.last + 1
  const arrivals = others.map(place => {
    const [visit] = visitsOf(fixes, place, near, from, 1)
    if (visit === undefined) return null
    from = visit.last + 1
    return at(visit.nearest)
  })
  const hasBegun = departure !== null || arrivals.some(r => r !== null)
  const over = now > startdate + duration * 1000 + LATE_MS
  const state =
    arrivals.at(-1) !== null && arrivals.length > 0
      ? 'done'
      : !hasBegun
        ? now < startdate
          ? 'ahead'
          : 'not_started'
        : over
          ? 'unfinished'
          : 'under_way'
  // A vehicle that came back before the planned time has not departed.
  if (state === 'under_way' && now < startdate && arrivals.every(r => r === null))
    return { state: 'ahead', departure: null, reached: noTimes }
  return { state, departure, reached: [departure, ...arrivals] }
}
function firstIndexFrom(fixes: Fixes, time: number): number {
  let i = 0
  while (i < fixes.at.length && (fixes.at[i] ?? 0) < time) i++
  return i
}
