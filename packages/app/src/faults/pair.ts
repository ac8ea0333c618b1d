// A primary and its synchronous standby, with the PostgreSQL that the product includes; the primary can be killed or stopped, and the standby
// promoted.
import { execFileSync } from 'node:child_process'
import { appendFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPool } from '@flotta/platform/db.ts'
import { binaries, unprivilegedAccount } from '@flotta/platform/postgres/binaries.ts'
import { adminUrlOf, readAccess, urlOf } from '@flotta/platform/postgres/files.ts'
import { launch, type Postmaster } from '@flotta/platform/postgres/postmaster.ts'
import { freePort, startPostgres } from '@flotta/platform/postgres.ts'
import { processTree, until } from '../bench/harness.ts'
import { migratedDirectory, removeDirectory, temporaryDirectory } from '../bench/product.ts'

export interface Pair {
  /** The DATABASE_URL that names both. */
  readonly url: string
  /** The address of each alone. */
  readonly primaryUrl: string
  readonly standbyUrl: string
  /** Sends the signal to every process of the primary at once. */
  signal(signal: 'SIGKILL' | 'SIGSTOP'): void
  /** Promotes the standby; returns the ms until it accepted writes. */
  promote(): Promise<number>
  stop(): void
}

const SETTINGS = { shared_buffers: '32MB', wal_keep_size: '64MB' }

/** A stopped database, from which pairs are copied. */
export interface PreparedDatabase {
  readonly dir: string
  remove(): void
}
/** @param fill receives its address */
export async function preparePair(fill: (url: string) => Promise<void>): Promise<PreparedDatabase> {
  const dir = await migratedDirectory('prepared')
  const remove = () => removeDirectory(dir)
  try {
    const postgres = await startPostgres({ dataDir: dir, settings: SETTINGS })
    await fill(postgres.url).finally(() => postgres.stop())
    return { dir, remove }
  } catch (error) {
    remove()
    throw error
  }
}

export async function startPair(database: PreparedDatabase): Promise<Pair> {
  const dirs = [temporaryDirectory('primary'), temporaryDirectory('standby')] as const
  const running: Postmaster[] = []
  const stop = () => {
    for (const { pid } of running) signalAll(pid, 'SIGKILL')
    for (const dir of dirs) removeDirectory(dir)
  }
  try {
    const before = await readAccess(database.dir)
    const [access, standby] = [
      { ...before, port: await freePort() },
      { ...before, port: await freePort() },
    ]
    const files = dirs.map(dir => join(realpathSync(dir), 'postgres')) as [string, string]
    for (const copy of files)
      execFileSync('cp', ['-a', join(realpathSync(database.dir), 'postgres'), copy])
    appendFileSync(
      join(files[0], 'postgresql.auto.conf'),
      `synchronous_standby_names = 'ANY 1 (standby)'\n`,
    )
    const conninfo = `host=127.0.0.1 port=${access.port} user=postgres password=${access.admin} application_name=standby`
    appendFileSync(
      join(files[1], 'postgresql.auto.conf'),
      `primary_conninfo = '${conninfo}'\nwal_retrieve_retry_interval = '200ms'\n`,
    )
    writeFileSync(join(files[1], 'standby.signal'), '', { mode: 0o644 })
    const account = await unprivilegedAccount()
    const native = await binaries(account)
    for (const [i, server] of [access, standby].entries())
      running.push(
        await launch(
          {
            home: dirs[i] ?? '',
            files: files[i] ?? '',
            log: join(dirs[i] ?? '', 'postgres.log'),
            native,
            account,
            settings: SETTINGS,
          },
          server,
        ),
      )
    const askAdmin = async <T>(at: typeof access, sql: string): Promise<T | undefined> => {
      const pool = openPool(adminUrlOf(at), { max: 1, application: 'flotta faults' })
      try {
        return (await pool.query<{ value: T }>(sql)).rows[0]?.value
      } finally {
        await pool.end()
      }
    }
    await until(
      'the standby',
      async () =>
        (await askAdmin(
          access,
          `select sync_state as value from pg_stat_replication where sync_state = 'quorum'`,
        )) === 'quorum',
    )
    return {
      url: urlOf(access).replace(
        `127.0.0.1:${access.port}`,
        `127.0.0.1:${access.port},127.0.0.1:${standby.port}`,
      ),
      primaryUrl: adminUrlOf(access),
      standbyUrl: adminUrlOf(standby),
      signal: signal => signalAll(running[0]?.pid ?? 0, signal),
      async promote() {
        const began = performance.now()
        await askAdmin(standby, 'select pg_promote(true, 30) as value')
        return performance.now() - began
      },
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}

function signalAll(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 1) return
  for (const each of processTree(pid))
    try {
      process.kill(each, signal)
    } catch {
      // The process has ended by itself.
    }
}
