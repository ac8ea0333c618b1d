// What outputs and inputs mean for starter and lock, and when a command must not be given (S §4). Pure.
import type { CommandState } from '@flotta/core/command.ts'
import type { ReadingKinds } from '@flotta/core/telemetry.ts'

export const starterStatus = { disabled: 0, enabled: 1, local_start_disabled: 2 } as const
export type StarterStatus = (typeof starterStatus)[keyof typeof starterStatus]

/** null: the device tells nothing of it. Where only the blocking is wired, what is not blocked may be started. */
export function starterStatusOf(told: ReadingKinds['starter'] | null): StarterStatus | null {
  if (told === null) return null
  const { start_enabled, start_blocked } = told
  if (start_blocked !== null && start_blocked !== 0) return starterStatus.local_start_disabled
  if (start_enabled !== null) return start_enabled === 0 ? starterStatus.disabled : starterStatus.enabled
  return start_blocked === null ? null : starterStatus.enabled
}

/** 0 or 1 of a wired value; null: unknown. */
export const bit = (value: number | null | undefined): 0 | 1 | null => (value == null ? null : value === 0 ? 0 : 1)

export const actions = ['start_unlock', 'start_lock', 'start_reset', 'door_unlock'] as const
export type SafeAction = (typeof actions)[number]
export const starterActions = ['start_unlock', 'start_lock', 'start_reset'] as const satisfies readonly SafeAction[]
export const lockActions = ['door_unlock'] as const satisfies readonly SafeAction[]

/** Why an action must not be done; null: it may be. The screen disables by the same answer by which the server refuses. */
export type Refusal = 'ignition_on' | 'already_disabled' | 'not_disabled' | 'moving'
export function refusalOf(
  action: SafeAction,
  { ignition, moving, status }: Pick<CommandState, 'ignition' | 'moving'> & { readonly status: StarterStatus | null },
): Refusal | null {
  if (action === 'door_unlock') return moving === true ? 'moving' : null
  if (ignition === true) return 'ignition_on'
  if (action === 'start_lock') return status === starterStatus.local_start_disabled ? 'already_disabled' : null
  if (action === 'start_reset') return status === starterStatus.local_start_disabled ? null : 'not_disabled'
  return null
}
