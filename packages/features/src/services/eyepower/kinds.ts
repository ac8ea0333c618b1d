// The vehicle's voltages and the charge of the tracker's own battery.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../../agreements/contract.ts'

export const kinds: readonly Kind[] = [{ kind: 'power', open: { agreements: [agreement.eyepower] } }]
