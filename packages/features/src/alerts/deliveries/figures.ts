// Metrics of the alerts that wait for their delivery.
import { type Context, metricCollector } from '@flotta/platform/feature.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { sql } from 'kysely'

/** The number of deliveries that are not in the outbox yet. Those that wait for a digest do so on purpose and do not count as late. */
async function deliveriesWaiting({ db, now }: Pick<Context, 'db' | 'now'>): Promise<{
  readonly waiting: number
  readonly held: number
  readonly oldest_seconds: number
}> {
  const { rows } = await sql<{ waiting: number; held: number; oldest: Date | null }>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'held')::int as held,
      min(created_at) filter (where state = 'waiting') as oldest
    from deliveries where state in ('waiting', 'held')`.execute(db)
  const [{ waiting, held, oldest } = { waiting: 0, held: 0, oldest: null }] = rows
  return {
    waiting,
    held,
    oldest_seconds: oldest === null ? 0 : Math.max(0, (now() - oldest.getTime()) / 1_000),
  }
}

const role = 'worker'
const deliveries = gauge({
  role: role,
  name: 'flotta_deliveries',
  help: 'Alerts that wait to be told, and those that are held back to be told together',
  labels: ['state'],
})
const oldest = gauge({
  role: role,
  name: 'flotta_delivery_oldest_seconds',
  help: 'How long the first of those that wait has waited',
})

export const looks = [
  metricCollector([deliveries, oldest], async ctx => {
    const { waiting, held, oldest_seconds } = await deliveriesWaiting(ctx)
    deliveries.set({ state: 'waiting' }, waiting)
    deliveries.set({ state: 'held' }, held)
    oldest.set(oldest_seconds)
  }),
]
