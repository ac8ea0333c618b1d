// The kind of changed sharing, for those who see the panel.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const kinds: readonly Kind[] = [
  { kind: 'sharing', open: { agreements: [agreement.eyeshare] } },
]
