// Several processes under load while each kind of them is killed, stopped, restarted, and NATS with them; then the lists are compared with those of one undisturbed process.
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '@flotta/platform/db.ts'
import { makeCompanies } from '../bench/fleet.ts'
import { memoryMb, until } from '../bench/harness.ts'
import { startDatabase, startProduct } from '../bench/product.ts'
import { type Cluster, type Node, serves, startCluster } from './cluster.ts'
import { compareRows, derivedOf, differences, type Verdict } from './compare.ts'
import { type DeviceOptions, type Devices, startDevices } from './devices.ts'

export interface ClusterFaultsOptions {
  /** main.js of the built server */
  readonly main: string
  readonly devices: number
  readonly records: number
  /** ms between two packets of a tracker */
  readonly every: number
  /** How often each fault is done. */
  readonly rounds: number
  /** Every role is killed and stopped by itself, not one of each at once. */
  readonly each: boolean
  say?(line: string): void
}
export interface ClusterVerdict extends Verdict {
  /** Derived results that differ from those of one undisturbed process that got the same records, both sides. */
  readonly differs: readonly string[]
  /** ms that the most silent tracker waited, by fault; the longest of all rounds. */
  readonly silences: ReadonlyMap<string, number>
  /** MB, the largest of all processes */
  readonly memory: number
  /** The web answers through the balancer at the end. */
  readonly serves: boolean
}

/** Longer than it takes until a process without signs of life is gone for the others. */
const STOPPED_MS = 4_000
const AWAY_MS = 1_500

type Fault = (cluster: Cluster, round: number) => Promise<void>
const ROLES = ['gateway', 'worker', 'api'] as const
const nodeOf = ({ nodes }: Cluster, role: Node['role'], round: number): Node => {
  const all = nodes.filter(node => node.role === role)
  return all[round % all.length] as Node
}
const killed =
  (...roles: readonly Node['role'][]): Fault =>
  async (cluster, round) => {
    const nodes = roles.map(role => nodeOf(cluster, role, round))
    await Promise.all(nodes.map(node => node.kill()))
    await Promise.all(nodes.map(node => node.again()))
  }
const stopped =
  (...roles: readonly Node['role'][]): Fault =>
  async (cluster, round) => {
    // the ones that were not just started anew
    const nodes = roles.map(role => nodeOf(cluster, role, round + 1))
    for (const node of nodes) node.signal('SIGSTOP')
    await pause(STOPPED_MS)
    for (const node of nodes) node.signal('SIGCONT')
  }
const others: Readonly<Record<string, Fault>> = {
  'NATS away': async ({ nats }) => {
    await nats.kill()
    await pause(AWAY_MS)
    await nats.again()
  },
  // the first of every role, then the others
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
const together: Readonly<Record<string, Fault>> = { 'one of each killed': killed(...ROLES), 'one of each stopped': stopped(...ROLES), ...others }
const apart: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(ROLES.map(role => [`one ${role} killed`, killed(role)])),
  ...Object.fromEntries(ROLES.map(role => [`one ${role} stopped`, stopped(role)])),
  ...others,
}

export async function clusterUnderFaults({ main, devices: count, records, every, rounds, each, say }: ClusterFaultsOptions): Promise<ClusterVerdict> {
  const database = await startDatabase('cluster')
  let cluster: Cluster | undefined
  let devices: Devices | undefined
  const began = performance.now()
  const tell = (line: string) => say?.(`  … ${((performance.now() - began) / 1_000).toFixed(0)} s: ${line}`)
  try {
    const [company] = await makeCompanies(database.url, [count])
    const vehicle_ids = company?.vehicle_ids ?? []
    const running = await startCluster({ main, database: database.url, counts: { gateway: 2, worker: 2, api: 2 } })
    cluster = running
    const traffic: DeviceOptions = { port: running.devices, count, records, every, from: Date.now() - 2 * 86_400_000, step: 5_000 }
    const load = startDevices(traffic)
    devices = load
    const allHeard = async (what: string) => {
      const now = performance.now()
      await until(`acknowledgements after ${what}`, () => load.heard.every(at => at > now), { every: 10 })
    }
    await allHeard('the start')
    tell('trackers are heard')
    load.silence()
    const silences = new Map<string, number>()
    let memory = 0
    for (let round = 0; round < rounds; round++) {
      for (const [name, fault] of Object.entries(each ? apart : together)) {
        await fault(running, round)
        await allHeard(name)
        const silence = load.silence()
        silences.set(name, Math.max(silences.get(name) ?? 0, silence))
        memory = Math.max(memory, ...running.nodes.map(node => memoryMb(node.pid).peak || 0))
        tell(`round ${round + 1}, ${name}: ${load.acknowledgements} packets acknowledged, longest silence ${(silence / 1000).toFixed(1)} s`)
      }
    }
    await load.finish()
    const pool = openPool(database.url, { max: 1, application: 'flotta faults' })
    const found = await readBoth(pool, load, vehicle_ids).finally(() => pool.end())
    const web = await serves(`${running.web}/api/v1/about`)
    await running.stop()
    cluster = undefined

    tell('the same in peace')
    const calm = await undisturbed(main, await database.create('calm'), count, traffic, load)
    tell('compared')
    return { ...found.rows, differs: differences(calm, found.derived), silences, memory, serves: web }
  } finally {
    devices?.stop()
    await cluster?.stop()
    await database.stop()
  }
}

async function readBoth(pool: ReturnType<typeof openPool>, load: Devices, vehicle_ids: readonly number[]) {
  return { rows: await compareRows(pool, load, vehicle_ids), derived: await derivedOf(pool, vehicle_ids) }
}

/** What one process makes of the same packets, in peace. */
async function undisturbed(main: string, url: string, count: number, traffic: DeviceOptions, load: Devices): Promise<string[]> {
  const [company] = await makeCompanies(url, [count])
  const product = await startProduct(main, { DATABASE_URL: url, FLOTTA_REPLAY_QUIET: '1' })
  const pool = openPool(url, { max: 1, application: 'flotta faults' })
  try {
    await startDevices({ ...traffic, port: product.teltonika, every: 0, packets: load.sent }).finish()
    return await derivedOf(pool, company?.vehicle_ids ?? [])
  } finally {
    await pool.end()
    await product.stop()
  }
}
