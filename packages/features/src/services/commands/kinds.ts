// News of remote commands: for everybody whom a service shows them to.
import type { Kind } from '@flotta/core/kinds.ts'
import { commandAgreements } from './contract.ts'

export const kinds: readonly Kind[] = [
  {
    kind: 'command',
    open: { agreements: commandAgreements },
  },
]
