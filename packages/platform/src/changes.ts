// Changes of records that others remember (who may see what, which device is which): told by the database to every process, command line included.
import type { RowChange } from '@flotta/core/live.ts'
import type pg from 'pg'
import type { Logger } from './log.ts'
import { newClient } from './primary.ts'

export interface Change extends RowChange {
  readonly task_id?: string
  /** Of a task: it is to stop. */
  readonly cancelled?: boolean
  /** Of a task: it is done, has failed or was cancelled. */
  readonly ended?: boolean
  /** Of a vehicle: kinds of its data that changed. */
  readonly kinds?: readonly string[]
}
export interface Changes {
  /** Returns how to stop. */
  on(listener: (change: Change) => void): () => void
  /** Resolves when this process has been told all that was committed before; while the line is lost, after a moment. */
  heard(): Promise<void>
  close(): Promise<void>
}

/** Listens on a connection of its own and reconnects for ever. @param patience a line that takes longer to answer is lost, ms */
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
    // only now: a connection that never stood ends too, and its failure is heard below
    c.once('end', () => {
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
      // the line's own word comes behind what was committed before it, and before the line is ready again
      const line = client
      // one that does not answer would hold up every write
      await line
        ?.query(`select pg_notify('changed', '')`)
        .catch(() => void line.end().catch(() => {}))
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
