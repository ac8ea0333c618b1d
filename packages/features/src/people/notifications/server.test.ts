// The inbox: who owns it, what marks as read, and all at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { list, markRead, notification, readAll, unreadCount } from './contract.ts'
import { notify } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const someone = async (...messages: readonly string[]): Promise<Caller> => {
  const user = await app.make.user((await app.make.customer()).id, 'view')
  for (const message of messages)
    await notify(app.ctx.db, user.id, 'other', { key: message }, app.clock.now)
  return app.as(user)
}
const unread = async (caller: Caller) => (await caller.call(unreadCount, {})).data.total

test('notifications come newest first in pages, and are read only by an explicit call, once [notifications.3, notifications.4, notifications.5, notifications.6]', async () => {
  const caller = await someone('a', 'b', 'c')
  const page = await caller.call(list, { query: { per_page: 2 } })
  expect([page.data.map(n => n.data.message), page.meta]).toEqual([
    ['c', 'b'],
    { current_page: 1, total_pages: 2, per_page: 2, total: 3 },
  ])
  const params = { id: page.data[0]?.id ?? 0 }
  expect((await caller.call(notification, { params })).data.read_at).toBeNull()
  expect(await unread(caller)).toBe(3)
  const first = (await caller.call(markRead, { params })).data.read_at
  expect(first).toBe(new Date(app.clock.now).toISOString())
  app.clock.now += 60_000
  expect((await caller.call(markRead, { params })).data.read_at).toBe(first)
  expect(await unread(caller)).toBe(2)
})
test('a person marks all own notifications at once, and those read before keep their time [notifications.8]', async () => {
  const [caller, other] = [await someone('a', 'b', 'c'), await someone('x')]
  const { id } = (await caller.call(list, { query: {} })).data[1] ?? { id: 0 }
  const before = (await caller.call(markRead, { params: { id } })).data.read_at
  app.clock.now += 60_000
  expect((await caller.call(readAll, {})).data).toEqual({ total: 0 })
  const now = new Date(app.clock.now).toISOString()
  expect((await caller.call(list, { query: {} })).data.map(n => n.read_at)).toEqual([
    now,
    before,
    now,
  ])
  expect((await caller.call(readAll, {})).data).toEqual({ total: 0 })
  expect(await unread(other)).toBe(1)
})
test('a message comes in the language of its reader, down to the words in it, and an older stored message stays as it was [notifications.9]', async () => {
  const { ctx, clock } = app
  const user = await app.make.user((await app.make.customer()).id, 'view')
  const stored = {
    message: 'Già detto',
    datetime: new Date(clock.now).toISOString(),
    url: '/users',
  }
  await ctx.db
    .insertInto('notifications')
    .values({ user_id: user.id, type: 'user', data: JSON.stringify(stored), read_at: null })
    .execute()
  await notify(
    ctx.db,
    user.id,
    'user',
    { key: 'validation.max', values: { maximum: { key: 'users.role.view' } }, url: '/users' },
    clock.now,
  )
  const caller = await app.as(user)
  const messages = async (language: 'it' | 'de') =>
    (await caller.call(list, { query: {} }, { language })).data.map(n => n.data)
  const sentence = (language: 'it' | 'de') =>
    ctx.say(language, {
      key: 'validation.max',
      values: { maximum: ctx.say(language, { key: 'users.role.view' }) },
    })
  expect(sentence('it')).not.toBe(sentence('de'))
  const at = { datetime: stored.datetime, url: '/users' }
  expect(await messages('it')).toEqual([{ message: sentence('it'), ...at }, stored])
  expect(await messages('de')).toEqual([{ message: sentence('de'), ...at }, stored])
})
