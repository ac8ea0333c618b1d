// Queries that are planned once for each connection, on a real database.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from './db.ts'
import { coalescedQuery, preparedQuery } from './prepared.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(
    'create table boxes (id int primary key, owner int); insert into boxes select n, n % 3 from generate_series(1, 9) n',
  )
})
afterAll(() => database.close())

const ctx = () => ({ pool: database.pool, db: openDb(database.pool) })
const boxesOf = (owner: number) =>
  sql<{ id: number }>`select b.* from boxes b where b.owner = ${owner} order by b.id`

test('a query is planned once, and each caller has its own parameters', async () => {
  expect((await preparedQuery(ctx(), boxesOf(1))).map(b => b.id)).toEqual([1, 4, 7])
  expect((await preparedQuery(ctx(), boxesOf(2))).map(b => b.id)).toEqual([2, 5, 8])
  const { rows } = await database.pool.query(
    `select statement from pg_prepared_statements where statement like '%boxes b%'`,
  )
  expect(rows).toHaveLength(1)
})

test('a query whose columns a migration has changed meanwhile is answered and planned anew', async () => {
  await preparedQuery(ctx(), boxesOf(0))
  await database.pool.query('alter table boxes add column name text')
  for (let i = 0; i < 2; i++)
    expect((await preparedQuery(ctx(), boxesOf(0)))[0]).toEqual({ id: 3, owner: 0, name: null })
})

test('an error of a query reaches the caller unchanged', async () => {
  await expect(preparedQuery(ctx(), sql`select 1 / ${0}::int`)).rejects.toThrow('division by zero')
})

/** The parcels of an owner that were made until `now`. */
const madeBy = (owner: number, now: number) =>
  sql<{
    id: number
  }>`select b.id from parcels b where b.owner = ${owner} and b.made <= ${new Date(now)} order by b.id`

test('equal queries at the same moment share one answer that has everything written before, and another owner gets its own', async () => {
  await database.pool.query(
    `create table parcels (id int, owner int, made timestamptz); insert into parcels values (1, 1, to_timestamp(1)), (2, 2, to_timestamp(1))`,
  )
  let calls = 0
  let answer: () => void = () => undefined
  const everyQuestion = new Promise<void>(resolve => {
    answer = resolve
  })
  /** Answers only after every query was asked. */
  const query = async (question: { readonly text: string; readonly values: unknown[] }) => {
    calls++
    const answered = await database.pool.query(question)
    await everyQuestion
    return answered
  }
  const pool = new Proxy(database.pool, {
    get: (real, name) => (name === 'query' ? query : Reflect.get(real, name)),
  })
  const counted = { pool, db: openDb(pool) }
  let now = 1_000
  const parcelsOf = async (owner: number) =>
    (await coalescedQuery(counted, madeBy(owner, now), now)).map(b => b.id)
  const first = parcelsOf(1)
  now = 2_000
  await database.pool.query(`insert into parcels values (3, 1, to_timestamp(2))`)
  const others = [parcelsOf(1), parcelsOf(2), parcelsOf(1), parcelsOf(2), parcelsOf(1)]
  answer()
  expect(await first).toEqual([1])
  expect(await Promise.all(others)).toEqual([[1, 3], [2], [1, 3], [2], [1, 3]])
  expect(calls).toBe(4)
})
