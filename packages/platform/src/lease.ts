// Which process of an installation does what only one may do: the one that holds a lock of the database, for as long as its connection to it lives.
import type { Pool, PoolClient } from 'pg'

export interface Lease {
  /** Aborted once another process may hold it. */
  readonly lost: AbortSignal
  release(): void
}

/** null: another process holds it. Rejects while the database is away. */
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
  // Its end frees the lock, whatever has become of it.
  return { lost: ending.signal, release: () => client.release(true) }
}

function giveBack(client: PoolClient, lose: () => void): void {
  client.off('error', lose)
  client.off('end', lose)
  client.release()
}
