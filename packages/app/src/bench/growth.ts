// Growth: one process and one database with 1,000, 10,000 and 100,000 vehicles that report as vehicles do and not as fast as possible: the resources,
// and how quickly people are answered meanwhile.
import { type Company, signIn } from './fleet.ts'
import {
  type Bench,
  cpuSeconds,
  type Figure,
  figure,
  memoryMb,
  type Options,
  pause,
  percentile,
  treeMemoryMb,
} from './harness.ts'
import type { Window } from './load.ts'
import { type Stage, withProduct } from './stage.ts'

const SIZES = [1_000, 10_000, 100_000]
const COMPANY = 1_000
/** Share of the vehicles that drive in the busiest hour, with a record every ten seconds; the others are silent. */
const DRIVING = 0.4
const RECORD_EVERY = 10_000
/**
 * Largest number of connections of one load process. With more vehicles on the road each of them reports more often, so that the number of records
 * per second stays the same.
 */
const MOST_CONNECTIONS = 8_000
const DAY_MS = 86_400_000
/** Hours per day that a vehicle drives. */
const HOURS = 8
/** When less than this share of the sent records is processed, the machine is too small. */
const ENOUGH = 0.95

export const growth: Bench = {
  name: 'growth',
  measures: 'one process and one database with growing fleets at real rates',
  async run(options) {
    const { vehicles } = options.given
    const sizes =
      vehicles === undefined ? (options.quick ? SIZES.slice(0, 1) : SIZES) : [Number(vehicles)]
    const figures: Figure[] = []
    for (const size of sizes) {
      options.say(`  … ${size.toLocaleString('en')} vehicles`)
      const companies = Array.from({ length: Math.ceil(size / COMPANY) }, (_, i) =>
        Math.min(COMPANY, size - i * COMPANY),
      )
      figures.push(
        ...(await withProduct('growth', options, companies, stage =>
          measureFleet(stage, size, options),
        )),
      )
    }
    return figures
  },
}

async function measureFleet(stage: Stage, size: number, options: Options): Promise<Figure[]> {
  const { product, load, companies } = stage
  const driving = size * DRIVING
  const connections = Math.min(driving, MOST_CONNECTIONS)
  const every = (RECORD_EVERY * connections) / driving
  await load.open({
    port: product.teltonika,
    first: 0,
    count: connections,
    // The vehicles' clocks must not overtake the real one while the load warms up.
    from: Date.now() - DAY_MS / 24,
    step: Math.round(every),
    records: 1,
    every,
  })
  load.start()
  await pause(Math.max(every * 1.5, options.quick ? 3_000 : 15_000))
  const figures = await windowOf(stage, companies[0] as Company, options)
  return figuresOf(size, driving / (RECORD_EVERY / 1_000), connections, figures)
}

const CALLS = ['map', 'list', 'history'] as const
type Call = (typeof CALLS)[number]
interface FleetUse {
  readonly window: Window
  readonly delays: Readonly<Record<Call, readonly number[]>>
  /** Processor seconds, MB, bytes. */
  readonly server: number
  readonly database: number
  readonly serverMemory: number
  readonly databaseMemory: number
  readonly disk: number
}
async function windowOf(
  { database, product, load }: Stage,
  company: Company,
  { quick, given }: Options,
): Promise<FleetUse> {
  const sizeOnDisk = async () =>
    Number(
      (
        await database.pool.query<{ size: string }>(
          `select pg_database_size(datname) as size from pg_database where datname = $1`,
          [new URL(database.url).pathname.slice(1)],
        )
      ).rows[0]?.size,
    )
  const token = await signIn(product.url, company)
  const before = {
    server: cpuSeconds(product.pid),
    database: cpuSeconds(database.pid, true),
    disk: await sizeOnDisk(),
  }
  load.begin()
  const seconds = Number(given.seconds ?? (quick ? 6 : 45))
  const delays = await askMeanwhile(product.url, token, company, seconds * 1_000)
  const window = await load.end()
  return {
    window,
    delays,
    server: cpuSeconds(product.pid) - before.server,
    database: cpuSeconds(database.pid, true) - before.database,
    serverMemory: memoryMb(product.pid).now,
    databaseMemory: treeMemoryMb(database.pid),
    disk: (await sizeOnDisk()) - before.disk,
  }
}

/** A person of one company opens the map, the list and the history of a vehicle, one after the other. */
export async function askMeanwhile(
  url: string,
  token: string,
  { vehicle_ids }: Pick<Company, 'vehicle_ids'>,
  ms: number,
): Promise<Record<Call, number[]>> {
  const delays: Record<Call, number[]> = { map: [], list: [], history: [] }
  const now = Date.now()
  const [period_from, period_to] = [now - DAY_MS, now].map(at => new Date(at).toISOString())
  const pathOf = (call: Call, turn: number): string =>
    call === 'map'
      ? 'pins'
      : call === 'list'
        ? 'vehicles?page=1'
        : `services/eyegeo/${vehicle_ids[turn % vehicle_ids.length]}/history?period_from=${period_from}&period_to=${period_to}`
  const until = performance.now() + ms
  for (let turn = 0; performance.now() < until; turn++)
    for (const call of CALLS) {
      const began = performance.now()
      const response = await fetch(`${url}/api/v1/${pathOf(call, turn)}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${call} answered ${response.status}`)
      delays[call].push(performance.now() - began)
      await pause(100)
    }
  return delays
}

function figuresOf(
  size: number,
  asked: number,
  connections: number,
  { window, delays, server, database, serverMemory, databaseMemory, disk }: FleetUse,
): Figure[] {
  const what = `${size.toLocaleString('en')} vehicles`
  const rate = window.records / window.seconds
  const perRecord = disk / Math.max(1, window.records)
  const dayOfAll = (size * perRecord * HOURS * 3_600_000) / RECORD_EVERY / 1e9
  const latency = (call: Call): Figure[] =>
    ([0.5, 0.99] as const).map(share =>
      figure(`${what}: ${call}, p${share * 100}`, percentile(delays[call], share), 'ms'),
    )
  return [
    figure(`${what}: records acknowledged, ${connections} connections`, rate, 'records/s', {
      peer: { what: 'sent by them', value: asked },
      goal: { atLeast: ENOUGH },
      of: 'ratio',
    }),
    figure(`${what}: time to acknowledge, p50`, window.p50, 'ms'),
    figure(`${what}: time to acknowledge, p99`, window.p99, 'ms', { goal: { below: 500 } }),
    figure(`${what}: server`, server / window.seconds, 'cores'),
    figure(`${what}: database`, database / window.seconds, 'cores'),
    figure(`${what}: memory of the server`, serverMemory, 'MB'),
    figure(`${what}: memory of the database`, databaseMemory, 'MB'),
    figure(`${what}: disk, before packing`, perRecord, 'bytes a record'),
    figure(`${what}: disk for a day with ${HOURS} hours on the road`, dayOfAll, 'GB'),
    ...CALLS.flatMap(latency),
  ]
}
