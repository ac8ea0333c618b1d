// Serves the chats of the caller's company.
import { feature, handle } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import * as contract from './contract.ts'
import { createChat, updateChat } from './queries.ts'
import { chatTask, postToChat } from './send.ts'

type ChatRow = contract.Chat & { readonly customer_id: number }
const { handlers, records } = serve<typeof contract.chats, ChatRow>(contract.chats, {
  table: 'chats',
  rows: ({ caller }) =>
    sql`select id, customer_id, name, kind, chat_id, secret <> '' as ready from chats where customer_id = ${caller.customer_id}`,
  record: ({ customer_id: _, ...chat }) => chat,
  order: sql`upper(r.name)`,
  create: createChat,
  update: updateChat,
  remove: async (id, { tx }) => void (await tx.deleteFrom('chats').where('id', '=', id).execute()),
})

export default feature({
  records,
  tasks: [chatTask],
  handlers: [
    ...handlers,
    handle(contract.testChat, async ({ record, caller, language, ctx }) => {
      const { name } = await ctx.db
        .selectFrom('customers')
        .select('name')
        .where('id', '=', caller.customer_id)
        .executeTakeFirstOrThrow()
      const message = {
        subject: ctx.say(language, { key: 'chats.test_subject' }),
        body: ctx.say(language, { key: 'chats.test_body', values: { company: name } }),
      }
      const failed = await postToChat(ctx, record.id, message)
      if (failed === null) return { error: null }
      const values = { status: failed.status ?? '' }
      return { error: ctx.say(language, { key: `chats.failure.${failed.code}`, values }) }
    }),
  ],
})
