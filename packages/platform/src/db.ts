// The database: a pool, the typed builder over it, and migrations. Features name their tables by adding to Tables.
import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from './log.ts'
import { gauge } from './metrics.ts'
import { primaryOf } from './primary.ts'

// biome-ignore lint/suspicious/noEmptyInterface: each feature adds its own tables by declaration merging
export interface Tables {}
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
export type Pool = pg.Pool

// bigint columns (versions, counts) stay below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

const connections = gauge({
  name: 'flotta_database_connections',
  help: 'Connections to the database, open now',
})
const idle = gauge({
  name: 'flotta_database_connections_idle',
  help: 'Of them those that nobody uses',
})
const most = gauge({
  name: 'flotta_database_connections_most',
  help: 'Connections that this process may open',
})
const waiting = gauge({ name: 'flotta_database_waiting', help: 'Work that waits for a connection' })

/** `application` is the name that pg_stat_activity shows; sessions run in UTC. */
export function openPool(
  url: string,
  {
    max,
    application,
    log = null,
  }: {
    readonly max: number
    readonly application: string /** Hears when another of several servers takes the writes. */
    readonly log?: Logger | null
  },
): Pool {
  const primary = primaryOf(url, log)
  const pool = new pg.Pool({
    ...primary.config,
    max,
    application_name: application,
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // Statements that are issued together are sent one behind the other, so a batch of records waits twice and not once for each statement.
    pipeline: true,
  })
  // The pool replaces a connection that breaks (database restarted), and the query that uses it reports the error.
  // A connection that is in use between two queries has no listener of the pool, so its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    gather((client as typeof client & { readonly connection: pg.Connection }).connection.stream)
  })
  const metrics = [
    [connections, () => pool.totalCount],
    [idle, () => pool.idleCount],
    [most, () => max],
    [waiting, () => pool.waitingCount],
  ] as const
  for (const [figure, readValue] of metrics) figure.from(() => (pool.ended ? null : readValue()))
  const end = pool.end.bind(pool)
  pool.end = async () => {
    primary.release()
    await end()
  }
  return pool
}

/**
 * Joins everything that is written to a stream within one turn of the event loop: statements that are issued together cost one system call and wake
 * the database once.
 */
function gather(stream: Writable): void {
  const write = stream.write.bind(stream)
  let isCorked = false
  const release = () => {
    isCorked = false
    stream.uncork()
  }
  stream.write = (...writeArguments: unknown[]) => {
    if (!isCorked) {
      isCorked = true
      stream.cork()
      process.nextTick(release)
    }
    return write(...(writeArguments as Parameters<typeof write>))
  }
}

export const openDb = (pool: Pool): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** The typed builder over an open connection, within its current transaction; the caller ends the connection. */
export const dbOn = (client: pg.ClientBase): Db => {
  const connection = {
    query: client.query.bind(client) as pg.ClientBase['query'],
    release: () => {},
  }
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => connection, end: async () => {} },
    }),
  })
}

/**
 * Sends statements of one connection at once, in their order.
 * @returns their results; rejects with the error of the first one that failed, since the later ones of its transaction fail because of it
 */
export async function together<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  for (const outcome of await Promise.allSettled(statements))
    if (outcome.status === 'rejected') throw outcome.reason
  return Promise.all(statements)
}

/** Errors after which the same work may succeed: connection lost, server starting, stopping or read-only, deadlock, serialisation, out of resources. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string')
    return (
      error instanceof Error &&
      /connection|timeout exceeded|terminated|not queryable/i.test(error.message)
    )
  return (
    /^(08|25006|25P03|53|57P|40|55P03|58)/.test(code) ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)/.test(code)
  )
}
