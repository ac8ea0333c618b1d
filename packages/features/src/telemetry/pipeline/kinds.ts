// What every device reports: where the vehicle is, what it does, and whether its ignition is on.
import { type Kind, PAST_CHANGED } from '@flotta/core/kinds.ts'
import { numberOf, reading } from '@flotta/core/reading.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'

const location = { agreements: [agreement.eyegeo], owner: true } as const

export const ignition = reading(
  'ignition',
  { ...location, agreements: [agreement.eyegeo, agreement.eyesafe_ignition] },
  {
    shape: z.object({ ignition: z.boolean() }),
    meanings: { ignition: ['ignition'] },
    read(values, sources, before) {
      const value = numberOf(values, sources.ignition)
      return value === null
        ? null
        : before?.ignition === (value !== 0)
          ? before
          : { ignition: value !== 0 }
    },
    changed: (before, data) => before.ignition !== data.ignition,
    kept_every: Number.POSITIVE_INFINITY,
  },
)

/** `odometer` reveals the distance, but no place. */
export const kinds: readonly Kind[] = [
  { kind: 'position', open: location, reveals_place: true },
  { kind: 'odometer', open: location },
  // In private times only the driver may know when the vehicle moved, as with trips.
  { kind: 'motion', open: location, reveals_place: true },
  ignition,
  { kind: PAST_CHANGED, open: 'everybody' },
]
