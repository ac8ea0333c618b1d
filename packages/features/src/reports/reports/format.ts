// How values are written in a language and a zone, for all files of reports.
import { clockText } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { decimals, isNumberFormat } from '@flotta/core/report-formats.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { offsetAt } from '@flotta/core/zones.ts'
import type { Cell, Format } from '@flotta/platform/report.ts'

const units: Partial<Record<Format, string>> = {
  km: 'km',
  trip_km: 'km',
  kmh: 'km/h',
  litres: 'l',
  celsius: '°C',
  volts: 'V',
  percent: '%',
  bar: 'bar',
  kg: 'kg',
  hours: 'h',
  money: '€',
  degrees: '°',
  duration: 'h:mm',
}
/** The unit beside a column's title; null: none. */
export const unitOf = (format: Format): string | null => units[format] ?? null

/** Numbers are aligned to the right. */
export const isRightAligned = (format: Format): boolean =>
  isNumberFormat(format) || format === 'duration'

const locales: Readonly<Record<Language, string>> = {
  it: 'it-IT',
  en: 'en-GB',
  es: 'es-ES',
  de: 'de-DE',
}
/** German days are written with points. */
const daySeparator = (language: Language): string => (language === 'de' ? '.' : '/')
const twoDigits = (n: number): string => (n < 10 ? `0${n}` : String(n))

/** Returns the local time of a zone. Clocks change only at whole quarters of an hour, so the offset is looked up once per quarter. */
export function zoneClock(zone: string): (at: number) => number {
  const offsets = new Map<number, number>()
  return at => {
    const quarter = Math.floor(at / (15 * MINUTE))
    const cachedOffset = offsets.get(quarter)
    if (cachedOffset !== undefined) return at + cachedOffset
    const offset = offsetAt(at, zone)
    offsets.set(quarter, offset)
    return at + offset
  }
}

export interface ValueFormatter {
  /** The time that the zone's clocks show, as if it were UTC; epoch ms. */
  localTime(at: number): number
  /** A cell as text for people; null is an empty text. */
  text(cell: Cell, format: Format): string
  instant(at: number): string
  day(day: string): string
  /** `2:05`: hours and minutes. */
  duration(seconds: number): string
  /** A period that ends before `to`: its first and last day if it consists of whole days, else its two times. */
  period(from: number, to: number): string
}

/** @param words the words for true and false */
export function valueFormatter(
  language: Language,
  zone: string,
  [yes, no]: readonly [string, string],
): ValueFormatter {
  const local = zoneClock(zone)
  const separator = daySeparator(language)
  const numberFormats = new Map(
    Object.entries(decimals).map(([format, digits]) => [
      format,
      new Intl.NumberFormat(locales[language], {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: 'always',
      }),
    ]),
  )
  const dayOf = (clockDate: Date) =>
    `${twoDigits(clockDate.getUTCDate())}${separator}${twoDigits(clockDate.getUTCMonth() + 1)}${separator}${clockDate.getUTCFullYear()}`
  const instant = (at: number): string => {
    const clockDate = new Date(local(at))
    return `${dayOf(clockDate)} ${twoDigits(clockDate.getUTCHours())}:${twoDigits(clockDate.getUTCMinutes())}:${twoDigits(clockDate.getUTCSeconds())}`
  }
  const day = (text: string): string => text.split('-').reverse().join(separator)
  return {
    localTime: local,
    instant,
    day,
    duration: clockText,
    text(cell, format) {
      if (cell === null) return ''
      if (typeof cell === 'boolean') return cell ? yes : no
      if (typeof cell === 'string') return format === 'day' ? day(cell) : cell
      if (format === 'instant') return instant(cell)
      if (format === 'duration') return clockText(cell)
      // coordinates are copied into other programs, which expect a decimal point
      if (format === 'latitude' || format === 'longitude') return cell.toFixed(decimals[format])
      const number = isNumberFormat(format) ? numberFormats.get(format)?.format(cell) : String(cell)
      return (number ?? '').replace(/^-(0(?:[.,]0+)?)$/, '$1')
    },
    period(from, to) {
      const [first, end] = [local(from), local(to)]
      const hasWholeDays = first % DAY === 0 && end % DAY === 0
      if (!hasWholeDays) return `${instant(from).slice(0, -3)} – ${instant(to).slice(0, -3)}`
      const [a, b] = [dayOf(new Date(first)), dayOf(new Date(end - HOUR))]
      return a === b ? a : `${a} – ${b}`
    },
  }
}

/** A time on the zone's clocks as a date of a spreadsheet: days since 30 December 1899. */
export const spreadsheetDate = (local: number): number => local / DAY + 25_569
export const spreadsheetDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY + 25_569
