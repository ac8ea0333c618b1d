// Several processes: the effect of their faults on trackers, and the additional processor time.
import { join } from 'node:path'
import { startCluster } from '../faults/cluster.ts'
import { clusterUnderFaults } from '../faults/cluster-faults.ts'
import { makeCompanies } from './fleet.ts'
import { type Bench, type Figure, figure, type Options } from './harness.ts'
import { theProduct } from './ingest.ts'
import { type Database, startDatabase } from './product.ts'
import { CONNECTIONS, inTurns, type RatedWindow, type Subject } from './turns.ts'

export const cluster: Bench = {
  name: 'cluster',
  measures:
    '2 gateways, 4 workers, 2 APIs on NATS and a pair of databases behind HAProxy: what faults do to them (--rounds N, --stop-seconds N), what being several costs, how it grows from 1 to 4 workers; --part faults, cost or growth alone',
  async run(options) {
    const { part } = options.given
    if (part !== undefined && !['faults', 'cost', 'growth'].includes(part))
      throw new Error(`--part is faults, cost or growth, not ${part}`)
    const wants = (name: string) => part === undefined || part === name
    const figures = wants('faults') ? await underFaults(options) : []
    if (part === 'faults') return figures
    const database = await startDatabase('bench-cluster')
    try {
      if (wants('cost')) figures.push(...(await cost(database, options)))
      if (wants('growth')) figures.push(...(await growth(database, options)))
      return figures
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
    packets: 0,
    every: 100,
    rounds,
    each: true,
    workers: quick ? 2 : 4,
    // From the shortest pause that the other processes notice.
    still: [Math.min(4, seconds) * 1_000, seconds * 1_000],
    failover: true,
    say,
  })
  for (const line of verdict.differs.slice(0, 10)) say(`  ${line}`)
  const name = `${rounds} rounds of faults`
  return [
    figure(
      `${name}: records acknowledged and not stored`,
      verdict.missing.length,
      `of ${verdict.acknowledged}`,
      { goal: { below: 1 } },
    ),
    figure(`${name}: records stored twice`, verdict.doubled.length, `of ${verdict.stored}`, {
      goal: { below: 1 },
    }),
    figure(
      `${name}: records stored and never sent`,
      verdict.foreign.length,
      `of ${verdict.stored}`,
      { goal: { below: 1 } },
    ),
    figure(`${name}: derived results unlike an undisturbed process’s`, verdict.differs.length, '', {
      goal: { below: 1 },
    }),
    figure(`${name}: memory of the largest process, highest`, verdict.memory, 'MB', {
      goal: { below: 500 },
    }),
    ...[...verdict.silences].map(([fault, ms]) =>
      figure(`longest silence of a tracker: ${fault}`, ms / 1_000, 's', { goal: { below: 5 } }),
    ),
  ]
}

/** Processor time per record: one process, compared with gateway, worker and NATS. */
async function cost(database: Database, options: Options): Promise<Figure[]> {
  const alone = await theProduct(await database.create('alone'), options)
  const apart = await several(database, options, 'apart', 1)
  try {
    const [one, two] = (await inTurns([alone, apart], database, options, 10)) as [
      RatedWindow,
      RatedWindow,
    ]
    return [
      figure('one process: acknowledged', one.rate, 'records/s'),
      figure('gateway, worker and NATS: acknowledged', two.rate, 'records/s', {
        peer: { what: 'one process', value: one.rate },
      }),
      figure(
        'gateway, worker and NATS: processor time per record',
        (two.server / two.rate) * 1e6,
        'µs',
        {
          peer: { what: 'one process', value: (one.server / one.rate) * 1e6 },
          goal: { below: 1.4 },
          of: 'ratio',
        },
      ),
      figure('gateway, worker and NATS: time to acknowledge, p50', two.p50, 'ms', {
        peer: { what: 'one process', value: one.p50 },
      }),
      figure('gateway, worker and NATS: time to acknowledge, p99', two.p99, 'ms', {
        peer: { what: 'one process', value: one.p99 },
      }),
    ]
  } finally {
    await alone.stop()
    await apart.stop()
  }
}

/** More workers, in turns: the rate, and the processor time per record of all of them. */
async function growth(database: Database, options: Options): Promise<Figure[]> {
  const counts = [1, 2, 4]
  const subjects: Subject[] = []
  try {
    for (const workers of counts)
      subjects.push(await several(database, options, `workers_${workers}`, workers))
    const windows = await inTurns(subjects, database, options, 10)
    const [first] = windows as [RatedWindow, ...RatedWindow[]]
    return windows.flatMap((one, i) => {
      const name = `${counts[i]} ${counts[i] === 1 ? 'worker' : 'workers'}`
      const beside = (measure: (m: RatedWindow) => number) =>
        one === first ? {} : { peer: { what: '1 worker', value: measure(first) } }
      const rowOf = (what: string, measure: (m: RatedWindow) => number, unit: string) =>
        figure(`${name}: ${what}`, measure(one), unit, beside(measure))
      return [
        rowOf('acknowledged', m => m.rate, 'records/s'),
        rowOf(
          'processor time per record, gateway and NATS included',
          m => (m.server / m.rate) * 1e6,
          'µs',
        ),
        rowOf('processor time per record, database', m => (m.database / m.rate) * 1e6, 'µs'),
        rowOf('time to acknowledge, p99', m => m.p99, 'ms'),
      ]
    })
  } finally {
    for (const subject of subjects) await subject.stop()
  }
}

async function several(
  database: Database,
  { dist }: Options,
  name: string,
  workers: number,
): Promise<Subject> {
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
