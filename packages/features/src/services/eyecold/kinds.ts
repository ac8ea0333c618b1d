// Temperatures of the load.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../../agreements/contract.ts'

export const kinds: readonly Kind[] = [{ kind: 'temperature', open: { agreements: [agreement.eyecold, agreement.fridge] } }]
