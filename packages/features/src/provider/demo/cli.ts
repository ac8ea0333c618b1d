// demo create | remove
import { randomBytes } from 'node:crypto'
import { Problem } from '@flotta/core/problem.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { passwordFaults } from '../../people/users/rules.ts'
import { closeDemoForEver, createDemo, removeDemo } from './records.ts'

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
      await ctx.db.updateTable('installation').set({ demo_removed_at: null }).execute()
      return { ...(await createDemo(ctx, { password })), password }
    },
  }),
  command({
    noun: 'demo',
    verb: 'remove',
    summary:
      'Remove the demo companies with all that was recorded of them; no start makes them again',
    options: z.object({}),
    async run(_, ctx) {
      await closeDemoForEver(ctx)
      return { removed: await removeDemo(ctx) }
    },
  }),
]
