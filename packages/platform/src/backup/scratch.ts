// Starts a temporary PostgreSQL on restored files to examine them. Only this account can connect; it archives nothing and replicates nothing.
import { type ChildProcess, spawn } from 'node:child_process'
import { access, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Account } from '../postgres/binaries.ts'
import { give } from '../postgres/files.ts'
import { logSince } from '../postgres/postmaster.ts'
import { session } from './create.ts'
import { BackupError } from './manifest.ts'
import { usePlainFormats } from './tables.ts'

interface TemporaryServer {
  readonly client: pg.Client
  stop(): Promise<void>
}

/** Where Debian and PostgreSQL's own packages put the programs of a version. */
const directoriesOf = (version: string) => [
  `/usr/lib/postgresql/${version}/bin`,
  `/usr/pgsql-${version}/bin`,
]
/**
 * Settings that replace those of the original server: no connections from outside, no archive, no replication. Durability is off, because the files
 * can be restored again.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  archive_mode: 'off',
  hot_standby: 'off',
  primary_conninfo: '',
  primary_slot_name: '',
  synchronous_standby_names: '',
  max_connections: '20',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  shared_preload_libraries: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'warning',
  ssl: 'off',
  jit: 'off',
  fsync: 'off',
  autovacuum: 'off',
}

/** The directory of PostgreSQL's programs in the version of the database; other versions cannot read its files. */
export async function programsFor(url: string, directory: string | undefined): Promise<string> {
  const client = await session(url)
  const { rows } = await client
    .query<{ version: string }>(
      `select (current_setting('server_version_num')::int / 10000)::text as version`,
    )
    .finally(() => client.end())
  const version = rows[0]?.version ?? ''
  for (const place of directory === undefined ? directoriesOf(version) : [directory])
    if (
      await access(join(place, 'postgres')).then(
        () => true,
        () => false,
      )
    )
      return place
  throw new BackupError(
    `There is no PostgreSQL ${version} in ${directory ?? directoriesOf(version).join(' or ')}: say where its programs are with --programs`,
  )
}

interface TemporaryServerOptions {
  /** The directory that holds the restored `files`. */
  readonly into: string
  readonly programs: string
  readonly restore: string
  readonly account: Account
  readonly database: string
  readonly user: string
}
/** Starts the server and resolves once it has replayed everything up to the place that the files are restored to. */
export async function startTemporaryServer(
  options: TemporaryServerOptions,
  signal: AbortSignal,
): Promise<TemporaryServer> {
  const { into, account } = options
  // The socket gets a short directory of its own, because the address of a socket is limited in length.
  const sockets = await mkdtemp(join(tmpdir(), 'flotta-look-'))
  await give(sockets, account)
  const log = join(into, 'postgres.log')
  const server = new ServerProcess(await spawnServer(options, sockets, log))
  const stop = async () => {
    await server.stop()
    await rm(sockets, { recursive: true, force: true })
  }
  try {
    const client = await connectWhenReady(options, server, sockets, log, signal)
    return {
      client,
      async stop() {
        await client.end().catch(() => {})
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Writes the configuration and starts the program; its output goes to the log. */
async function spawnServer(
  { into, programs, restore, account }: TemporaryServerOptions,
  sockets: string,
  log: string,
): Promise<ChildProcess> {
  const [hba, config] = [join(into, 'pg_hba.conf'), join(into, 'postgresql.conf')]
  await writeFile(hba, 'local all all trust\n')
  await writeFile(config, '')
  const settings = {
    ...SETTINGS,
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    hba_file: hba,
    config_file: config,
    restore_command: restore,
  }
  const output = await open(log, 'a')
  try {
    return spawn(
      join(programs, 'postgres'),
      [
        '-D',
        join(into, 'files'),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...account,
        cwd: '/',
        env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' },
        stdio: ['ignore', output.fd, output.fd],
        detached: true,
      },
    )
  } finally {
    await output.close()
  }
}

class ServerProcess {
  readonly #child: ChildProcess
  readonly #exited: Promise<void>
  /** Why the program could not be started. */
  failure: Error | undefined

  constructor(child: ChildProcess) {
    this.#child = child
    this.#exited = new Promise<void>(resolve => {
      child.once('exit', () => resolve())
      child.once('error', error => {
        this.failure ??= error
        resolve()
      })
    })
  }
  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.#child
    return this.failure !== undefined || exitCode !== null || signalCode !== null
  }
  async stop(): Promise<void> {
    if (!this.hasEnded) this.#child.kill('SIGINT')
    await this.#exited
  }
}

/** Tries to connect until the server has replayed its log, and throws when it ends before. */
async function connectWhenReady(
  { database, user }: TemporaryServerOptions,
  server: ServerProcess,
  sockets: string,
  log: string,
  signal: AbortSignal,
): Promise<pg.Client> {
  for (;;) {
    signal.throwIfAborted()
    if (server.hasEnded)
      throw new BackupError(
        `PostgreSQL did not come up on the restored files: ${server.failure?.message ?? ((await firstErrorOf(log)) || `${log} says nothing`)}`,
      )
    const client = new pg.Client({
      host: sockets,
      port: 5432,
      database,
      user,
      application_name: 'flotta backup',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await usePlainFormats(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      // 57P03 means that it is still replaying its log; without a socket it has only just started.
      if (!/^(57P03|ENOENT|ECONNREFUSED)$/.test(String((error as { code?: unknown }).code)))
        throw error
    }
    await pause(100)
  }
}

const firstErrorOf = async (log: string): Promise<string> =>
  (await logSince(log, 0, /FATAL|ERROR|PANIC/))
    .split('\n')[0]
    ?.replace(/^.*?(FATAL|ERROR|PANIC): */, '') ?? ''
