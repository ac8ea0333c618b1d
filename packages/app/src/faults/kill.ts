// The server and its database are killed again and again while trackers send; then the results are compared.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '@flotta/platform/db.ts'
import { freePort, startPostgres } from '@flotta/platform/postgres.ts'
import { type Company, makeCompanies } from '../bench/fleet.ts'
import { until } from '../bench/harness.ts'
import { migratedDirectory, type Product, removeDirectory, startProduct } from '../bench/product.ts'
import { compareRows, derivedOf, differences, type Verdict } from './compare.ts'
import { type DeviceOptions, type Devices, startDevices } from './devices.ts'

export interface KillOptions {
  /** main.js of the built server */
  readonly main: string
  readonly rounds: number
  readonly devices: number
  readonly records: number
  /** Longest time that a server runs after its start, ms. */
  readonly longest: number
  /** Number of acknowledged packets after which the run ends; the last server runs until then. */
  readonly packets: number
  readonly random?: () => number
  say?(line: string): void
}
export interface KillVerdict extends Verdict {
  readonly connections: number
  /** Derived results that differ from those of an undisturbed server with the same records, in both directions. */
  readonly differs: readonly string[]
}

/** Replays start soon, so that the comparison need not wait. */
const SETTINGS = { FLOTTA_REPLAY_QUIET: '1' }

export async function killedAtRandom(options: KillOptions): Promise<KillVerdict> {
  const { main, rounds, devices: count, records, longest, packets, say } = options
  const { random = Math.random } = options
  const disturbedHome = await homeOf(count)
  const calm = await homeOf(count)
  let product: Product | undefined
  let devices: Devices | undefined
  try {
    const start = () =>
      startProduct(
        main,
        { FLOTTA_DATA_DIR: disturbedHome.dir, ...SETTINGS },
        { ports: disturbedHome.ports },
      )
    product = await start()
    const traffic: DeviceOptions = {
      port: disturbedHome.ports.teltonika,
      count,
      records,
      every: 2,
      from: Date.now() - 2 * 86_400_000,
      step: 5_000,
    }
    devices = startDevices(traffic)
    for (let round = 1; round <= rounds; round++) {
      // Every third server is killed while it starts to work, the others in the middle of their work.
      const before = devices.acknowledgements
      const load = devices
      if (round % 3 !== 0)
        await until('acknowledgements', () => load.acknowledgements > before + count, { every: 10 })
      await pause(random() * longest)
      await product.kill()
      say?.(`  … round ${round}: killed after ${devices.acknowledgements} acknowledged packets`)
      product = await start()
    }
    const load = devices
    await until('enough packets', () => load.acknowledgements >= packets)
    await devices.finish()
    const disturbedResult = await withDatabaseOf(disturbedHome.dir, async pool => ({
      rows: await compareRows(pool, devices as Devices, disturbedHome.company.vehicle_ids),
      derived: await derivedOf(pool, disturbedHome.company.vehicle_ids),
    }))
    await product.stop()

    product = await startProduct(
      main,
      { FLOTTA_DATA_DIR: calm.dir, ...SETTINGS },
      { ports: calm.ports },
    )
    const again = startDevices({
      ...traffic,
      port: calm.ports.teltonika,
      every: 0,
      packets: devices.sent,
    })
    await again.finish()
    const expected = await withDatabaseOf(calm.dir, pool =>
      derivedOf(pool, calm.company.vehicle_ids),
    )
    await product.stop()
    const differs = differences(expected, disturbedResult.derived)
    return { ...disturbedResult.rows, connections: devices.connections, differs }
  } finally {
    devices?.stop()
    if (product && !product.ended) await product.kill()
    for (const { dir } of [disturbedHome, calm]) removeDirectory(dir)
  }
}

/** A data directory whose embedded database holds one company. @param protocolOf protocol of the tracker with an index; default: Teltonika's */
export async function homeOf(count: number, protocolOf?: (index: number) => string) {
  const dir = await migratedDirectory('kill')
  const postgres = await startPostgres({ dataDir: dir })
  const companies = await makeCompanies(postgres.url, [count], protocolOf)
  await postgres.stop()
  return {
    dir,
    company: companies[0] as Company,
    ports: { http: await freePort(), teltonika: await freePort() },
  }
}

/** Runs work with the embedded database of a running server. */
export async function withDatabaseOf<T>(
  dir: string,
  work: (pool: ReturnType<typeof openPool>) => Promise<T>,
): Promise<T> {
  const { port, password } = JSON.parse(readFileSync(join(dir, 'postgres.json'), 'utf8')) as {
    port: number
    password: string
  }
  const pool = openPool(
    `postgres://flotta:${encodeURIComponent(password)}@127.0.0.1:${port}/flotta`,
    { max: 1, application: 'flotta faults' },
  )
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
