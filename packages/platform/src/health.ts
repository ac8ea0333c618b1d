// Whether this process does its work now, check by check: a small write of its own, what those that store for the devices learned last, and what each role adds.
import net from 'node:net'
import type { Context } from './feature.ts'
import { once } from './once.ts'
import { newClient } from './primary.ts'

/** A write that takes longer counts as none: who asks hears within two seconds, also where the answer before is still good and the process is busy. */
const PROBE_MS = 1_200
/** An answer is good for this long, however many ask. */
const FRESH_MS = 500

/** One thing that must be well for this process to do its work. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What is wrong; null: nothing. */
  readonly detail: string | null
}
export interface Health {
  /** Every check now. */
  checks(): Promise<readonly Check[]>
  /** False while nothing can be stored. */
  stores(): Promise<boolean>
  /** One more check: `wrong` says what is wrong now, null: nothing. Returns how to take it away. */
  watch(name: string, wrong: () => string | null): () => void
  /** How the last work of a consumer ended; null: well. */
  worked(consumer: string, error: unknown): void
}

export const healthOf = once(({ pool, log }: Pick<Context, 'pool' | 'log'>): Health => {
  const failing = new Map<string, string>()
  const watched = new Map<string, () => string | null>()
  let last: { readonly at: number; readonly result: Promise<string | null> } | null = null
  let told = false
  const consumers = () => [...failing].map(([consumer, why]) => `${consumer}: ${why}`)[0] ?? null
  const ask = async (): Promise<string | null> => {
    const database = await probe(String(pool.options.connectionString)).then(
      () => null,
      (error: unknown) => reasonOf(error),
    )
    const reason = database ?? consumers()
    if ((reason !== null) !== told) {
      told = reason !== null
      if (told) log.error({ reason }, 'nothing can be stored')
      else log.warn('what comes is stored again')
    }
    last = last && { ...last, at: performance.now() }
    return database
  }
  const database = (): Promise<string | null> => {
    // one that is under way is everybody's
    if (last === null || performance.now() - last.at > FRESH_MS) last = { at: Number.POSITIVE_INFINITY, result: ask() }
    return last.result
  }
  return {
    async checks() {
      const details = [['database', await database()], ['consumers', consumers()], ...[...watched].map(([name, wrong]) => [name, wrong()] as const)] as const
      return details.map(([name, detail]) => ({ name, ok: detail === null, detail }))
    },
    stores: async () => (await database()) === null && failing.size === 0,
    watch(name, wrong) {
      watched.set(name, wrong)
      return () => void (watched.get(name) === wrong && watched.delete(name))
    },
    worked(consumer, error) {
      if (error === null) failing.delete(consumer)
      else failing.set(consumer, reasonOf(error))
    },
  }
})

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** On a connection of its own, which is cut off when time is up. The table is made anew: a full disk has no room for it, though old pages may have. */
async function probe(url: string): Promise<void> {
  const socket = new net.Socket()
  const client = newClient(url, { application_name: 'flotta health', stream: () => socket })
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
