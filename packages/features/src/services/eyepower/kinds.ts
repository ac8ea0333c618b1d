// The kind of data of the power panel, as its measures declare it.
import type { Kind } from '@flotta/core/kinds.ts'
import { power } from './measures.ts'

export const kinds: readonly Kind[] = [power]
