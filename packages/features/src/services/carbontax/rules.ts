// Computes the litres that a vehicle burned in a period from its hours at the beginning and at the end. Pure.
import { DAY } from '@flotta/core/time.ts'
import { dayAt, dayBegin } from '@flotta/core/zones.ts'

/** A reading this close to the beginning or the end of a period counts as its value there. */
export const NEAR_MS = DAY

/** A reading of hours and its time (epoch ms). */
export interface HoursReading {
  readonly at: number
  readonly hours: number
}
/** Epoch ms. */
export interface Span {
  readonly start: number
  readonly end: number
}
/** The current month and quarter to date, in the time zone `zone`. */
export function spansOf(
  now: number,
  zone: string,
): { readonly month: Span; readonly quarter: Span } {
  const [year = '', month = ''] = dayAt(now, zone).split('-')
  const first = String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')
  return {
    month: { start: dayBegin(`${year}-${month}-01`, zone), end: now },
    quarter: { start: dayBegin(`${year}-${first}-01`, zone), end: now },
  }
}

/** The readings around a period: the last before its beginning, the first after it, and the last before its end; null: none. */
export interface NearbyReadings {
  readonly before: HoursReading | null
  readonly after: HoursReading | null
  readonly last: HoursReading | null
}
/** 0 none, bit 1: no reading near the beginning, bit 2: none near the end. */
export type CarbonAlert = 0 | 1 | 2 | 3
export interface Block {
  readonly first: HoursReading | null
  readonly last: HoursReading | null
  readonly alert: CarbonAlert
}

const ifNear = (reading: HoursReading | null, at: number): HoursReading | null =>
  reading !== null && Math.abs(reading.at - at) <= NEAR_MS ? reading : null

/** The hours of a period: from the last reading before its beginning, else the first within, to the last reading. */
export function blockOf({ start, end }: Span, { before, after, last }: NearbyReadings): Block {
  const [earlier, later] = [ifNear(before, start), ifNear(after, start)]
  const next =
    earlier !== null && (later === null || start - earlier.at <= later.at - start) ? earlier : later
  const first = next ?? (after !== null && after.at <= end ? after : null)
  const until = first !== null && last !== null && last.at >= first.at ? last : first
  const alert = ((next === null ? 1 : 0) + (ifNear(until, end) === null ? 2 : 0)) as CarbonAlert
  return { first, last: until, alert }
}

/** Litres with one decimal; null: hours or consumption are unknown, or the meter was replaced. */
export function litresOf(
  { first, last }: Pick<Block, 'first' | 'last'>,
  average: number | null,
): number | null {
  if (first === null || last === null || average === null || last.hours < first.hours) return null
  return Math.round((last.hours - first.hours) * average * 10) / 10
}

/** Hours run, with one decimal; null: not known, or the meter was replaced. */
export function hoursBetween({
  start_hours,
  end_hours,
}: {
  readonly start_hours: number | null
  readonly end_hours: number | null
}): number | null {
  return start_hours === null || end_hours === null || end_hours < start_hours
    ? null
    : Math.round((end_hours - start_hours) * 10) / 10
}

/** Litres an hour; null: not configured. */
export function averageOf({
  carbon_average_consumption,
}: Readonly<Record<string, string>>): number | null {
  const average = Number(carbon_average_consumption?.trim() || Number.NaN)
  return average >= 0 && average < Number.POSITIVE_INFINITY ? average : null
}
