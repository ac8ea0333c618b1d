// Links to set a password, for people who forgot it or are invited. Only the digest of a link is stored, and each link works once.
import type { Language } from '@flotta/core/languages.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { sql } from 'kysely'
import { letterTo } from '../../house/mails/letters.ts'
import { withoutLiveLinks } from '../../house/mails/live-links.ts'
import './tables.ts'

export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly language: Language
}
export const INVITATION_DAYS = 7

/** Makes a new link, valid until `until` (epoch ms). */
export async function passwordLink(
  ctx: Context,
  tx: Tx,
  person: Person,
  until: number,
): Promise<string> {
  const token = newSecret()
  await tx
    .insertInto('password_resets')
    .values({
      token_hash: digest(token),
      user_id: person.id,
      created_at: new Date(ctx.now()),
      expires_at: new Date(until),
      used_at: null,
    })
    .execute()
  return `${ctx.config.publicUrl}/reset/${token}/${encodeURIComponent(person.email)}`
}

/** Removes the links from a person's stored mails: after one was used none works any more, but mails are stored for weeks. */
export async function blankLinks(tx: Tx, email: string): Promise<void> {
  await sql`update mails set body = ${sql.raw(withoutLiveLinks('body'))}, html = ${sql.raw(withoutLiveLinks('html'))}
    where lower(recipient) = lower(${email}) and body ~ '/(reset|address)/'`.execute(tx)
}

/** Mails the link to choose the first password, and returns it for invitations by other means. */
export async function invite(ctx: Context, tx: Tx, person: Person): Promise<string> {
  const now = ctx.now()
  const link = await passwordLink(ctx, tx, person, now + INVITATION_DAYS * DAY)
  await queueMail(
    tx,
    {
      recipient: person.email,
      ...letterTo(ctx, person, {
        title: ctx.say(person.language, { key: 'users.invitation.subject' }),
        paragraphs: [
          ctx.say(person.language, {
            key: 'users.invitation.text',
            values: { days: INVITATION_DAYS },
          }),
        ],
        action: { label: ctx.say(person.language, { key: 'users.invitation.action' }), url: link },
      }),
    },
    now,
  )
  return link
}
