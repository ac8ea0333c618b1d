// Reads reports for their readers, and takes requests for new ones.
import { createHash } from 'node:crypto'
import type { Language } from '@flotta/core/languages.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { enqueue } from '@flotta/platform/queue.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleVehicle, visibleVehicles } from '../../fleet/access/vehicles.ts'
import { type Report, type ReportType, reportState } from './contract.ts'
import { lapseSql } from './lapse.ts'
import { reportParts } from './parts.ts'
import { acceptRequest, servicesOf } from './request.ts'
import { reportTask, scheduledReportTask } from './task.ts'
import './tables.ts'
import { reportVehicles } from './vehicles.ts'

export interface ReportRow
  extends Omit<Report, 'read_at' | 'period_from' | 'period_to' | 'created_at'> {
  readonly customer_id: number
  readonly read_at: Date | null
  readonly period_from: Date
  readonly period_to: Date
  readonly created_at: Date
}

/** A subquery of the reports of a reader's customer, with the reader's own read marks. */
export const reportRows = (
  { customer_id, user_id }: Pick<Caller, 'customer_id' | 'user_id'>,
  now: number,
): RawBuilder<unknown> => sql`
  select p.id, p.customer_id, p.type, p.ready, case when p.hash is not null and ${lapseSql(now)} is null then p.hash end as hash, m.read_at, p.vehicle, p.services, p.period_from, p.period_to, p.vehicle_id, p.error, u.name as requested_by, p.created_at,
    case p.ready when 1 then 100 else coalesce(floor(100.0 * t.done / nullif(t.total, 0)), 0)::int end as progress,
    greatest(p.updated_at, m.read_at) as changed_at, p.ready = 0 as under_way
  from reports p
  left join report_reads m on m.report_id = p.id and m.user_id = ${user_id}
  left join users u on u.id = p.requested_by
  left join tasks t on t.id = p.task_id and p.ready = 0
  where p.customer_id = ${customer_id}`

export const reportOf = ({
  customer_id: _,
  read_at,
  period_from,
  period_to,
  created_at,
  ...row
}: ReportRow): Report => ({
  id: row.id,
  type: row.type,
  ready: row.ready,
  hash: row.hash,
  read_at: read_at?.toISOString() ?? null,
  vehicle: row.vehicle,
  services: row.services,
  period_from: period_from.toISOString(),
  period_to: period_to.toISOString(),
  vehicle_id: row.vehicle_id,
  progress: row.progress,
  error: row.error,
  requested_by: row.requested_by,
  created_at: created_at.toISOString(),
})

export async function reportFor(
  { db, now }: Pick<Context, 'db' | 'now'>,
  reader: Pick<Caller, 'customer_id' | 'user_id'>,
  id: number,
): Promise<Report | null> {
  const { rows } =
    await sql<ReportRow>`select r.* from (${reportRows(reader, now())}) r where r.id = ${id}`.execute(
      db,
    )
  return rows[0] === undefined ? null : reportOf(rows[0])
}

/** Reports in the answer to one poll. */
const MAX_POLLED_REPORTS = 100
/** The reports that changed for a reader since an instant (epoch ms), also by progress or by a read mark. */
export async function reportsSince(
  { db, now }: Pick<Context, 'db' | 'now'>,
  reader: Pick<Caller, 'customer_id' | 'user_id'>,
  since: number,
): Promise<Report[]> {
  const { rows } = await sql<ReportRow>`
    select r.* from (${reportRows(reader, now())}) r where r.changed_at >= ${new Date(since)} or r.under_way order by r.id desc limit ${MAX_POLLED_REPORTS}`.execute(
    db,
  )
  return rows.map(reportOf)
}

/** The reports that failed since then (epoch ms) and that the reader has not opened, the newest first. */
export async function failedReports(
  { db, now }: Pick<Context, 'db' | 'now'>,
  reader: Pick<Caller, 'customer_id' | 'user_id'>,
  since: number,
): Promise<Report[]> {
  const { rows } = await sql<ReportRow>`
    select r.* from (${reportRows(reader, now())}) r
    where r.ready = ${reportState.failed} and r.read_at is null and r.created_at >= ${new Date(since)} order by r.id desc`.execute(
    db,
  )
  return rows.map(reportOf)
}

