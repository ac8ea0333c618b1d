// The steps of an escalation in a form: a choice of recipient and, for a channel, the address.

import { CHAT } from '../../incidents/contract.ts'
import type { EscalationStep, GroupRole } from '../contract.ts'
import { GroupRole as Groups } from '../contract.ts'

/** `target`: `user:12`, `role:edit`, `chat:Desk`, or the id of a channel; empty: nothing is chosen. */
export interface StepInput {
  readonly place: number
  readonly minutes: number | ''
  readonly target: string
  readonly destination: string
}
export const groups: readonly GroupRole[] = Groups.options

export const chatTarget = (name: string): string => `chat:${name}`
/** The part after the kind of a target; a chat's name may contain a colon. */
const namedIn = (target: string): string => target.slice(target.indexOf(':') + 1)

/** Minutes between two steps that the form suggests. */
const PROPOSED = 10

export const nextStep = (steps: readonly StepInput[]): StepInput => {
  const last = steps.at(-1)
  const minutes = typeof last?.minutes === 'number' ? last.minutes : 0
  return {
    place: (last?.place ?? -1) + 1,
    minutes: minutes + PROPOSED,
    target: '',
    destination: '',
  }
}
export const inputsOf = (steps: readonly EscalationStep[]): StepInput[] =>
  steps.map(({ minutes, user_id, role, alert_channel_id, destination }, place) => ({
    place,
    minutes,
    target:
      user_id !== null
        ? `user:${user_id}`
        : role !== null
          ? `role:${role}`
          : alert_channel_id === CHAT
            ? chatTarget(destination ?? '')
            : String(alert_channel_id),
    destination: destination ?? '',
  }))
/** The steps for the call; incomplete ones are sent as they are, and the server refuses them. */
export const stepsOf = (inputs: readonly StepInput[]): EscalationStep[] =>
  inputs.map(({ minutes, target, destination }) => {
    const [kind] = target.split(':')
    const value = namedIn(target)
    const nobody = { user_id: null, role: null, alert_channel_id: null, destination: null }
    const named =
      kind === 'user'
        ? { user_id: Number(value) }
        : kind === 'role'
          ? { role: groups.find(role => role === value) ?? null }
          : kind === 'chat'
            ? { alert_channel_id: CHAT, destination: value }
            : target === ''
              ? {}
              : { alert_channel_id: Number(target), destination: destination.trim() }
    return { minutes: minutes === '' ? 0 : minutes, ...nobody, ...named }
  })
/** Whether every step has minutes and a recipient. */
export const areWhole = (inputs: readonly StepInput[]): boolean =>
  inputs.every(
    ({ minutes, target, destination }) =>
      minutes !== '' && target !== '' && (target.includes(':') || destination.trim() !== ''),
  )
