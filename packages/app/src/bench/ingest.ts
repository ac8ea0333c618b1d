// Ingest: records per second that are committed and then acknowledged, by the whole product, a bare server and plain inserts.

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { firstReception } from '@flotta/core/protocol.ts'
import { openPool } from '@flotta/platform/db.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { CREATE, insertOf } from './bare.ts'
import { makeCompanies, sayAll } from './fleet.ts'
import { type Bench, type Figure, figure, type Options, profiling } from './harness.ts'
import { exitOf } from './processes.ts'
import { type Database, startDatabase, startProduct } from './product.ts'
import { onDisk, stateRow } from './stored-bytes.ts'
import { traffic } from './traffic.ts'
import {
  CONNECTIONS,
  DAYS_AGO,
  inTurns,
  processorTimes,
  type RatedWindow,
  STEP,
  type Subject,
} from './turns.ts'

const LANES = 4
const GROUP = 2_000

export const ingest: Bench = {
  name: 'ingest',
  measures: 'records committed, then acknowledged, per second',
  async run(options) {
    const database = await startDatabase('bench-ingest')
    try {
      const figures: Figure[] = []
      for (const records of [10, 1])
        if (Number(options.given.records ?? records) === records)
          figures.push(...(await throughSockets(database, options, records)))
      if (!options.given.records) figures.push(...(await plain(database, options)))
      return figures
    } finally {
      await database.stop()
    }
  },
}

async function throughSockets(
  database: Database,
  options: Options,
  records: number,
): Promise<Figure[]> {
  const name = `${records} ${records === 1 ? 'record' : 'records'} a packet`
  const url = await database.create(`product_${records}`)
  const subjects: Subject[] = []
  const { beside } = options.given
  let windows: readonly RatedWindow[]
  try {
    subjects.push(await bareServer(database, options, records))
    subjects.push(await theProduct(url, options))
    if (beside)
      subjects.push(
        await theProduct(await database.create(`beside_${records}`), { ...options, dist: beside }),
      )
    windows = await inTurns(subjects, database, options, records)
  } finally {
    for (const { stop } of subjects) await stop()
  }
  const [bare, product, other] = windows as [RatedWindow, RatedWindow, RatedWindow?]
  const share = (window: RatedWindow) =>
    `generator ${(window.cpu / window.seconds).toFixed(2)}, database ${window.database.toFixed(2)} cores beside it; server`
  return [
    figure(`${name}: acknowledged`, product.rate, 'records/s', {
      peer: { what: 'bare server', value: bare.rate },
      goal: { atLeast: 0.5 },
      of: 'ratio',
    }),
    figure(`${name}: acknowledged, in all`, product.rate, 'records/s', {
      goal: { atLeast: records === 1 ? 15_000 : 40_000 },
    }),
    figure(`${name}: time to acknowledge, p50`, product.p50, 'ms', {
      peer: { what: 'bare server', value: bare.p50 },
    }),
    figure(`${name}: time to acknowledge, p99`, product.p99, 'ms', {
      peer: { what: 'bare server', value: bare.p99 },
      goal: { below: 500 },
    }),
    ...processorTimes(`${name}: `, product, 'bare server', bare),
    ...(other
      ? [
          figure(`${name}: acknowledged, beside the other build`, product.rate, 'records/s', {
            peer: { what: 'other build', value: other.rate },
            of: 'ratio',
          }),
          ...processorTimes(`${name}: `, product, 'other build', other),
          figure(`${name}: memory of the server, highest`, product.memory, 'MB', {
            peer: { what: 'other build', value: other.memory },
          }),
        ]
      : []),
    figure(`${name}: packets refused or lost`, product.failed, '', { goal: { below: 1 } }),
    figure(`${name}: memory of the server, highest`, product.memory, 'MB', {
      peer: { what: 'bare server', value: bare.memory },
      goal: { below: 500 },
    }),
    figure(`${name}: ${share(product)}`, product.server, 'cores'),
    figure(`${name}: bare server: ${share(bare)}`, bare.server, 'cores'),
    ...(records === 10 ? [...(await onDisk(url)), ...(await stateRow(url))] : []),
  ]
}

export interface IngestOptions {
  /** Its trackers report a value for every kind of reading. */
  readonly all?: boolean
  /** The file that is started. */
  readonly entry?: string
  /** Fills its database further before the start. */
  readonly before?: () => Promise<void>
}
export async function theProduct(
  url: string,
  options: Options,
  { all = false, entry = 'main.js', before }: IngestOptions = {},
): Promise<Subject> {
  await makeCompanies(url, [CONNECTIONS])
  if (all) await sayAll(url)
  await before?.()
  const product = await startProduct(
    join(options.dist, entry),
    { DATABASE_URL: url, ...(options.given.roles && { FLOTTA_ROLES: options.given.roles }) },
    { node: profiling(options) },
  )
  return { pid: product.pid, port: product.teltonika, all, stop: () => product.stop() }
}

export async function bareServer(
  database: Database,
  options: Options,
  records: number,
): Promise<Subject> {
  const url = await database.create(`bare_${records}`)
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  await pool.query(CREATE)
  await pool.end()
  const child = fork(join(options.dist, 'bench-bare.js'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, DATABASE_URL: url },
  })
  const exit = exitOf(child)
  const stop = async () => {
    child.kill('SIGKILL')
    await exit
  }
  return { pid: child.pid as number, port: await portOf(child), stop }
}
const portOf = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    child.once('message', message => resolve((message as { port: number }).port))
    child.once('exit', () => reject(new Error('the bare server ended')))
  })

/** The same records, decoded in advance and inserted in groups: what the database alone can process. */
async function plain(database: Database, { quick, say }: Options): Promise<Figure[]> {
  say('  … plain inserts')
  const pool = openPool(await database.create('plain'), {
    max: LANES,
    application: 'flotta bench plain',
  })
  try {
    await pool.query(CREATE)
    const seconds = quick ? 3 : 15
    const sources = Array.from({ length: CONNECTIONS }, (_, i) =>
      traffic(i, Date.now() - DAYS_AGO * 86_400_000, STEP, 10),
    )
    let records = 0
    let turn = 0
    const group = () => {
      const ids: number[] = []
      const messages = Array.from({ length: GROUP / 10 }, () => {
        const index = turn++ % CONNECTIONS
        const decoded = teltonika.tcp?.decode(
          (sources[index] as (typeof sources)[number]).next(),
          firstReception(0),
        )
        if (decoded?.kind !== 'messages') throw new Error('no records')
        for (const _ of decoded.messages) ids.push(index + 1)
        return decoded.messages
      }).flat()
      return insertOf(ids, messages)
    }
    const began = performance.now()
    const until = began + seconds * 1000
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        while (performance.now() < until) {
          await pool.query(group())
          records += GROUP
        }
      }),
    )
    return [
      figure(
        'plain grouped inserts, no sockets',
        records / ((performance.now() - began) / 1000),
        'records/s',
      ),
    ]
  } finally {
    await pool.end()
  }
}
