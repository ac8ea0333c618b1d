// The process of the embedded PostgreSQL: finds a running one, removes what a killed one left, starts one and waits until it answers.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chown,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { processIdentity } from '../lock-file.ts'
import type { Account } from './binaries.ts'
import { type Access, ADMIN, adminUrlOf, give } from './files.ts'
import { connect, isRefusal } from './roles.ts'

const execute = promisify(execFile)

/** The directory and the settings of one embedded PostgreSQL. */
export interface Place {
  readonly home: string
  readonly files: string
  readonly log: string
  /** Directory of its programs. */
  readonly native: string
  readonly account: Account
  /** Extra `-c name=value` settings. */
  readonly settings: Readonly<Record<string, string>>
}
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** null: started by another process. */
  readonly child: ChildProcess | null
}

const environment = () => ({ PATH: process.env.PATH ?? '', TZ: 'UTC', LC_ALL: 'C' })

/** Makes a new directory of files under another name and renames it when it is complete, so that an interrupted start leaves no incomplete database. */
export async function initialise(
  { files, native, account }: Place,
  password: string,
): Promise<void> {
  const fresh = `${files}.new`
  await rm(fresh, { recursive: true, force: true })
  await give(fresh, account)
  const file = join(tmpdir(), `flotta-${randomBytes(12).toString('hex')}`)
  try {
    await writeFile(file, password, { mode: 0o600, flag: 'wx' })
    if (account.uid !== undefined) await chown(file, account.uid, account.gid ?? account.uid)
    await execute(
      join(native, 'bin', 'initdb'),
      [
        '-D',
        fresh,
        '-U',
        ADMIN,
        `--pwfile=${file}`,
        '-A',
        'scram-sha-256',
        '-E',
        'UTF8',
        '--locale=C',
      ],
      {
        ...account,
        env: environment(),
        cwd: '/',
      },
    )
    await rename(fresh, files)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => {})
    throw error
  } finally {
    await rm(file, { force: true })
  }
}

/** Tuned for many small commits. The settings that keep data safe (fsync, full_page_writes, synchronous_commit) keep PostgreSQL's default: on. */
const TUNING: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '100',
  wal_buffers: '16MB',
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // Queries on a fresh or imported fleet must not be planned without statistics for a minute.
  autovacuum_naptime: '10s',
  wal_compression: 'on',
  log_min_messages: 'warning',
  jit: 'off',
}
/** Settings that depend on the memory of the machine (MB): a sixteenth of it for shared buffers, up to PostgreSQL's default, which applies from 4 GB on. */
export const memorySettings = (memoryMb: number): Readonly<Record<string, string>> =>
  memoryMb >= USUAL_MEMORY_MB
    ? {}
    : {
        shared_buffers: `${Math.max(16, Math.floor(memoryMb / 16))}MB`,
        wal_buffers: '4MB',
        maintenance_work_mem: `${Math.max(8, Math.floor(memoryMb / 64))}MB`,
      }
const USUAL_MEMORY_MB = 4_096
const LOG_MAX = 10_000_000

/** Starts it on the port of `access`; throws with the end of its log when it exits instead of answering. No other process may start one meanwhile. */
export async function launch(place: Place, access: Access): Promise<Postmaster> {
  const { files, log, native, account, settings } = place
  await clear(files)
  const options = Object.entries({ ...TUNING, ...settings }).flatMap(([k, v]) => [
    '-c',
    `${k}=${v}`,
  ])
  // Output goes to a file instead of a pipe, because the database may outlive the process that started it.
  const before = (await stat(log).catch(() => null))?.size ?? 0
  if (before > LOG_MAX) await rename(log, `${log}.old`)
  const output = await open(log, 'a', 0o600)
  let hasEnded = false
  let failure: Error | null = null
  let child: ChildProcess
  try {
    // It gets a process group of its own: Ctrl-C in the terminal must not stop the database before the server has drained.
    child = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', files, '-p', String(access.port), ...options],
      {
        ...account,
        env: environment(),
        cwd: '/',
        stdio: ['ignore', 'ignore', output.fd],
        detached: true,
      },
    )
    child.once('error', error => {
      failure = error
      hasEnded = true
    })
    child.once('exit', () => {
      hasEnded = true
    })
  } finally {
    await output.close()
  }
  if (await answers(access, () => !hasEnded)) {
    child.unref()
    return { pid: child.pid as number, port: access.port, child }
  }
  if (failure) throw failure
  const how = child.signalCode ?? `exit code ${child.exitCode}`
  throw new Error(
    `PostgreSQL did not start (${how}): ${(await logSince(log, before > LOG_MAX ? 0 : before)) || `${log} says nothing`}`,
  )
}

