// The commands of eyecold. The vehicle's own text for its unit comes first, then that of the device family (eyecold.29).
import {
  type CommandArgs,
  type CommandKind,
  commandKind,
  filledTemplate,
} from '@flotta/core/command.ts'
import { Problem } from '@flotta/core/problem.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

const asking = <A extends CommandArgs>(
  action: 'setpoint' | 'on' | 'off' | 'mode',
  sameKey: (args: A) => string,
): CommandKind =>
  commandKind<A>({
    action,
    agreements: [agreement.eyecold, agreement.fridge],
    same: sameKey,
    text: ({ configurations, profile, args }) =>
      filledTemplate(configurations[`cmd_${action}`], args) ??
      profile.commandText?.({ id: 0, command: action, command_data: args }) ??
      null,
    refuse: ({ configurations }) =>
      configurations.eyecold_cmd_enabled === 'true'
        ? null
        : new Problem('forbidden', 'eyecold.refused.disabled'),
    command_data: args => args,
  })

const compartment = (args: { readonly compartment?: number }): string =>
  String(args.compartment ?? '')
export const commands: readonly CommandKind[] = [
  asking<{ compartment: number; value: number }>('setpoint', compartment),
  asking<{ compartment: number }>('on', compartment),
  asking<{ compartment: number }>('off', compartment),
  asking<{ mode: number }>('mode', () => ''),
]
