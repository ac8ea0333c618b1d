// Links by which a person sets a password: mailed to who forgot it, and to who is invited. Only their digest is kept; each works once.
import type { Language } from '@flotta/core/languages.ts'
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
const DAY_MS = 86_400_000

/** A new link, good until `until` (epoch ms). */
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

/** Takes the links out of a person's mails: once one was used none is good any more, and a mail lies about for weeks. */
export async function blankLinks(tx: Tx, email: string): Promise<void> {
  await sql`update mails set body = ${sql.raw(withoutLiveLinks('body'))}, html = ${sql.raw(withoutLiveLinks('html'))}
    where lower(recipient) = lower(${email}) and body ~ '/(reset|address)/'`.execute(tx)
}

/** Mails the link by which a new user chooses the first password, and answers it for who invites by other ways. */
export async function invite(ctx: Context, tx: Tx, person: Person): Promise<string> {
  const now = ctx.now()
  const link = await passwordLink(ctx, tx, person, now + INVITATION_DAYS * DAY_MS)
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
