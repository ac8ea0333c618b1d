// Doors, their alarm and its siren, from wired inputs of the device; 1 is open, armed, sounding.
import type { Kind } from '@flotta/core/kinds.ts'
import { flagReading, reading } from '@flotta/core/reading.ts'
import type { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

const fields = flagReading({ door_1: [], door_2: [], door_3: [], door_4: [], armed: [], siren: [] })
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly door: Readonly<z.infer<typeof fields.shape>>
  }
}
export const door = reading('door', { agreements: [agreement.eyedoor] }, fields)

export const kinds: readonly Kind[] = [door]