/**
 * The last lines of its log since a size, or the last lines that match `about`.
 * A crash is one line, which many lines of clients that try to connect may follow.
 */
export async function logSince(log: string, from: number, about?: RegExp): Promise<string> {
  const text = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(from).toString('utf8')
  const lines = text.trim().split('\n')
  return (about === undefined ? lines : lines.filter(line => about.test(line))).slice(-8).join('\n')
}

/** The running postmaster of the files, whichever process has started it; null: none. */
export async function runningPostmaster(files: string): Promise<Postmaster | null> {
  const [pid, , , port] = (
    await readFile(join(files, 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n')
  if (!pid || !port || !(await isPostmasterOf(Number(pid), files))) return null
  return { pid: Number(pid), port: Number(port), child: null }
}

/** True once PostgreSQL answers; false when it has ended. Recovery may take any time; when it does not report recovery for a minute, the error is thrown. */
export async function answers(
  access: Access,
  alive: () => boolean | Promise<boolean>,
): Promise<boolean> {
  let silentSince = performance.now()
  for (;;) {
    try {
      await (await connect(adminUrlOf(access, 'postgres'))).end()
      return true
    } catch (error) {
      if (isRefusal(error)) return true
      if (!(await alive())) return false
      if ((error as { code?: string }).code === '57P03') silentSince = performance.now()
      if (performance.now() - silentSince > 60_000) throw error
      await new Promise(r => setTimeout(r, 50))
    }
  }
}

export async function stopPostmaster({ pid, child }: Postmaster): Promise<void> {
  if (child) {
    child.ref()
    const exit = new Promise<void>(resolve => child.once('exit', () => resolve()))
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGINT')
    return exit
  }
  const identity = await processIdentity(pid)
  if (identity === null) return
  process.kill(pid, 'SIGINT')
  while ((await processIdentity(pid)) === identity) await new Promise(r => setTimeout(r, 50))
}

/**
 * Removes what a killed postmaster leaves: backends that still write, and a pid file that names a process which is not PostgreSQL (a new process with
 * the same id, or a zombie).
 */
async function clear(files: string): Promise<void> {
  if (await runningPostmaster(files)) throw new Error(`another PostgreSQL runs on ${files}`)
  for (const pid of await processesOf(files))
    try {
      process.kill(pid, 'SIGKILL')
      while ((await processIdentity(pid)) !== null) await new Promise(r => setTimeout(r, 10))
    } catch {
      // The process has ended by itself.
    }
  const file = join(files, 'postmaster.pid')
  const [pid, ...rest] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  // PostgreSQL never takes its own parent for a postmaster, and still checks the shared memory that the file names.
  if (pid && exists(Number(pid))) await writeFile(file, [String(process.pid), ...rest].join('\n'))
}

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Recognised by its command line, which everybody may read on Linux. On other systems PostgreSQL's own file is trusted. */
async function isPostmasterOf(pid: number, files: string): Promise<boolean> {
  if ((await processIdentity(pid)) === null) return false
  return (
    process.platform !== 'linux' ||
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(`\0-D\0${files}\0`)
  )
}

/**
 * Every process of the database, recognised by its working directory. Where that cannot be read (root in a container), PostgreSQL itself refuses to
 * start until they have ended.
 */
async function processesOf(files: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const theirs = await Promise.all(
    pids.map(async pid => {
      const comm = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
      return (
        comm.trim() === 'postgres' && (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === files
      )
    }),
  )
  return pids.filter((_, i) => theirs[i]).map(Number)
}

/** Below the ports that systems assign by themselves, so that a port found free is not taken by chance a moment later. */
const PORTS = { first: 20_000, count: 12_000 }
/** Distance between the first ports that successive processes try. */
const PORTS_EACH = 120
let nextPort = process.pid * PORTS_EACH

/** A free port on loopback, never the same one twice in a row; rejects when `wantedPort` is taken. */
export async function freePort(wantedPort = 0): Promise<number> {
  if (wantedPort !== 0) return tryPort(wantedPort)
  for (let tries = 0; ; tries++) {
    try {
      return await tryPort(PORTS.first + (nextPort++ % PORTS.count))
    } catch (error) {
      if (tries === PORTS.count) throw error
    }
  }
}
const tryPort = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
