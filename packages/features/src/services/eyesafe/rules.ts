// The meaning of outputs and inputs for starter and lock, and when a command is refused. Pure.
import { type CommandState, commandStatus } from '@flotta/core/command.ts'
import { MINUTE } from '@flotta/core/time.ts'

export const starterStatus = { disabled: 0, enabled: 1, local_start_disabled: 2 } as const
export type StarterStatus = (typeof starterStatus)[keyof typeof starterStatus]

/** null: the device reports nothing. Where only the output that blocks the starter is wired, an unblocked starter counts as enabled. */
export function starterStatusOf(
  outputs: { readonly start_enabled: number | null; readonly start_blocked: number | null } | null,
): StarterStatus | null {
  if (outputs === null) return null
  const { start_enabled, start_blocked } = outputs
  if (start_blocked !== null && start_blocked !== 0) return starterStatus.local_start_disabled
  if (start_enabled !== null)
    return start_enabled === 0 ? starterStatus.disabled : starterStatus.enabled
  return start_blocked === null ? null : starterStatus.enabled
}

/** 0 or 1 of a wired value; null: unknown. */
export const bit = (value: number | null | undefined): 0 | 1 | null =>
  value == null ? null : value === 0 ? 0 : 1

export const actions = ['start_unlock', 'start_lock', 'start_reset', 'door_unlock'] as const
export type SafeAction = (typeof actions)[number]
export const starterActions = [
  'start_unlock',
  'start_lock',
  'start_reset',
] as const satisfies readonly SafeAction[]
export const lockActions = ['door_unlock'] as const satisfies readonly SafeAction[]

/** Why an action is refused; null: it is allowed. The screen disables the button by the same rule. */
export type Refusal = 'ignition_on' | 'already_disabled' | 'not_disabled' | 'moving'
export function refusalOf(
  action: SafeAction,
  {
    ignition,
    moving,
    status,
  }: Pick<CommandState, 'ignition' | 'moving'> & { readonly status: StarterStatus | null },
): Refusal | null {
  if (action === 'door_unlock') return moving === true ? 'moving' : null
  if (ignition === true) return 'ignition_on'
  if (action === 'start_lock')
    return status === starterStatus.local_start_disabled ? 'already_disabled' : null
  if (action === 'start_reset')
    return status === starterStatus.local_start_disabled ? null : 'not_disabled'
  return null
}

/** The last command. */
type LastCommand =
  | { readonly action: string; readonly status: number; readonly message_datetime: string }
  | null
  | undefined
/** Whether the starter's status is the one that the command requested. */
export function confirms(last: LastCommand, status: StarterStatus | null): boolean {
  if (last == null || status === null) return false
  if (last.action === 'start_lock') return status === starterStatus.local_start_disabled
  return last.action === 'start_reset'
    ? status !== starterStatus.local_start_disabled
    : status === starterStatus.enabled
}
/** Readings that are newer than a command by this much show its result, ms. */
const CONFIRMED_AFTER_MS = MINUTE
/**
 * Whether the mark of a pending command is shown. A command is pending until it ends. One that the device accepted stays pending until a reading
 * of the device confirms it, or until a reading that is clearly newer shows something else. The last parameter is the time of the newest reading.
 */
export function isPending(
  last: LastCommand,
  isConfirmed: boolean,
  readingAt: string | null,
): boolean {
  if (last == null) return false
  if (last.status === commandStatus.queued || last.status === commandStatus.sent) return true
  if (last.status !== commandStatus.executed || isConfirmed) return false
  return (
    readingAt === null ||
    Date.parse(readingAt) < Date.parse(last.message_datetime) + CONFIRMED_AFTER_MS
  )
}
