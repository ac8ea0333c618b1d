// The product as operators run it: the built server as a process of its own, on free ports, and a PostgreSQL for it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TRACKER_PORT } from '@flotta/core/protocol.ts'
import { migrations } from '@flotta/features/migrations.ts'
import { openPool, type Pool } from '@flotta/platform/db.ts'
import { migrate } from '@flotta/platform/migrations.ts'
import { readAccess, writeAccess } from '@flotta/platform/postgres/files.ts'
import { freePort, startPostgres } from '@flotta/platform/postgres.ts'
import protocol from '@flotta/protocols/teltonika/protocol.ts'
import asStarted from '../../../../scripts/node-arguments.json'
import { processTree, until } from './harness.ts'
import { freeDevicePorts } from './ports.ts'
import { answers, exitOf, killTree, postmasterOf, signal } from './processes.ts'

export interface Database {
  readonly url: string
  readonly pool: Pool
  /** Process id of the postmaster. */
  readonly pid: number
  /** Makes a further empty database; returns its URL. */
  create(name: string): Promise<string>
  /** Stops PostgreSQL while `meanwhile` runs, then starts it again on the same port. */
  outage(meanwhile: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export const temporaryDirectory = (name: string): string => {
  const dir = mkdtempSync(join(tmpdir(), `flotta-${name}-`))
  // The account of the database must be able to enter.
  chmodSync(dir, 0o755)
  directories.add(dir)
  return dir
}
export function removeDirectory(dir: string): void {
  rmSync(dir, { recursive: true, force: true })
  directories.delete(dir)
}

const directories = new Set<string>()
const servers = new Set<ChildProcess>()
/** Makes Ctrl-C end and remove servers, databases and their files at once. */
export function endOnSignal(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => {
      const tree = [...directories].flatMap(dir => {
        const postmaster = postmasterOf(dir)
        return postmaster === null ? [] : processTree(postmaster)
      })
      for (const server of servers) server.kill('SIGKILL')
      for (const pid of tree) signal(pid, 'SIGKILL')
      for (const dir of directories)
        rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
      process.exit(130)
    })
}

let templateDirectory: Promise<string> | undefined
/** A data directory whose database has the product's tables: a copy of one that is made once in this process, since that takes seconds. */
export async function migratedDirectory(name: string): Promise<string> {
  templateDirectory ??= makeMigratedDirectory()
  const [from, to] = [realpathSync(await templateDirectory), temporaryDirectory(name)]
  execFileSync('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')])
  // Copies that run at the same time must not use each other's port.
  await writeAccess(to, { ...(await readAccess(from)), port: 0 })
  return to
}
/** Removes the original of the copies; otherwise it is removed when the process ends. */
export async function removeMigratedDirectory(): Promise<void> {
  if (templateDirectory !== undefined) removeDirectory(await templateDirectory)
  templateDirectory = undefined
}
async function makeMigratedDirectory(): Promise<string> {
  const dataDir = temporaryDirectory('migrated')
  process.once('exit', () => removeDirectory(dataDir))
  const postgres = await startPostgres({ dataDir })
  const pool = openPool(postgres.url, { max: 1, application: 'flotta bench' })
  await migrate(pool, migrations)
  await pool.end()
  await postgres.stop()
  return dataDir
}

/**
 * Starts the PostgreSQL that the product includes, with the product's settings, in a directory that is removed at the end: a new empty one, unless
 * another is named.
 */
export async function startDatabase(
  name: string,
  dataDir = temporaryDirectory(name),
): Promise<Database> {
  let postgres = await startPostgres({ dataDir })
  const { url } = postgres
  const pool = openPool(postgres.adminUrl, { max: 4, application: 'flotta bench' })
  return {
    url,
    pool,
    get pid() {
      return postgres.pid
    },
    async create(database) {
      await pool.query(`create database ${database} owner flotta`)
      const address = new URL(url)
      address.pathname = `/${database}`
      return address.href
    },
    async outage(meanwhile) {
      await postgres.stop()
      await meanwhile()
      postgres = await startPostgres({ dataDir, port: Number(new URL(url).port) })
    },
    async stop() {
      await pool.end()
      await postgres.stop()
      removeDirectory(dataDir)
    },
  }
}

export interface Product {
  readonly pid: number
  readonly url: string
  readonly teltonika: number
  /** The port that all protocols share. */
  readonly trackers: number
  /** The process has ended, for any reason. */
  readonly ended: boolean
  /** Stops it in order. */
  stop(): Promise<void>
  /** Kills the server and all its descendants at once. */
  kill(): Promise<void>
}

interface StartOptions {
  readonly ports?: { readonly http: number; readonly teltonika: number }
  /** Arguments of Node itself (`--cpu-prof`). */
  readonly node?: readonly string[]
}
/**
 * Starts `main.js` of a built server and waits until it is ready.
 * @param env settings beside the ports; without DATABASE_URL the embedded database in FLOTTA_DATA_DIR
 */
export async function startProduct(
  main: string,
  env: Readonly<Record<string, string>>,
  { ports, node = [] }: StartOptions = {},
): Promise<Product> {
  const { http, teltonika } = ports ?? { http: await freePort(), teltonika: await freePort() }
  const devicePorts = await freeDevicePorts()
  const child = spawn(process.execPath, [...asStarted, ...node, main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...inheritedSettings(),
      NODE_ENV: 'production',
      FLOTTA_HTTP_PORT: String(http),
      ...devicePorts,
      [protocol.port.variable]: String(teltonika),
      FLOTTA_DEMO: '0',
      FLOTTA_LOG_LEVEL: 'error',
      FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS: '100000',
      ...env,
    },
  })
  const exit = exitOf(child)
  servers.add(child)
  void exit.then(() => servers.delete(child))
  const url = `http://127.0.0.1:${http}`
  const ready = () =>
    env.FLOTTA_ROLES === undefined || env.FLOTTA_ROLES.includes('api')
      ? fetch(`${url}/readyz`).then(
          r => r.ok,
          () => false,
        )
      : answers(teltonika)
  const kill = () => killTree(child.pid as number, env.FLOTTA_DATA_DIR, exit)
  await until('the server’s start', async () => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}`)
    return ready()
  }).catch(async error => {
    await kill()
    throw error
  })
  return {
    pid: child.pid as number,
    url,
    teltonika,
    trackers: Number(devicePorts[TRACKER_PORT.variable]),
    get ended() {
      return child.exitCode !== null || child.signalCode !== null
    },
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
    kill,
  }
}

/** The environment of this process without the variables that the product would take for its own settings. */
const inheritedSettings = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(FLOTTA_|DATABASE_URL|NATS_URL|SMTP_URL|npm_)/.test(name),
    ),
  )
