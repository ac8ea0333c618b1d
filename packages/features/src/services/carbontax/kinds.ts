// What the tax is counted from: hours, whoever measured them. No record tells it; it is read from the hours of reefer and engine.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../../fleet/agreements/contract.ts'

export const carbon: Kind = { kind: 'carbontax', open: { agreements: [agreement.carbontax] } }

export const kinds: readonly Kind[] = [carbon]
