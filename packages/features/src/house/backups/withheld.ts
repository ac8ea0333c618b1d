// What of the database does not lie in a backup as it is: whoever finds the file must not open anything with it.
// Sessions, API tokens and links that set a password or an address are kept as digests, which open nothing. What is kept in plain text stands here.
import type { RedactedColumns } from '@flotta/platform/backup/tables.ts'
import type { Db } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { withoutLiveLinks } from '../mails/live-links.ts'

export const withheldColumns: RedactedColumns = {
  // its file is opened by whoever knows the hash; an empty one says that there is a file
  reports: { hash: `case when hash is not null then '' end` },
  mails: { body: withoutLiveLinks('body'), html: withoutLiveLinks('html') },
}

/** Makes anew in a restored database what was withheld: the links of before the backup stay closed. */
export async function renewWithheld(db: Db): Promise<void> {
  await sql`update reports set hash = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') where hash = ''`.execute(
    db,
  )
}
