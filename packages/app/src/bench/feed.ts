// The feed: how fast a data warehouse reads the positions of a fleet, page after page, in each format.
import { openPool } from '@flotta/platform/db.ts'
import { type Company, signIn } from './fleet.ts'
import {
  type Bench,
  cpuSeconds,
  type Figure,
  figure,
  type Options,
  pause,
  until,
} from './harness.ts'
import { type Stage, withProduct } from './stage.ts'

const VEHICLES = 200
const PAGE = 10_000
const forms = { CSV: 'text/csv', NDJSON: 'application/x-ndjson', JSON: 'application/json' } as const

export const feed: Bench = {
  name: 'feed',
  measures: 'rows of positions a second that a reader of the feed gets, in pages of 10,000',
  run: options => withProduct('feed', options, [VEHICLES], stage => measure(stage, options)),
}

async function measure({ database, product, companies, load }: Stage, options: Options) {
  const company = companies[0] as Company
  const wanted = Number(options.given.rows ?? (options.quick ? 40_000 : 400_000))
  const pool = openPool(database.url, { max: 1, application: 'flotta bench' })
  const began = new Date(Date.now() - 60_000).toISOString()
  await load.open({
    port: product.teltonika,
    first: 0,
    count: VEHICLES,
    from: Date.now() - 86_400_000,
    step: 5_000,
    records: 10,
    every: null,
  })
  load.start()
  const count = async () =>
    (await pool.query<{ n: number }>('select count(*)::int as n from positions')).rows[0]?.n ?? 0
  await until('the positions', async () => (await count()) >= wanted, {
    every: 1_000,
    within: 600_000,
  })
  load.pause()
  await pause(3_000)
  await pool.query('vacuum analyze positions')
  const select = await plainSelect(pool)
  const token = await signIn(product.url, company)
  const figures: Figure[] = [figure('rows', await count(), '')]
  // The first reader of new rows also marks them as committed for all later readers.
  await readAll(product.url, token, began, forms.NDJSON)
  for (const [name, accept] of Object.entries(forms)) {
    const before = { server: cpuSeconds(product.pid), database: cpuSeconds(database.pid, true) }
    const { rows, seconds } = await readAll(product.url, token, began, accept)
    const server = cpuSeconds(product.pid) - before.server
    const inDatabase = cpuSeconds(database.pid, true) - before.database
    figures.push(
      figure(`${name}: one reader`, rows / seconds, 'rows/s', {
        peer: { what: 'the same rows selected by pages', value: select },
        ...(name === 'CSV' && { goal: { atLeast: 100_000 } }),
      }),
      figure(`${name}: processor time of the server per row`, (server / rows) * 1e6, 'µs'),
      figure(`${name}: processor time of the database per row`, (inDatabase / rows) * 1e6, 'µs'),
    )
  }
  await pool.end()
  return figures
}

async function readAll(url: string, token: string, from: string, accept: string) {
  const headers = { authorization: `Bearer ${token}`, accept, 'accept-encoding': 'identity' }
  let [rows, query, began] = [0, `from=${from}`, performance.now()]
  for (let page = 0; ; page++) {
    const response = await fetch(`${url}/api/v1/feed/positions?${query}&limit=${PAGE}`, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`the feed answered ${response.status}: ${text}`)
    const isJson = accept === forms.JSON
    const answer = isJson ? JSON.parse(text) : null
    // The first page assigns feed positions to all stored rows, which is done once, so it is not counted.
    if (page > 0) rows += isJson ? answer.data.length : lines(text) - (accept === forms.CSV ? 1 : 0)
    else began = performance.now()
    if (!(isJson ? answer.meta.more : response.headers.get('x-more') === 'true')) break
    query = `cursor=${encodeURIComponent(isJson ? answer.meta.cursor : (response.headers.get('x-cursor') ?? ''))}`
  }
  return { rows, seconds: (performance.now() - began) / 1_000 }
}
function lines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Rows per second of a plain select of the same columns, in the order of the key. */
async function plainSelect(pool: ReturnType<typeof openPool>): Promise<number> {
  let [rows, vehicle, at] = [0, 0, new Date(0)]
  const began = performance.now()
  for (;;) {
    const page = await pool.query<{ vehicle_id: number; message_datetime: Date }>(
      `select vehicle_id, message_datetime, seq, latitude_e7, longitude_e7, altitude, direction, speed, satellites from positions
       where (vehicle_id, message_datetime) > ($1, $2) order by vehicle_id, message_datetime limit ${PAGE}`,
      [vehicle, at],
    )
    rows += page.rows.length
    const last = page.rows.at(-1)
    if (last === undefined || page.rows.length < PAGE) break
    vehicle = last.vehicle_id
    at = last.message_datetime
  }
  return rows / ((performance.now() - began) / 1_000)
}
