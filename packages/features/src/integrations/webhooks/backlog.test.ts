// A backlog of web hooks: how much the search for due events reads of it.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, type User } from '../../testing/app.ts'
import { webhooks } from './contract.ts'
import { claim, claimHooks, dueEvents } from './outbox.ts'
import { samples } from './testing.ts'
import { removeEvents } from './webhook-events.ts'

const WAITING = 20_000
/** Rows that the search may read: some hundred of the oldest, and a few of each lane. */
const FEW = 2_000
const BLOCKED = 11
const FREE = 12
let app: TestApp
let user: User
let id: number
beforeAll(async () => {
  app = await testApp()
  user = await app.make.user((await app.make.customer()).id, 'edit')
})
afterAll(() => app.close())
beforeEach(async () => {
  const { db } = app.ctx
  await sql`delete from webhooks`.execute(db)
  const owner = { customer_id: user.customer_id, user_id: user.id, word: 'Backlog' }
  id = Number(await samples.webhooks?.make(app.ctx, owner))
  await sql`update webhooks set active = true where id = ${id}`.execute(db)
  await events(BLOCKED, WAITING)
  await sql`analyze webhook_events`.execute(db)
})

const events = (vehicle_id: number | null, count: number, type = 'trip.ended') =>
  sql`
  insert into webhook_events (webhook_id, vehicle_id, type, subject, at)
  select ${id}, ${vehicle_id}::int4, ${type}, '1', ${new Date(app.clock.now)} from generate_series(1, ${count})`.execute(
    app.ctx.db,
  )
/** The first event of the lane waits for its next attempt. */
const block = () =>
  sql`
  update webhook_events set attempts = 1, next_at = ${new Date(app.clock.now + MINUTE)}
  where id = (select min(id) from webhook_events where vehicle_id = ${BLOCKED} and webhook_id = ${id})`.execute(
    app.ctx.db,
  )

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}
const rowsReadBy = (node: PlanNode): number =>
  (node['Relation Name'] === 'webhook_events'
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) +
  (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, one) => sum + rowsReadBy(one), 0)
/** How many events the claim reads and compares, and which hooks it then has. */
async function look(): Promise<{ readonly read: number; readonly claimed: number[] }> {
  const { db } = app.ctx
  const { rows } = await sql<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>`
    explain (analyze, format json) ${claim(new Date(app.clock.now), 'plan', [])}`.execute(db)
  await sql`delete from webhook_leases`.execute(db)
  const hooks = await claimHooks(app.ctx, 'test', [])
  return {
    read: rows[0] === undefined ? Number.NaN : rowsReadBy(rows[0]['QUERY PLAN'][0].Plan),
    claimed: hooks.map(hook => hook.id),
  }
}
const due = async () => {
  const hooks = await claimHooks(app.ctx, 'test', [])
  return (await dueEvents(app.ctx, hooks, 50)).map(({ vehicle_id, type }) => vehicle_id ?? type)
}

test('the sender finds what it may send at once, the oldest first [webhooks.19]', async () => {
  const { read, claimed } = await look()
  expect(claimed).toEqual([id])
  expect(read).toBeLessThan(FEW)
  expect(await due()).toEqual(Array.from({ length: 50 }, () => BLOCKED))
})
test('events behind a blocked lane are found without reading all that wait in it [webhooks.19]', async () => {
  await block()
  const blocked = await look()
  expect(blocked.claimed).toEqual([])
  expect(blocked.read).toBeLessThan(FEW)
  await events(FREE, 2)
  const free = await look()
  expect(free.claimed).toEqual([id])
  expect(free.read).toBeLessThan(FEW)
  expect(await due()).toEqual([FREE, FREE])
  app.clock.now += MINUTE
  expect((await due())[0]).toBe(BLOCKED)
})
test('each of many blocked lanes is looked up once [webhooks.19]', async () => {
  const { db } = app.ctx
  await sql`
    insert into webhook_events (webhook_id, vehicle_id, type, subject, at, attempts, next_at)
    select ${id}, 100 + i, 'trip.ended', '1', ${new Date(app.clock.now)}, 1, ${new Date(app.clock.now + MINUTE)} from generate_series(1, 400) i`.execute(
    db,
  )
  await block()
  const { read, claimed } = await look()
  expect(claimed).toEqual([])
  expect(read).toBeLessThan(FEW)
})
test('a removed hook is gone at once, and its events are deleted some at a time [webhooks.20]', async () => {
  const { db } = app.ctx
  const caller = await app.as(user)
  await sql`update webhook_events set state = 'sent', ended_at = at where webhook_id = ${id} and id % 3 = 0`.execute(
    db,
  )
  const remove = () => caller.call(webhooks.remove, { params: { id } })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await caller.call(webhooks.list, { query: {} })).meta.total).toBe(0)
  expect((await look()).claimed).toEqual([])
  const countOf = async (table: string) =>
    (await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db))
      .rows[0]?.total
  expect(await countOf('webhook_events')).toBe(WAITING)
  await removeEvents(app.ctx)
  expect([await countOf('webhook_events'), await countOf('webhooks')]).toEqual([0, 0])
})
test.each([
  ['is off', { active: false, paused_until: null }],
  ['pauses', { active: true, paused_until: HOUR }],
])('of a hook that %s only the tests are looked at [webhooks.19]', async (_, state) => {
  const { active, paused_until } = state
  const until = paused_until === null ? null : new Date(app.clock.now + paused_until)
  await sql`update webhooks set active = ${active}, paused_until = ${until} where id = ${id}`.execute(
    app.ctx.db,
  )
  const idle = await look()
  expect([idle.claimed, idle.read]).toEqual([[], 0])
  await events(null, 1, 'test')
  const tested = await look()
  expect(tested.claimed).toEqual([id])
  expect(tested.read).toBeLessThan(10)
  expect(await due()).toEqual(['test'])
})
