// The state of a rental contract today: kilometres and time used, and the allowance of its current year. Days are `2026-11-22`, both inclusive. Pure.
import { DAY, dayOfText, dayText } from '@flotta/core/time.ts'
import { contractedKmTerm, type Rent } from './contract.ts'

/** While a contract is younger than this, its first year is the current one. */
const FIRST_YEAR_DAYS = 365
const daysBetween = (from: string, to: string): number => dayOfText(to) - dayOfText(from)
/** The same day some months later, or the last day of that month. */
function addMonths(day: string, months: number): string {
  const at = new Date(dayOfText(day) * DAY)
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  return dayText(
    Math.floor(
      Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), Math.min(at.getUTCDate(), last)) / DAY,
    ),
  )
}
const nextDay = (day: string): string => dayText(dayOfText(day) + 1)
const previousDay = (day: string): string => dayText(dayOfText(day) - 1)

/** Months from the beginning of one day to the beginning of another; the last month in part, by its days. */
export function monthsBetween(from: string, to: string): number {
  let months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7))
  if (addMonths(from, months) > to) months--
  const lastMonth = addMonths(from, months)
  return months + daysBetween(lastMonth, to) / daysBetween(lastMonth, addMonths(from, months + 1))
}

/**
 * The odometer at the beginning of the current year as it is stored: only in the first year, and for a vehicle only where kilometres are agreed by the year.
 */
export function periodKm(
  kind: 'vehicle_rents' | 'tire_rents',
  {
    rent_start,
    contracted_km_term,
    initial_km_contract,
  }: Pick<Rent, 'rent_start' | 'contracted_km_term' | 'initial_km_contract'>,
  /** undefined: not given */
  input: number | null | undefined,
  today: string,
): number | null {
  if (daysBetween(rent_start, today) >= FIRST_YEAR_DAYS) return null
  if (kind === 'tire_rents') return initial_km_contract
  if (contracted_km_term !== contractedKmTerm.yearly) return null
  return input === undefined ? initial_km_contract : input
}

export interface Span {
  readonly years: number
  readonly months: number
}
const spanOf = (months: number): Span => ({
  years: Math.floor(months / 12),
  months: Math.floor(months) % 12,
})
const percent = (part: number, total: number): number => Math.round((part / total) * 1_000) / 10

export interface RentYear {
  /** 1 for the first year. */
  readonly number: number
  readonly from: string
  readonly to: string
  /** Kilometres that may be driven in the year. */
  readonly allowance: number
  /** Kilometres driven in it so far; null: unknown. */
  readonly km: number | null
  readonly percent: number | null
}
/** The allowance of the contract's current year: everything in a contract of up to 12 months, else the share of 12 months, or less in a shorter last year. */
export function rentYear(
  rent: Omit<Rent, 'id' | 'vehicle_id' | 'renter_name'>,
  odometer: number | null,
  today: string,
): RentYear | null {
  const { rent_start, rent_end, contracted_km } = rent
  if (contracted_km === null || today < rent_start || today > rent_end) return null
  const months = monthsBetween(rent_start, nextDay(rent_end))
  const short = months <= 12
  const number = short ? 1 : Math.floor(monthsBetween(rent_start, today) / 12) + 1
  const from = addMonths(rent_start, (number - 1) * 12)
  const yearEnd = previousDay(addMonths(rent_start, number * 12))
  const to = short || yearEnd > rent_end ? rent_end : yearEnd
  const share = short ? 1 : Math.min(12, months - (number - 1) * 12) / months
  const allowance = Math.round(contracted_km * share)
  const km =
    number > 1 || odometer === null || rent.initial_km_period === null
      ? null
      : Math.max(0, Math.round(odometer - rent.initial_km_period))
  return {
    number,
    from,
    to,
    allowance,
    km,
    percent: km === null || allowance === 0 ? null : percent(km, allowance),
  }
}

export interface RentProgress {
  /** Kilometres since the contract began; null: unknown. May exceed the contracted ones. */
  readonly km: number | null
  readonly km_percent: number | null
  readonly days: number
  readonly days_total: number
  readonly days_percent: number
  readonly elapsed: Span
  readonly length: Span
  readonly left: Span
}
/** How much of a contract is used; `odometer` in km as shown. */
export function rentProgress(
  rent: Omit<Rent, 'id' | 'vehicle_id' | 'renter_name'>,
  odometer: number | null,
  today: string,
): RentProgress {
  const { rent_start, rent_end, initial_km_contract, contracted_km } = rent
  const end = nextDay(rent_end)
  // today counts as used
  const tomorrow = nextDay(today)
  const reachedDay = tomorrow <= rent_start ? rent_start : tomorrow >= end ? end : tomorrow
  const [days, days_total] = [daysBetween(rent_start, reachedDay), daysBetween(rent_start, end)]
  const km =
    odometer === null || initial_km_contract === null
      ? null
      : Math.max(0, Math.round(odometer - initial_km_contract))
  return {
    km,
    km_percent:
      km === null || contracted_km === null || contracted_km === 0
        ? null
        : percent(km, contracted_km),
    days,
    days_total,
    days_percent: percent(days, days_total),
    elapsed: spanOf(monthsBetween(rent_start, reachedDay)),
    length: spanOf(monthsBetween(rent_start, end)),
    left: spanOf(monthsBetween(reachedDay, end)),
  }
}
