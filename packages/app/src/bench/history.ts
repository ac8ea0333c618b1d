// A month of one vehicle with 90,000 positions: the time from the request to the track on the map, from rows and from packed days; then a year of the
// vehicle and a month of a fleet.
import { dayOf, dayText } from '@flotta/core/time.ts'
import { makeDayLines } from '@flotta/features/telemetry/packs/day-lines.ts'
import { packVehicleDay } from '@flotta/features/telemetry/packs/packing.ts'
import { INSERT_POSITIONS, insertValues } from '@flotta/features/telemetry/packs/rows.ts'
import { draws, lastDrawnAt, signInByForm, withBrowser } from './browser.ts'
import { type Company, signIn } from './fleet.ts'
import { type Bench, type Figure, figure, type Options, percentile } from './harness.ts'
import { measureLongTracks, orNone, type Span } from './long-history.ts'
import { roads } from './roads.ts'
import { type Stage, withProduct } from './stage.ts'

const DAYS = 31
const RECORDS_OF_DAY = 2_904
const DAY_MS = 86_400_000
const FLEET = 200
const YEAR_DAYS = 365
/** Number of vehicles with roads of their own; the others repeat theirs. */
const OWN_ROADS = 4
/** Number of recent days that are not packed yet, as in practice. */
const DAYS_OF_ROWS = 2
/** Number of requests before the measured ones: the first ones of a process take longer, because its code is compiled then. */
const FIRST_REQUESTS = 5
/** Number of requests of the packed history: enough that the 99th percentile is not one single request. */
const PACKED_REQUESTS = 200

export const history: Bench = {
  name: 'history',
  measures:
    'a history of 31 days and 90,000 positions, as rows and packed, a year of it and a month of 200 vehicles, from the request to the drawn track',
  run: options => withProduct('history', options, [FLEET], stage => measure(options, stage)),
}

async function measure(options: Options, stage: Stage): Promise<Figure[]> {
  const { database, product, companies } = stage
  const company = companies[0] as Company
  const [vehicle_id = 0] = company.vehicle_ids
  const times = options.quick ? 3 : 30
  // Whole days; the last one ended before today.
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const month = { from: today - DAYS * DAY_MS, to: today - 1 }
  options.say('  … a month of positions')
  await writeMonth(stage, company.vehicle_ids.slice(0, OWN_ROADS), month)
  const period: VehiclePeriod = {
    vehicle_id,
    period_from: new Date(month.from).toISOString(),
    period_to: new Date(month.to).toISOString(),
  }
  const token = await signIn(product.url, company)
  const rows = await measureAnswers(product.url, token, period, times)
  const select = await measureSelect(database, period, times)
  const drawing = await orNone('drawing of a month', options.say, async () => {
    const ms = await measureDrawing(product.url, company, period)
    return [figure('period chosen to track drawn, in Chromium', ms, 'ms')]
  })
  options.say('  … its days are packed, and copied to a year and to the fleet')
  const packing = await packAndCopy(stage, company, month)
  const packedTimes = options.quick ? times : PACKED_REQUESTS
  const packed = await measureAnswers(product.url, token, period, packedTimes)
  const ofSelect = (share: number) => ({
    peer: { what: 'select of the same rows alone', value: percentile(select, share) },
  })
  return [
    figure('positions in the period', DAYS * RECORDS_OF_DAY, ''),
    figure('points in the answer', rows.points, ''),
    figure('server, p50', percentile(rows.server, 0.5), 'ms', ofSelect(0.5)),
    figure('server, p99', percentile(rows.server, 0.99), 'ms', ofSelect(0.99)),
    figure('answer', rows.bytes / 1e3, 'kB'),
    ...drawing,
    figure('packing of a day', percentile(packing, 0.5), 'ms'),
    figure('server, packed, first request', packed.first, 'ms'),
    figure('server, packed, p50', percentile(packed.server, 0.5), 'ms'),
    figure('server, packed, p99', percentile(packed.server, 0.99), 'ms'),
    ...(await measureLongTracks(stage, company, month, times, options.say)),
  ]
}

/** Writes the positions as rows, day by day. */
async function writeMonth(
  { database: { pool } }: Stage,
  vehicle_ids: readonly number[],
  { from, to }: Span,
): Promise<void> {
  for (const at of [from, to])
    await pool.query(
      `select create_month('positions', date_trunc('month', $1::timestamptz)::date)`,
      [new Date(at)],
    )
  for (const [n, vehicle_id] of vehicle_ids.entries()) {
    const nextDay = roads(n, RECORDS_OF_DAY)
    for (let day = from; day < to; day += DAY_MS)
      await pool.query(INSERT_POSITIONS, [vehicle_id, ...insertValues(nextDay(day))])
  }
  await pool.query('vacuum analyze positions')
}

/**
 * Packs the days that are long over and copies them to the other vehicles, and those of the first vehicle to
 * earlier months. The last days are copied as rows, with the lines that are made when a day ends.
 * @returns how long each day took, ms
 */
