// The database: a pool, the typed builder over it, and migrations. Features name their tables by adding to Tables.
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

// biome-ignore lint/suspicious/noEmptyInterface: each feature adds its own tables by declaration merging
export interface Tables {}
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type Pool = pg.Pool

// bigint columns (versions, counts) stay below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

/** `application` is what pg_stat_activity shows; sessions run in UTC. */
export function openPool(url: string, { max, application }: { readonly max: number; readonly application: string }): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: application,
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // statements that are given together go out one behind the other: a batch of ingest waits twice, not for each of its statements
    pipeline: true,
  })
  // a connection that breaks (database restarted) is replaced by the pool; the query that needs one reports the error.
  // One that somebody holds between two queries is no longer watched by the pool: unwatched, its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}

export const openDb = (pool: Pool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/**
 * Statements of one connection that were given at once, in their order.
 * @returns their results; rejects with the error of the first that failed, since the others of its transaction fail but for it
 */
export async function together<const T extends readonly unknown[]>(statements: T): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  for (const outcome of await Promise.allSettled(statements)) if (outcome.status === 'rejected') throw outcome.reason
  return Promise.all(statements)
}

const MIGRATION_LOCK = 7_106_001

/**
 * Applies each migration once, in the order of its file name, each in a transaction of its own, under one advisory lock.
 * @param migrations path → SQL text
 * @returns the names that were applied now
 */
export async function migrate(pool: Pool, migrations: Readonly<Record<string, string>>): Promise<string[]> {
  const name = (path: string) => path.split('/').at(-1) ?? path
  const files = Object.entries(migrations).sort(([a], [b]) => (name(a) < name(b) ? -1 : 1))
  const applied: string[] = []
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())')
    const done = new Set((await client.query<{ name: string }>('select name from migrations')).rows.map(r => r.name))
    for (const [path, sql] of files) {
      if (done.has(name(path))) continue
      try {
        await client.query('begin')
        await client.query(sql)
        await client.query('insert into migrations (name) values ($1)', [name(path)])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migration ${name(path)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
      applied.push(name(path))
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    client.release()
  }
  return applied
}

/** Errors after which the same work may succeed: connection lost, server starting or stopping, deadlock, serialisation, out of resources. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return error instanceof Error && /connection|timeout exceeded|terminated/i.test(error.message)
  return /^(08|53|57P|40|55P03|58)/.test(code) || /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)/.test(code)
}

/** Takes an advisory lock for as long as the process lives, on a connection of its own; null when somebody else holds it. */
export async function holdLock(url: string, key: number): Promise<{ release(): Promise<void> } | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'flotta lock', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [key])
  if (rows[0]?.mine) return { release: () => client.end() }
  await client.end()
  return null
}
