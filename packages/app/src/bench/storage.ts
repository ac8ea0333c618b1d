// Disk space per position: all relations minus those of an empty installation, before and after the days are packed, and once what is kept for days is gone.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, type Figure, figure, type Options, until } from './harness.ts'
import { type Stage, withProduct } from './stage.ts'

const DAY_MS = 86_400_000
const STEP = 10_000

export const storage: Bench = {
  name: 'storage',
  measures: 'bytes of a position, with everything that is derived from it, as rows and packed',
  run: options =>
    withProduct('storage', options, [options.quick ? 2 : 10], stage => measure(options, stage)),
}

async function measure(options: Options, stage: Stage): Promise<Figure[]> {
  const { database, product, companies, load } = stage
  const count = companies[0]?.vehicle_ids.length ?? 0
  const days = options.quick ? 1 : 10
  await until('the months of the time series', () => hasMonths(database.pool), {
    every: 200,
    within: 60_000,
  })
  const empty = await bytesByTable(database.pool)
  // Whole days, all of them in the past.
  const from = (Math.floor(Date.now() / DAY_MS) - days - 3) * DAY_MS
  const to = from + days * DAY_MS
  await load.open({
    port: product.teltonika,
    first: 0,
    count,
    from,
    step: STEP,
    records: 10,
    every: null,
  })
  load.start()
  const oldest = async () =>
    (
      await database.pool.query<{ at: Date | null; n: number }>(
        'select min(message_datetime) as at, count(*)::int as n from vehicle_state',
      )
    ).rows[0]
  await until(
    'days of every vehicle',
    async () => {
      const state = await oldest()
      return (state?.n ?? 0) >= count && (state?.at?.getTime() ?? 0) >= to
    },
    { every: 200, within: 900_000 },
  )
  load.pause()
  await database.pool.query('vacuum analyze')
  const positions = await positionCount(database.pool)
  const perPosition = async () => total(await growth(database.pool, empty)) / positions
  const rows = await perPosition()
  const derivedTables = (await growth(database.pool, empty)).filter(({ table }) => !OWN.test(table))
  const began = performance.now()
  await promisify(execFile)(
    process.execPath,
    [join(options.dist, 'cli.js'), 'positions', 'pack', '--older-than', '0', '--now'],
    { env: { ...process.env, DATABASE_URL: database.url } },
  )
  const seconds = (performance.now() - began) / 1_000
  await database.pool.query('vacuum analyze')
  const packedBytes = await perPosition()
  await database.pool.query(`truncate ${SHORT_LIVED}`)
  const lastingBytes = await perPosition()
  const lastingTables = (await growth(database.pool, empty)).slice(0, 6)
  await database.pool.query('update position_packs set raw = null, raw_checksum = null')
  await database.pool.query('vacuum full position_packs')
  return [
    figure('positions', positions, ''),
    figure('as rows, everything derived counted', rows, 'bytes'),
    figure('of it what is derived and noted', total(derivedTables) / positions, 'bytes'),
    ...derivedTables
      .slice(0, 5)
      .map(({ table, bytes }) => figure(`of it ${table}`, bytes / positions, 'bytes')),
    figure('packed with raw parameters, everything derived counted', packedBytes, 'bytes'),
    figure('the same after eight days, when short-lived rows are gone', lastingBytes, 'bytes', {
      goal: { below: 25 },
    }),
    ...lastingTables.map(({ table, bytes }) =>
      figure(`of it ${table}, packed`, bytes / positions, 'bytes'),
    ),
    figure('the same without raw parameters', await perPosition(), 'bytes', {
      goal: { below: 10 },
    }),
    figure('packed, with the start of the command', positions / seconds, 'positions/s'),
  ]
}

type Pool = Stage['database']['pool']
interface TableBytes {
  readonly table: string
  readonly bytes: number
}
/** Positions and their packs. */
const OWN = /^(positions|position_packs)/
/** Orders of commit for readers of the feed, kept for eight days, and changes for pages that were asleep, kept for three. */
const SHORT_LIVED = 'arrivals, vehicle_changes'
const total = (tables: readonly TableBytes[]): number =>
  tables.reduce((sum, { bytes }) => sum + bytes, 0)

/** All relations of the product; partitions count under the name of their table. */
async function bytesByTable(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<TableBytes>(
    `select regexp_replace(c.relname, '_([0-9]{6}|default)$', '') as table, sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
     where c.relkind in ('r', 'm') and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace) group by 1`,
  )
  return new Map(rows.map(({ table, bytes }) => [table, bytes]))
}
/** The relations that have grown, the most first. */
async function growth(
  pool: Pool,
  before: ReadonlyMap<string, number>,
): Promise<readonly TableBytes[]> {
  return [...(await bytesByTable(pool))]
    .map(([table, bytes]) => ({ table, bytes: bytes - (before.get(table) ?? 0) }))
    .toSorted((a, b) => b.bytes - a.bytes)
}
const MONTHS = 38
async function hasMonths(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_inherits where inhparent = 'readings'::regclass`,
  )
  return (rows[0]?.n ?? 0) >= MONTHS
}
async function positionCount(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from positions')
  return rows[0]?.n ?? 0
}
