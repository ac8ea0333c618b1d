// The embedded PostgreSQL: its programs are part of the installation, its files are in the data directory, and it listens on loopback only.
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDataDir } from './data-dir.ts'
import { withLock } from './lock-file.ts'
import type { Logger } from './log.ts'
import { type Account, accountOf, binaries } from './postgres/binaries.ts'
import {
  type Access,
  adminUrlOf,
  databaseFiles,
  readAccess,
  urlOf,
  writeAccess,
} from './postgres/files.ts'
import {
  answers,
  freePort,
  initialise,
  launch,
  type Place,
  type Postmaster,
  runningPostmaster,
  stopPostmaster,
} from './postgres/postmaster.ts'
import { ensureRoles } from './postgres/roles.ts'
import { FilesGone, Supervisor } from './postgres/supervisor.ts'
import { joinUsers } from './postgres/users.ts'

export { freePort, memorySettings } from './postgres/postmaster.ts'

/** Longest time for which a joining process waits while the last user stops the database, ms. */
const JOIN_MS = 60_000

export interface EmbeddedPostgres {
  /** Of the application's role, a plain role that owns the database. */
  readonly url: string
  /** Of the superuser, for tests and measurements. */
  readonly adminUrl: string
  /** Process id of the postmaster. */
  readonly pid: number
  /** From now on it is restarted when it dies; `onLost` is called when that is impossible. */
  supervise(log: Logger, onLost: (error: Error) => void): void
  /** Ends this process's use of the database; the last user stops it. */
  leave(): Promise<void>
  /** Fast shutdown, which ends the sessions of others. */
  stop(): Promise<void>
}

/**
 * Starts the database of a data directory, or finds it running. PostgreSQL refuses to run as root, so a root process runs it as the account that owns
 * its files, else as `postgres` or `nobody`.
 * @param settings extra `-c name=value` settings
 */
export async function startPostgres({
  dataDir,
  port,
  settings = {},
  note = () => {},
}: {
  readonly dataDir: string
  /** Default: its previous port, or a free one. */
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
  readonly note?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const home = await openDataDir(dataDir)
  const account = await accountOf(home)
  const place = await placeOf(home, account, settings, note)
  const bring = (how: StartOptions) => withLock(home, 'starting', () => bringUp(place, how))
  const deadline = performance.now() + JOIN_MS
  for (;;) {
    try {
      const { access, postmaster } = await bring({ port, fresh: true })
      const membership = await joinUsers(urlOf(access))
      return handleOf(access, postmaster, place, membership, () =>
        bring({ port: access.port, fresh: false }),
      )
    } catch (error) {
      if (!isStopping(error) || performance.now() > deadline) throw error
      await new Promise(r => setTimeout(r, 100))
    }
  }
}

/**
 * Whether an error means that the last user is stopping the database. A connection that is cut while it is opened, or before its first query, has no
 * error code.
 */
export function isStopping(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return (
    /^(57P|08|ECONN|EPIPE)/.test(String(code)) ||
    (code === undefined && /^Connection terminated|is not queryable$/.test(String(message)))
  )
}

async function placeOf(
  home: string,
  account: Account,
  settings: Place['settings'],
  note: (line: string) => void,
): Promise<Place> {
  const native = await binaries(account)
  const files = await realpath(await databaseFiles(home, account, note))
  return { home, files, log: join(home, 'postgres.log'), native, account, settings }
}

interface StartOptions {
  readonly port: number | undefined
  /** The directory was empty and becomes a new database. */
  readonly fresh: boolean
}

/** Starts the database, one process at a time for each data directory. */
async function bringUp(
  place: Place,
  { port: wantedPort, fresh }: StartOptions,
): Promise<{ readonly access: Access; readonly postmaster: Postmaster }> {
  const storedAccess = await readAccess(place.home)
  for (;;) {
    const running = await runningPostmaster(place.files)
    if (!running) break
    const access = { ...storedAccess, port: running.port }
    if (wantedPort !== undefined && wantedPort !== running.port)
      throw new Error(
        `PostgreSQL of ${place.files} runs on port ${running.port} instead of ${wantedPort}`,
      )
    if (
      !(await answers(
        access,
        async () => (await runningPostmaster(place.files))?.pid === running.pid,
      ))
    )
      continue
    await writeAccess(place.home, access)
    await ensureRoles(access)
    return { access, postmaster: running }
  }
  const access = {
    ...storedAccess,
    port: wantedPort ?? (await freePort(storedAccess.port).catch(() => freePort())),
  }
  // The passwords are stored before they are used.
  await writeAccess(place.home, access)
  if (!(await stat(join(place.files, 'PG_VERSION')).catch(() => null))) {
    if (!fresh) throw new FilesGone(`the files of the database in ${place.files} are gone`)
    await initialise(place, access.admin)
  }
  const postmaster = await launch(place, access)
  await ensureRoles(access)
  return { access, postmaster }
}

function handleOf(
  access: Access,
  first: Postmaster,
  place: Place,
  membership: Awaited<ReturnType<typeof joinUsers>>,
  again: () => Promise<{ readonly postmaster: Postmaster }>,
): EmbeddedPostgres {
  let keeper: Supervisor | null = null
  const current = () => keeper?.postmaster ?? first
  return {
    url: urlOf(access),
    adminUrl: adminUrlOf(access),
    get pid() {
      return current().pid
    },
    supervise(log, lost) {
      keeper ??= new Supervisor(first, {
        place,
        log,
        lost,
        again: async () => (await again()).postmaster,
      })
    },
    async leave() {
      await keeper?.stop()
      if (await membership.leave()) await stopPostmaster(current())
    },
    async stop() {
      await keeper?.stop()
      await membership.leave()
      await stopPostmaster(current())
    },
  }
}
