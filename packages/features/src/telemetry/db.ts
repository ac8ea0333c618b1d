// Transactions of telemetry, each on a connection of its own.
import { type Pool, together } from '@flotta/platform/db.ts'
import type { PoolClient } from 'pg'

/** What is to be written; made without the database, sent with others. */
export interface Statement {
  /** It is prepared under this name once a connection. */
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** Statements find rows by their keys. A plan that was made while a table was young, without statistics, must not read it whole for ever after. */
const BEGIN = 'begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off'

/** Gives all statements at once; they run in this order. */
export const send = (client: Pick<PoolClient, 'query'>, statements: readonly Statement[]) => together(statements.map(s => client.query(s)))

/**
 * Commits all statements, or none: one journey to the database and back, the commit included.
 * A statement that may have written too little raises an error itself (`all_written`), which makes the commit a roll-back.
 */
export const commitAll = (pool: Pool, statements: readonly Statement[]): Promise<void> =>
  withClient(pool, async client => {
    await together([client.query(BEGIN), send(client, statements), client.query('commit')])
  })

/** Commits what `work` wrote, or nothing. */
export const inTransaction = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  withClient(pool, async client => {
    await client.query(BEGIN)
    const result = await work(client)
    await client.query('commit')
    return result
  })

/** A connection on which even the roll-back fails is closed. */
async function withClient<T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | boolean = true
  try {
    const result = await use(client)
    broken = false
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => {
        broken = false
      },
      () => {},
    )
    throw error
  } finally {
    client.release(broken)
  }
}
