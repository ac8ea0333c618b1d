// Switches off a hook that accepts nothing, and tells its creator by mail and in the inbox, or else those who manage web hooks.
import type { Language } from '@flotta/core/languages.ts'
import type { Tx } from '@flotta/platform/db.ts'
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
      .returning(['url', 'user_id', 'customer_id'])
      .executeTakeFirst()
    if (hook === undefined) return
    for (const person of await whoToTell(tx, hook))
      await tell(ctx, tx, person, { ...hook, id, reason })
  })
}

interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly language: Language
}
/** The hook's creator, as long as that person manages web hooks; else everybody of the company who does. */
async function whoToTell(
  tx: Tx,
  { user_id, customer_id }: { readonly user_id: number | null; readonly customer_id: number },
): Promise<readonly Person[]> {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'language'])
    .where('customer_id', '=', customer_id)
    .where('role', 'in', ['edit', 'control'])
    .where('deleted_at', 'is', null)
    .where('disabled', '=', false)
    .orderBy('id')
    .execute()
  const maker = people.find(({ id }) => id === user_id)
  return maker === undefined ? people : [maker]
}

interface EndedHook {
  readonly id: number
  readonly url: string
  readonly reason: SwitchedOffBy
}
async function tell(
  ctx: Pick<Context, 'now' | 'say' | 'config'>,
  tx: Tx,
  person: Person,
  { id, url: address, reason }: EndedHook,
): Promise<void> {
  const now = ctx.now()
  const key = `webhooks.switched_off.${reason}`
  const { host } = new URL(address)
  const url = `/webhooks?hook=${id}`
  await notify(tx, person.id, 'other', { key, values: { host }, url }, now)
  const say = (key: string, values = {}) => ctx.say(person.language, { key, values })
  await queueMail(
    tx,
    {
      recipient: person.email,
      ...letterTo(ctx, person, {
        title: say('webhooks.switched_off.subject', { host }),
        paragraphs: [say(key, { host }), say('webhooks.switched_off.what_now')],
        facts: [{ label: say('webhooks.url'), value: address }],
        action: {
          label: say('webhooks.switched_off.action'),
          url: `${ctx.config.publicUrl}${url}`,
        },
      }),
    },
    now,
  )
}
