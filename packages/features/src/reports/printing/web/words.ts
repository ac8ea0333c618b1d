// How the receipt on the screen writes temperatures and times.
import { clockAt } from '@flotta/core/zones.ts'
import { formatNumber } from '@flotta/ui/texts.ts'

export const degrees = (value: number | null, decimals = 1): string =>
  formatNumber(value, { decimals })
/** A time without the year, which nobody needs within five days. */
export const clockIn = (at: string | null, zone: string): string => {
  if (at === null) return ''
  const clock = clockAt(Date.parse(at), zone)
  return `${clock.slice(8, 10)}/${clock.slice(5, 7)} ${clock.slice(11)}`
}
