// What is true of a planned trip: when it may begin, when it arrives, when its form is whole.
import { everyOfPolyline } from '@flotta/core/geo.ts'
import { offsetAt } from '@flotta/core/zones.ts'

export const LEAST_WAYPOINTS = 2
export const MOST_WAYPOINTS = 25
export const LONGEST_NOTES = 1_000
/**
 * Characters of an encoded polyline: some 25,000 bends, as of a way through all of Europe in every
 * detail.
 */
export const LONGEST_GEOMETRY = 150_000
/** Bends that are kept of a route: they draw it, and a device is led by them. */
export const KEPT_BENDS = 5_000

/** Whether a text is an encoded polyline of places on the earth. */
export const isPolyline = (text: string): boolean =>
  /^[?-~]*[?-^]$/.test(text) &&
  everyOfPolyline(text, (lat, lng) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180)

/** The midnight with which the day of `at` began on a zone's clocks. */
function dayBefore(at: number, zone: string, years = 0): number {
  const local = new Date(at + offsetAt(at, zone))
  const midnight = Date.UTC(local.getUTCFullYear() + years, local.getUTCMonth(), local.getUTCDate())
  return midnight - offsetAt(midnight - offsetAt(midnight, zone), zone)
}
const DAY = 86_400_000

/**
 * First and last moment at which a trip may begin: today to the same day of next year, epoch ms.
 */
export function startRange(
  now: number,
  zone: string,
): { readonly from: number; readonly to: number } {
  const lastDay = dayBefore(now, zone, 1)
  // whatever the clocks do that day, its noon belongs to it
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
