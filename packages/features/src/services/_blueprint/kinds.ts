// What the unit says of it (kilograms).
import type { Kind } from '@flotta/core/kinds.ts'
import { numberReading, reading } from '@flotta/core/reading.ts'
import { MINUTE } from '@flotta/core/time.ts'
import type { z } from 'zod'

const fields = numberReading({ weight: { words: ['gross_weight'], least: 50 } })
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly example: Readonly<z.infer<typeof fields.shape>>
  }
}
export const example = reading(
  'example',
  { agreements: [4] },
  { ...fields, kept_every: 15 * MINUTE },
)

export const kinds: readonly Kind[] = [example]
