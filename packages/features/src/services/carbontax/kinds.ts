// The kind of the hours on which the tax is based. No record has it: the hours are read from those of refrigeration unit and engine.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const carbon: Kind = { kind: 'carbontax', open: { agreements: [agreement.carbontax] } }

export const kinds: readonly Kind[] = [carbon]
