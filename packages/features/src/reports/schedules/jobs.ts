// The jobs of scheduled reports: they request a report when its run is due, and mail it when it is ready.

import './tables.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { type Context, every, type Job } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { mayMailReports } from '../../house/mails/limits.ts'
import { reportState } from '../reports/contract.ts'
import { lapseSql } from '../reports/lapse.ts'
import { mailReport, type ReadyRun } from './mail.ts'
import { dueRun, lastRun } from './rules.ts'
import { failRun, startRun } from './runs.ts'

const selectSchedules = (ctx: Pick<Context, 'db'> | { readonly db: Tx }) =>
  ctx.db
    .selectFrom('report_schedules as s')
    .innerJoin('customers as c', 'c.id', 's.customer_id')
    .where('c.deleted_at', 'is', null)
    .select([
      's.id',
      's.customer_id',
      's.user_id',
      's.name',
      's.type',
      's.services',
      's.about',
      's.vehicle_id',
      's.fleet_id',
      's.every',
      's.hour',
      's.language',
      's.active',
      's.since',
      'c.timezone',
    ])

/** Job: starts the runs that are due since the schedule was switched on. After an outage only the last one is made. */
async function startDueRuns(ctx: Context): Promise<void> {
  const now = ctx.now()
  const active = await selectSchedules(ctx)
    .where('s.active', '=', true)
    .select(eb =>
      eb
        .selectFrom('report_schedule_runs as r')
        .whereRef('r.schedule_id', '=', 's.id')
        .select(q => q.fn.max('r.due_at').as('last'))
        .as('last'),
    )
    .execute()
  for (const schedule of active) {
    const due = dueRun(
      schedule,
      Math.max(schedule.since.getTime(), schedule.last?.getTime() ?? 0),
      now,
    )
    if (due !== null) await startRun(ctx, schedule, due, false)
  }
}

/** Starts the run of the last whole period at once. */
export async function startRunNow(ctx: Context, id: number): Promise<void> {
  const schedule = await selectSchedules(ctx).where('s.id', '=', id).executeTakeFirst()
  if (schedule !== undefined) await startRun(ctx, schedule, lastRun(schedule, ctx.now()), true)
}

/** The least change of the time until which mails wait that is stored, so that it is not written with each look. */
const NOTED_CHANGE = MINUTE
/** Notes until when a limit delays the mails of a run. */
async function delayMails(
  tx: Tx,
  { schedule_id, period_from }: { readonly schedule_id: number; readonly period_from: Date },
  until: number,
): Promise<void> {
  await sql`update report_schedule_runs set mails_at = ${new Date(until)}
    where schedule_id = ${schedule_id} and period_from = ${period_from}
      and (mails_at is null or abs(extract(epoch from mails_at - ${new Date(until)}::timestamptz)) >= ${NOTED_CHANGE / SECOND})`.execute(
    tx,
  )
}

/** Job: mails the reports that are ready and stores it in the same transaction; stores why others failed. */
async function mailReadyRuns(ctx: Context): Promise<void> {
  const { rows: endedRuns } = await sql<{ schedule_id: number; period_from: Date }>`
    select r.schedule_id, r.period_from from report_schedule_runs r left join reports p on p.id = r.report_id
    where r.state = 'making' and (p.id is null or p.ready <> ${reportState.pending}) order by r.due_at`.execute(
    ctx.db,
  )
  for (const { schedule_id, period_from } of endedRuns)
    await ctx.db.transaction().execute(async tx => {
      const { rows: lockedRuns } = await sql<ReadyRun>`
        select s.id, s.customer_id, s.user_id, s.name, s.recipients, s.language, s.every, c.name as company, c.timezone, r.period_from, r.period_to,
          p.id as report_id, p.type, p.ready, p.error, case when ${lapseSql(ctx.now())} is null then p.hash end as hash, v.plate, f.code as fleet
        from report_schedule_runs r join report_schedules s on s.id = r.schedule_id join customers c on c.id = s.customer_id
          left join reports p on p.id = r.report_id left join vehicles v on v.id = p.vehicle_id left join fleets f on f.id = s.fleet_id
        where r.schedule_id = ${schedule_id} and r.period_from = ${period_from} and r.state = 'making' for update of r skip locked`.execute(
        tx,
      )
      const [run] = lockedRuns
      if (run === undefined) return
      const now = new Date(ctx.now())
      if (run.ready === null)
        return failRun(tx, run, period_from, { key: 'schedules.gone.report' }, now)
      if (run.ready === reportState.failed || run.hash === null)
        return failRun(
          tx,
          run,
          period_from,
          { key: 'schedules.not_made', values: { reason: run.error ?? '' } },
          now,
        )
      // Over the limit nothing is lost: the mails go out as soon as the limit allows it.
      const wait = await mayMailReports(ctx, run.customer_id, run.recipients)
      if (wait > 0) return delayMails(tx, { schedule_id, period_from }, ctx.now() + wait * SECOND)
      const mail_ids = await mailReport(ctx, tx, run, run.hash)
      await tx
        .updateTable('report_schedule_runs')
        .set({ state: 'sent', mail_ids, updated_at: now })
        .where('schedule_id', '=', schedule_id)
        .where('period_from', '=', period_from)
        .execute()
    })
}

export const jobs: readonly Job[] = [
  every('report schedules', 30, startDueRuns),
  every('report schedules mails', 5, mailReadyRuns),
]
