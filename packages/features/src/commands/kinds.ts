// News of remote commands: for everybody whom a service shows them to.
import type { Kind } from '@flotta/core/kinds.ts'
import { agreement } from '../agreements/contract.ts'

export const kinds: readonly Kind[] = [
  {
    kind: 'command',
    open: { agreements: [agreement.eyecontrol, agreement.eyecold, agreement.fridge, agreement.eyesafe_ignition, agreement.eyesafe_lock] },
  },
]
