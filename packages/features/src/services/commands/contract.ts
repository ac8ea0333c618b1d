// A remote command in the answers of services: its action, author and status.
import { ById, endpoint, Id, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

/** Any of these agreements lets the holder see commands or send them. */
export const commandAgreements = [
  agreement.eyecontrol,
  agreement.eyecold,
  agreement.fridge,
  agreement.eyesafe_ignition,
  agreement.eyesafe_lock,
] as const

/** 1 queued, 2 executed, 3 failed, 4 sent, 5 overwritten, 6 timeout, 7 invalid. */
export const Status = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
  z.literal(6),
  z.literal(7),
])
/**
 * Why the command ended. `no_text`: there is no text for this device · `untold`: the protocol cannot carry the text · `refused`: the device does not know the
 * command or does not allow it · `device_failed`: the device reported a failure · `other_answer`: the device answered something else · `no_answer`, `lost`:
 * no answer came, or the connection broke, after sending · `expired`: it could not be sent in time · `contested`: it could not be sent in time because two
 * connections signed in as the device · `interlock`: the vehicle's state no longer allowed it at the time of sending · `not_allowed`: its author had lost the
 * right by then · `newer`: another command of its kind was sent first.
 */
export const Reason = z.enum([
  'no_text',
  'untold',
  'refused',
  'device_failed',
  'other_answer',
  'no_answer',
  'lost',
  'expired',
  'contested',
  'interlock',
  'not_allowed',
  'newer',
])
export type Reason = z.infer<typeof Reason>

export const CommandData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
/** `user`: name of the author. `command`: the text for the device, null when it has none. `answer`: the device's own words. */
export const Command = z.object({
  id: Id,
  message_datetime: Instant,
  status: Status,
  user: z.string(),
  user_id: Id,
  action: z.string(),
  command: z.string().nullable(),
  command_data: CommandData,
  reason: Reason.nullable(),
  answer: z.string().nullable(),
})
export type Command = z.infer<typeof Command>

/** What all calls that command a vehicle share. */
export const commandCall = {
  method: 'PUT',
  allow: 'control',
  params: ById,
  heeds: ['Idempotency-Key'],
  step_up: 'command',
  reply: Command,
} as const

export const availability = endpoint({
  method: 'GET',
  path: '/vehicles/:id/command_availability',
  summary:
    'Until when commands are refused because two connections claim to be the vehicle’s device; null: they are not',
  allow: 'view',
  scope: { vehicle: 'visible', agreements: commandAgreements },
  params: ById,
  reply: z.object({ contested_until: Instant.nullable() }),
})
