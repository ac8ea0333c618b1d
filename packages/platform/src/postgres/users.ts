// The processes that use the embedded PostgreSQL: each holds a shared lock in it, and the last one to leave stops it.
import type pg from 'pg'
import { connect } from './roles.ts'

const LOCK = 7_106_004
const AGAIN_MS = 500
const RECOVERY_MS = 15_000

export interface Membership {
  /** True: no other process uses it, and none can begin to; the caller must stop it now. */
  leave(): Promise<boolean>
}

/**
 * Throws while PostgreSQL starts, stops or is being stopped by the last user. The membership outlives the connection: after a crash the lock is taken
 * again.
 */
export async function joinUsers(url: string): Promise<Membership> {
  let client: pg.Client | null = null
  let hasLeft = false
  let again: NodeJS.Timeout | undefined
  const join = async () => {
    const c = await connect(url)
    try {
      await c.query(`set application_name = 'flotta user'`)
      await c.query('select pg_advisory_lock_shared($1)', [LOCK])
    } catch (error) {
      await c.end().catch(() => {})
      throw error
    }
    client = c
    c.once('end', () => {
      client = null
      rejoin()
    })
  }
  let joining = join()
  const rejoin = () => {
    if (hasLeft) return
    again = setTimeout(() => {
      joining = join()
      joining.catch(rejoin)
    }, AGAIN_MS)
    again.unref()
  }
  await joining
  return {
    async leave() {
      hasLeft = true
      clearTimeout(again)
      await joining.catch(() => {})
      // After a crash PostgreSQL recovers first.
      for (
        const deadline = performance.now() + RECOVERY_MS;
        ;
        await new Promise(r => setTimeout(r, 100))
      )
        try {
          client ??= await connect(url)
          await client.query('select pg_advisory_unlock_shared($1)', [LOCK])
          const { rows } = await client.query<{ last: boolean }>(
            'select pg_try_advisory_lock($1) as last',
            [LOCK],
          )
          if (rows[0]?.last === true) return true
          await client.end()
          return false
        } catch (error) {
          client = null
          if ((error as { code?: unknown }).code === 'ECONNREFUSED' || performance.now() > deadline)
            return false
        }
    },
  }
}
