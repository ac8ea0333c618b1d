// The parts that the profiles of all Teltonika families share besides their parameters.
import type { Profile } from '@flotta/core/protocol.ts'
import { answersOther, commandText } from './command-text.ts'
import { overTheAir } from './device-parameters.ts'

export const everyProfile = {
  protocol: 'teltonika',
  reporting_interval: 60,
  commandText,
  answersOther,
  ...overTheAir,
} satisfies Partial<Profile>
