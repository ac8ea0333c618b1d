// How costs are written: euro, days, parts of a period, and the remainder until something is due.
import { formatMonth, formatNumber, say } from '@flotta/ui/texts.ts'
import type { DueCost } from '../contract.ts'
import type { Months } from '../rules.ts'

export const euro = (amount: number | null): string =>
  formatNumber(amount, { unit: '€', decimals: 2 })
/** A day without a time: dd/MM/yyyy. */
export const dayWord = (day: string): string => day.split('-').reverse().join('/')

/** The name of a part of a period: a month, the first day of a week, a day. */
export function sliceWord(from: string, period: Months): string {
  if (period <= 3) return dayWord(from).slice(0, 5)
  return formatMonth(from, 'short')
}
export const partWord = (period: Months): string =>
  say(period > 3 ? 'tcos.month' : period === 3 ? 'tcos.week' : 'tcos.day')

/** "12 giorni", "in ritardo di 3 giorni", "superato di 1.200 km". */
export function leftWord({
  by,
  left_days,
  left_km,
  left_hour,
}: Pick<DueCost, 'by' | 'left_days' | 'left_km' | 'left_hour'>): string {
  const remaining = (by === 'period' ? left_days : by === 'km' ? left_km : left_hour) ?? 0
  const wholeUnits = remaining < 0 ? Math.floor(remaining) : Math.ceil(remaining)
  const count = Math.abs(wholeUnits)
  return say(`tcos.left.${by}.${wholeUnits < 0 ? 'past' : 'ahead'}`, {
    count,
    amount: formatNumber(count),
  })
}
/** The limit that comes first: a day, kilometres, hours. */
export const limitWord = ({ by, due_date, due_km, due_hour }: DueCost): string =>
  by === 'period'
    ? dayWord(due_date ?? '')
    : by === 'km'
      ? formatNumber(due_km, { unit: 'km' })
      : formatNumber(due_hour, { unit: 'h' })

/** Properties of a number field. */
export const numberInputProps = { min: 0, allowNegative: false, hideControls: true } as const
