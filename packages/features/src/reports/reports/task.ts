// The tasks that make reports of persons and of schedules. A task starts again after a crash, and ends with a ready report or with a reason.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '@flotta/core/time.ts'
import { isTransient } from '@flotta/platform/db.ts'
import { type Context, type TaskKind, taskKind } from '@flotta/platform/feature.ts'
import { type Lane, lanes } from '@flotta/platform/lanes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { notify } from '../../people/notifications/queries.ts'
import { buildReport, ReportFault } from './build.ts'
import { reportState } from './contract.ts'
import { removeFiles } from './files.ts'
import { findLapse, markReadingStart } from './lapse.ts'
import './tables.ts'
import '../../house/tasks/tables.ts'

const Payload = z.object({ report_id: z.int() })
const ATTEMPTS = 2
/** How often a report is built when a time in it becomes private meanwhile; after the last attempt it is withdrawn like any lapsed report. */
const MAX_BUILDS = 3
/** How often a report starts again after an outage of the database. */
const MAX_OUTAGES = 10
const LOOKS_EVERY_MS = 1_000
/** An outage that lasts longer counts as a failed attempt. */
const LONGEST_OUTAGE_MS = 10 * MINUTE

const reportTaskIn = (lane: Lane, name: string): TaskKind<z.infer<typeof Payload>> =>
  taskKind({
    name,
    payload: Payload,
    attempts: ATTEMPTS,
    lane,
    async run({ report_id }, { ctx, attempt, signal, progress }) {
      const report = await ctx.db
        .selectFrom('reports')
        .selectAll()
        .where('id', '=', report_id)
        .where('ready', '=', reportState.pending)
        .executeTakeFirst()
      // the report was removed while it waited, or a process made it and died before it could report that to the queue
      if (report === undefined) return
      try {
        await throughOutages(ctx, signal, async () => {
          for (let tries = 1; ; tries++) {
            await removeFiles(ctx.db, report_id)
            await markReadingStart(ctx, report_id)
            await buildReport(ctx, report, signal, progress)
            // a time that became private during the build may be in the files
            if (
              tries === MAX_BUILDS ||
              (await findLapse(ctx.db, report_id, ctx.now())) !== 'private'
            )
              return
          }
        })
        await endReport(ctx, report_id, {
          ready: reportState.ready,
          hash: randomBytes(32).toString('base64url'),
        })
      } catch (error) {
        if (error instanceof ReportFault) return await failReport(ctx, report_id, error.words.key)
        if (attempt >= ATTEMPTS && !signal.aborted)
          await failReport(ctx, report_id, 'reports.failed.unknown')
        throw error
      }
    },
  })

/** Runs the work again from its beginning if the database was down meanwhile; that is no failure of the work. */
async function throughOutages(
  ctx: Context,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  for (let outages = 1; ; outages++)
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || outages > MAX_OUTAGES) throw error
      ctx.log.warn({ err: error }, 'the database was away: a report is begun anew')
      await databaseAnswers(ctx, signal)
    }
}
/** Resolves when the database answers again. */
async function databaseAnswers(ctx: Context, signal: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_OUTAGE_MS
  for (;;) {
    await pause(LOOKS_EVERY_MS, undefined, { signal })
    try {
      await ctx.pool.query('select 1')
      return
    } catch (error) {
      if (!isTransient(error) || performance.now() > giveUpAt) throw error
    }
  }
}

/** Makes a report that a person has requested. */
export const reportTask = reportTaskIn(lanes.reports, 'report')
/** Makes a report of a schedule. It has a lane of its own, so that persons and schedules do not hold each other up. */
export const scheduledReportTask = reportTaskIn(lanes.schedules, 'scheduled_report')

/** Ends a report and notifies its requester in the same transaction; nothing is left of the files of one that failed. */
async function endReport(
  ctx: Context,
  id: number,
  values:
    | { readonly ready: 1; readonly hash: string }
    | { readonly ready: 2; readonly error: string },
): Promise<void> {
  const now = new Date(ctx.now())
  await ctx.db.transaction().execute(async tx => {
    const report = await tx
      .updateTable('reports')
      .set({ ...values, ended_at: now, updated_at: now })
      .where('id', '=', id)
      .where('ready', '=', reportState.pending)
      .returning(['requested_by', 'type'])
      .executeTakeFirst()
    if (report === undefined) return
    if (values.ready === reportState.failed) await removeFiles(tx, id)
    if (report.requested_by === null) return
    const key =
      values.ready === reportState.ready ? 'reports.notice.ready' : 'reports.notice.failed'
    await notify(
      tx,
      report.requested_by,
      'report',
      { key, values: { report: { key: `reports.type.${report.type}` } }, url: `/report?r=${id}` },
      ctx.now(),
    )
  })
}

async function failReport(ctx: Context, id: number, key: string): Promise<void> {
  const report = await ctx.db
    .selectFrom('reports')
    .select('language')
    .where('id', '=', id)
    .executeTakeFirst()
  if (report !== undefined)
    await endReport(ctx, id, {
      ready: reportState.failed,
      error: ctx.say(report.language, { key }),
    })
}

/** Job: fails reports whose task ended without them, because the process died at every attempt. */
export async function endInterrupted(ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.id from reports r left join tasks t on t.id = r.task_id where r.ready = 0 and r.task_id is not null and (t.id is null or t.state not in ('waiting', 'running'))`.execute(
    ctx.db,
  )
  for (const { id } of rows) await failReport(ctx, id, 'reports.failed.unknown')
}
