// The values of an alert as messages write them: with their units, in the order in which people read them.
import { lengthOf } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { SECOND } from '@flotta/core/time.ts'

/** The unit and decimals of a value, by the name that its alert gives it. */
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
/** The values of an incident in the order of interest; values without words are left out. */
export function valuesOf(
  data: Readonly<Record<string, unknown>> | null,
  language: Language,
  timeZone: string,
): ShownValue[] {
  return (Object.keys(units) as ValueName[]).flatMap(name => {
    const value = data?.[name]
    const text =
      value === null || value === undefined || value === ''
        ? null
        : saidValue(value, units[name], language, timeZone)
    return text === null ? [] : [{ name, value: text }]
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
