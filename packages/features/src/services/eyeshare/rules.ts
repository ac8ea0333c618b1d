// When a shared agreement ends soon, and what may be shared until when. Pure.
import { DAY } from '@flotta/core/time.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { agreementColor, isActive, WARN_DAYS } from '../../fleet/agreements/rules.ts'

interface Period {
  readonly active_from: string
  readonly active_to: string | null
}
/** The agreement is active and ends within 30 days, counted in days of `zone`, like its colour. */
export const endsSoon = (agreement: Period, now: number, zone: string): boolean =>
  isActive(agreement, now) && agreementColor(agreement, now, zone) !== 'green'

/** Since when an agreement ends soon, epoch ms. */
export const endsSoonSince = ({ active_from, active_to }: Period, now: number): number =>
  Math.min(
    now,
    Math.max(Date.parse(active_from), Date.parse(active_to ?? active_from) - WARN_DAYS * DAY),
  )

interface HeldAgreement {
  readonly agreement_id: number
  readonly active_to: string | null
}
/** The agreements of one's own that may be shared, each until its last end; the agreement to share is excluded. */
export function shareableAgreements(
  agreements: readonly HeldAgreement[],
): readonly HeldAgreement[] {
  const last = new Map<number, string | null>()
  for (const { agreement_id, active_to } of agreements) {
    const before = last.get(agreement_id)
    if (agreement_id === agreement.eyeshare || before === null) continue
    last.set(
      agreement_id,
      before === undefined || active_to === null || Date.parse(active_to) > Date.parse(before)
        ? active_to
        : before,
    )
  }
  return [...last]
    .map(([agreement_id, active_to]) => ({ agreement_id, active_to }))
    .toSorted((a, b) => a.agreement_id - b.agreement_id)
}

/** The latest of the days on which the selected agreements end (null: never), at most `most`; null when none is selected. */
export const latestEnd = (days: readonly (string | null)[], most: string): string | null =>
  days.length === 0
    ? null
    : days.map(day => (day === null || day > most ? most : day)).reduce((a, b) => (a > b ? a : b))
