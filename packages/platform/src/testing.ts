// A database of its own for each test file.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDb, openPool, type Pool } from './db.ts'

export interface TestDatabase {
  readonly url: string
  readonly pool: Pool
  readonly db: Db
  close(): Promise<void>
}

/** An empty database; dropped by `close`. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const pool = openPool(url.href, { max: 8, application: 'flotta test' })
  return {
    url: url.href,
    pool,
    db: openDb(pool),
    async close() {
      await pool.end()
      await admin(server, `drop database ${name} with (force)`)
    },
  }
}

async function admin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
