// One device family as data: the meaning of its raw ids or names, with sign, scale and the values that mean "no value".
import type { Profile } from '@flotta/core/protocol.ts'

export const example1: Profile = {
  code: 'example1',
  name: 'Example 1',
  protocol: 'example',
  generic: true,
  reporting_interval: 60,
  parameters: [{ id: 'voltage', word: 'power', scale: 0.001, missing: [0] }],
  commandText: ({ command, command_data }) =>
    command === 'custom' && typeof command_data.text === 'string' ? command_data.text : undefined,
}
