// The rules of a planned trip: when it may start, when it arrives, when its form is complete.
import { everyOfPolyline } from '@flotta/core/geo.ts'
import { offsetAt } from '@flotta/core/zones.ts'

export const LEAST_WAYPOINTS = 2
export const MOST_WAYPOINTS = 25
export const LONGEST_NOTES = 1_000
/**
 * Characters of an encoded polyline: some 25,000 points, enough for a route through all of Europe in every
 * detail.
 */
export const LONGEST_GEOMETRY = 150_000
/** Points that are kept of a route: enough to draw it and to navigate by it. */
export const KEPT_BENDS = 5_000

/** Whether a text is an encoded polyline of valid positions. */
export const isPolyline = (text: string): boolean =>
  /^[?-~]*[?-^]$/.test(text) &&
  everyOfPolyline(text, (lat, lng) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180)

/** The midnight at which the day of `at` began in a time zone. */
function dayBefore(at: number, zone: string, years = 0): number {
  const local = new Date(at + offsetAt(at, zone))
  const midnight = Date.UTC(local.getUTCFullYear() + years, local.getUTCMonth(), local.getUTCDate())
  return midnight - offsetAt(midnight - offsetAt(midnight, zone), zone)
}
const DAY = 86_400_000

/**
 * The first and the last moment at which a trip may start: today until the same day of next year, epoch ms.
 */
export function startRange(
  now: number,
  zone: string,
): { readonly from: number; readonly to: number } {
  const lastDay = dayBefore(now, zone, 1)
  // Noon belongs to the day, whatever daylight saving does.
  return { from: dayBefore(now, zone), to: dayBefore(lastDay + DAY + DAY / 2, zone) - 1 }
}
export function mayStart(startdate: number, now: number, zone: string): boolean {
  const { from, to } = startRange(now, zone)
  return startdate >= from && startdate <= to
}

/** Epoch ms; duration in seconds. */
export const arrivalOf = (startdate: number, duration: number): number =>
  startdate + Math.round(duration) * 1000

interface Stop {
  readonly address: string
}
/** A route needs two places, and the first one needs an address. */
export const canRoute = (waypoints: readonly Stop[]): boolean =>
  waypoints.length >= LEAST_WAYPOINTS && (waypoints[0]?.address.trim().length ?? 0) > 2
/** A route can be chosen once the trip has a name. */
export const canChoose = (name: string, waypoints: readonly Stop[]): boolean =>
  name.trim().length > 1 && waypoints.length >= LEAST_WAYPOINTS
export const canSave = (name: string, waypoints: readonly Stop[]): boolean =>
  name.trim() !== '' && waypoints.length >= LEAST_WAYPOINTS
export const hasNotes = (notes: string | null): boolean => (notes ?? '').trim().length > 1
export const canRemove = (waypoints: readonly unknown[]): boolean => waypoints.length > 1
