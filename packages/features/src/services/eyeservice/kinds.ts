// The kinds of vehicle data that people enter themselves. Each sort of entry is opened by its own agreement; `service` announces a change of any of them.
import type { Kind } from '@flotta/core/kinds.ts'
import { entryTypes, kindOfType } from './rules.ts'

export const kinds: readonly Kind[] = [
  { kind: 'service', open: { agreements: entryTypes.map(t => t.agreement_id) } },
  ...entryTypes.map(({ type, agreement_id }) => ({
    kind: kindOfType(type),
    open: { agreements: [agreement_id] },
  })),
]
