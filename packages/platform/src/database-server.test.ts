// A database that cannot store every text is refused before anything is made in it.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseServer, serverFault } from './database-server.ts'
import { openPool } from './db.ts'

test.each([
  [{ version: 170_002, encoding: 'UTF8' }, null],
  [{ version: 150_000, encoding: 'UTF8' }, null],
  [{ version: 140_009, encoding: 'UTF8' }, 'PostgreSQL 14'],
  [{ version: 170_002, encoding: 'LATIN1' }, 'its encoding is LATIN1'],
])('%j: %s', (server, says) => expect(serverFault(server)?.says ?? null).toBe(says))

test('the version and encoding come from the database itself', async () => {
  const name = `ascii_${randomBytes(6).toString('hex')}`
  const url = Object.assign(new URL(inject('postgresAdmin')), { pathname: `/${name}` }).href
  const admin = new pg.Client({ connectionString: inject('postgresAdmin') })
  await admin.connect()
  await admin.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  const pool = openPool(url, { max: 1, application: 'flotta test' })
  try {
    expect(await databaseServer(pool)).toEqual({
      version: expect.any(Number),
      encoding: 'SQL_ASCII',
    })
  } finally {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})