/** The number of ready or failed reports that the reader has not opened. */
export async function unreadReports(
  { db }: Pick<Context, 'db'>,
  { customer_id, user_id }: Pick<Caller, 'customer_id' | 'user_id'>,
): Promise<{ total: number }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from reports p where p.customer_id = ${customer_id} and p.ready <> 0
      and not exists (select from report_reads m where m.report_id = p.id and m.user_id = ${user_id})`.execute(
    db,
  )
  return rows[0] ?? { total: 0 }
}

/** Marks one report or all that are no longer being made as read, for this reader alone. */
export async function markRead(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { customer_id, user_id }: Pick<Caller, 'customer_id' | 'user_id'>,
  id?: number,
) {
  await sql`
    insert into report_reads (user_id, report_id, read_at)
    select ${user_id}, p.id, ${new Date(now())} from reports p where p.customer_id = ${customer_id} and ${id === undefined ? sql`p.ready <> 0` : sql`p.id = ${id}`}
    on conflict do nothing`.execute(db)
}

/** A request for a report. */
export interface ReportRequest {
  readonly customer_id: number
  /** The user to notify when it is ready; null: a schedule, which mails the report to its addresses. */
  readonly user_id: number | null
  /** The language of the files and of the error. */
  readonly language: Language
  readonly type: ReportType
  /** Service names, joined by commas. */
  readonly services: string
  /** null: all vehicles that the customer sees. */
  readonly vehicle_id: number | null
  /** Only the vehicles of this fleet. */
  readonly fleet?: { readonly name: string; readonly vehicle_ids: readonly number[] }
  readonly period: { readonly from: string; readonly to: string }
  readonly idempotency?: { readonly key: string; readonly digest: Buffer }
}

/** A checked request, with the values of its row. */
export interface PreparedReport {
  readonly request: ReportRequest
  readonly services: string
  readonly vehicle: string | null
  readonly period_from: Date
  readonly period_to: Date
}
/** Checks a request. It runs before the transaction, in which a second connection would be needed. Throws `invalid` for a period, services or a vehicle that are not allowed. */
export async function prepareReport(ctx: Context, request: ReportRequest): Promise<PreparedReport> {
  const { customer_id, type, vehicle_id, fleet, period } = request
  const { timezone } = await ctx.db
    .selectFrom('customers')
    .select('timezone')
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const { services, from, to } = acceptRequest(
    { type, services: request.services, period_from: period.from, period_to: period.to },
    timezone,
    ctx.now(),
  )
  const vehicle =
    vehicle_id === null ? null : await visibleVehicle(vehicle_id, { customer_id }, ctx)
  if (vehicle_id !== null && vehicle === null) throw invalid({ vehicle_id: 'validation.unknown' })
  await requireAgreement(ctx, customer_id, vehicle, servicesOf(type, services))
  const [reportVehicle] = vehicle === null ? [] : await reportVehicles(ctx, customer_id, [vehicle])
  return {
    request,
    services: services.join(','),
    vehicle: fleet?.name ?? reportVehicle?.plate ?? null,
    period_from: new Date(from),
    period_to: new Date(to),
  }
}

/**
 * Stores a report and puts it into the queue when the transaction commits. Throws `too_many` where too many reports of the company wait.
 * @param by a person, a person who starts a schedule by hand, or the clock of a schedule, which is never refused
 * @returns the report's id
 */
export async function enqueueReport(
  tx: Tx,
  { request, ...values }: PreparedReport,
  now: number,
  by: 'person' | 'hurry' | 'clock',
): Promise<number> {
  const { customer_id, user_id, language, type, vehicle_id, fleet, idempotency } = request
  const { id } = await tx
    .insertInto('reports')
    .values({
      ...values,
      customer_id,
      vehicle_id,
      vehicle_ids: fleet === undefined ? null : [...fleet.vehicle_ids],
      requested_by: user_id,
      type,
      language,
      error: null,
      hash: null,
      task_id: null,
      idempotency_key: idempotency?.key ?? null,
      request_digest: idempotency?.digest ?? null,
      created_at: new Date(now),
      ended_at: null,
      updated_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const task_id = await enqueue(
    tx,
    by === 'person' ? reportTask : scheduledReportTask,
    { report_id: id },
    { customer_id, obliged: by === 'clock' },
  )
  await tx.updateTable('reports').set({ task_id }).where('id', '=', id).execute()
  return id
}

/** Throws `invalid` unless the vehicle, or any vehicle of the customer, has an agreement that covers one of the services. */
async function requireAgreement(
  ctx: Context,
  customer_id: number,
  vehicle: VisibleVehicle | null,
  services: readonly string[],
): Promise<void> {
  const agreementsByService = services.map(service => reportParts.get(service)?.agreements ?? [])
  if (agreementsByService.some(agreements => agreements.length === 0)) return
  const vehicles = vehicle === null ? await visibleVehicles(ctx, customer_id) : [vehicle]
  const neededAgreements = new Set(agreementsByService.flat())
  if (!vehicles.some(v => v.agreements.some(id => neededAgreements.has(id))))
    throw invalid({ services: 'reports.no_agreement' })
}

/** The first key of the advisory locks of Idempotency-Keys. */
const KEY_LOCK = 7_106_005
const KEY_PATTERN = /^[!-~]{1,200}$/

/** Makes one report for all requests with the same key within a day. Throws a conflict where the key belongs to another request. */
export async function requestOnce(
  ctx: Context,
  caller: Pick<Caller, 'customer_id' | 'user_id'>,
  subject: Omit<ReportRequest, 'customer_id' | 'user_id' | 'language' | 'idempotency'>,
  key: string | undefined,
): Promise<Report> {
  if (key !== undefined && !KEY_PATTERN.test(key))
    throw invalid({ 'Idempotency-Key': 'reports.key' })
  const { type, services, vehicle_id, period } = subject
  const digest = createHash('sha256')
    .update(JSON.stringify([type, services, vehicle_id, period.from, period.to]))
    .digest()
  const { language } = await ctx.db
    .selectFrom('users')
    .select('language')
    .where('id', '=', caller.user_id)
    .executeTakeFirstOrThrow()
  const request = {
    ...subject,
    ...caller,
    language,
    ...(key !== undefined && { idempotency: { key, digest } }),
  }
  const before =
    key === undefined ? null : await findEarlierRequest(ctx.db, ctx, caller, key, digest)
  const { id, again } =
    before === null
      ? await enqueueOnce(ctx, caller, await prepareReport(ctx, request))
      : { id: before, again: true }
  const report = await reportFor(ctx, caller, id)
  if (report === null) throw new Problem('not_found')
  // The answer equals the first one, whatever happened to the report since.
  return again
    ? { ...report, ready: reportState.pending, progress: 0, hash: null, error: null, read_at: null }
    : report
}

/** Takes the lock of the key: two simultaneous calls with one key make one report. */
const enqueueOnce = (
  ctx: Context,
  caller: Pick<Caller, 'user_id'>,
  report: PreparedReport,
): Promise<{ readonly id: number; readonly again: boolean }> =>
  ctx.db.transaction().execute(async tx => {
    const { idempotency } = report.request
    if (idempotency !== undefined) {
      await sql`select pg_advisory_xact_lock(${KEY_LOCK}, hashtext(${`${caller.user_id} ${idempotency.key}`}))`.execute(
        tx,
      )
      const first = await findEarlierRequest(tx, ctx, caller, idempotency.key, idempotency.digest)
      if (first !== null) return { id: first, again: true }
    }
    return { id: await enqueueReport(tx, report, ctx.now(), 'person'), again: false }
  })

async function findEarlierRequest(
  db: Db | Tx,
  { now }: Pick<Context, 'now'>,
  { user_id }: Pick<Caller, 'user_id'>,
  key: string,
  digest: Buffer,
): Promise<number | null> {
  const earlier = await db
    .selectFrom('reports')
    .select(['id', 'request_digest'])
    .where('requested_by', '=', user_id)
    .where('idempotency_key', '=', key)
    .where('created_at', '>', new Date(now() - DAY))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (earlier === undefined) return null
  if (earlier.request_digest?.equals(digest) !== true)
    throw new Problem('conflict', 'reports.other_request')
  return earlier.id
}
