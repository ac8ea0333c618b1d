// Deletes events of web hooks that are no longer needed: those of removed hooks, and old ones.
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'

/** Events of removed hooks that one transaction deletes. */
const REMOVED_AT_ONCE = 5_000
/** Job: deletes the events of removed hooks, some at a time, and then the hooks. */
export async function removeEvents({ db }: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_events where id = any(array(select e.id from webhooks w cross join lateral (
        (select id from webhook_events where webhook_id = w.id and state = 'waiting' limit ${REMOVED_AT_ONCE})
        union all (select id from webhook_events where webhook_id = w.id and state <> 'waiting' limit ${REMOVED_AT_ONCE})) e
        where w.removed_at is not null limit ${REMOVED_AT_ONCE}))`.execute(db)
    if (numAffectedRows < BigInt(REMOVED_AT_ONCE)) break
  }
  await sql`delete from webhooks w where removed_at is not null and not exists (select from webhook_events where webhook_id = w.id)`.execute(
    db,
  )
}

const KEPT_DAYS = 30
/** Job: deletes old events with their attempts, and expired secrets. */
export async function purge({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now() - KEPT_DAYS * DAY)
  await sql`delete from webhook_events where state <> 'waiting' and ended_at < ${before}`.execute(
    db,
  )
  await sql`update webhooks set old_secret = null, old_secret_until = null where old_secret_until <= ${new Date(now())}`.execute(
    db,
  )
}
