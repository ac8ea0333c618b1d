// Builds the answers about recipients: people, reasons in the reader's language, and the recipients of escalation steps.
import type { Language } from '@flotta/core/languages.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { EMAIL } from '../deliveries/rules.ts'
import type { EscalationStep } from '../escalations/contract.ts'
import type { StepTarget } from '../escalations/queries.ts'
import type { ObstacleCode } from './contract.ts'
import type { Reason, Verdict } from './rules.ts'

export interface Asking {
  readonly caller: Caller
  readonly ctx: Context
  readonly language: Language
}

export interface ColleagueRow {
  readonly user_id: number | null
  readonly user_name: string | null
}
export const personOf = ({ user_id, user_name }: ColleagueRow) =>
  user_id === null ? null : { id: user_id, name: user_name ?? '' }
/** Whether the code is a fault of a transport. */
const isFault = (code: ObstacleCode): boolean =>
  code === 'refused' || code === 'unreachable' || code === 'too_old'
export const reasonReply = (
  { ctx, language }: Pick<Asking, 'ctx' | 'language'>,
  code: ObstacleCode,
  until: number | null,
) => ({
  text: ctx.say(language, {
    key: isFault(code) ? `deliveries.fault.${code}` : `recipients.obstacle.${code}`,
  }),
  until: until === null ? null : new Date(until).toISOString(),
})

type StepVerdict = Pick<
  Verdict,
  'alert_channel_id' | 'destination' | 'person' | 'after' | 'role' | 'reason'
>
/** The recipients of a later step; a step without any still has one line. */
export function stepVerdicts(
  { minutes, role }: EscalationStep,
  targets: readonly StepTarget[],
  reasonOf: (alert_channel_id: number) => Reason | null,
): StepVerdict[] {
  if (targets.length === 0) return [{ ...NOBODY, after: minutes, role }]
  return targets.map(({ alert_channel_id, destination, person, maySeeAlerts }) => ({
    alert_channel_id,
    destination,
    person,
    after: minutes,
    role,
    reason: maySeeAlerts ? reasonOf(alert_channel_id) : { code: 'role', until: null },
  }))
}
const NOBODY = {
  alert_channel_id: EMAIL,
  destination: '',
  person: null,
  reason: { code: 'nobody', until: null },
} as const
