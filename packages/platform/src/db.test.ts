// Migrations: each runs once, never waits long for others, and is never run by a version that is older than the schema.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  checkSchema,
  LAST_UNORDERED_MIGRATION,
  MigrationOrderError,
  migrate,
  NewerSchema,
  OlderSchema,
  untilMigrated,
} from './migrations.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
const first = { '../a/1_first.sql': 'create table a (id int)' }
const second = { ...first, '../b/2_second.sql': 'alter table a add column name text' }
const third = {
  ...second,
  '../b/3_third.sql': '-- contract: nobody reads it any more\nalter table a drop column name',
}

test('each migration is applied once, in the order of its file name', async () => {
  expect(await migrate(database.pool, first)).toEqual(['1_first.sql'])
  expect(await migrate(database.pool, first)).toEqual([])
})

test('a migration that a lock holds up gives up without a trace, but waits as long as another process migrates', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('lock table a in access exclusive mode')
  await expect(migrate(database.pool, second, { lockTimeout: '100ms' })).rejects.toThrow(
    /^migration 2_second.sql: canceling statement due to lock timeout$/,
  )
  await client.query('rollback')
  client.release()
  const migrations = await Promise.all([
    migrate(database.pool, second),
    migrate(database.pool, second),
  ])
  expect(migrations.flat()).toEqual(['2_second.sql'])
})

test('one process migrates at a time, and another logs that it waits', async () => {
  const client = await database.pool.connect()
  await client.query('select pg_advisory_lock(7106001)')
  const notes: string[] = []
  const waiting = migrate(database.pool, second, { note: line => notes.push(line) })
  await vi.waitFor(() =>
    expect(notes).toEqual(['Another process prepares the database: this one waits for it']),
  )
  await client.query('select pg_advisory_unlock(7106001)')
  client.release()
  expect(await waiting).toEqual([])
})

test('a process that may not migrate waits until another has', async () => {
  const notes: string[] = []
  await expect(checkSchema(database.pool, third)).rejects.toThrow(OlderSchema)
  const waiting = untilMigrated(database.pool, third, line => notes.push(line))
  await vi.waitFor(() =>
    expect(notes).toEqual([
      expect.stringMatching(
        /older than this version \(3_third.sql\): run "flotta migrate".*This process waits for it$/,
      ),
    ]),
  )
  expect(await migrate(database.pool, third)).toEqual(['3_third.sql'])
  await waiting
})

test('an older version runs on a schema that a newer one has only added to, and refuses one from which something was removed', async () => {
  await database.pool.query(`delete from migrations where name = '3_third.sql'`)
  expect(await migrate(database.pool, first)).toEqual([])
  await checkSchema(database.pool, first)
  await database.pool.query(`insert into migrations (name) values ('3_third.sql')`)
  await expect(migrate(database.pool, first)).rejects.toThrow(NewerSchema)
  await expect(checkSchema(database.pool, first)).rejects.toThrow(/newer Flotta \(3_third.sql\)/)
  await checkSchema(database.pool, third)
})

test('a database without the mark of removals is accepted unchanged', async () => {
  await database.pool.query('alter table migrations drop column contracts')
  await expect(checkSchema(database.pool, second)).rejects.toThrow(NewerSchema)
  expect(await migrate(database.pool, third)).toEqual([])
  expect((await database.pool.query('select contracts from migrations')).rows).toEqual([
    { contracts: true },
    { contracts: true },
    { contracts: true },
  ])
})

const orderedMigrations = {
  '../c/20270102_0000_c.sql': 'create table c (id int)',
  '../c/20270104_0000_c_name.sql': 'alter table c add column name text',
}
const late = { ...orderedMigrations, '../d/20270103_0000_d.sql': 'create table d (id int)' }

test('a migration that sorts before an applied one is refused, and none is applied', async () => {
  await database.pool.query('delete from migrations')
  await migrate(database.pool, orderedMigrations)
  const message =
    'The migration 20270103_0000_d.sql sorts before 20270104_0000_c_name.sql, which has run already: give it a later name'
  const more = { ...late, '../e/20270105_0000_e.sql': 'create table e (id int)' }
  await expect(migrate(database.pool, more)).rejects.toThrow(MigrationOrderError)
  await expect(migrate(database.pool, more)).rejects.toThrow(message)
  await expect(checkSchema(database.pool, more)).rejects.toThrow(message)
  const { rows } = await database.pool.query(`select to_regclass('d') as d, to_regclass('e') as e`)
  expect(rows).toEqual([{ d: null, e: null }])
})

test('an installation that has already applied such a migration continues', async () => {
  await database.pool.query(
    `insert into migrations (name, contracts) values ('20270103_0000_d.sql', false)`,
  )
  const more = { ...late, '../e/20270105_0000_e.sql': 'create table e (id int)' }
  expect(await migrate(database.pool, more)).toEqual(['20270105_0000_e.sql'])
  await checkSchema(database.pool, more)
})

test('migrations of releases before this rule are applied in any order', async () => {
  const name = `../f/${LAST_UNORDERED_MIGRATION}`
  const older = { ...late, [name]: 'create table f (id int)' }
  expect(await migrate(database.pool, older)).toEqual([LAST_UNORDERED_MIGRATION])
})
