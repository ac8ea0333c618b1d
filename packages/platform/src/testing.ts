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
  const url = new URL(server)
  await admin(`create database ${name} owner ${pg.escapeIdentifier(decodeURIComponent(url.username))}`)
  url.pathname = `/${name}`
  const pool = openPool(url.href, { max: 8, application: 'flotta test' })
  return {
    url: url.href,
    pool,
    db: openDb(pool),
    async close() {
      await pool.end()
      await admin(`drop database ${name} with (force)`)
    },
  }
}

async function admin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresAdmin') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
