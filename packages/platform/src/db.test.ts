// Migrations: each once, never waiting long for others, never by a version that is older than the schema.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSchema, migrate, NewerSchema } from './db.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
const first = { '../a/1_first.sql': 'create table a (id int)' }
const second = { ...first, '../b/2_second.sql': 'alter table a add column name text' }

test('each is applied once, in the order of its file name', async () => {
  expect(await migrate(database.pool, first)).toEqual(['1_first.sql'])
  expect(await migrate(database.pool, first)).toEqual([])
})

test('one that others hold up gives up, and leaves nothing; it waits for another starter as long as that takes', async () => {
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query('lock table a in access exclusive mode')
  await expect(migrate(database.pool, second, { lockTimeout: '100ms' })).rejects.toThrow(/^migration 2_second.sql: canceling statement due to lock timeout$/)
  await other.query('rollback')
  other.release()
  const both = await Promise.all([migrate(database.pool, second), migrate(database.pool, second)])
  expect(both.flat()).toEqual(['2_second.sql'])
})

test('a version that does not know what was applied refuses to go on', async () => {
  await expect(migrate(database.pool, first)).rejects.toThrow(NewerSchema)
  await expect(checkSchema(database.pool, first)).rejects.toThrow(/newer Flotta \(2_second.sql\)/)
  await checkSchema(database.pool, second)
})
