// The beacon that a vehicle reads: the code of the coupled vehicle. Only wired words count.
import type { Kind } from '@flotta/core/kinds.ts'
import { reading } from '@flotta/core/reading.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { codeOf } from './rules.ts'

declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    /** '' : nothing is coupled. */
    readonly beacon: { readonly beacon_code: string }
  }
}
export const beacon = reading(
  'beacon',
  { agreements: [agreement.tandt] },
  {
    shape: z.object({ beacon_code: z.string() }),
    meanings: { beacon: [] },
    read(values, sources, before) {
      for (const { word } of sources.beacon ?? []) {
        const rawCode = values.get(word)
        if (rawCode !== undefined)
          return before?.beacon_code === rawCode ? before : { beacon_code: codeOf(rawCode) }
      }
      return null
    },
    changed: (before, data) => before.beacon_code !== data.beacon_code,
    kept_every: Number.POSITIVE_INFINITY,
  },
)

export const kinds: readonly Kind[] = [beacon]
