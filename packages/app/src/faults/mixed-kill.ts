// The server and its database are killed while trackers of every protocol send, and the broker is stopped with them; then the results are compared.
import { setTimeout as pause } from 'node:timers/promises'
import { TRACKER_PORT } from '@flotta/core/protocol.ts'
import { freePort } from '@flotta/platform/postgres.ts'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import type { Pool } from 'pg'
import { until } from '../bench/harness.ts'
import { type Product, removeDirectory, startProduct } from '../bench/product.ts'
import { type Broker, isMosquittoInstalled, makeBroker } from './broker.ts'
import { homeOf, withDatabaseOf } from './kill.ts'
import { BY_BROKER, type MixedDevices, startMixedDevices } from './mixed-devices.ts'

export interface MixedKillOptions {
  /** main.js of the built server */
  readonly main: string
  readonly rounds: number
  /** Number of trackers of each protocol. */
  readonly each: number
  /** Longest time that a server lives under load, ms. */
  readonly longest: number
  readonly random?: () => number
}
export interface MixedVerdict {
  readonly acknowledged: number
  /** Acknowledged but not stored, stored more than once, stored but never sent: `gt06 3 2026-…`. */
  readonly missing: readonly string[]
  readonly doubled: readonly string[]
  readonly foreign: readonly string[]
  /** Acknowledged records of each protocol. */
  readonly byProtocol: Readonly<Record<string, number>>
}

/** Number of records of every tracker that are acknowledged before the server is killed. */
const EACH_ROUND = 3

export async function mixedKilled(options: MixedKillOptions): Promise<MixedVerdict> {
  const { main, rounds, each, longest, random = Math.random } = options
  const names = [...deviceSides.keys(), ...(isMosquittoInstalled ? [BY_BROKER] : [])]
  const protocols = names.flatMap(name => Array.from({ length: each }, () => name))
  const home = await homeOf(protocols.length, index => protocols[index] ?? BY_BROKER)
  const broker = isMosquittoInstalled ? await makeBroker() : null
  const port = await freePort()
  let product: Product | undefined
  let devices: MixedDevices | undefined
  try {
    const start = () =>
      startProduct(
        main,
        {
          FLOTTA_DATA_DIR: home.dir,
          [TRACKER_PORT.variable]: String(port),
          ...(broker !== null && { FLOTTA_MQTT_URL: broker.url }),
        },
        { ports: home.ports },
      )
    product = await start()
    devices = startMixedDevices({
      port,
      broker: broker?.deviceUrl ?? null,
      protocols,
      from: Date.now() - 2 * 86_400_000,
      step: 5_000,
    })
    for (let round = 0; round < rounds; round++) {
      const load = devices
      const before = load.acknowledged.map(({ length }) => length)
      const silent = () =>
        protocols.filter(
          (_, i) => (load.acknowledged[i]?.length ?? 0) < (before[i] ?? 0) + EACH_ROUND,
        )
      await until('acknowledgements', () => silent().length === 0, {
        every: 10,
      }).catch(() => Promise.reject(new Error(`nothing was acknowledged to ${silent().join()}`)))
      await pause(random() * longest)
      if (round % 2 === 1) await stopBroker(broker)
      await product.kill()
      product = await start()
    }
    await devices.finish()
    return await withDatabaseOf(home.dir, pool =>
      compareTimes(pool, devices as MixedDevices, protocols, home.company.vehicle_ids),
    )
  } finally {
    devices?.stop()
    if (product && !product.ended) await product.kill()
    await broker?.remove()
    removeDirectory(home.dir)
  }
}

/** Stopped in order, so that it has written what it acknowledged: messages that a killed broker forgets are no fault of the product. */
async function stopBroker(broker: Broker | null): Promise<void> {
  await broker?.kill('SIGTERM')
  await broker?.start()
}

async function compareTimes(
  pool: Pool,
  { acknowledged, sent }: MixedDevices,
  protocols: readonly string[],
  vehicle_ids: readonly number[],
): Promise<MixedVerdict> {
  const lineOf = (index: number, at: number) =>
    `${protocols[index]} ${index} ${new Date(at).toISOString()}`
  // The broker's remaining messages arrive a moment later.
  let counts: ReadonlyMap<string, number> = new Map()
  const wantedLines = acknowledged.flatMap((times, index) => times.map(at => lineOf(index, at)))
  await until(
    'what was acknowledged',
    async () => {
      counts = await storedLines(pool, vehicle_ids, lineOf)
      return wantedLines.every(line => counts.has(line))
    },
    { every: 500 },
  ).catch(() => undefined)
  const sentLines = new Set(sent.flatMap((times, i) => times.map(at => lineOf(i, at))))
  const byProtocol: Record<string, number> = {}
  for (const [index, times] of acknowledged.entries()) {
    const protocol = protocols[index] ?? ''
    byProtocol[protocol] = (byProtocol[protocol] ?? 0) + times.length
  }
  return {
    acknowledged: wantedLines.length,
    missing: wantedLines.filter(line => !counts.has(line)),
    doubled: [...counts].filter(([, count]) => count > 1).map(([line]) => line),
    foreign: [...counts.keys()].filter(line => !sentLines.has(line)),
    byProtocol,
  }
}

async function storedLines(
  pool: Pool,
  vehicle_ids: readonly number[],
  lineOf: (index: number, at: number) => string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ vehicle_id: number; at: number; count: number }>(
    `select vehicle_id, (extract(epoch from message_datetime) * 1000)::float8 as at, count(*)::int as count
     from unnest($1::int4[]) v (id) cross join lateral positions_of(v.id, '-infinity', 'infinity') group by 1, 2`,
    [vehicle_ids],
  )
  return new Map(
    rows.map(({ vehicle_id, at, count }) => [lineOf(vehicle_ids.indexOf(vehicle_id), at), count]),
  )
}
