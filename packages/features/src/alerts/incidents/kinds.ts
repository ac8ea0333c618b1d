// News of alerts: everybody hears that there are some, which ones he sees is for each alert's own agreement to say.
import type { Kind } from '@flotta/core/kinds.ts'

export const kinds: readonly Kind[] = [{ kind: 'alert', open: 'everybody' }]
