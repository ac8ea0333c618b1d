// The private mode of a vehicle, switched by a button. The device reports it as `private_mode`, or an input is wired to it.
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

/** `private_times`: events that the private times of a vehicle were changed. */
export const kinds: readonly Kind[] = [privateMode, { kind: 'private_times', open: 'everybody' }]
