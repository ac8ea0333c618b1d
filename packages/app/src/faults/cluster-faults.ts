// Several processes under load while each kind of them is killed, stopped and restarted, and NATS and the database with them; then the results are
// compared with those of one undisturbed process.
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '@flotta/platform/db.ts'
import { makeCompanies } from '../bench/fleet.ts'
import { memoryMb, until } from '../bench/harness.ts'
import { type Database, startDatabase, startProduct } from '../bench/product.ts'
import { type Cluster, type Node, serves, startCluster } from './cluster.ts'
import { compareRows, derivedOf, differences, type Verdict } from './compare.ts'
import { type DeviceOptions, type Devices, startDevices } from './devices.ts'
import { preparePair, startPair } from './pair.ts'

export interface ClusterFaultsOptions {
  /** main.js of the built server */
  readonly main: string
  readonly devices: number
  readonly records: number
  /** ms between two packets of a tracker */
  readonly every: number
  /** Number of acknowledged packets after which the run ends. */
  readonly packets: number
  /** Number of rounds of each fault. */
  readonly rounds: number
  /** Every role is killed and stopped by itself, instead of one of each at once. */
  readonly each: boolean
  readonly workers: number
  /** ms for which a process is stopped: in the first round, growing to that of the last. */
  readonly still: readonly [number, number]
  /** The database is a pair whose primary dies half-way. */
  readonly failover: boolean
  say?(line: string): void
}
export interface ClusterVerdict extends Verdict {
  /** Derived results that differ from those of one undisturbed process with the same records, in both directions. */
  readonly differs: readonly string[]
  /** Longest time in ms without an acknowledgement for any tracker, by fault, over all rounds. */
  readonly silences: ReadonlyMap<string, number>
  /** Memory in MB of the largest process. */
  readonly memory: number
  /** Whether the web answers through the load balancer at the end. */
  readonly serves: boolean
}

const AWAY_MS = 1_500

type Fault = (cluster: Cluster, round: number, still: number) => Promise<void>
const ROLES = ['gateway', 'worker', 'api'] as const
const nodeOf = ({ nodes }: Cluster, role: Node['role'], round: number): Node => {
  const all = nodes.filter(node => node.role === role)
  return all[round % all.length] as Node
}
const killNodes =
  (...roles: readonly Node['role'][]): Fault =>
  async (cluster, round) => {
    const nodes = roles.map(role => nodeOf(cluster, role, round))
    await Promise.all(nodes.map(node => node.kill()))
    await Promise.all(nodes.map(node => node.again()))
  }
const stopNodes =
  (...roles: readonly Node['role'][]): Fault =>
  async (cluster, round, still) => {
    // The processes that were not restarted just before.
    const nodes = roles.map(role => nodeOf(cluster, role, round + 1))
    for (const node of nodes) node.signal('SIGSTOP')
    await pause(still)
    for (const node of nodes) node.signal('SIGCONT')
  }
const others: Readonly<Record<string, Fault>> = {
  'NATS away': async ({ nats }) => {
    await nats.kill()
    await pause(AWAY_MS)
    await nats.again()
  },
  // First the first process of every role, then the others.
  'restarts of all': async ({ nodes }) => {
    for (const n of new Set(nodes.map(node => node.name.at(-1))))
      await Promise.all(
        nodes
          .filter(node => node.name.endsWith(`-${n}`))
          .map(async node => {
            await node.stop()
            await node.again()
          }),
      )
  },
}
const together: Readonly<Record<string, Fault>> = {
  'one of each killed': killNodes(...ROLES),
  'one of each stopped': stopNodes(...ROLES),
  ...others,
}
const apart: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(ROLES.map(role => [`one ${role} killed`, killNodes(role)])),
  ...Object.fromEntries(ROLES.map(role => [`one ${role} stopped`, stopNodes(role)])),
  ...others,
}

