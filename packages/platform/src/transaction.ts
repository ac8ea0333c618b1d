// Runs one transaction on its own connection and sends its statements together.

import { DatabaseError, type PoolClient } from 'pg'
import { type Pool, together } from './db.ts'
import { counter, histogram } from './metrics.ts'

const seconds = histogram({
  name: 'flotta_database_transaction_seconds',
  help: 'Transactions of ingest, replays and the register, from their connection to their commit',
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 30],
})
const failures = counter({
  name: 'flotta_database_transactions_failed_total',
  help: 'Transactions that were rolled back',
})

/** A statement to write. It is made without the database and sent together with others. */
export interface Statement {
  /** The statement is prepared under this name, once for each connection. */
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** After this time in the middle of a transaction without a statement a process counts as stopped (a paused machine), ms. It must not keep its rows locked for the others. */
const STILL_MS = 2_000
/** Interval between two checks for sessions that block a long transaction, ms. */
const LOOK_MS = 500

/** Statements find rows by their keys. A plan made while a table was small must not read the whole table later. */
const BEGIN = `begin; set local idle_in_transaction_session_timeout = ${STILL_MS}; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`

const freedTransactions = counter({
  name: 'flotta_database_transactions_freed_total',
  help: 'Transactions of processes that stood still, ended so that others go on',
})
/**
 * The sessions that block a session (`$1`), directly or through others, and whose transaction has waited so long for its own process. A server that
 * is sending or receiving is not idle, so the timeout above does not end it. A stopped process may itself wait for another session of its own, for
 * which nobody else waits.
 */
const FREE = `with recursive blocking(pid) as (
    select unnest(pg_blocking_pids($1::int4)) union select unnest(pg_blocking_pids(b.pid)) from blocking b)
  select count(pg_terminate_backend(a.pid))::int as freed from pg_stat_activity a join blocking using (pid)
  where a.usename = current_user and a.wait_event_type = 'Client' and a.xact_start < clock_timestamp() - $2::float8 * interval '1 ms'`

/** Ends the sessions of stopped processes that block the transaction, until the returned function is called. */
function watchBlockers(pool: Pool, client: PoolClient): () => void {
  const { processID } = client as typeof client & { readonly processID: number | null }
  const timer = setInterval(() => {
    pool.query<{ freed: number }>(FREE, [processID, STILL_MS]).then(
      ({ rows }) => freedTransactions.inc(rows[0]?.freed ?? 0),
      // The transaction itself reports the errors of the database.
      () => {},
    )
  }, LOOK_MS)
  return () => clearInterval(timer)
}

/** Sends all statements at once; they run in this order. */
export const send = (client: Pick<PoolClient, 'query'>, statements: readonly Statement[]) =>
  together(statements.map(s => client.query(s)))

/**
 * Commits everything that `work` wrote, or nothing.
 * @param work starts without waiting for the begin of the transaction, since a connection runs its statements in their order
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const began = performance.now()
  let broken: Error | boolean = true
  const leave = watchBlockers(pool, client)
  try {
    const [, result] = await together([client.query(BEGIN), work(client)])
    // Sent separately from the statements: a statement that the driver refuses is never sent, and the rest would be committed.
    await client.query('commit')
    broken = false
    seconds.observe((performance.now() - began) / 1_000)
    return result
  } catch (error) {
    failures.inc()
    await client.query('rollback').then(
      () => {
        // After an error of its own the driver no longer knows which statements are prepared.
        broken = !(error instanceof DatabaseError)
      },
      () => {},
    )
    throw error
  } finally {
    leave()
    client.release(broken)
  }
}
