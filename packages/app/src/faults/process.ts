// A server or a command as a process of its own, whose test reads its output and ends it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@flotta/platform/postgres.ts'
import pg from 'pg'
import { isZombie, until } from '../bench/harness.ts'
import { freeDevicePorts } from '../bench/ports.ts'
import { root } from './bundle.ts'

export interface RunningProcess {
  readonly pid: number
  /** The output so far of the process and its descendants. */
  readonly said: string
  /** Its standard output alone; progress is written to the other stream. */
  readonly answer: string
  readonly code: number | null
  /** Its exit code; null: a signal ended it. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

const alive = new Set<ChildProcess>()
/** Ends every process that a test has started. */
export async function endAll(): Promise<void> {
  for (const child of alive) {
    const exit = new Promise<void>(resolve => child.once('close', () => resolve()))
    child.kill('SIGTERM')
    await exit
  }
}

/** `group`: in a process group of its own, as in a terminal; `command` runs Node with these arguments. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  {
    command = [],
    group = false,
  }: { readonly command?: readonly string[]; readonly group?: boolean } = {},
): RunningProcess {
  const [program = '', ...rest] = [...command, process.execPath, ...args]
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(FLOTTA_|DATABASE_URL|NATS_URL|SMTP_URL|npm_|NODE_OPTIONS|VITEST)/.test(name),
    ),
  )
  const child = spawn(program, rest, {
    cwd: root,
    detached: group,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, NODE_ENV: 'production', ...env },
  })
  alive.add(child)
  let [output, answer] = ['', '']
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', bytes => (output += String(bytes)))
  child.stdout.on('data', bytes => (answer += String(bytes)))
  const exitCode = new Promise<number | null>(resolve =>
    child.once('close', code => {
      alive.delete(child)
      resolve(code)
    }),
  )
  return {
    pid: child.pid as number,
    get said() {
      return output
    },
    get answer() {
      return answer
    },
    get code() {
      return child.exitCode
    },
    ended: exitCode,
    kill: signal => void child.kill(signal),
  }
}

export interface Home {
  readonly dir: string
  readonly url: string
  readonly env: Readonly<Record<string, string>>
}
export async function homeIn(dir: string): Promise<Home> {
  const http = await freePort()
  return {
    dir,
    url: `http://127.0.0.1:${http}`,
    env: {
      FLOTTA_DATA_DIR: dir,
      FLOTTA_HTTP_PORT: String(http),
      ...(await freeDevicePorts()),
      FLOTTA_DEMO: '0',
      FLOTTA_LOG_LEVEL: 'warn',
    },
  }
}
/** The status of /readyz; 0: no answer. */
export const readyz = (home: Home): Promise<number> =>
  fetch(`${home.url}/readyz`).then(
    async r => {
      await r.arrayBuffer()
      return r.status
    },
    () => 0,
  )
export const untilReady = (
  home: Home,
  server: Pick<RunningProcess, 'code' | 'said'>,
): Promise<void> =>
  until('readiness', async () => {
    if (server.code !== null) throw new Error(`it ended: ${server.said}`)
    return (await readyz(home)) === 200
  })

/** Milliseconds until /readyz answers 503; answers may be reused for half a second. */
export async function untilUnready(home: Home): Promise<number> {
  const began = performance.now()
  await until('503', async () => (await readyz(home)) === 503, { every: 20 })
  return performance.now() - began
}

export function postmasterOf({ dir }: Home): number {
  return Number(
    readFileSync(join(realpathSync(dir), 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
  )
}
export const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

/** Queries the embedded database as its superuser, who may end the connections of others. */
export async function ask<R extends pg.QueryResultRow>(
  { dir }: Home,
  sql: string,
  user: 'postgres' | 'flotta' = 'postgres',
): Promise<R[]> {
  const { port, password, admin } = JSON.parse(
    readFileSync(join(dir, 'postgres.json'), 'utf8'),
  ) as { port: number; password: string; admin: string }
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user,
    password: user === 'flotta' ? password : admin,
    database: 'flotta',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}
