// One run of a scheduled report: it is checked, started, or ended with the reason why it cannot run.
import type { Language } from '@flotta/core/languages.ts'
import { Problem, type Words } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { notify } from '../../people/notifications/queries.ts'
import { enqueueReport, type PreparedReport, prepareReport } from '../reports/queries.ts'
import type { Schedule } from './contract.ts'
import { type Plan, periodOf } from './rules.ts'

interface ScheduleRow
  extends Plan,
    Pick<Schedule, 'id' | 'name' | 'type' | 'services' | 'about' | 'vehicle_id' | 'fleet_id'> {
  readonly customer_id: number
  readonly user_id: number
  readonly language: Language
  readonly active: boolean
  readonly since: Date
}

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

/**
 * Starts the report of a run, unless one is being made.
 * @param again even if the run was made already
 */
export async function startRun(
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
      mails_at: null,
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
export async function failRun(
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
