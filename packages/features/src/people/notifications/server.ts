// The endpoints of the user's inbox.
import { pageMeta } from '@flotta/core/contract.ts'
import { notFound } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { inbox, notificationOf, unread } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.list, async ({ query, caller, language, ctx }) => {
      const [rows, { total }] = await Promise.all([
        inbox(ctx.db, caller.user_id)
          .orderBy('id', 'desc')
          .limit(query.per_page)
          .offset((query.page - 1) * query.per_page)
          .execute(),
        ctx.db
          .selectFrom('notifications')
          .select(eb => eb.fn.countAll<number>().as('total'))
          .where('user_id', '=', caller.user_id)
          .executeTakeFirstOrThrow(),
      ])
      return {
        data: rows.map(row => notificationOf(row, language, ctx.say)),
        meta: pageMeta(query, total),
      }
    }),
    handle(contract.unreadCount, ({ caller, ctx }) => unread(ctx.db, caller.user_id)),
    handle(contract.readAll, async ({ caller, ctx }) => {
      await ctx.db
        .updateTable('notifications')
        .set({ read_at: new Date(ctx.now()) })
        .where('user_id', '=', caller.user_id)
        .where('read_at', 'is', null)
        .execute()
      return unread(ctx.db, caller.user_id)
    }),
    handle(contract.notification, async ({ params, caller, language, ctx }) => {
      const row = await inbox(ctx.db, caller.user_id).where('id', '=', params.id).executeTakeFirst()
      if (row === undefined) throw notFound()
      return notificationOf(row, language, ctx.say)
    }),
    handle(contract.markRead, async ({ params, caller, language, ctx }) => {
      const row = await ctx.db
        .updateTable('notifications')
        .set(eb => ({ read_at: eb.fn.coalesce('read_at', eb.val(new Date(ctx.now()))) }))
        .where('id', '=', params.id)
        .where('user_id', '=', caller.user_id)
        .returning(['id', 'type', 'data', 'read_at'])
        .executeTakeFirst()
      if (row === undefined) throw notFound()
      return notificationOf(row, language, ctx.say)
    }),
  ],
})
