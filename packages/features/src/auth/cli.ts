// mail list | show: the outbox, where reset links wait when no mail server is set
import { Id } from '@flotta/core/contract.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { missing } from '@flotta/platform/cli-problems.ts'
import { z } from 'zod'
import './tables.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'mail',
    verb: 'list',
    summary: 'List mails, newest first',
    options: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(50).describe('how many') }),
    columns: ['id', 'created_at', 'recipient', 'subject', 'sent_at', 'attempts', 'error'],
    run: ({ limit }, { db }) =>
      db.selectFrom('mails').select(['id', 'created_at', 'recipient', 'subject', 'sent_at', 'attempts', 'error']).orderBy('id', 'desc').limit(limit).execute(),
  }),
  command({
    noun: 'mail',
    verb: 'show',
    summary: 'Show a mail with its text',
    argument: 'id',
    options: z.object({ id: Id.describe('mail id') }),
    async run({ id }, { db }) {
      const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
      if (!mail) throw missing('mail', id)
      return mail
    },
  }),
]
