// The notifications that the database sends about changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, listenChanges } from './changes.ts'
import { openLog } from './log.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
let changes: Changes
beforeAll(async () => {
  database = await testDatabase()
  changes = await listenChanges(database.url, openLog('silent'))
})
afterAll(async () => {
  await changes.close()
  await database.close()
})

test('a committed change is heard before `heard` resolves', async () => {
  const ids: number[] = []
  const stop = changes.on(({ id }) => id !== undefined && ids.push(id))
  for (let id = 1; id <= 50; id++) {
    await database.pool.query(`select pg_notify('changed', $1)`, [
      JSON.stringify({ table: 'fleets', id }),
    ])
    expect(await changes.heard()).toBe(true)
    expect(ids.at(-1)).toBe(id)
  }
  stop()
})
test('a lost connection delays nobody, and a new one reports that anything may have changed', async () => {
  const tables: string[] = []
  const stop = changes.on(({ table }) => void tables.push(table))
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'flotta changes' and datname = current_database()`,
  )
  await changes.heard()
  await expect.poll(() => tables).toContain('*')
  stop()
})
test('a connection that does not answer is dropped and replaced', async () => {
  const hasty = await listenChanges(database.url, openLog('silent'), 300)
  const tables: string[] = []
  hasty.on(({ table }) => void tables.push(table))
  // The younger of the two connections.
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'flotta changes' and datname = current_database() order by backend_start desc limit 1`,
  )
  const { pid } = rows[0] as { pid: number }
  process.kill(pid, 'SIGSTOP')
  expect(await hasty.heard()).toBe(false)
  await expect.poll(() => tables).toContain('*')
  process.kill(pid, 'SIGCONT')
  await hasty.close()
})
