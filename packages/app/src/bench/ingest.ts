// Ingest: records committed and then acknowledged per second, the whole product beside a bare server and beside plain inserts.

import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { firstReception } from '@flotta/core/protocol.ts'
import { openPool } from '@flotta/platform/db.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { CREATE, insertOf } from './bare.ts'
import { makeCompanies, sayAll } from './fleet.ts'
import { type Bench, type Figure, figure, type Options, profiling } from './harness.ts'
import { type Database, exitOf, startDatabase, startProduct } from './product.ts'
import { twelveKinds } from './state-row.ts'
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
  /** Its trackers say all that there is a kind for. */
  readonly all?: boolean
  /** What is started. */
  readonly entry?: string
  /** What else is to stand in its database. */
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

/** Bytes of a table with its indexes and partitions, and its rows. */
async function sizeOf(pool: ReturnType<typeof openPool>, table: string) {
  const { rows } = await pool.query<{ bytes: number; rows: number }>(
    `select (select pg_total_relation_size('${table}') + coalesce(sum(pg_total_relation_size(relid)), 0) from pg_partition_tree('${table}'))::float8 as bytes,
       (select count(*) from ${table})::float8 as rows`,
  )
  return { bytes: rows[0]?.bytes ?? 0, rows: rows[0]?.rows ?? 1 }
}

/** Bytes of a stored record, index included, while its month lasts and once the key of the month is packed; without raw parameters: a sample in the same order, `io` left out. */
async function onDisk(url: string): Promise<Figure[]> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  const perRow = async (table: string) => {
    const { bytes, rows } = await sizeOf(pool, table)
    return bytes / rows
  }
  await pool.query('vacuum analyze positions')
  const { rows: storedRows } = await sizeOf(pool, 'positions')
  const bytesPerRow = await perRow('positions')
  await pool.query('create table positions_slim (like positions including all)')
  await pool.query(`insert into positions_slim select message_datetime, vehicle_id, latitude_e7, longitude_e7, seq, altitude, direction, speed, satellites, ''::bytea
    from positions limit 500000`)
  await pool.query('vacuum analyze positions_slim')
  const slim = await perRow('positions_slim')
  const { rows: keys } = await pool.query<{ name: string }>(
    `select k.oid::regclass::text as name from pg_index x join pg_class k on k.oid = x.indexrelid
     where x.indisprimary and k.relkind = 'i' and (x.indrelid = 'positions_slim'::regclass or x.indrelid in (select relid from pg_partition_tree('positions')))`,
  )
  for (const { name } of keys) {
    await pool.query(`alter index ${name} set (fillfactor = 100)`)
    await pool.query(`reindex index ${name}`)
  }
  const derivedRows = await pool.query<{ bytes: number }>(
    `select (coalesce(sum(pg_total_relation_size(relid)), 0) + pg_total_relation_size('trips') + pg_total_relation_size('incidents')
       + pg_total_relation_size('checkpoints') + pg_total_relation_size('vehicle_state'))::float8 as bytes from pg_partition_tree('readings')`,
  )
  const goals = { whole: { below: 190 }, slim: { below: 110 } }
  const figures = [
    figure(
      'bytes on disk per position with raw parameters, finished month',
      await perRow('positions'),
      'bytes',
      { goal: goals.whole },
    ),
    figure('bytes on disk per position with raw parameters, current month', bytesPerRow, 'bytes', {
      goal: goals.whole,
    }),
    figure(
      'bytes on disk per position without, finished month',
      await perRow('positions_slim'),
      'bytes',
      { goal: goals.slim },
    ),
    figure('bytes on disk per position without, current month', slim, 'bytes', {
      goal: goals.slim,
    }),
    figure(
      'bytes on disk of everything derived, per position',
      (derivedRows.rows[0]?.bytes ?? 0) / storedRows,
      'bytes',
    ),
  ]
  await pool.end()
  return figures
}

/** Bytes of a vehicle's row: as this load left it, and with the newest values of twelve kinds. */
async function stateRow(url: string): Promise<Figure[]> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  const { rows } = await pool.query<{ now: number; whole: number }>(
    `select avg(pg_column_size(s.*))::float8 as now, avg(pg_column_size(w.*))::float8 as whole
     from vehicle_state s, lateral (select s.vehicle_id, s.version, s.message_datetime, s.seq, s.gps_datetime, s.latitude_e7, s.longitude_e7, s.altitude, s.direction, s.speed,
       s.satellites, s.moving, s.ignition, s.odometer, $1::json, s.memory, s.updated_at) w`,
    [twelveKinds(Date.now())],
  )
  await pool.end()
  return [
    figure("a vehicle's state, one row", rows[0]?.now ?? 0, 'bytes'),
    figure(
      "a vehicle's state with twelve kinds of readings, one row",
      rows[0]?.whole ?? 0,
      'bytes',
      { goal: { below: 1_000 } },
    ),
  ]
}

/** The same records, decoded beforehand, in groups straight into the table: what the database alone can take. */
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
