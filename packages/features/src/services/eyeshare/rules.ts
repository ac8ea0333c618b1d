// When an agreement that was given away is about to end.
import { DAY } from '@flotta/core/time.ts'
import { agreementColor, isActive, WARN_DAYS } from '../../agreements/rules.ts'

interface Period {
  readonly active_from: string
  readonly active_to: string | null
}
/** It holds now and ends within 30 days, counted as its colour is: in days of `zone`. */
export const endsSoon = (agreement: Period, now: number, zone: string): boolean => isActive(agreement, now) && agreementColor(agreement, now, zone) !== 'green'

/** Since when that is so (epoch ms), of one that ends soon. */
export const endsSoonSince = ({ active_from, active_to }: Period, now: number): number =>
  Math.min(now, Math.max(Date.parse(active_from), Date.parse(active_to ?? active_from) - WARN_DAYS * DAY))
