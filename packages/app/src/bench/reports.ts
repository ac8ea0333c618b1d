// Reports of a month of a whole fleet, made while trackers report: the time, the memory, and the effect on the trackers.
import { setTimeout as pause } from 'node:timers/promises'
import { openPool, type Pool } from '@flotta/platform/db.ts'
import { withBrowser } from './browser.ts'
import { type Company, signIn } from './fleet.ts'
import { gridScrolled } from './grid.ts'
import { type Bench, type Figure, figure, memoryMb, type Options, until } from './harness.ts'
import { steadyTrackers } from './load.ts'
import { type Stage, withProduct } from './stage.ts'

const DAYS = 31
const DAY_MS = 86_400_000
/** Number of vehicles whose trackers report meanwhile. */
const BESIDE = 200
const TYPES = ['eyegeo', 'temp'] as const

export const reports: Bench = {
  name: 'reports',
  measures:
    'reports of 31 days and 200 vehicles: until ready, memory over idle, what trackers notice; rows for the viewer, and how its grid scrolls',
  run: options => {
    const vehicles = options.quick ? 20 : 200
    return withProduct('reports', options, [vehicles, BESIDE], stage =>
      measureReports(stage, vehicles, options),
    )
  },
}

/** Calls of the API with a token, and the request for a report of a period (epoch ms), which resolves when the report is ready. */
function reportClient(url: string, token: string, from: number, to: number) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${url}/api/v1${path}`, { ...init, headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return (JSON.parse(text) as { data: T }).data
  }
  const make = async (type: (typeof TYPES)[number]) => {
    const began = performance.now()
    const { id } = await call<{ id: number }>('/reports', {
      method: 'POST',
      body: JSON.stringify({
        type,
        vehicle_id: null,
        period_from: new Date(from).toISOString(),
        period_to: new Date(to).toISOString(),
      }),
    })
    await until(
      `the ${type} report`,
      async () => {
        const { ready, error } = await call<{ ready: number; error: string | null }>(
          `/reports/${id}`,
        )
        if (ready === 2) throw new Error(`the ${type} report failed: ${error}`)
        return ready === 1
      },
      { every: 200, within: 600_000 },
    )
    return { id, seconds: (performance.now() - began) / 1000 }
  }
  return { call, make }
}

async function measureReports(
  { database, product, companies, load }: Stage,
  vehicles: number,
  { quick, say }: Options,
): Promise<Figure[]> {
  const [company, beside] = companies as readonly [Company, Company]
  const to = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const from = to - DAYS * DAY_MS
  // Tables that it makes belong to the product's account.
  const pool = openPool(database.url, { max: 1, application: 'flotta bench' })
  const rows = await writeMonth(pool, company, from, to).finally(() => pool.end())
  say(`  … ${rows.toLocaleString('en')} positions of ${vehicles} vehicles`)
  const { call, make } = reportClient(product.url, await signIn(product.url, company), from, to)

  await load.open(steadyTrackers({ port: product.teltonika, first: beside.first, count: BESIDE }))
  load.start()
  await pause(quick ? 10_000 : 15_000)
  load.begin()
  await pause(quick ? 10_000 : 15_000)
  const calm = await load.end()
  const figures: Figure[] = []
  const viewings: { readonly id: number; readonly sheets: readonly number[] }[] = []
  for (const type of TYPES) {
    const idle = memoryMb(product.pid).now
    let peak = idle
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryMb(product.pid).now)
    }, 50)
    load.begin()
    const { id, seconds } = await make(type)
    const busy = await load.end()
    clearInterval(watch)
    const began = performance.now()
    const { sheets } = await call<{
      sheets: readonly { readonly rows: readonly unknown[]; readonly total: number }[]
    }>(`/reports/${id}/json`)
    const readTime = performance.now() - began
    const files = await database.pool.query<{ file: string; bytes: number }>(
      'select file, sum(length(bytes))::int as bytes from report_files where report_id = $1 group by file order by file',
      [id],
    )
    viewings.push({ id, sheets: sheets.map(sheet => sheet.rows.length) })
    const what = (label: string) => `${type}: ${label}`
    figures.push(
      figure(what('from the request until it is ready'), seconds, 's', { goal: { below: 60 } }),
      figure(what('memory over idle'), peak - idle, 'MB', { goal: { below: 150 } }),
      figure(
        what('rows'),
        sheets.reduce((sum, sheet) => sum + sheet.total, 0),
        '',
      ),
      ...files.rows.map(({ file, bytes }) => figure(what(file), bytes / 1e6, 'MB')),
      figure(what('rows for the viewer, read and parsed'), readTime, 'ms'),
      figure(what('time to acknowledge meanwhile, p99'), busy.p99, 'ms', {
        peer: { what: 'before', value: calm.p99 },
      }),
      figure(what('packets unanswered'), busy.failed, '', { goal: { below: 1 } }),
    )
  }
  const [trips] = viewings
  if (trips === undefined) return figures
  const most = Math.max(...trips.sheets)
  const scrolling = await withBrowser(async open =>
    gridScrolled(await open(), product.url, company, trips.id, trips.sheets.indexOf(most), most),
  )
  return [...figures, ...scrolling]
}

/**
 * A month of the company's vehicles, written directly into the database: four drives a day with a record a minute, one record an hour at rest,
 * temperatures every quarter of an hour.
 */
async function writeMonth(
  pool: Pool,
  { customer_id, vehicle_ids }: Company,
  from: number,
  to: number,
): Promise<number> {
  const values = [vehicle_ids, new Date(from), new Date(to)]
  await pool.query(
    `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from) select unnest($1::int[]), $2, 3, now() - interval '1 year' on conflict do nothing`,
    [vehicle_ids, customer_id],
  )
  for (const parent of ['positions', 'readings'])
    await pool.query(
      `select create_month($1, m::date) from generate_series(date_trunc('month', $2::timestamptz), $3::timestamptz, interval '1 month') m`,
      [parent, ...values.slice(1)],
    )
  const { rowCount } = await pool.query(
    `insert into positions (message_datetime, vehicle_id, latitude_e7, longitude_e7, seq, altitude, direction, speed, satellites)
     select at, v, 450000000 + (m % 100) * 20000, 90000000 + (v % 100) * 100000, 0, 100, 90, case when m % 180 < 90 and h between 6 and 17 then 60 else 0 end, 9
     from unnest($1::int[]) v, generate_series($2::timestamptz, $3::timestamptz - interval '1 minute', interval '1 minute') at,
       lateral (select (extract(epoch from at) / 60)::bigint as m, extract(hour from at at time zone 'UTC') as h) t
     where (h between 6 and 17 and m % 180 < 90) or m % 60 = 0 on conflict do nothing`,
    values,
  )
  await pool.query(
    `insert into trips (vehicle_id, id, period_from, period_to, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, ended_by, updated_at)
     select v, gen_random_uuid(), at, at + interval '89 minutes', 45, 9 + (v % 100) * 0.01, 45.2, 9 + (v % 100) * 0.01, at + interval '89 minutes', 88000, 82, at, at + interval '89 minutes', now()
     from unnest($1::int[]) v, generate_series($2::timestamptz, $3::timestamptz - interval '3 hours', interval '3 hours') at
     where extract(hour from at at time zone 'UTC') between 6 and 17`,
    values,
  )
  const reading = (kind: string, data: string) =>
    pool.query(
      `insert into readings (message_datetime, vehicle_id, seq, kind, data) select at, v, 0, '${kind}', ${data}
       from unnest($1::int[]) v, generate_series($2::timestamptz, $3::timestamptz - interval '15 minutes', interval '15 minutes') at`,
      values,
    )
  await reading(
    'temperature',
    `json_build_object('T1', round((-19 + sin(extract(epoch from at) / 9000) * 2)::numeric, 1), 'T2', -18.2, 'T3', null, 'T4', null)`,
  )
  await pool.query('vacuum analyze positions')
  await pool.query('vacuum analyze readings')
  return rowCount ?? 0
}
