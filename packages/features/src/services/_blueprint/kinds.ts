// The kind of data of this service, as its measures declare it.
import type { Kind } from '@flotta/core/kinds.ts'
import { example } from './measures.ts'

export const kinds: readonly Kind[] = [example]
