// Every kind of a vehicle's data, found in the `kinds.ts` of the features.
import type { Sample } from '@flotta/core/derivation.ts'
import type { Kind } from '@flotta/core/kinds.ts'
import { isReading, type Reading } from '@flotta/core/reading.ts'
import type { ReadingKinds } from '@flotta/core/telemetry.ts'

interface KindsModule {
  readonly kinds: readonly Kind[]
}
const files = import.meta.glob<KindsModule>('./[a-z]*/[a-z]*/kinds.ts', {
  eager: true,
})

export const kinds: readonly Kind[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, file]) => file.kinds)

const byName = new Map(kinds.map(k => [k.kind, k]))
if (byName.size !== kinds.length) throw new Error('two kinds of data share a name')
export const kindOf = (kind: string): Kind | undefined => byName.get(kind)

/** The kinds that are made from words, in a fixed order, because their indices identify them while records are read. */
export const readings: readonly Reading[] = kinds.filter(isReading)

/** A sample in which nothing is known. */
export const emptySample: Sample = {
  at: 0,
  seq: 0,
  position: null,
  previous: null,
  travelled: 0,
  moving: null,
  motion: null,
  ignition: null,
  odometer: null,
  ...(Object.fromEntries(readings.map(r => [r.kind, null])) as Pick<
    Sample,
    Exclude<keyof ReadingKinds, 'ignition'>
  >),
}
