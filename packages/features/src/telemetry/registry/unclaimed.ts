// Unclaimed devices: unknown ones that tried to sign in, as a list for the provider that stays short however many there are.
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import './tables.ts'

export const MOST_UNCLAIMED = 10_000
const LONGEST_IDENTIFIER = 64

export async function recordUnclaimed(
  { db, now }: Pick<Context, 'db' | 'now'>,
  identifier: string,
  protocol: string,
  address: string,
): Promise<void> {
  const at = new Date(now())
  await db
    .insertInto('unclaimed_devices')
    // devices may send any text, but PostgreSQL stores no NUL
    .values({
      identifier: identifier.replaceAll('\u0000', '').slice(0, LONGEST_IDENTIFIER),
      protocol,
      address,
      first_seen: at,
      last_seen: at,
    })
    .onConflict(c =>
      c
        .column('identifier')
        .doUpdateSet({ protocol, address, last_seen: at, count: sql`unclaimed_devices.count + 1` }),
    )
    .execute()
}

/** Deletes all but the newest unclaimed devices. */
export async function capUnclaimed({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`delete from unclaimed_devices where identifier in
    (select identifier from unclaimed_devices order by last_seen desc, identifier offset ${MOST_UNCLAIMED})`.execute(
    db,
  )
}
