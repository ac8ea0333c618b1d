// Chooses the one process of an installation that does a piece of work: the process that holds a lock in the database, as long as its connection
// lives.
import type { Pool, PoolClient } from 'pg'

export interface Lease {
  /** Aborted as soon as another process may hold the lease. */
  readonly lost: AbortSignal
  release(): void
}

/** null: another process holds it. Rejects while the database cannot be reached. */
export async function takeLease(pool: Pick<Pool, 'connect'>, lock: string): Promise<Lease | null> {
  const client = await pool.connect()
  const ending = new AbortController()
  const lose = (): void => ending.abort()
  client.on('error', lose)
  client.on('end', lose)
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [lock],
    )
    if (rows[0]?.held !== true) {
      giveBack(client, lose)
      return null
    }
  } catch (error) {
    client.release(true)
    throw error
  }
  // Closing the connection frees the lock in any case.
  return { lost: ending.signal, release: () => client.release(true) }
}

function giveBack(client: PoolClient, lose: () => void): void {
  client.off('error', lose)
  client.off('end', lose)
  client.release()
}
