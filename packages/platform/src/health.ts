// The health of this process: a small write to the database, the last outcome of each consumer, and the checks that each role adds.
import net from 'node:net'
import { fullDisk } from './disk.ts'
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
  /** Without it nothing is served; else what does not need it is. */
  readonly needed: boolean
  /** What is wrong; null: nothing. */
  readonly detail: string | null
}
export interface Health {
  /** Every check now. */
  checks(): Promise<readonly Check[]>
  /** One more check: `wrong` says what is wrong now, null: nothing. Returns how to take it away. */
  watch(name: string, wrong: () => string | null, needed?: boolean): () => void
  /** How the last work of a consumer ended; null: well. */
  worked(consumer: string, error: unknown): void
}

/** `degraded`: it serves, though not all: whoever shares out the work keeps it in. `waiting`: not now. */
export const stateOf = (checks: readonly Check[]): 'ready' | 'degraded' | 'waiting' =>
  checks.every(check => check.ok)
    ? 'ready'
    : checks.every(check => check.ok || !check.needed)
      ? 'degraded'
      : 'waiting'

export const healthOf = once(
  ({ pool, log, config }: Pick<Context, 'pool' | 'log' | 'config'>): Health => {
    const failing = new Map<string, string>()
    const additionalChecks = new Map<
      string,
      { readonly wrong: () => string | null; readonly needed: boolean }
    >()
    let last: { readonly at: number; readonly result: Promise<string | null> } | null = null
    let isReported = false
    const consumers = () => [...failing].map(([consumer, why]) => `${consumer}: ${why}`)[0] ?? null
    const ask = async (): Promise<string | null> => {
      const database = await probe(String(pool.options.connectionString)).then(
        () => null,
        // an embedded database that its disk stopped refuses connections: which disk it is says more
        async (error: unknown) =>
          (config.DATABASE_URL === undefined
            ? await fullDisk(config.FLOTTA_DATA_DIR, error)
            : null) ?? reasonOf(error),
      )
      const reason = database ?? consumers()
      if ((reason !== null) !== isReported) {
        isReported = reason !== null
        if (isReported) log.error({ reason }, 'nothing can be stored')
        else log.warn('what comes is stored again')
      }
      last = last && { ...last, at: performance.now() }
      return database
    }
    const database = (): Promise<string | null> => {
      // one that is under way is everybody's
      if (last === null || performance.now() - last.at > FRESH_MS)
        last = { at: Number.POSITIVE_INFINITY, result: ask() }
      return last.result
    }
    return {
      async checks() {
        const checkOf = (name: string, detail: string | null, needed = true): Check => ({
          name,
          ok: detail === null,
          needed,
          detail,
        })
        return [
          checkOf('database', await database()),
          checkOf('consumers', consumers()),
          ...[...additionalChecks].map(([name, { wrong, needed }]) =>
            checkOf(name, wrong(), needed),
          ),
        ]
      },
      watch(name, wrong, needed = true) {
        const check = { wrong, needed }
        additionalChecks.set(name, check)
        return () => void (additionalChecks.get(name) === check && additionalChecks.delete(name))
      },
      worked(consumer, error) {
        if (error === null) failing.delete(consumer)
        else failing.set(consumer, reasonOf(error))
      },
    }
  },
)

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** On a connection of its own, which is cut off when time is up. The table is made anew: a full disk has no room for it, though old pages may have. */
async function probe(url: string): Promise<void> {
  const socket = new net.Socket()
  const client = newClient(url, { application_name: 'flotta health', stream: () => socket })
  client.on('error', () => {})
  const late = setTimeout(
    () => socket.destroy(new Error(`a write took longer than ${PROBE_MS} ms`)),
    PROBE_MS,
  )
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
