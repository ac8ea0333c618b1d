// The kind of the hours behind the tax. No record has them: they are read from the hours of refrigeration unit and engine.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const carbon: Kind = { kind: 'carbontax', open: { agreements: [agreement.carbontax] } }

export const kinds: readonly Kind[] = [carbon]
