// Days and lengths of contracts as people read them.
import { formatDay } from '@flotta/core/time.ts'
import { DASH, say } from '@flotta/ui/texts.ts'
import type { Span } from '../rules.ts'

/** `2026-11-22` as 22/11/2026; a dash where there is none. */
export const dayOrDash = (day: string | null | undefined): string =>
  day === null || day === undefined ? DASH : formatDay(day)

/** "2 anni e 3 mesi"; less than a month: "meno di un mese". */
export function formatSpan({ years, months }: Span): string {
  const parts = [
    ...(years > 0 ? [say('rents.years', { count: years })] : []),
    ...(months > 0 ? [say('rents.months', { count: months })] : []),
  ]
  const [first, second] = parts
  if (first === undefined) return say('rents.under_a_month')
  return second === undefined ? first : say('rents.and', { first, second })
}
