// How many durable tasks wait, run or have failed, by kind and by lane, as metrics.
import { type Context, metricCollector } from '@flotta/platform/feature.ts'
import { lanes } from '@flotta/platform/lanes.ts'
import { mailTask } from '@flotta/platform/mail.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { smsTask } from '@flotta/platform/sms.ts'
import { sql } from 'kysely'
import './tables.ts'

export interface KindCounts {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  /** Within the last day. */
  readonly failed: number
  /** How long the first due task has waited. */
  readonly late_seconds: number
}
export async function tasksByKind(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
): Promise<KindCounts[]> {
  const { db, now } = ctx
  // without a mail server or provider these tasks wait, and do not count as late
  const resting = new Set(
    [mailTask, smsTask].filter(kind => kind.ready?.(ctx) === false).map(kind => kind.name),
  )
  const { rows } = await sql<Omit<KindCounts, 'late_seconds'> & { readonly due: Date | null }>`
    select t.kind, count(*) filter (where t.state = 'waiting')::int as waiting, count(*) filter (where t.state = 'running')::int as running,
      count(*) filter (where t.state = 'failed' and t.ended_at > ${new Date(now() - 86_400_000)})::int as failed,
      min(j.run_at) filter (where t.state = 'waiting') as due
    from tasks t left join graphile_worker.jobs j on j.key = t.id::text and t.state = 'waiting'
    where t.state in ('waiting', 'running', 'failed') group by t.kind order by t.kind`.execute(db)
  return rows.map(({ due, ...row }) => ({
    ...row,
    late_seconds:
      due === null || resting.has(row.kind) ? 0 : Math.max(0, (now() - due.getTime()) / 1_000),
  }))
}

export interface LaneCounts {
  readonly lane: string
  readonly waiting: number
  readonly running: number
  /** Companies that have tasks in the lane: a new task waits for one task of each of them. */
  readonly companies: number
}
/** Lanes in which tasks wait or run. */
export async function tasksByLane({ db }: Pick<Context, 'db'>): Promise<LaneCounts[]> {
  const { rows } = await sql<LaneCounts>`
    select lane, (count(*) filter (where state = 'waiting'))::int as waiting, (count(*) filter (where state = 'running'))::int as running,
      (count(distinct customer_id))::int as companies
    from tasks where lane is not null and state in ('waiting', 'running') group by lane order by lane`.execute(
    db,
  )
  return rows
}

const ROLE = 'worker'
const tasks = gauge({
  role: ROLE,
  name: 'flotta_tasks',
  help: 'Durable tasks that wait or run, and those that failed within a day',
  labels: ['kind', 'state'],
})
const late = gauge({
  role: ROLE,
  name: 'flotta_task_late_seconds',
  help: 'How long the first task has waited whose time has come',
  labels: ['kind'],
})

const inLanes = gauge({
  role: ROLE,
  name: 'flotta_lane_tasks',
  help: 'Heavy tasks that wait or run, by the lane in which companies take turns',
  labels: ['lane', 'state'],
})
const companies = gauge({
  role: ROLE,
  name: 'flotta_lane_companies',
  help: 'Companies whose heavy tasks wait or run in a lane',
  labels: ['lane'],
})

export const taskCollectors = [
  metricCollector([inLanes, companies], async ctx => {
    const busy = new Map((await tasksByLane(ctx)).map(row => [row.lane, row]))
    for (const { name } of Object.values(lanes)) {
      const { waiting = 0, running = 0, companies: count = 0 } = busy.get(name) ?? {}
      inLanes.set({ lane: name, state: 'waiting' }, waiting)
      inLanes.set({ lane: name, state: 'running' }, running)
      companies.set({ lane: name }, count)
    }
  }),
  metricCollector([tasks, late], async ctx => {
    const kinds = await tasksByKind(ctx)
    tasks.reset()
    late.reset()
    for (const { kind, late_seconds, ...states } of kinds) {
      for (const state of ['waiting', 'running', 'failed'] as const)
        tasks.set({ kind, state }, states[state])
      late.set({ kind }, late_seconds)
    }
  }),
]
