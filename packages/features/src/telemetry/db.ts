// One transaction on a connection of its own.
import { type Pool, together } from '@flotta/platform/db.ts'
import type { PoolClient } from 'pg'

/** Statements find rows by their keys. A plan that was made while a table was young, without statistics, must not read it whole for ever after. */
const BEGIN = 'begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off'

/**
 * Commits what `work` wrote, or nothing. A connection on which even the roll-back fails is closed.
 * @param work begins without waiting for the transaction to: statements of a connection run in the order in which they were given
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | boolean = true
  try {
    const [, result] = await together([client.query(BEGIN), work(client)])
    await client.query('commit')
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
