// Transactions whose statements are sent together: all of them are committed or none, whether the database or the driver finds the fault.

import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openPool, type Pool, together } from './db.ts'
import { type TestDatabase, testDatabase } from './testing.ts'
import { inTransaction, type Statement, send } from './transaction.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await testDatabase()
  pool = openPool(database.url, { max: 1, application: 'transactions' })
  await pool.query('create table written (number integer primary key)')
})
beforeEach(async () => void (await pool.query('truncate written')))
afterAll(async () => {
  await pool.end()
  await database.close()
})

const insert = (number: unknown, name = 'insert'): Statement => ({
  name,
  text: 'insert into written values ($1)',
  values: [number],
})
const commitAll = (statements: readonly Statement[]) =>
  inTransaction(pool, client => send(client, statements))
const writtenRows = async () =>
  (await pool.query<{ number: number }>('select number from written order by 1')).rows.map(
    r => r.number,
  )

test('statements are committed in their order, and the connection stays usable', async () => {
  await commitAll([insert(1), insert(2)])
  await commitAll([insert(3)])
  expect(await writtenRows()).toEqual([1, 2, 3])
})
test.each<[string, readonly Statement[], RegExp]>([
  ['the database refuses the second of three', [insert(1), insert(1), insert(2)], /duplicate key/],
  ['the database refuses the last', [insert(1), insert('one')], /invalid input syntax/],
  [
    'a value cannot be sent',
    [
      insert(1),
      insert(
        {
          toPostgres() {
            throw new TypeError('no such value')
          },
        },
        'another',
      ),
      insert(2),
    ],
    /no such value/,
  ],
  [
    'a name stands for two statements',
    [insert(1), { ...insert(2), text: 'insert into written select $1' }],
    /must be unique/,
  ],
])('nothing is committed where %s', async (_, statements, message) => {
  await expect(commitAll(statements)).rejects.toThrow(message)
  expect(await writtenRows()).toEqual([])
  await commitAll([insert(7)])
  expect(await writtenRows()).toEqual([7])
})

test('statements that are given together go to the socket in one write, in their order', async () => {
  const client = await pool.connect()
  try {
    const { stream } = (client as unknown as { readonly connection: pg.Connection }).connection
    const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as '_write')]
    const answers = await together(
      [1, 2, 3].map(n =>
        client.query<{ n: number }>({ name: `n${n}`, text: `select ${n}::int4 as n` }),
      ),
    )
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
    expect(writes.flatMap(w => w.mock.calls)).toHaveLength(1)
  } finally {
    client.release(true)
  }
})

/** Locks a row for others: a session that has updated it and stays in its transaction. */
const holding = async (still: Pool, number: number) => {
  const client = await still.connect()
  await client.query('begin')
  await client.query('update written set number = number where number = $1', [number])
  return client
}
const outcomeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'read',
    () => 'ended',
  )

test('a transaction whose process hangs is ended, so that others get its rows', async () => {
  await commitAll([insert(8), insert(9)])
  const others = openPool(database.url, { max: 2, application: 'transactions' })
  const still = openPool(database.url, { max: 2, application: 'transactions' })
  const [sending, waiting] = await Promise.all([holding(still, 9), holding(still, 8)])
  const { stream } = (sending as unknown as { readonly connection: pg.Connection }).connection
  try {
    // More than the buffers between both ends can hold, so the server waits until it is read.
    const answer = outcomeOf(
      sending.query(`select repeat('x', 1000) from generate_series(1, 50000)`),
    )
    stream.pause()
    const next = waiting.query('update written set number = number where number = 9')
    await inTransaction(others, client =>
      send(client, [
        { name: 'write', text: 'update written set number = $1 where number = 8', values: [10] },
      ]),
    )
    expect((await others.query('select number from written order by 1')).rows).toEqual([
      { number: 9 },
      { number: 10 },
    ])
    stream.resume()
    expect(await answer).toBe('ended')
    await next.catch(() => {})
  } finally {
    sending.release(true)
    waiting.release(true)
    await others.end()
    await still.end()
  }
})
