// demo create | remove
import { randomBytes } from 'node:crypto'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { passwordFaults } from '../../people/users/rules.ts'
import { createDemo, removeDemo } from './records.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'demo',
    verb: 'create',
    summary:
      'Create the demo company with forty vehicles, or set the password of its users; npm run simulate drives them',
    options: z.object({
      password: z.string().optional().describe('of its users; default: drawn and printed'),
    }),
    async run({ password = `${randomBytes(9).toString('base64url')}-aA1` }, ctx) {
      const faults = passwordFaults(password)
      if (faults.length)
        throw new Problem('invalid', 'api.invalid', { password: faults.map(key => ({ key })) })
      return { ...(await createDemo(ctx, { password })), password }
    },
  }),
  command({
    noun: 'demo',
    verb: 'remove',
    summary:
      'Remove the demo companies with all that was recorded of them; set FLOTTA_DEMO=0, else the next start makes them again',
    options: z.object({}),
    run: async (_, ctx) => ({ removed: await removeDemo(ctx) }),
  }),
]
