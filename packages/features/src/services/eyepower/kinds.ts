// The vehicle's voltages (volts), the charge of the tracker's own battery (percent), and whether the tracker sleeps.
import type { Kind } from '@flotta/core/kinds.ts'
import { numberReading, reading } from '@flotta/core/reading.ts'
import { MINUTE } from '@flotta/core/time.ts'
import type { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

const fields = numberReading({
  external_voltage: {
    words: ['power'],
    meaning: 'power',
    decimals: 3,
    least: 0.2,
    range: [0, 100],
  },
  battery_voltage: { words: ['battery'], decimals: 3, least: 0.2, range: [0, 10] },
  battery_capacity: { words: ['battery_level'], least: 5, range: [0, 100] },
  /** 0: awake. */
  sleep_mode: { words: ['sleep_mode'], least: 1 },
})
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly power: Readonly<z.infer<typeof fields.shape>>
  }
}
export const power = reading(
  'power',
  { agreements: [agreement.eyepower] },
  { ...fields, kept_every: 15 * MINUTE },
)

export const kinds: readonly Kind[] = [power]
