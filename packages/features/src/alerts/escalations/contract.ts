// The steps of an escalation: who is told next if nobody takes an alert.
import { Id, text } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** The most steps of one configuration. */
export const MOST_STEPS = 5
/** The longest time until a step, minutes. */
export const LONGEST_WAIT = 1_440

/** A step can name all colleagues with a role as a group. */
export const GroupRole = z.enum(['view', 'edit', 'control'])
export type GroupRole = z.infer<typeof GroupRole>

/** `minutes` count from when the alert was raised. A step names one of a colleague, a group of colleagues, and a channel with a destination; the others are null. */
export const EscalationStep = z.object({
  minutes: z.int(),
  user_id: Id.nullable(),
  role: GroupRole.nullable(),
  alert_channel_id: z.int().nullable(),
  destination: z.string().nullable(),
})
export type EscalationStep = z.infer<typeof EscalationStep>

const orNull = <T extends z.ZodType>(type: T) => type.nullable().default(null)
/** Steps in the order of their minutes. */
export const EscalationForm = z
  .array(
    z.object({
      minutes: z.int().min(1).max(LONGEST_WAIT),
      user_id: orNull(Id),
      role: orNull(GroupRole),
      alert_channel_id: orNull(z.int()),
      destination: orNull(text(254)),
    }),
  )
  .max(MOST_STEPS)

/**
 * Why a step told nobody: somebody took the alert, it was over, later data disproved it, the company does not see it any more, the configuration was removed,
 * or it had no recipient.
 */
export const EscalationEnd = z.enum(['taken', 'over', 'corrected', 'lost', 'removed', 'nobody'])
export type EscalationEnd = z.infer<typeof EscalationEnd>
