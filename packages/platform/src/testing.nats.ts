// Real NATS servers for tests and benches.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { NatsChoice } from './config.ts'
import { freePort } from './postgres.ts'
import { findTool } from './testing.tools.ts'

export interface Nats {
  readonly url: string
  readonly choice: NatsChoice
  readonly pid: number
  /** Kills the server and starts it again on the same port. */
  kill(): Promise<void>
  again(): Promise<void>
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

/** @param args arguments of nats-server besides its address */
export async function startNats(
  args: readonly string[] = [],
  choice: Partial<NatsChoice> = {},
): Promise<Nats> {
  const program = findTool('nats-server')
  if (program === undefined) throw new Error('nats-server is not installed')
  const port = await freePort()
  let child: ChildProcess
  const start = async () => {
    child = spawn(program, ['-a', LOOPBACK, '-p', String(port), ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr?.on('data', bytes => (output += String(bytes)))
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`nats-server ended: ${output}`)
      await pause(20)
    }
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await start()
  const url = `nats://${LOOPBACK}:${port}`
  return {
    url,
    choice: { servers: [url], sign_in: null, tls: null, ...choice },
    get pid() {
      return child.pid as number
    },
    kill,
    again: start,
    signal: name => void child.kill(name),
    stop: kill,
  }
}

/** Three servers that form a cluster. */
export async function startNatsCluster(): Promise<{
  readonly choice: NatsChoice
  readonly servers: readonly Nats[]
  stop(): Promise<void>
}> {
  const routes = [await freePort(), await freePort(), await freePort()]
  const all = routes.map(p => `nats://${LOOPBACK}:${p}`).join(',')
  const servers = await Promise.all(
    routes.map((p, n) =>
      startNats([
        '--cluster_name',
        'test',
        '--server_name',
        `n${n}`,
        '--cluster',
        `nats://${LOOPBACK}:${p}`,
        '--routes',
        all,
      ]),
    ),
  )
  return {
    choice: { servers: servers.map(s => s.url), sign_in: null, tls: null },
    servers,
    stop: async () => {
      for (const server of servers) await server.stop()
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = net.connect({ port, host: LOOPBACK }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
