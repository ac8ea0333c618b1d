// Changes of rows that processes remember (who may see what, which device is which). The database notifies every process of them, also of those that the command line makes.
import type { RowChange } from '@flotta/core/live.ts'
import type pg from 'pg'
import type { Logger } from './log.ts'
import { newClient } from './primary.ts'

export interface Change extends RowChange {
  readonly task_id?: string
  /** The task that must stop. */
  readonly cancelled?: boolean
  /** The task that is done, has failed or was cancelled. */
  readonly ended?: boolean
  /** The vehicle's kinds of data that changed. */
  readonly kinds?: readonly string[]
}
export interface Changes {
  /** Returns a function that unsubscribes. */
  on(listener: (change: Change) => void): () => void
  /** Resolves when this process has received all changes that were committed before the call: true. False, after a moment: the connection is lost, and there may be changes that nobody heard of. */
  heard(): Promise<boolean>
  close(): Promise<void>
}

/** Listens on a connection of its own and reconnects without end. @param patience a connection that takes longer to answer counts as lost, ms */
export async function listenChanges(url: string, log: Logger, patience = 10_000): Promise<Changes> {
  const listeners = new Set<(change: Change) => void>()
  const tell = (change: Change) => {
    for (const listener of listeners) listener(change)
  }
  let client: pg.Client | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const connect = async () => {
    const c = newClient(url, {
      application_name: 'flotta changes',
      keepAlive: true,
      query_timeout: patience,
    })
    c.on('notification', ({ payload }) => payload && tell(JSON.parse(payload) as Change))
    c.on('error', () => {})
    try {
      await c.connect()
      await c.query('listen changed')
    } catch (error) {
      await c.end().catch(() => {})
      throw error
    }
    if (isClosed) return c.end()
    // Registered only now, because a connection that was never established ends as well, and that failure is handled below.
    c.once('end', () => {
      if (client === c) client = null
      if (!isClosed) timer = setTimeout(again, 500)
    })
    client = c
  }
  const again = () => {
    connect().then(
      () => tell({ table: '*' }),
      error => {
        log.warn({ error: String(error) }, 'the database’s changes cannot be heard; trying again')
        if (!isClosed) timer = setTimeout(again, 1_000)
      },
    )
  }
  await connect()
  return {
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async heard() {
      // A notification that this connection sends to itself arrives after everything that was committed before it.
      const line = client
      // A connection that does not answer would delay every write.
      if (line === null) return false
      return line.query(`select pg_notify('changed', '')`).then(
        () => true,
        () => {
          line.end().catch(() => {})
          return false
        },
      )
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
