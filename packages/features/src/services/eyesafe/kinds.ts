// The state of starter and lock, from wired outputs and inputs of the device.
import type { Kind } from '@flotta/core/kinds.ts'
import { numberReading, reading } from '@flotta/core/reading.ts'
import type { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

const wiredValue = { words: [], least: 1 } as const
const starterFields = numberReading({ start_enabled: wiredValue, start_blocked: wiredValue })
/** 1: open. */
const lockFields = numberReading({ lock_open: wiredValue, door_1: wiredValue, door_2: wiredValue })
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly starter: Readonly<z.infer<typeof starterFields.shape>>
    readonly lock: Readonly<z.infer<typeof lockFields.shape>>
  }
}
const onChange = { kept_every: Number.POSITIVE_INFINITY }
export const starter = reading(
  'starter',
  { agreements: [agreement.eyesafe_ignition] },
  { ...starterFields, ...onChange },
)
export const lock = reading(
  'lock',
  { agreements: [agreement.eyesafe_lock] },
  { ...lockFields, ...onChange },
)

export const kinds: readonly Kind[] = [starter, lock]
