// The product as several processes: gateways, workers and APIs on one database, joined by NATS, behind HAProxy with the shipped configuration.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@flotta/platform/postgres.ts'
import { type Nats, startNats } from '@flotta/platform/testing.nats.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import protocol from '@flotta/protocols/teltonika/protocol.ts'
import asStarted from '../../../../scripts/node-arguments.json'
import { until } from '../bench/harness.ts'
import { freeDevicePorts } from '../bench/ports.ts'
import { removeDirectory, temporaryDirectory } from '../bench/product.ts'
import { root } from './bundle.ts'
import { type RunningProcess, start } from './process.ts'

type Role = 'gateway' | 'worker' | 'api'
/** One process that is restarted under the same name. */
export interface Node {
  readonly name: string
  readonly role: Role
  readonly ports: { readonly http: number; readonly teltonika: number; readonly health: number }
  readonly pid: number
  /** The output of its process so far. */
  readonly said: string
  signal(name: NodeJS.Signals): void
  /** Starts it again after its end; resolves when it is ready. */
  again(): Promise<void>
  /** Kills it at once. */
  kill(): Promise<void>
  /** Stops it in order. */
  stop(): Promise<void>
}
export interface Cluster {
  readonly nodes: readonly Node[]
  readonly nats: Nats
  /** The ports for devices and for people: those of HAProxy, or without it of the first process of the role. */
  readonly devices: number
  readonly web: string
  stop(): Promise<void>
}
export interface ClusterOptions {
  /** main.js of the built server */
  readonly main: string
  /** An existing database. */
  readonly database: string
  readonly counts: Readonly<Record<Role, number>>
  readonly balancer?: boolean
}

const LOOPBACK = '127.0.0.1'

export async function startCluster({
  main,
  database,
  counts,
  balancer = true,
}: ClusterOptions): Promise<Cluster> {
  const dir = temporaryDirectory('cluster')
  const nats = await startNats()
  const nodes: Node[] = []
  let proxy: ChildProcess | undefined
  const stop = async () => {
    await Promise.all(nodes.map(node => node.kill()))
    if (proxy && proxy.exitCode === null && proxy.signalCode === null) {
      const exit = once(proxy, 'exit')
      proxy.kill('SIGKILL')
      await exit
    }
    await nats.stop()
    removeDirectory(dir)
  }
  try {
    const env = {
      DATABASE_URL: database,
      NATS_URL: nats.url,
      FLOTTA_DATA_DIR: dir,
      FLOTTA_DEMO: '0',
      FLOTTA_LOG_LEVEL: 'warn',
      FLOTTA_MIGRATE: '0',
      FLOTTA_REPLAY_QUIET: '1',
      FLOTTA_DRAIN_SECONDS: '1',
      FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS: '100000',
      ...(balancer && { FLOTTA_GATEWAY_PROXIES: LOOPBACK, FLOTTA_TRUSTED_PROXIES: LOOPBACK }),
    }
    for (const role of ['worker', 'gateway', 'api'] as const)
      for (let n = 1; n <= counts[role]; n++)
        nodes.push(await nodeOf(main, role, `${role}-${n}`, env))
    await Promise.all(nodes.map(node => node.again()))
    const first = (role: Role) => nodes.find(n => n.role === role)?.ports
    if (!balancer)
      return {
        nodes,
        nats,
        devices: first('gateway')?.teltonika ?? 0,
        web: `http://${LOOPBACK}:${first('api')?.http ?? 0}`,
        stop,
      }
    const ports = { devices: await freePort(), web: await freePort(), figures: await freePort() }
    const file = join(dir, 'haproxy.cfg')
    writeFileSync(file, proxyConfiguration(nodes, ports))
    proxy = spawn(findTool('haproxy') ?? 'haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    const web = `http://${LOOPBACK}:${ports.web}`
    await until('HAProxy', () => serves(`${web}/api/v1/about`))
    return { nodes, nats, devices: ports.devices, web, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export const serves = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async answer => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )

/** The shipped file, with the machines and ports of this test. */
function proxyConfiguration(
  nodes: readonly Node[],
  ports: { readonly devices: number; readonly web: number; readonly figures: number },
): string {
  return readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
    .replace('maxconn 60000', 'maxconn 2000')
    .replace('    bind :5000\n', '')
    .replace(':5027\n', `${LOOPBACK}:${ports.devices}\n`)
    .replace(':8080\n', `${LOOPBACK}:${ports.web}\n`)
    .replace(`${LOOPBACK}:8404`, `${LOOPBACK}:${ports.figures}`)
    .replace(/server (\S+) \S+/g, (line, name: string) => {
      const node = nodes.find(n => n.name === name)
      return node
        ? `server ${name} ${LOOPBACK}:${node.role === 'api' ? node.ports.http : node.ports.teltonika} port ${node.ports.health}`
        : line
    })
}

async function nodeOf(
  main: string,
  role: Role,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<Node> {
  const ports = { http: await freePort(), teltonika: await freePort(), health: await freePort() }
  const mine = {
    ...env,
    ...(await freeDevicePorts()),
    FLOTTA_INSTANCE: name,
    FLOTTA_ROLES: role,
    FLOTTA_HTTP_PORT: String(ports.http),
    FLOTTA_METRICS_PORT: String(ports.health),
    [protocol.port.variable]: String(ports.teltonika),
  }
  let process: RunningProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (process === undefined) return
    process.kill(signal)
    // A stopped process receives no other signal.
    if (signal === 'SIGKILL') process.kill('SIGCONT')
    await process.ended
  }
  return {
    name,
    role,
    ports,
    get pid() {
      return process?.pid ?? 0
    },
    get said() {
      return process?.said ?? ''
    },
    signal: signal => process?.kill(signal),
    async again() {
      const newProcess = start([...asStarted, main], mine)
      process = newProcess
      await until(`the start of ${name}`, async () => {
        if (newProcess.code !== null) throw new Error(`${name} ended: ${newProcess.said}`)
        return serves(`http://${LOOPBACK}:${ports.health}/readyz`)
      })
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
