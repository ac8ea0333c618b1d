// A database of its own for each test file: empty, or a copy of a template that is made once for all of them.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDb, openPool, type Pool } from './db.ts'

export interface TestDatabase {
  readonly url: string
  readonly pool: Pool
  readonly db: Db
  close(): Promise<void>
}

/** The initial content of a database: made once for each `content`, then copied. */
export interface Template {
  readonly content: string
  fill(pool: Pool): Promise<void>
}

/** A database, empty or a copy of the template; dropped by `close`. */
export async function testDatabase(template?: Template): Promise<TestDatabase> {
  const created = await create(
    `test_${randomBytes(6).toString('hex')}`,
    template && (await filledTemplateName(template)),
  )
  return {
    ...created,
    db: openDb(created.pool),
    async close() {
      await created.pool.end()
      await admin(client => client.query(`drop database ${created.name} with (force)`))
    },
  }
}

async function create(
  name: string,
  template?: string,
): Promise<{ readonly name: string; readonly url: string; readonly pool: Pool }> {
  const url = new URL(inject('postgres'))
  const owner = pg.escapeIdentifier(decodeURIComponent(url.username))
  await admin(client =>
    client.query(
      // The template is copied file by file; the default, a copy through the write-ahead log, takes eight times as much work.
      `create database ${name} owner ${owner}${template === undefined ? '' : ` template ${template} strategy file_copy`}`,
    ),
  )
  url.pathname = `/${name}`
  return { name, url: url.href, pool: openPool(url.href, { max: 8, application: 'flotta test' }) }
}

const TEMPLATE_LOCK = 7_106_900
/** The name of the filled template; test files that start together wait for the one that fills it. */
const filledTemplateName = ({ content, fill }: Template): Promise<string> =>
  admin(async client => {
    const name = `template_${createHash('sha256').update(content).digest('hex').slice(0, 12)}`
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    // The database gets the name of the template only when it is filled completely.
    const filling = await create(`filling_${randomBytes(6).toString('hex')}`)
    await fill(filling.pool)
    await filling.pool.end()
    await client.query(`alter database ${filling.name} rename to ${name}`)
    return name
  })

async function admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('postgresAdmin') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
