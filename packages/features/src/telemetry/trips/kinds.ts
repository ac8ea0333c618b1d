// Trips as a kind of data.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const kinds: readonly Kind[] = [{ kind: 'trip', open: { agreements: [agreement.eyegeo] } }]
