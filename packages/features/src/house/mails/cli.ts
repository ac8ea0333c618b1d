// mail list | show: the outbox of mails and SMS; they wait here while no mail server or provider is set
import { Id } from '@flotta/core/contract.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import { z } from 'zod'
import { listMails, mailColumns } from './queries.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'mail',
    verb: 'list',
    summary: 'List mails and SMS, newest first',
    options: z.object({
      limit: z.coerce.number().int().min(1).max(1000).default(50).describe('how many'),
      recipient: z.string().optional().describe('only to this address or number'),
    }),
    columns: [...mailColumns],
    run: ({ limit, recipient }, { db }) => listMails(db, { recipient }, limit),
  }),
  command({
    noun: 'mail',
    verb: 'show',
    summary: 'Show a mail or SMS with its text, and the files that wait with it',
    argument: 'id',
    options: z.object({ id: Id.describe('mail id') }),
    async run({ id }, { db }) {
      const mail = await db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
      if (!mail) throw noSuchRecord('mail', id)
      const files = await db
        .selectFrom('mail_attachments')
        .select(['name', 'type'])
        .where('mail_id', '=', id)
        .orderBy('position')
        .execute()
      return { ...mail, attachments: files.map(f => f.name).join(', ') }
    },
  }),
]
