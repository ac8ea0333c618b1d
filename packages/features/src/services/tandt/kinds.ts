// The beacon that a vehicle reads: the code of what it is coupled to. Only what is wired means it.
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
    read(spoken, sources, before) {
      for (const { word } of sources.beacon ?? []) {
        const told = spoken.get(word)
        if (told !== undefined)
          return before?.beacon_code === told ? before : { beacon_code: codeOf(told) }
      }
      return null
    },
    changed: (kept, data) => kept.beacon_code !== data.beacon_code,
    kept_every: Number.POSITIVE_INFINITY,
  },
)

export const kinds: readonly Kind[] = [beacon]
