// What people write down of a vehicle: each sort is opened by an agreement of its own; `service` is the news of all of them.
import type { Kind } from '@flotta/core/kinds.ts'
import { entryTypes, kindOfType } from './rules.ts'

export const kinds: readonly Kind[] = [
  { kind: 'service', open: { agreements: entryTypes.map(t => t.agreement_id) } },
  ...entryTypes.map(({ type, agreement_id }) => ({
    kind: kindOfType(type),
    open: { agreements: [agreement_id] },
  })),
]
