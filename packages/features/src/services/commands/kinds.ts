// Events of remote commands, for everybody to whom a service shows them.
import type { Kind } from '@flotta/core/kinds.ts'
import { commandAgreements } from './contract.ts'

export const kinds: readonly Kind[] = [
  {
    kind: 'command',
    open: { agreements: commandAgreements },
  },
]
