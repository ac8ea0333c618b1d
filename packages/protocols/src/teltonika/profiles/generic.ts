// Any Teltonika model without a profile of its own: the ids that mean the same in all families.
import type { Profile } from '@flotta/core/protocol.ts'
import { everyProfile } from '../every-profile.ts'
import { sharedParameters } from './shared.ts'

export const generic: Profile = {
  code: 'teltonika',
  name: 'Teltonika',
  ...everyProfile,
  generic: true,
  parameters: sharedParameters,
}
