// Questions that are planned once a connection, asked of a real database.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from './db.ts'
import { prepared } from './prepared.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('create table boxes (id int primary key, owner int); insert into boxes select n, n % 3 from generate_series(1, 9) n')
})
afterAll(() => database.close())

const ctx = () => ({ pool: database.pool, db: openDb(database.pool) })
const boxesOf = (owner: number) => sql<{ id: number }>`select b.* from boxes b where b.owner = ${owner} order by b.id`

test('a question is planned once, and its parameters are each caller’s own', async () => {
  expect((await prepared(ctx(), boxesOf(1))).map(b => b.id)).toEqual([1, 4, 7])
  expect((await prepared(ctx(), boxesOf(2))).map(b => b.id)).toEqual([2, 5, 8])
  const { rows } = await database.pool.query(`select statement from pg_prepared_statements where statement like '%boxes b%'`)
  expect(rows).toHaveLength(1)
})

test('a question whose answer a migration has changed meanwhile is answered, and planned anew', async () => {
  await prepared(ctx(), boxesOf(0))
  await database.pool.query('alter table boxes add column name text')
  for (let i = 0; i < 2; i++) expect((await prepared(ctx(), boxesOf(0)))[0]).toEqual({ id: 3, owner: 0, name: null })
})

test('what is wrong with a question is told as it is', async () => {
  await expect(prepared(ctx(), sql`select 1 / ${0}::int`)).rejects.toThrow('division by zero')
})
