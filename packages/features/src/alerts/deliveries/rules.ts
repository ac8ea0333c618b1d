// What is true of telling alerts: what is still to be told, when several are gathered, how values are said, what fits into an SMS.
import { lengthOf } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import { TOLD_WITHIN } from '../incidents/rules.ts'
import type { DeliveryFault } from './contract.ts'

/** What became of the incident; epoch ms. */
export interface Outcome {
  readonly closed_at: number | null
  readonly closed_as: string | null
}
/** Why an incident is not to be told any more; null: it is. What ended a while ago was over before it could be told, unless it was we who held it back. */
export function unsaid(
  { closed_at, closed_as }: Outcome,
  held: boolean,
  now: number,
): DeliveryFault | null {
  if (closed_as === 'corrected') return 'corrected'
  return !held && closed_at !== null && now - closed_at >= TOLD_WITHIN ? 'over' : null
}

/** So many messages a destination gets one by one in so many minutes; then one gathers the rest. */
export interface DigestRule {
  readonly count: number
  readonly minutes: number
}
export const DIGEST: DigestRule = { count: 5, minutes: 10 }
/**
 * How what waits for a destination is told: each by itself, together in one message, or later (epoch ms), in one.
 * @param held some of it has been held back for a gathering one
 * @param told messages within the last minutes of the rule
 * @param gathered when the last gathering one was told, epoch ms
 */
export function way(
  waiting: number,
  {
    held,
    told,
    gathered,
  }: { readonly held: boolean; readonly told: number; readonly gathered: number | null },
  { count, minutes }: DigestRule,
  now: number,
): 'each' | 'together' | { readonly later: number } {
  const rests = gathered === null ? 0 : gathered + minutes * MINUTE
  if (rests > now) return { later: rests }
  return !held && told + waiting <= count ? 'each' : 'together'
}

/** A value of an incident by the name that its alert gives it, with its unit and decimals. */
type Unit =
  | 'text'
  | 'km/h'
  | '°C'
  | 'V'
  | '%'
  | 'bar'
  | 'kg'
  | 'km'
  | 'h'
  | 'count'
  | 'day'
  | 'instant'
const units = {
  name: 'text',
  speed: 'km/h',
  limit: 'km/h',
  temperature: '°C',
  setpoint: '°C',
  tolerance: '°C',
  compartment: 'count',
  external_voltage: 'V',
  percent: '%',
  doors: 'text',
  tank_usage: '%',
  axle: 'count',
  pressure: 'bar',
  load: 'kg',
  max_load: 'kg',
  due_date: 'day',
  due_km: 'km',
  due_hour: 'h',
  active_to: 'instant',
  beacon_code: 'text',
} as const satisfies Readonly<Record<string, Unit>>
export type ValueName = keyof typeof units
const decimals: Partial<Record<Unit, number>> = { '°C': 1, V: 1, bar: 1 }

export interface ShownValue {
  readonly name: ValueName
  readonly value: string
}
/** What an incident's data say, in the order in which people ask for it; what nobody has words for is left out. */
export function valuesOf(
  data: Readonly<Record<string, unknown>> | null,
  language: Language,
  timeZone: string,
): ShownValue[] {
  return (Object.keys(units) as ValueName[]).flatMap(name => {
    const value = data?.[name]
    const said =
      value === null || value === undefined || value === ''
        ? null
        : saidValue(value, units[name], language, timeZone)
    return said === null ? [] : [{ name, value: said }]
  })
}
function saidValue(
  value: unknown,
  unit: Unit,
  language: Language,
  timeZone: string,
): string | null {
  if (unit === 'text') return String(value)
  if (unit === 'day') return typeof value === 'string' ? value.split('-').reverse().join('/') : null
  if (unit === 'instant')
    return typeof value === 'string' ? momentOf(Date.parse(value), timeZone) : null
  if (typeof value !== 'number') return null
  const digits = decimals[unit] ?? 0
  const number = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
  return unit === 'count' ? number : `${number} ${unit}`
}

/** DD/MM/YYYY HH:mm on the clocks of the zone (general.25). */
export function momentOf(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return parts.format(at).replace(',', '')
}
/** "3 h 20 min" */
export function spanOf(ms: number): string {
  const { days, hours, minutes } = lengthOf(ms / SECOND)
  const parts = [
    days > 0 ? `${days} d` : '',
    hours > 0 ? `${hours} h` : '',
    minutes > 0 ? `${minutes} min` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : '1 min'
}

/** Data that came so much later than they were measured are said to be late. */
const LATE = 5 * MINUTE
/** How late the record came that told it; null: in time, or no record told it. */
export const lateness = (raised_by: number | null, heard: number): number | null =>
  raised_by !== null && heard - raised_by >= LATE ? heard - raised_by : null

/** Where an alert leads: its vehicle on the map, and where it was when it began. */
export function mapAddress(
  publicUrl: string,
  {
    vehicle_id,
    code,
    created_at,
    position,
  }: {
    readonly vehicle_id: number
    readonly code: string
    readonly created_at: string
    readonly position: { readonly latitude: number; readonly longitude: number } | null
  },
): string {
  const where =
    position === null
      ? {}
      : { a: code, lat: String(position.latitude), lng: String(position.longitude), t: created_at }
  return `${publicUrl}/global-map?${new URLSearchParams({ v: String(vehicle_id), ...where })}`
}

/** The letters that every telephone has beside ASCII (GSM 03.38): with any other an SMS holds 70 instead of 160. */
const GSM = 'àèéìòùÄÖÜäöüßñÑÅåÆæØøÇÉ£¥§¿¡€'
const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '°': '',
  '\u00a0': ' ',
  '\u202f': ' ',
  '·': '-',
}
/** A text in the letters of an SMS. */
export const smsText = (text: string): string =>
  Array.from(
    text,
    c => plain[c] ?? (c <= '\u007e' || GSM.includes(c) ? c : (c.normalize('NFD')[0] ?? '')),
  )
    .map(c => (c > '\u007e' && !GSM.includes(c) ? '?' : c))
    .join('')
