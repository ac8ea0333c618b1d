// Metrics of events that wait for their web hooks.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { type Context, metricCollector } from '@flotta/platform/feature.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { sql } from 'kysely'
import './tables.ts'

const role = 'worker'
const waiting = gauge({
  role,
  name: 'flotta_webhook_events_waiting',
  help: 'Events that web hooks have not taken yet; more than 100,000 count as these',
})
const oldest = gauge({
  role,
  name: 'flotta_webhook_oldest_seconds',
  help: 'How long the oldest event has waited for a hook that takes others',
})
const failing = gauge({
  role,
  name: 'flotta_webhooks_failing',
  help: 'Web hooks that are on and take nothing',
})
const MOST_COUNTED = 100_000

export const looks = [
  metricCollector([waiting, oldest, failing], async ({ db, now }) => {
    const { rows } = await sql<{ waiting: number; oldest: Date | null; failing: number }>`
      select (select count(*) from (select from webhook_events where state = 'waiting' limit ${MOST_COUNTED}) e) as waiting,
        (select min(e.at) from webhooks w cross join lateral (select at from webhook_events where webhook_id = w.id and state = 'waiting' order by id limit 1) e
          where w.active and w.failing_since is null) as oldest,
        (select count(*) from webhooks where active and failing_since is not null) as failing`.execute(
      db,
    )
    const [row = { waiting: 0, oldest: null, failing: 0 }] = rows
    waiting.set(row.waiting)
    oldest.set(row.oldest === null ? 0 : Math.max(0, (now() - row.oldest.getTime()) / 1_000))
    failing.set(row.failing)
  }),
]

/** Hooks that have accepted nothing for an hour, and those that were switched off for that within a week. */
export async function failingWebhooks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<
  {
    readonly id: number
    readonly url: string
    readonly company: string
    /** null: it is switched off. */
    readonly since: Date | null
  }[]
> {
  const { rows } = await sql<{ id: number; url: string; company: string; since: Date | null }>`
    select w.id, w.url, c.name as company, case when w.active then w.failing_since end as since
    from webhooks w join customers c on c.id = w.customer_id and c.deleted_at is null
    where (w.active and w.failing_since < ${new Date(now() - HOUR)})
      or (not w.active and w.switched_off_by in ('gone', 'failing') and w.updated_at > ${new Date(now() - 7 * DAY)})
    order by w.id`.execute(db)
  return rows
}
