// One device family as data: what its raw ids mean, with sign, scale and values that mean nothing.
import type { Profile } from '@flotta/core/protocol.ts'
import { POWER_ID } from '../decode.ts'

export const example1: Profile = {
  code: 'example1',
  name: 'Example 1',
  protocol: 'example',
  reporting_interval: 60,
  parameters: [{ id: POWER_ID, word: 'power', scale: 0.001, missing: [0] }],
  commandText: ({ command, command_data }) =>
    command === 'custom' && typeof command_data.text === 'string' ? command_data.text : undefined,
}
