// Metrics of the register: pages that stay open after their day is over, and are therefore not signed.
import { type Context, metricCollector } from '@flotta/platform/feature.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { sql } from 'kysely'

export interface OpenPages {
  readonly open: number
  /** How long the day of the oldest open page has been over. Normally a page is closed within some two hours. */
  readonly overdue_seconds: number
}
export async function openPages({ db, now }: Pick<Context, 'db' | 'now'>): Promise<OpenPages> {
  const { rows } = await sql<{ open: number; oldest: Date | null }>`
    select count(*)::int as open, min(page_to) as oldest from register_books where day is not null`.execute(
    db,
  )
  const [{ open, oldest } = { open: 0, oldest: null }] = rows
  return {
    open,
    overdue_seconds: oldest === null ? 0 : Math.max(0, (now() - oldest.getTime()) / 1_000),
  }
}

const ROLE = 'worker'
const pages = gauge({
  role: ROLE,
  name: 'flotta_register_pages_open',
  help: 'Pages of the temperature register that are open',
})
const overdue = gauge({
  role: ROLE,
  name: 'flotta_register_overdue_seconds',
  help: 'How long the day of the oldest open page has been over',
})

export const registerCollectors = [
  metricCollector([pages, overdue], async ctx => {
    const { open, overdue_seconds } = await openPages(ctx)
    pages.set(open)
    overdue.set(overdue_seconds)
  }),
]