async function packAndCopy(
  { database: { pool } }: Stage,
  { vehicle_ids }: Company,
  { from, to }: Span,
): Promise<number[]> {
  const packing: number[] = []
  const rowsFrom = to + 1 - DAYS_OF_ROWS * DAY_MS
  const firstVehicles = vehicle_ids.slice(0, OWN_ROADS)
  for (const vehicle_id of firstVehicles)
    for (let day = from; day < rowsFrom; day += DAY_MS) {
      const began = performance.now()
      await packVehicleDay(pool, vehicle_id, day)
      packing.push(performance.now() - began)
    }
  for (const vehicle_id of firstVehicles)
    await makeDayLines(pool, vehicle_id, dayText(dayOf(rowsFrom)), dayText(dayOf(to)))
  // Temporary tables belong to one session of the database, and a pool may use another session for each statement.
  const client = await pool.connect()
  try {
    await client.query('create temporary table month as select * from position_packs')
    await client.query('create temporary table rows as select * from positions')
    await client.query('create temporary table lines as select * from day_lines')
    for (const [n, vehicle_id] of vehicle_ids.slice(OWN_ROADS).entries())
      for (const [table, copied] of [
        ['position_packs', 'month'],
        ['positions', 'rows'],
        ['day_lines', 'lines'],
      ]) {
        await client.query(
          `create temporary table one as select * from ${copied} where vehicle_id = ${firstVehicles[n % OWN_ROADS]}`,
        )
        await client.query(`update one set vehicle_id = ${vehicle_id}`)
        await client.query(`insert into ${table} select * from one`)
        await client.query('drop table one')
      }
    await client.query('delete from month where vehicle_id <> $1', [firstVehicles[0]])
    for (let copied = DAYS; copied < YEAR_DAYS; copied += DAYS) {
      await client.query(
        `update month set day = day - $1::int, first_at = first_at - $1::int * interval '1 day', last_at = last_at - $1::int * interval '1 day'`,
        [DAYS],
      )
      await client.query('insert into position_packs select * from month')
    }
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze position_packs, positions, day_lines')
  return packing
}

interface VehiclePeriod {
  readonly vehicle_id: number
  readonly period_from: string
  readonly period_to: string
}

/** Asks for the answer of the endpoint, one request after the other: the time of the first one, and those of the measured ones, ms. */
async function measureAnswers(
  origin: string,
  token: string,
  { vehicle_id, period_from, period_to }: VehiclePeriod,
  times: number,
) {
  const url = `${origin}/api/v1/services/eyegeo/${vehicle_id}/history?period_from=${period_from}&period_to=${period_to}`
  const headers = { authorization: `Bearer ${token}` }
  const server: number[] = []
  let [first, bytes, points] = [0, 0, 0]
  for (let i = -FIRST_REQUESTS; i < times; i++) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    const text = await answer.text()
    const ms = performance.now() - began
    if (i === -FIRST_REQUESTS) first = ms
    if (i >= 0) server.push(ms)
    if (!answer.ok) throw new Error(`history answered ${answer.status}: ${text}`)
    bytes = text.length
    points = (JSON.parse(text) as { data: { track: { at: number[] } } }).data.track.at.length
  }
  return { server, first, bytes, points }
}

async function measureSelect(
  { pool }: Stage['database'],
  { vehicle_id, period_from, period_to }: VehiclePeriod,
  times: number,
): Promise<number[]> {
  const select: number[] = []
  for (let i = 0; i < times; i++) {
    const began = performance.now()
    await pool.query({
      text: `select message_datetime, latitude_e7, longitude_e7, speed, direction from positions where vehicle_id = $1 and message_datetime between $2 and $3 order by message_datetime, seq`,
      values: [vehicle_id, period_from, period_to],
      rowMode: 'array',
    })
    select.push(performance.now() - began)
  }
  return select
}

/** Milliseconds from choosing the period to the drawn track, in Chromium. */
async function measureDrawing(
  url: string,
  company: Company,
  { vehicle_id, period_from, period_to }: VehiclePeriod,
): Promise<number> {
  const address = `/global-map?v=${vehicle_id}&tab=eyegeo`
  const to = Date.parse(period_to)
  return withBrowser(async open => {
    const view = await open()
    await signInByForm(view, url, company)
    await view.page.goto(
      `${url}${address}&from=${new Date(to + 60_000).toISOString()}&to=${new Date(to + 120_000).toISOString()}`,
    )
    await lastDrawnAt(view)
    const { now: began } = await draws(view)
    // The address is the state of the map, so changing the address changes the period.
    const answer = view.page.waitForResponse(
      r => r.url().includes('/history?') && r.status() === 200,
    )
    await view.page.evaluate(
      `history.pushState(null, '', '${address}&from=${period_from}&to=${period_to}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await (await answer).finished()
    return (await lastDrawnAt(view, began)) - began
  })
}
