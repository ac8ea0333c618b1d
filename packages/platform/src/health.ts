// Whether anything can be stored now: a small write of its own, and what those that store for the devices learned last.
import net from 'node:net'
import pg from 'pg'
import type { Context } from './feature.ts'
import { once } from './once.ts'

/** A write that takes longer counts as none: who asks hears within two seconds, also where the answer before is still good and the process is busy. */
const PROBE_MS = 1_200
/** An answer is good for this long, however many ask. */
const FRESH_MS = 500

export interface Health {
  /** False while nothing can be stored. */
  stores(): Promise<boolean>
  /** How the last work of a consumer ended; null: well. */
  worked(consumer: string, error: unknown): void
}

export const healthOf = once(({ pool, log }: Pick<Context, 'pool' | 'log'>): Health => {
  const failing = new Map<string, string>()
  let last: { readonly at: number; readonly result: Promise<string | null> } | null = null
  let told = false
  const ask = async (): Promise<string | null> => {
    const reason = await probe(String(pool.options.connectionString)).then(
      () => [...failing].map(([consumer, why]) => `${consumer}: ${why}`)[0] ?? null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if ((reason !== null) !== told) {
      told = reason !== null
      if (told) log.error({ reason }, 'nothing can be stored')
      else log.warn('what comes is stored again')
    }
    last = last && { ...last, at: performance.now() }
    return reason
  }
  return {
    async stores() {
      // one that is under way is everybody's
      if (last === null || performance.now() - last.at > FRESH_MS) last = { at: Number.POSITIVE_INFINITY, result: ask() }
      return (await last.result) === null
    },
    worked(consumer, error) {
      if (error === null) failing.delete(consumer)
      else failing.set(consumer, error instanceof Error ? error.message : String(error))
    },
  }
})

/** On a connection of its own, which is cut off when time is up. The table is made anew: a full disk has no room for it, though old pages may have. */
async function probe(url: string): Promise<void> {
  const socket = new net.Socket()
  const client = new pg.Client({ connectionString: url, application_name: 'flotta health', stream: () => socket })
  client.on('error', () => {})
  const late = setTimeout(() => socket.destroy(new Error(`a write took longer than ${PROBE_MS} ms`)), PROBE_MS)
  try {
    await client.connect()
    await client.query(
      `begin; set local lock_timeout = '${PROBE_MS}ms'; truncate storage_probe; insert into storage_probe select repeat('x', 1000) from generate_series(1, 64); commit`,
    )
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}
