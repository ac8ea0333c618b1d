// Any Teltonika model without a profile of its own: the ids that mean the same in all families.
import type { Profile } from '@flotta/core/protocol.ts'
import { answersOther, commandText } from '../command-text.ts'
import { overTheAir } from '../device-parameters.ts'
import { sharedParameters } from './shared.ts'

export const generic: Profile = {
  code: 'teltonika',
  name: 'Teltonika',
  protocol: 'teltonika',
  generic: true,
  reporting_interval: 60,
  commandText,
  answersOther,
  ...overTheAir,
  parameters: sharedParameters,
}
