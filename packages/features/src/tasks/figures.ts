// How much durable work waits, runs or has failed.
import { type Context, look } from '@flotta/platform/feature.ts'
import { mailTask } from '@flotta/platform/mail.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { smsTask } from '@flotta/platform/sms.ts'
import { sql } from 'kysely'
import './tables.ts'

export interface TasksOf {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  /** Within the last day. */
  readonly failed: number
  /** How long the first has waited whose time has come. */
  readonly late_seconds: number
}
export async function tasksByKind(ctx: Pick<Context, 'db' | 'now' | 'config'>): Promise<TasksOf[]> {
  const { db, now } = ctx
  // without a server to send them these wait, and are not late
  const resting = new Set([mailTask, smsTask].filter(kind => kind.ready?.(ctx) === false).map(kind => kind.name))
  const { rows } = await sql<Omit<TasksOf, 'late_seconds'> & { readonly due: Date | null }>`
    select t.kind, count(*) filter (where t.state = 'waiting')::int as waiting, count(*) filter (where t.state = 'running')::int as running,
      count(*) filter (where t.state = 'failed' and t.ended_at > ${new Date(now() - 86_400_000)})::int as failed,
      min(j.run_at) filter (where t.state = 'waiting') as due
    from tasks t left join graphile_worker.jobs j on j.key = t.id::text and t.state = 'waiting'
    where t.state in ('waiting', 'running', 'failed') group by t.kind order by t.kind`.execute(db)
  return rows.map(({ due, ...row }) => ({ ...row, late_seconds: due === null || resting.has(row.kind) ? 0 : Math.max(0, (now() - due.getTime()) / 1_000) }))
}

const of = 'worker'
const tasks = gauge({ of, name: 'flotta_tasks', help: 'Durable tasks that wait or run, and those that failed within a day', labels: ['kind', 'state'] })
const late = gauge({ of, name: 'flotta_task_late_seconds', help: 'How long the first task has waited whose time has come', labels: ['kind'] })

export const looks = [
  look([tasks, late], async ctx => {
    const kinds = await tasksByKind(ctx)
    tasks.reset()
    late.reset()
    for (const { kind, late_seconds, ...states } of kinds) {
      for (const state of ['waiting', 'running', 'failed'] as const) tasks.set({ kind, state }, states[state])
      late.set({ kind }, late_seconds)
    }
  }),
]
