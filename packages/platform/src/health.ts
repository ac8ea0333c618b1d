// The health of this process: a small write to the database, the last outcome of each consumer, and the checks that each role adds.
import net from 'node:net'
import { fullDisk } from './disk.ts'
import type { Context } from './feature.ts'
import { once } from './once.ts'
import { newClient } from './primary.ts'

/** A write that takes longer counts as failed, so that a health check is answered within two seconds even by a busy process. */
const PROBE_MS = 1_200
/** An answer is reused for this long. */
const FRESH_MS = 500

/** One condition of the process's work. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** true: without it the process serves nothing; otherwise it still serves everything that does not need it. */
  readonly needed: boolean
  /** The fault; null: none. */
  readonly detail: string | null
}
export interface Health {
  /** Runs every check. */
  checks(): Promise<readonly Check[]>
  /** Adds a check: `wrong` returns its fault, null: none. Returns a function that removes the check. */
  watch(name: string, wrong: () => string | null, needed?: boolean): () => void
  /** Records the error of a consumer's last batch; null: the batch succeeded. */
  worked(consumer: string, error: unknown): void
}

/** `degraded`: the process serves a part, and a load balancer keeps it. `waiting`: it serves nothing now. */
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
        // An embedded database on a full disk refuses connections; naming the disk says more.
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
      // A running check answers all requests that arrive meanwhile.
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

/**
 * Writes on a connection of its own, which is cut after the time limit. It creates a new table, because a full disk has no room for one although
 * existing pages may have room.
 */
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