export async function clusterUnderFaults(options: ClusterFaultsOptions): Promise<ClusterVerdict> {
  const { main, devices: count, records, every, rounds, each, workers, still, say } = options
  const { packets } = options
  let vehicle_ids: readonly number[] = []
  const calmly = await startDatabase('calm')
  let store: Store | undefined
  let cluster: Cluster | undefined
  let devices: Devices | undefined
  const began = performance.now()
  const tell = (line: string) =>
    say?.(`  … ${((performance.now() - began) / 1_000).toFixed(0)} s: ${line}`)
  try {
    const fillDatabase = async (url: string) => {
      vehicle_ids = (await makeCompanies(url, [count]))[0]?.vehicle_ids ?? []
    }
    store = options.failover ? await pairOf(fillDatabase) : await oneOf(calmly, fillDatabase)
    const running = await startCluster({
      main,
      database: store.url,
      counts: { gateway: 2, worker: workers, api: 2 },
    })
    cluster = running
    const traffic: DeviceOptions = {
      port: running.devices,
      count,
      records,
      every,
      from: Date.now() - 2 * 86_400_000,
      step: 5_000,
    }
    const load = startDevices(traffic)
    devices = load
    await load.allHeard('the start')
    tell('trackers are heard')
    load.silence()
    const silences = new Map<string, number>()
    let memory = 0
    for (let round = 0; round < rounds; round++) {
      const last = round === Math.floor((rounds - 1) / 2) ? store.last : {}
      for (const [name, fault] of Object.entries({ ...(each ? apart : together), ...last })) {
        await fault(
          running,
          round,
          still[0] + ((still[1] - still[0]) * round) / Math.max(1, rounds - 1),
        )
        await load.allHeard(name)
        const silence = load.silence()
        silences.set(name, Math.max(silences.get(name) ?? 0, silence))
        memory = Math.max(memory, ...running.nodes.map(node => memoryMb(node.pid).peak || 0))
        tell(
          `round ${round + 1}, ${name}: ${load.acknowledgements} packets acknowledged, longest silence ${(silence / 1000).toFixed(1)} s`,
        )
      }
    }
    await until('enough packets', () => load.acknowledgements >= packets)
    await load.finish()
    const results = await readResults(store.found(), load, vehicle_ids)
    // The load balancer sends requests to a returned process only after its next check.
    const web = await until('the web', () => serves(`${running.web}/api/v1/about`)).then(
      () => true,
      () => false,
    )
    await running.stop()
    cluster = undefined

    tell('the same in peace')
    const calm = await runUndisturbed(main, await calmly.create('calm'), count, traffic, load)
    const differs = differences(calm, results.derived)
    const { missing, doubled, foreign, acknowledged } = results.rows
    tell(
      `compared: of ${acknowledged} records ${missing.length} lost, ${doubled.length} doubled, ${foreign.length} invented; ${differs.length} results differ`,
    )
    return { ...results.rows, differs, silences, memory, serves: web }
  } finally {
    devices?.stop()
    await cluster?.stop()
    store?.stop()
    await calmly.stop()
  }
}

/** The database of the cluster. */
interface Store {
  readonly url: string
  /** The faults that can be caused once at the end. */
  readonly last: Readonly<Record<string, Fault>>
  /** The address where it is found at the end. */
  found(): string
  stop(): void
}
async function oneOf(database: Database, fill: (url: string) => Promise<void>): Promise<Store> {
  const url = await database.create('disturbed')
  await fill(url)
  return { url, last: {}, found: () => url, stop: () => {} }
}
async function pairOf(fill: (url: string) => Promise<void>): Promise<Store> {
  const preparedPair = await preparePair(fill)
  const pair = await startPair(preparedPair).finally(preparedPair.remove)
  const failover: Fault = async () => {
    pair.signal('SIGKILL')
    await pair.promote()
  }
  return {
    url: `${pair.url}?target_session_attrs=read-write`,
    last: { 'primary database killed': failover },
    found: () => pair.standbyUrl,
    stop: () => pair.stop(),
  }
}

async function readResults(url: string, load: Devices, vehicle_ids: readonly number[]) {
  const pool = openPool(url, { max: 1, application: 'flotta faults' })
  try {
    return {
      rows: await compareRows(pool, load, vehicle_ids),
      derived: await derivedOf(pool, vehicle_ids),
    }
  } finally {
    await pool.end()
  }
}

/** The results of one undisturbed process with the same packets. */
async function runUndisturbed(
  main: string,
  url: string,
  count: number,
  traffic: DeviceOptions,
  load: Devices,
): Promise<string[]> {
  const [company] = await makeCompanies(url, [count])
  const product = await startProduct(main, { DATABASE_URL: url, FLOTTA_REPLAY_QUIET: '1' })
  const pool = openPool(url, { max: 1, application: 'flotta faults' })
  try {
    await startDevices({
      ...traffic,
      port: product.teltonika,
      every: 0,
      packets: load.sent,
    }).finish()
    return await derivedOf(pool, company?.vehicle_ids ?? [])
  } finally {
    await pool.end()
    await product.stop()
  }
}
