// The kinds of data of axles and tyres, as their measures declare them.
import type { Kind } from '@flotta/core/kinds.ts'
import { axle, tyre } from './measures.ts'

export const kinds: readonly Kind[] = [axle, tyre]
