// Switches a hook off that takes nothing, and tells whoever made it by mail and in the inbox.
import type { Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { letterTo } from '../../house/mails/letters.ts'
import { notify } from '../../people/notifications/queries.ts'
import type { SwitchedOffBy } from './contract.ts'
import './tables.ts'

export async function switchOff(
  ctx: Pick<Context, 'db' | 'now' | 'say' | 'config'>,
  id: number,
  reason: SwitchedOffBy,
): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async tx => {
    const hook = await tx
      .updateTable('webhooks')
      .set({
        active: false,
        switched_off_by: reason,
        paused_until: null,
        updated_at: new Date(now),
      })
      .where('id', '=', id)
      .where('active', '=', true)
      .returning(['url', 'user_id'])
      .executeTakeFirst()
    if (hook === undefined || hook.user_id === null) return
    const user = await tx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'language'])
      .where('id', '=', hook.user_id)
      .where('deleted_at', 'is', null)
      .where('disabled', '=', false)
      .executeTakeFirst()
    if (user === undefined) return
    const key = `webhooks.switched_off.${reason}`
    const { host } = new URL(hook.url)
    const url = `/webhooks?hook=${id}`
    await notify(tx, user.id, 'other', { key, values: { host }, url }, now)
    const say = (key: string, values = {}) => ctx.say(user.language, { key, values })
    await queueMail(
      tx,
      {
        recipient: user.email,
        ...letterTo(ctx, user, {
          title: say('webhooks.switched_off.subject', { host }),
          paragraphs: [say(key, { host }), say('webhooks.switched_off.what_now')],
          facts: [{ label: say('webhooks.url'), value: hook.url }],
          action: {
            label: say('webhooks.switched_off.action'),
            url: `${ctx.config.publicUrl}${url}`,
          },
        }),
      },
      now,
    )
  })
}
