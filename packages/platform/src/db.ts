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
/** A change of a table waits this long for those that use it; then it gives up, instead of holding up everybody behind it. */
const LOCK_TIMEOUT = '10s'

/** The schema has migrations that this version does not know. */
export class NewerSchema extends Error {
  constructor(names: readonly string[]) {
    super(`The database was changed by a newer Flotta (${names.join(', ')}): this version would not understand it. Start the newer one`)
  }
}

const nameOf = (path: string) => path.split('/').at(-1) ?? path

/**
 * Applies each migration once, in the order of its file name, each in a transaction of its own, under one advisory lock.
 * @param migrations path → SQL text
 * @returns the names that were applied now
 */
export async function migrate(pool: Pool, migrations: Readonly<Record<string, string>>, { lockTimeout = LOCK_TIMEOUT } = {}): Promise<string[]> {
  const files = Object.entries(migrations).sort(([a], [b]) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const applied: string[] = []
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())')
    const done = await appliedTo(client)
    refuseNewer(done, migrations)
    for (const [path, sql] of files) {
      if (done.has(nameOf(path))) continue
      try {
        await client.query('begin')
        await client.query(`set local lock_timeout = '${lockTimeout}'`)
        await client.query(sql)
        await client.query('insert into migrations (name) values ($1)', [nameOf(path)])
        await client.query(`select pg_notify('changed', '{"table":"migrations"}')`)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw Object.assign(new Error(`migration ${nameOf(path)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error }), {
          code: (error as { code?: unknown }).code,
        })
      }
      applied.push(nameOf(path))
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    client.release()
  }
  return applied
}

/** Throws NewerSchema when another version has changed the database meanwhile. */
export async function checkSchema(pool: Pool, migrations: Readonly<Record<string, string>>): Promise<void> {
  refuseNewer(await appliedTo(pool), migrations)
}

const appliedTo = async (client: Pick<Pool, 'query'>): Promise<Set<string>> =>
  new Set((await client.query<{ name: string }>('select name from migrations')).rows.map(r => r.name))

function refuseNewer(applied: ReadonlySet<string>, migrations: Readonly<Record<string, string>>): void {
  const known = new Set(Object.keys(migrations).map(nameOf))
  const unknown = [...applied].filter(name => !known.has(name)).sort()
  if (unknown.length > 0) throw new NewerSchema(unknown)
}

/** Errors after which the same work may succeed: connection lost, server starting or stopping, deadlock, serialisation, out of resources. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return error instanceof Error && /connection|timeout exceeded|terminated/i.test(error.message)
  return /^(08|53|57P|40|55P03|58)/.test(code) || /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)/.test(code)
}
