// One transaction on a connection of its own.
import type { Pool } from '@flotta/platform/db.ts'
import type { PoolClient } from 'pg'

/** Commits what `work` wrote, or nothing. A connection on which even the roll-back fails is closed. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | boolean = true
  try {
    await client.query('begin')
    const result = await work(client)
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
