// setup: the address that opens the set-up
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { setupAddress } from './token.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'setup',
    verb: '',
    summary: 'Print the address by which the installation is set up in a browser, once',
    options: z.object({}),
    async run(_, ctx) {
      const address = await setupAddress(ctx, true)
      if (address === null) throw new Problem('conflict', 'setup.done')
      return { address }
    },
  }),
]
