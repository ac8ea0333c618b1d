// The period of a receipt: which periods are allowed, and the usual ones, by the clocks of the company.
import { DAY } from '@flotta/core/time.ts'
import { addDays, dayAt, dayBegin } from '@flotta/core/zones.ts'
import { MAX_DAYS } from './contract.ts'

const MINUTE = 60_000

/** Epoch ms. */
export interface Span {
  readonly from: number
  readonly to: number
}
export const presets = ['last_24_hours', 'today', 'yesterday'] as const
export type Preset = (typeof presets)[number]

export function presetSpan(preset: Preset, now: number, zone: string): Span {
  const minute = now - (now % MINUTE)
  const today = dayBegin(dayAt(now, zone), zone)
  if (preset === 'last_24_hours') return { from: minute - DAY, to: minute }
  // In the first minute of a day, "today" still has a length of one minute.
  if (preset === 'today') return { from: today, to: Math.max(minute, today + MINUTE) }
  return { from: dayBegin(dayAt(today - DAY / 2, zone), zone), to: today - MINUTE }
}

/** Whether a period is longer than five days by the clocks of the zone; a day may have 25 hours. */
export const isTooLong = ({ from, to }: Span, zone: string): boolean =>
  to > Math.max(from + MAX_DAYS * DAY, addDays(from, MAX_DAYS, zone))

/** The text key of the fault of a typed period; null: it is valid. An incomplete time is NaN. */
export function periodFault({ from, to }: Span, now: number, zone: string): string | null {
  if (Number.isNaN(from) || Number.isNaN(to)) return 'printing.period.incomplete'
  if (from >= to) return 'printing.period.turned'
  if (from >= now) return 'printing.period.future'
  return isTooLong({ from, to }, zone) ? 'printing.period.too_long' : null
}
