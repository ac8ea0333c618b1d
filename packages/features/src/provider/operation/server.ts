// Serves the operator's page, by the same functions as the command line.
import { pageMeta } from '@flotta/core/contract.ts'
import { notFound, Problem } from '@flotta/core/problem.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import { lineOf } from '@flotta/platform/finding.ts'
import { perMinute } from '@flotta/platform/limits.ts'
import { cancelTask, retryTask } from '@flotta/platform/queue.ts'
import { listBackups } from '../../house/backups/queries.ts'
import { setInstallationMap } from '../../house/installation/queries.ts'
import { countTrail, listTrail, recordWrite } from '../../house/installation/trail.ts'
import { countMails, listMails } from '../../house/mails/queries.ts'
import { countTasks, listTasks } from '../../house/tasks/queries.ts'
import {
  countQuarantine,
  listQuarantine,
  releaseQuarantine,
} from '../../telemetry/pipeline/quarantine.ts'
import * as contract from './contract.ts'
import { tryService } from './external-services.ts'
import { systemOf } from './queries.ts'

/** Limits the tests, because a message costs money. */
const TESTS = perMinute(20)
const [BACKUPS, RECORDS] = [50, 100]
const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const isoMs = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString()

async function takeTest(ctx: Context, user_id: number): Promise<void> {
  const wait = await ctx.limits.take(`operation test ${user_id}`, TESTS)
  if (wait > 0)
    throw new Problem('too_many', { key: 'api.wait', values: { count: wait } }, {}, wait)
}
async function emailOf({ db }: Context, user_id: number): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return email
}

const services = [
  handle(contract.system, ({ ctx }) => systemOf(ctx)),
  handle(contract.findings, async ({ ctx, language }) =>
    (await ctx.examine()).map(finding => lineOf(finding, words => ctx.say(language, words))),
  ),
  handle(contract.testService, async ({ body: { service, to }, caller, language, ctx }) => {
    await takeTest(ctx, caller.user_id)
    const recipient = to ?? (await emailOf(ctx, caller.user_id))
    const answer = await tryService(ctx, service, { language, to: recipient })
    const values = { service, ...(to !== undefined && { to }), works: answer.works }
    await recordWrite(ctx.db, { caller, ctx }, 'POST /provider/operation/test', values, null)
    return answer
  }),
  handle(contract.setMap, async ({ body, caller, ctx }) => {
    await ctx.db.transaction().execute(async tx => {
      await setInstallationMap(tx, body.map)
      await recordWrite(tx, { caller, ctx }, 'PUT /provider/operation/map', body, null)
    })
    return systemOf(ctx)
  }),
]

const tasks = [
  handle(contract.tasks, async ({ query: { state, ...page }, ctx }) => {
    const [rows, total] = await Promise.all([
      listTasks(ctx.db, { state }, page.per_page, (page.page - 1) * page.per_page),
      countTasks(ctx.db, { state }),
    ])
    const data = rows.map(({ turn: _, done: __, total: ___, created_at, ended_at, ...task }) => ({
      ...task,
      created_at: created_at.toISOString(),
      ended_at: iso(ended_at),
    }))
    return { data, meta: pageMeta(page, total) }
  }),
  handle(contract.retryTask, async ({ params: { id }, caller, ctx }) => {
    if (!(await retryTask(ctx.db, id))) throw notFound()
    await recordWrite(ctx.db, { caller, ctx }, 'POST /provider/tasks/:id/retry', { id }, null)
    return null
  }),
  handle(contract.cancelTask, async ({ params: { id }, caller, ctx }) => {
    if (!(await cancelTask(ctx.db, id))) throw notFound()
    await recordWrite(ctx.db, { caller, ctx }, 'POST /provider/tasks/:id/cancel', { id }, null)
    return null
  }),
]

const lists = [
  handle(contract.mails, async ({ query: { only, ...page }, ctx }) => {
    const filter = { waiting: only === 'waiting' }
    const [rows, total] = await Promise.all([
      listMails(ctx.db, filter, page.per_page, (page.page - 1) * page.per_page),
      countMails(ctx.db, filter),
    ])
    const data = rows.map(({ created_at, sent_at, failed_at, ...mail }) => ({
      ...mail,
      created_at: created_at.toISOString(),
      sent_at: iso(sent_at),
      failed_at: iso(failed_at),
    }))
    return { data, meta: pageMeta(page, total) }
  }),
  handle(contract.trail, async ({ query: { only, ...page }, ctx }) => {
    const imports = only === 'imports'
    const [rows, total] = await Promise.all([
      listTrail(ctx.db, page.per_page, { offset: (page.page - 1) * page.per_page, imports }),
      countTrail(ctx.db, imports),
    ])
    const data = rows.map(({ at, arguments: values, record_id: _, ...line }) => ({
      ...line,
      at: at.toISOString(),
      arguments: JSON.stringify(values),
    }))
    return { data, meta: pageMeta(page, total) }
  }),
  handle(contract.backups, async ({ ctx }) =>
    (await listBackups(ctx.db, BACKUPS)).map(({ marked_at, kept_at, ...backup }) => ({
      ...backup,
      marked_at: marked_at.toISOString(),
      kept_at: kept_at.toISOString(),
    })),
  ),
  handle(contract.quarantine, async ({ query, ctx }) => {
    const [counts, rows] = await Promise.all([
      countQuarantine(ctx),
      listQuarantine(ctx, query.reason === undefined ? {} : { reason: query.reason }, RECORDS),
    ])
    const records = rows.map(
      ({ imei, device_id: _, message_datetime, received_at, ...record }) => ({
        ...record,
        identifier: imei,
        message_datetime: isoMs(message_datetime),
        received_at: new Date(received_at).toISOString(),
      }),
    )
    return { counts: [...counts], records }
  }),
  handle(contract.releaseQuarantine, async ({ body, caller, ctx }) => {
    const filter = body.reason === undefined ? {} : { reason: body.reason }
    const result = await releaseQuarantine(ctx, filter, body.offset)
    const command = 'POST /provider/quarantine/release'
    await recordWrite(ctx.db, { caller, ctx }, command, { ...body, ...result }, null)
    return result
  }),
]

export default feature({ handlers: [...services, ...tasks, ...lists] })
