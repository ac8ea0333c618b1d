// Values of the database that a backup does not contain, so that nobody who finds the file can open anything with them: those that are stored in plain text.
// Sessions, API tokens and links that set a password or an address are stored as digests, which open nothing. The key that signs the feed's cursors is
// included, because its holder still sees only what their own token shows.
import type { RedactedColumns } from '@flotta/platform/backup/tables.ts'
import type { Db } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { withoutLiveLinks } from '../mails/live-links.ts'

export const withheldColumns: RedactedColumns = {
  // whoever knows the hash can open the report's file; an empty hash says that there is a file
  reports: { hash: `case when hash is not null then '' end` },
  // without its secret a hook could not sign; without its body an event is composed again
  webhooks: { secret: `''`, old_secret: 'null', old_secret_until: 'null' },
  webhook_events: { body: 'null' },
  // whoever knows it can write into the chat
  chats: { secret: `''` },
  // whoever knows the token can open the link; a user makes the calendar's link again
  links: { token: 'null' },
  calendars: { token: 'null' },
  // whoever reads it could act at the identity provider as if the person were present
  identity_sessions: { refresh_token: 'null' },
  mails: { body: withoutLiveLinks('body'), html: withoutLiveLinks('html') },
}

/** Makes new values for what a backup does not contain. Links from before the backup stay invalid. */
export async function renewWithheld(db: Db): Promise<void> {
  await sql`update reports set hash = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') where hash = ''`.execute(
    db,
  )
  await sql`update links set token = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') where token is null`.execute(
    db,
  )
  // Receivers would refuse what a new secret signs, so a hook waits until somebody has made one and passed it on.
  await sql`update webhooks set secret = 'whsec_' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), active = false, switched_off_by = 'restored' where secret = ''`.execute(
    db,
  )
}
