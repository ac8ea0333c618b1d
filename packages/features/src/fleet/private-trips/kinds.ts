// That a vehicle is its driver's own affair, as a button or a switch tells the device: `private_mode`, told by the device itself or wired to an input.
import type { Kind } from '@flotta/core/kinds.ts'
import { flagReading, reading } from '@flotta/core/reading.ts'
import type { z } from 'zod'

const privateModeFlags = flagReading({ private_mode: ['private_mode'] })
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly private_mode: Readonly<z.infer<typeof privateModeFlags.shape>>
  }
}
const privateMode = reading('private_mode', { agreements: [], owner: true }, privateModeFlags)

/** `private_times`: news that what of a vehicle is private was set otherwise. */
export const kinds: readonly Kind[] = [privateMode, { kind: 'private_times', open: 'everybody' }]
