// FMB630 and FM6300, which speak codec 16. Ids 256–287 (a reefer's) stay raw: their names are known from one old document only.
import type { Profile } from '@flotta/core/protocol.ts'
import { answersOther, commandText } from '../command-text.ts'
import { overTheAir } from '../device-parameters.ts'
import { professional } from './professional.ts'

export const fm6300: Profile = {
  code: 'fm6300',
  name: 'Teltonika FMB630/FM6300',
  protocol: 'teltonika',
  reporting_interval: 60,
  commandText,
  answersOther,
  ...overTheAir,
  parameters: professional,
}
