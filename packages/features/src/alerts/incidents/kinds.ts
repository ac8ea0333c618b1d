// The kind of events about alerts. Everybody learns that incidents changed; the agreement of each alert decides who may see it.
import type { Kind } from '@flotta/core/kinds.ts'

export const kinds: readonly Kind[] = [{ kind: 'alert', open: 'everybody' }]
