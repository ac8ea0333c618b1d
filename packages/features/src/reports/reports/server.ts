// The endpoints of reports: requests, lists, files and links.
import { timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FileReply, FileStream } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import { notFound, Problem } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import {
  type Context,
  every,
  feature,
  type HttpExchange,
  handle,
} from '@flotta/platform/feature.ts'
import { cancelTask } from '@flotta/platform/queue.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireVisibleVehicle } from '../../fleet/access/require.ts'
import * as contract from './contract.ts'
import { purgeFiles, readReportFile } from './files.ts'
import { invalidLinkPage } from './invalid-link-page.ts'
import { lapseSql, purgePrivateChanges, withdrawReports } from './lapse.ts'
import {
  markRead,
  type ReportRow,
  reportFor,
  reportOf,
  reportRows,
  requestOnce,
  unreadReports,
} from './queries.ts'
import { fileName, formatFor } from './request.ts'
import { endInterrupted, reportTask, scheduledReportTask } from './task.ts'
import './tables.ts'

const { handlers, records } = serve<typeof contract.reports, ReportRow>(contract.reports, {
  rows: ({ caller, ctx }) => reportRows(caller, ctx.now()),
  record: reportOf,
  order: sql`r.id desc`,
  async only({ vehicle_id, type, unread }, { caller, ctx }) {
    if (vehicle_id !== undefined)
      await requireVisibleVehicle(ctx.db, caller.customer_id, vehicle_id, ctx.now())
    const conditions = [
      vehicle_id === undefined ? sql`true` : sql`r.vehicle_id = ${vehicle_id}`,
      type === undefined ? sql`true` : sql`r.type = ${type}`,
      unread === '1' ? sql`r.read_at is null and r.ready <> 0` : sql`true`,
    ]
    return sql`(${sql.join(conditions, sql` and `)})`
  },
})

const mediaTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** A report with the values that its file is named by. */
async function reportForFile({ db, now }: Context, id: number) {
  return db
    .selectFrom('reports as p')
    .innerJoin('customers', 'customers.id', 'p.customer_id')
    .select([
      'p.id',
      'p.type',
      'p.hash',
      'p.ended_at',
      'p.period_from',
      'p.period_to',
      'p.vehicle',
      'p.withdrawn',
      'customers.timezone',
      'customers.name',
    ])
    .select(lapseSql(now()).as('lapse'))
    .where('p.id', '=', id)
    .where('customers.deleted_at', 'is', null)
    .executeTakeFirst()
}
type ReportForFile = NonNullable<Awaited<ReturnType<typeof reportForFile>>>

/** @param isInline a PDF is opened in the browser instead of downloaded */
function sendReport(
  ctx: Context,
  http: HttpExchange,
  report: ReportForFile,
  requestedFormat: contract.ReportFormat | undefined,
  language: Language,
  isInline: boolean,
): FileStream {
  const format = formatFor(report.type, requestedFormat)
  const { period_from, period_to, timezone } = report
  const days = [dayAt(period_from.getTime(), timezone), dayAt(period_to.getTime() - 1, timezone)]
  const name = fileName(
    [
      ctx.say(language, { key: `reports.type.${report.type}` }),
      report.vehicle ?? report.name,
      ...new Set(days),
    ],
    format,
  )
  http.setHeader(
    'content-disposition',
    `${isInline && format === 'pdf' ? 'inline' : 'attachment'}; filename="${name}"`,
  )
  http.setHeader('x-content-type-options', 'nosniff')
  return { type: mediaTypes[format], stream: readReportFile(ctx, report.id, format), max_age: 0 }
}

/** Throws a conflict while the file does not exist yet, and after its removal. */
async function readyReport(ctx: Context, id: number): Promise<ReportForFile> {
  const report = await reportForFile(ctx, id)
  if (report === undefined) throw notFound()
  const lapse = report.withdrawn ?? report.lapse
  if (lapse !== null && report.ended_at !== null)
    throw new Problem('conflict', `reports.withdrawn.${lapse}`)
  if (report.hash === null) throw new Problem('conflict', 'reports.no_file')
  return report
}

