// What an agreement's dates mean today: its colour, and until when it may be shared. Pure.
import { addDays, dayBegin } from '@flotta/core/zones.ts'

export const WARN_DAYS = 30

export type AgreementColor = 'gray' | 'green' | 'yellow' | 'red'

/** Calendar day of an instant in a time zone, as a count of days, so that days can be compared and subtracted. */
function dayOf(at: number, zone: string): number {
  const [year = 0, month = 1, day = 1] = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .format(at)
    .split('-')
    .map(Number)
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/**
 * Gray before it begins, then green; yellow when 30 days or fewer remain; red when the end is today or past.
 * `now` is epoch ms, days are those of `zone` (an IANA name).
 */
export function agreementColor(
  agreement: { readonly active_from: string; readonly active_to: string | null },
  now: number,
  zone: string,
): AgreementColor {
  if (Date.parse(agreement.active_from) > now) return 'gray'
  if (agreement.active_to === null) return 'green'
  const days = dayOf(Date.parse(agreement.active_to), zone) - dayOf(now, zone)
  if (days <= 0) return 'red'
  return days <= WARN_DAYS ? 'yellow' : 'green'
}

/** Whether one of these agreements is of this id and active now (epoch ms). */
export const hasActiveAgreement = (
  agreements: readonly {
    readonly agreement_id: number
    readonly active_from: string
    readonly active_to: string | null
  }[],
  agreement_id: number,
  now: number,
): boolean => agreements.some(a => a.agreement_id === agreement_id && isActive(a, now))

/** Active now: begun and not ended. `now` is epoch ms. */
export const isActive = (
  agreement: { readonly active_from: string; readonly active_to: string | null },
  now: number,
): boolean =>
  Date.parse(agreement.active_from) <= now &&
  (agreement.active_to === null || Date.parse(agreement.active_to) > now)

const isDay = (when: string): boolean => when.length === 10
/** The begin of a period (epoch ms) that is given as a day of `zone` or as an instant. */
export const beginOf = (when: string, zone: string): number =>
  isDay(when) ? dayBegin(when, zone) : Date.parse(when)
/** The end of a period: the last moment of its day, or earlier on that day where the owner's agreement ends (`until`). */
export function endOf(when: string, zone: string, until = Number.POSITIVE_INFINITY): number {
  if (!isDay(when)) return Date.parse(when)
  const begin = dayBegin(when, zone)
  const last = addDays(begin, 1, zone) - 1
  return until > begin ? Math.min(last, until) : last
}

/** Until when (epoch ms) the periods cover the time from `at` on without a gap. They may touch or overlap. null: none covers `at`; Infinity: no end. */
export function validUntil(
  periods: readonly { readonly from: number; readonly to: number | null }[],
  at: number,
): number | null {
  let until: number | null = null
  for (const { from, to } of periods.toSorted((a, b) => a.from - b.from)) {
    const end = to ?? Number.POSITIVE_INFINITY
    if (from <= (until ?? at) && end > (until ?? at)) until = end
  }
  return until
}

/** Most years ahead of today for which an agreement may be shared. */
const SHARING_YEARS_MAX = 10
/**
 * The last day (`2036-11-22`) on which an agreement shared today may end.
 * @param today `2026-11-22`
 */
export function lastSharingDay(today: string): string {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() + SHARING_YEARS_MAX)
  return day.toISOString().slice(0, 10)
}
