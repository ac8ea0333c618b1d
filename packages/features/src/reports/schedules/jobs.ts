// The jobs of scheduled reports: they request a report when its run is due, and mail it when it is ready.

import type { Language } from '@flotta/core/languages.ts'
import { Problem, type Words } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { type Context, every, type Job } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { mayMailReports } from '../../house/mails/limits.ts'
import { notify } from '../../people/notifications/queries.ts'
import { reportState } from '../reports/contract.ts'
import { lapseSql } from '../reports/lapse.ts'
import { enqueueReport, type PreparedReport, prepareReport } from '../reports/queries.ts'
import type { Schedule } from './contract.ts'
import { mailReport, type ReadyRun } from './mail.ts'
import { dueRun, lastRun, type Plan, periodOf } from './rules.ts'
import './tables.ts'

interface ScheduleRow
  extends Plan,
    Pick<Schedule, 'id' | 'name' | 'type' | 'services' | 'about' | 'vehicle_id' | 'fleet_id'> {
  readonly customer_id: number
  readonly user_id: number
  readonly language: Language
  readonly active: boolean
  readonly since: Date
}
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

/** The checked request of a run, or the reason why there is none. */
type RunOutcome = { readonly granted: PreparedReport } | { readonly error: Words }

/** The fleet with its present vehicles; undefined: it was removed. */
async function findFleet(
  { db }: Context,
  customer_id: number,
  id: number,
): Promise<{ readonly name: string; readonly vehicle_ids: readonly number[] } | undefined> {
  const fleet = await db
    .selectFrom('fleets')
    .select('code')
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (fleet === undefined) return undefined
  const rows = await db
    .selectFrom('fleet_vehicles')
    .select('vehicle_id')
    .where('fleet_id', '=', id)
    .execute()
  return { name: fleet.code, vehicle_ids: rows.map(row => row.vehicle_id) }
}

/** Checks the request of a run. A reason against it is an outcome and no error of the job. */
async function prepareRun(ctx: Context, schedule: ScheduleRow, dueAt: number): Promise<RunOutcome> {
  const { customer_id, about, vehicle_id, fleet_id, language, type, services } = schedule
  const fleet = fleet_id === null ? undefined : await findFleet(ctx, customer_id, fleet_id)
  if (about === 'fleet' && fleet === undefined) return { error: { key: 'schedules.gone.fleet' } }
  if (about === 'vehicle') {
    const visibleRows =
      await sql`select 1 from ${visibleVehiclesSql(customer_id, ctx.now(), [vehicle_id ?? 0])} s`.execute(
        ctx.db,
      )
    if (visibleRows.rows.length === 0) return { error: { key: 'schedules.gone.vehicle' } }
  }
  const { from, to } = periodOf(schedule, dueAt)
  const period = { from: instantOf(from), to: instantOf(to) }
  try {
    return {
      granted: await prepareReport(ctx, {
        customer_id,
        user_id: null,
        language,
        type,
        services,
        vehicle_id,
        period,
        ...(fleet !== undefined && { fleet: fleet }),
      }),
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { error: Object.values(error.fields)[0]?.[0] ?? error.words }
  }
}

/** Starts the report of a run, unless one is being made. @param again also where the run was made already */
async function startRun(
  ctx: Context,
  schedule: ScheduleRow,
  dueAt: number,
  again: boolean,
): Promise<void> {
  const { id: schedule_id, customer_id } = schedule
  const now = new Date(ctx.now())
  const { from, to } = periodOf(schedule, dueAt)
  const outcome = await prepareRun(ctx, schedule, dueAt)
  await ctx.db.transaction().execute(async tx => {
    // a schedule makes one report at a time: the next begins when the one before was mailed or has failed
    await tx
      .selectFrom('report_schedules')
      .select('id')
      .where('id', '=', schedule_id)
      .forUpdate()
      .execute()
    const running = await tx
      .selectFrom('report_schedule_runs')
      .select('period_from')
      .where('schedule_id', '=', schedule_id)
      .where('state', '=', 'making')
      .execute()
    if (running.length > 0) return
    const values = {
      due_at: new Date(dueAt),
      period_to: new Date(to),
      state: 'making' as const,
      error: null,
      report_id: null,
      mail_ids: [],
      updated_at: now,
    }
    const newRun = await tx
      .insertInto('report_schedule_runs')
      .values({ schedule_id, customer_id, period_from: new Date(from), ...values })
      .onConflict(conflict => {
        const target = conflict.columns(['schedule_id', 'period_from'])
        return again
          ? target.doUpdateSet(values).where('report_schedule_runs.state', '<>', 'making')
          : target.doNothing()
      })
      .returning('schedule_id')
      .executeTakeFirst()
    if (newRun === undefined) return
    if ('error' in outcome) return failRun(tx, schedule, new Date(from), outcome.error, now)
    const report_id = await enqueueReport(tx, outcome.granted, ctx.now(), again ? 'hurry' : 'clock')
    await tx
      .updateTable('report_schedule_runs')
      .set({ report_id })
      .where('schedule_id', '=', schedule_id)
      .where('period_from', '=', new Date(from))
      .execute()
  })
}

/** Ends a run with an error, and notifies the user who made the schedule. */
async function failRun(
  tx: Tx,
  { id, user_id, name }: Pick<ScheduleRow, 'id' | 'user_id' | 'name'>,
  period_from: Date,
  error: Words,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('report_schedule_runs')
    .set({ state: 'failed', error: JSON.stringify(error), updated_at: now })
    .where('schedule_id', '=', id)
    .where('period_from', '=', period_from)
    .execute()
  await notify(
    tx,
    user_id,
    'other',
    { key: 'schedules.notice.failed', values: { name, reason: error }, url: '/reports/schedules' },
    now.getTime(),
  )
}

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

/** Job: mails the reports that are ready, in the transaction that stores it, and stores why others failed. */
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
      // over the limit nothing is lost: the mails go as soon as the limit allows it
      if ((await mayMailReports(ctx, run.customer_id, run.recipients)) > 0) return
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