const isSameSecret = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b))
const isLinkValid = (
  report: ReportForFile | undefined,
  hash: string,
  now: number,
): report is ReportForFile =>
  report?.hash != null &&
  report.lapse === null &&
  isSameSecret(report.hash, hash) &&
  report.ended_at !== null &&
  report.ended_at.getTime() + contract.LINK_DAYS * DAY > now

/** The answer to a link that does not open: a page for a person, an error for a program. */
function answerInvalidLink(ctx: Context, http: HttpExchange, language: Language): FileReply {
  if (http.header('accept')?.includes('text/html') !== true)
    throw new Problem('not_found', 'reports.link_lost')
  return {
    type: 'text/html; charset=utf-8',
    bytes: Buffer.from(invalidLinkPage(ctx, language)),
    max_age: 0,
    status: 404,
  }
}

export default feature({
  records,
  tasks: [reportTask, scheduledReportTask],
  jobs: [
    every('reports interrupted', 15, endInterrupted),
    every('reports withdrawn', 15, withdrawReports),
    every('private changes forgotten', 86_400, purgePrivateChanges),
    every('report files purge', 3_600, ctx => purgeFiles(ctx, contract.KEPT_DAYS * DAY)),
  ],
  handlers: [
    ...handlers,
    handle(
      contract.requestReport,
      ({ body: { vehicle_id, type, services, period_from, period_to }, caller, http, ctx }) =>
        requestOnce(
          ctx,
          caller,
          {
            vehicle_id,
            type,
            services: services ?? '',
            period: { from: period_from, to: period_to },
          },
          http.header('idempotency-key'),
        ),
    ),
    handle(
      contract.requestVehicleReport,
      ({ body: { type, services, period_from, period_to }, vehicle, caller, http, ctx }) =>
        requestOnce(
          ctx,
          caller,
          {
            vehicle_id: vehicle.vehicle_id,
            type,
            services: services ?? '',
            period: { from: period_from, to: period_to },
          },
          http.header('idempotency-key'),
        ),
    ),
    handle(contract.unreadCount, ({ caller, ctx }) => unreadReports(ctx, caller)),
    handle(contract.markAllAsRead, async ({ caller, ctx }) => {
      await markRead(ctx, caller)
      return unreadReports(ctx, caller)
    }),
    handle(contract.markAsRead, async ({ record, caller, ctx }) => {
      await markRead(ctx, caller, record.id)
      const report = await reportFor(ctx, caller, record.id)
      if (report === null) throw notFound()
      return report
    }),
    handle(contract.removeReport, async ({ record, ctx }) => {
      const removedReport = await ctx.db
        .deleteFrom('reports')
        .where('id', '=', record.id)
        .returning('task_id')
        .executeTakeFirst()
      if (removedReport?.task_id != null) await cancelTask(ctx.db, removedReport.task_id)
      return null
    }),
    handle(contract.reportJson, async ({ record, http, ctx }) => {
      const report = await readyReport(ctx, record.id)
      const fileStream = readReportFile(ctx, report.id, 'json')
      const type = 'application/json; charset=utf-8'
      http.varyBy('authorization, accept-encoding')
      if (/\bgzip\b/.test(http.header('accept-encoding') ?? '')) {
        http.setHeader('content-encoding', 'gzip')
        return { type, stream: fileStream, max_age: 0 }
      }
      return {
        type,
        stream: Readable.from(fileStream, { objectMode: false }).pipe(createGunzip()),
        max_age: 0,
      }
    }),
    handle(contract.downloadReport, async ({ record, query, language, http, ctx }) =>
      sendReport(ctx, http, await readyReport(ctx, record.id), query.format, language, false),
    ),
    handle(contract.reportLink, async ({ params, query, language, http, ctx }) => {
      const report = await reportForFile(ctx, params.id)
      return isLinkValid(report, params.hash, ctx.now())
        ? sendReport(ctx, http, report, query.format, language, true)
        : answerInvalidLink(ctx, http, language)
    }),
  ],
})
