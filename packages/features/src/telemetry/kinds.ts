// What every tracker tells: where the vehicle is, and whether its ignition is on.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../agreements/contract.ts'

const location = { agreements: [agreement.eyegeo], owner: true } as const

export const kinds: readonly Kind[] = [
  { kind: 'position', open: location },
  { kind: 'ignition', open: location },
]
