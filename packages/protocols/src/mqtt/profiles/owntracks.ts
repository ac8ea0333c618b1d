// Phones with OwnTracks: the fields of its location messages.
import type { Profile } from '@flotta/core/protocol.ts'

export const owntracks: Profile = {
  code: 'owntracks',
  name: 'OwnTracks',
  protocol: 'mqtt',
  identifier: /^[\w.:@-]{1,31}\/[\w.:@-]{1,31}$/,
  reporting_interval: 300,
  commandText({ command, command_data: { text } }) {
    if (command === 'custom') return typeof text === 'string' ? text : undefined
    return command === 'position' ? 'reportLocation' : undefined
  },
  json: {
    only: { _type: 'location' },
    answer_only: { t: 'r' },
    time: ['tst'],
    latitude: ['lat'],
    longitude: ['lon'],
    altitude: ['alt'],
    speed: ['vel'],
    direction: ['cog'],
  },
  parameters: [{ id: 'batt', word: 'battery_level' }],
}
