// FMB630 and FM6300, which speak codec 16. Ids 256–287 (a reefer's) stay raw: their names are known from one old document only.
import type { Profile } from '@flotta/core/protocol.ts'
import { everyProfile } from '../every-profile.ts'
import { professional } from './professional.ts'

export const fm6300: Profile = {
  code: 'fm6300',
  name: 'Teltonika FMB630/FM6300',
  ...everyProfile,
  parameters: professional,
}
