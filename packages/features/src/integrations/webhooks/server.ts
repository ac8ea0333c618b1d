// Serves the web hooks of the caller's company, and sends their events.
import { pageMeta } from '@flotta/core/contract.ts'
import { every, feature, handle } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import * as contract from './contract.ts'
import { looks } from './figures.ts'
import {
  attemptsOf,
  createWebhook,
  removeWebhook,
  rotateSecret,
  updateWebhook,
  type WebhookRow,
  webhookFor,
  webhookOf,
  webhookRows,
} from './queries.ts'
import { queueTest, sendAgain } from './resend.ts'
import { startSender } from './sender.ts'
import { noteSilences } from './silences.ts'
import { purge, removeEvents } from './webhook-events.ts'

const { handlers, records } = serve<typeof contract.webhooks, WebhookRow>(contract.webhooks, {
  rows: ({ caller, ctx }) => webhookRows(caller.customer_id, ctx.now()),
  record: webhookOf,
  // the server's own notes change the row too, but are no conflict between two editors
  written: ({ url, events, vehicle_ids, fleet_ids, active }) => ({
    url,
    events,
    vehicle_ids,
    fleet_ids,
    active,
  }),
  order: sql`r.url`,
  only: ({ active }) => (active === undefined ? sql`true` : sql`r.active = ${active === 1}`),
  update: (id, values, { tx, caller, ctx }) =>
    updateWebhook(tx, caller.customer_id, id, values, ctx),
  remove: (id, { tx, ctx }) => removeWebhook(tx, id, ctx.now()),
})

export default feature({
  records,
  handlers: [
    ...handlers,
    handle(contract.createWebhook, ({ body, caller, ctx }) =>
      ctx.db.transaction().execute(async tx => {
        const { id, secret } = await createWebhook(tx, caller, body, ctx)
        const { customer_id } = caller
        return { ...(await webhookFor({ db: tx, now: ctx.now }, { id, customer_id })), secret }
      }),
    ),
    handle(contract.rotateSecret, ({ record, ctx }) =>
      ctx.db.transaction().execute(async tx => {
        const secret = await rotateSecret(tx, record.id, ctx.now())
        return { ...(await webhookFor({ db: tx, now: ctx.now }, record)), secret }
      }),
    ),
    handle(contract.testWebhook, ({ record, ctx }) => queueTest(ctx.db, record.id, ctx.now())),
    handle(contract.attempts, async ({ record, query, ctx }) => {
      const { page, per_page } = query
      const { data, total } = await attemptsOf(ctx, record.id, {
        limit: per_page,
        offset: (page - 1) * per_page,
      })
      return { data, meta: pageMeta(query, total) }
    }),
    handle(contract.sendAgain, ({ record, params, ctx }) =>
      sendAgain(ctx, record.id, params.attempt_id),
    ),
  ],
  jobs: [
    every('silent devices to web hooks', 60, noteSilences),
    every('removed web hooks', 60, removeEvents),
    every('web hooks purge', 3_600, purge),
  ],
  collectors: looks,
  start: { worker: async ctx => startSender(ctx) },
  events: contract.eventRecords,
})
