// Several processes: what faults of each do to trackers, and what it costs to be several.
import { join } from 'node:path'
import { startCluster } from '../faults/cluster.ts'
import { clusterUnderFaults } from '../faults/cluster-faults.ts'
import { makeCompanies } from './fleet.ts'
import { type Bench, type Figure, figure, type Options } from './harness.ts'
import { theProduct } from './ingest.ts'
import { type Database, startDatabase } from './product.ts'
import { CONNECTIONS, inTurns, type Measured, type Subject } from './turns.ts'

export const cluster: Bench = {
  name: 'cluster',
  measures:
    '2 gateways, 4 workers, 2 APIs on NATS and a pair of databases behind HAProxy: what faults do to them (--rounds N, --stop-seconds N), what being several costs',
  async run(options) {
    const figures = options.given.rounds === '0' ? [] : await underFaults(options)
    const database = await startDatabase('bench-cluster')
    try {
      return [...figures, ...(await cost(database, options)), ...(await growth(database, options))]
    } finally {
      await database.stop()
    }
  },
}

async function underFaults({ quick, dist, given, say }: Options): Promise<Figure[]> {
  const rounds = Number(given.rounds ?? (quick ? 1 : 5))
  const seconds = Number(given['stop-seconds'] ?? (quick ? 4 : 20))
  const verdict = await clusterUnderFaults({
    main: join(dist, 'main.js'),
    devices: quick ? 40 : 200,
    records: 5,
    every: 100,
    rounds,
    each: true,
    workers: quick ? 2 : 4,
    // from when the others just notice it
    still: [Math.min(4, seconds) * 1_000, seconds * 1_000],
    failover: true,
    say,
  })
  for (const line of verdict.differs.slice(0, 10)) say(`  ${line}`)
  const name = `${rounds} rounds of faults`
  return [
    figure(`${name}: records acknowledged and not stored`, verdict.missing.length, `of ${verdict.acknowledged}`, { goal: { below: 1 } }),
    figure(`${name}: records stored twice`, verdict.doubled.length, `of ${verdict.stored}`, { goal: { below: 1 } }),
    figure(`${name}: records stored and never sent`, verdict.foreign.length, `of ${verdict.stored}`, { goal: { below: 1 } }),
    figure(`${name}: derived results unlike an undisturbed process’s`, verdict.differs.length, '', { goal: { below: 1 } }),
    figure(`${name}: memory of the largest process, highest`, verdict.memory, 'MB', { goal: { below: 500 } }),
    ...[...verdict.silences].map(([fault, ms]) => figure(`longest silence of a tracker: ${fault}`, ms / 1_000, 's', { goal: { below: 5 } })),
  ]
}

/** Processor time of a record: one process beside gateway, worker and NATS. */
async function cost(database: Database, options: Options): Promise<Figure[]> {
  const alone = await theProduct(await database.create('alone'), options)
  const apart = await several(database, options, 'apart', 1)
  try {
    const [one, two] = (await inTurns([alone, apart], database, options, 10)) as [Measured, Measured]
    return [
      figure('one process: acknowledged', one.rate, 'records/s'),
      figure('gateway, worker and NATS: acknowledged', two.rate, 'records/s', { peer: { what: 'one process', value: one.rate } }),
      figure('gateway, worker and NATS: processor time per record', (two.server / two.rate) * 1e6, 'µs', {
        peer: { what: 'one process', value: (one.server / one.rate) * 1e6 },
        goal: { below: 1.4 },
        of: 'ratio',
      }),
      figure('gateway, worker and NATS: time to acknowledge, p50', two.p50, 'ms', { peer: { what: 'one process', value: one.p50 } }),
      figure('gateway, worker and NATS: time to acknowledge, p99', two.p99, 'ms', { peer: { what: 'one process', value: one.p99 } }),
    ]
  } finally {
    await alone.stop()
    await apart.stop()
  }
}

/** More workers: what a record costs all of them together. */
async function growth(database: Database, options: Options): Promise<Figure[]> {
  const figures: Figure[] = []
  let first: Measured | undefined
  for (const workers of options.quick ? [1, 2] : [1, 2, 4]) {
    const subject = await several(database, options, `workers_${workers}`, workers)
    try {
      const [measured] = (await inTurns([subject], database, options, 10)) as [Measured]
      first ??= measured
      const peer = (of: (m: Measured) => number) => (workers === 1 ? {} : { peer: { what: '1 worker', value: of(first as Measured) } })
      const perRecord = (m: Measured) => (m.server / m.rate) * 1e6
      figures.push(
        figure(
          `${workers} workers: acknowledged`,
          measured.rate,
          'records/s',
          peer(m => m.rate),
        ),
      )
      figures.push(figure(`${workers} workers: processor time per record, gateway and NATS included`, perRecord(measured), 'µs', peer(perRecord)))
    } finally {
      await subject.stop()
    }
  }
  return figures
}

async function several(database: Database, { dist }: Options, name: string, workers: number): Promise<Subject> {
  const url = await database.create(name)
  await makeCompanies(url, [CONNECTIONS])
  const { nodes, nats, devices, stop } = await startCluster({
    main: join(dist, 'main.js'),
    database: url,
    counts: { gateway: 1, worker: workers, api: 0 },
    balancer: false,
  })
  const [pid = 0, ...beside] = nodes.map(node => node.pid)
  return { pid, beside: [...beside, nats.pid], port: devices, stop }
}
