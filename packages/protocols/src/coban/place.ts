// Time and place of a report: a local date, a UTC time of day, and coordinates whose hemispheres may stand before or behind them.
import type { Fix } from '@flotta/core/telemetry.ts'
import { DAY, HOUR } from '@flotta/core/time.ts'
import {
  decimalOf,
  degreesOfMinutes,
  fixOfPlace,
  KM_H_PER_KNOT,
  timeOfDigits,
} from '../text-fields.ts'

const TIME_OF_DAY = /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)(?:\.\d+)?$/

/** The time of a report; `local`: read from a clock that may show local time. null: the report has no time. */
export interface ReportTime {
  readonly at: number
  readonly local: boolean
}

/** `yyMMddHHmm`, also with seconds, and with hyphens between the parts. */
export const localTimeOf = (field: string): number | null =>
  timeOfDigits(field.replaceAll(/[/: ]/g, ''))

/** The time of day is in UTC but the date is local, so the date is chosen for which both are at most half a day apart. */
export function timeOf(local: string, utc: string): ReportTime | null {
  const clock = localTimeOf(local)
  if (clock === null) return null
  const [, hours, minutes, seconds] = TIME_OF_DAY.exec(utc) ?? []
  if (hours === undefined) return { at: clock, local: true }
  const midnight = Math.floor(clock / DAY) * DAY
  const at = midnight + Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds) * 1_000
  const ahead = clock - at
  return {
    at: ahead > DAY / 2 ? at + DAY : ahead < -DAY / 2 ? at - DAY : at,
    local: false,
  }
}

/** A place, and the fields after it. */
export interface ReportPlace {
  readonly fix: Fix | null
  readonly rest: readonly string[]
}

/** @param fields the fields from the mark of a fix on; null: no coordinates follow it */
export function placeOf([mark = '', ...fields]: readonly string[]): ReportPlace | null {
  const rest = [...fields]
  const take = (pattern: RegExp): string =>
    pattern.test(rest[0] ?? 'x') ? (rest.shift() ?? '') : ''
  const before = take(/^[NS]$/)
  const latitude = degreesOfMinutes(rest.shift() ?? '')
  const north = take(/^[NS]?$/) || before
  const west = take(/^[EW]$/)
  const longitude = degreesOfMinutes(rest.shift() ?? '')
  if (latitude === null || longitude === null) return null
  const east = take(/^[EW]?$/) || west
  const [knots, direction, altitude] = rest.map(decimalOf)
  // Without a hemisphere the sign of a coordinate is unknown.
  const isFix = mark === 'A' && north !== '' && east !== ''
  return {
    fix: isFix
      ? fixOfPlace({
          latitude: north === 'S' ? -latitude : latitude,
          longitude: east === 'W' ? -longitude : longitude,
          altitude,
          direction,
          speed: (knots ?? 0) * KM_H_PER_KNOT,
        })
      : null,
    rest,
  }
}
