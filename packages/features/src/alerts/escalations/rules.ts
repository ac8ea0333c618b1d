// The rules of escalations: whether a due step still tells somebody, and the errors of a list of steps. Pure.
import type { EscalationEnd, EscalationStep } from './contract.ts'

/** What decides whether a step tells somebody. `incident` null: the company does not see it any more. Times are epoch ms. */
export interface StepFacts {
  readonly isConfigured: boolean
  readonly incident: {
    readonly closed_at: number | null
    readonly closed_as: string | null
    readonly isTaken: boolean
    readonly snoozed_until: number | null
  } | null
}
/** Why a due step tells nobody; `later`: the alert is snoozed until then; null: it tells its recipients. */
export function stepOutcome(
  { isConfigured, incident }: StepFacts,
  now: number,
): EscalationEnd | { readonly later: number } | null {
  if (!isConfigured) return 'removed'
  if (incident === null) return 'lost'
  if (incident.closed_as === 'corrected') return 'corrected'
  if (incident.closed_at !== null) return 'over'
  if (incident.isTaken) return 'taken'
  const { snoozed_until } = incident
  return snoozed_until !== null && snoozed_until > now ? { later: snoozed_until } : null
}

const namesOne = ({ user_id, role, alert_channel_id, destination }: EscalationStep): boolean =>
  (alert_channel_id === null) === (destination === null || destination === '') &&
  [user_id, role, alert_channel_id].filter(one => one !== null).length === 1
/** The text key of the error of a list of steps, whoever they name; null: none. */
export function stepsFault(steps: readonly EscalationStep[]): string | null {
  if (!steps.every(namesOne)) return 'escalations.fault.one_target'
  return steps.every((step, i) => i === 0 || step.minutes > (steps[i - 1]?.minutes ?? 0))
    ? null
    : 'escalations.fault.order'
}
