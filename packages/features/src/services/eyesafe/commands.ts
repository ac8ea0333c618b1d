// The commands of eyesafe: the starter by two outputs, the lock by one.
import {
  type CommandKind,
  commandKind,
  commandRefusal,
  filledTemplate,
  switchText,
} from '@flotta/core/command.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { starter } from './kinds.ts'
import { type Refusal, refusalOf, type SafeAction, starterStatusOf } from './rules.ts'

const reasons: Readonly<Record<Refusal, string>> = {
  ignition_on: 'eyesafe.refused.ignition_on',
  already_disabled: 'eyesafe.refused.already_disabled',
  not_disabled: 'eyesafe.refused.not_disabled',
  moving: 'eyesafe.refused.moving',
}

/** Switches the output that is wired to `meaning`, or sends the vehicle's own text, `cmd_<action>`. */
const switchCommand = (
  action: SafeAction,
  agreement_id: number,
  meaning: 'start_enabled' | 'start_blocked' | 'lock_open',
  on: boolean,
): CommandKind =>
  commandKind({
    action,
    agreements: [agreement_id],
    same: () => '',
    text: source =>
      filledTemplate(source.configurations[`cmd_${action}`], {}) ?? switchText(source, meaning, on),
    refuse({ ignition, moving, latest }) {
      const refusal = refusalOf(action, {
        ignition,
        moving,
        status: starterStatusOf(latest(starter)?.data ?? null),
      })
      return refusal === null ? null : commandRefusal(reasons[refusal])
    },
    command_data: () => ({ [meaning]: on ? 1 : 0 }),
  })

export const commands: readonly CommandKind[] = [
  switchCommand('start_unlock', agreement.eyesafe_ignition, 'start_enabled', true),
  switchCommand('start_lock', agreement.eyesafe_ignition, 'start_blocked', true),
  switchCommand('start_reset', agreement.eyesafe_ignition, 'start_blocked', false),
  switchCommand('door_unlock', agreement.eyesafe_lock, 'lock_open', true),
]
