// Whether the engine may be started and the lock is open, as outputs and inputs tell that the device is wired to.
import type { Kind } from '@flotta/core/kinds.ts'
import { numberReading, reading } from '@flotta/core/reading.ts'
import type { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

const wired = { words: [], least: 1 } as const
const starterFields = numberReading({ start_enabled: wired, start_blocked: wired })
/** 1: open. */
const lockFields = numberReading({ lock_open: wired, door_1: wired, door_2: wired })
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
