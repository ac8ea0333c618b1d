// The strength of the mobile network at the device: 0 (none) to 5.
import type { Kind } from '@flotta/core/kinds.ts'
import { numberReading, reading } from '@flotta/core/reading.ts'
import { HOUR } from '@flotta/core/time.ts'
import type { z } from 'zod'

// Screens show only the newest value; the history is there for support.
const fields = numberReading({ gsm_signal: { words: ['gsm_signal'], least: 3 } })
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly signal: Readonly<z.infer<typeof fields.shape>>
  }
}
export const signal = reading(
  'signal',
  { agreements: [], owner: true },
  { ...fields, kept_every: 6 * HOUR },
)

export const kinds: readonly Kind[] = [signal]
