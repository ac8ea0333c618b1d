// The connection status as a kind of data.
import type { Kind } from '@flotta/core/kinds.ts'

export const kinds: readonly Kind[] = [{ kind: 'status', open: 'everybody' }]
