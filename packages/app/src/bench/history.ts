// A month of one vehicle: 90,000 positions, from the request to the track on the map; then a year of it and a month of the fleet, whose days are packed.
import { packVehicleDay } from '@flotta/features/telemetry/packs/packing.ts'
import { draws, lastDrawnAt, signInByForm, withBrowser } from './browser.ts'
import { type Company, signIn } from './fleet.ts'
import { type Bench, type Figure, figure, type Options, percentile, until } from './harness.ts'
import { type Stage, withProduct } from './stage.ts'

const DAYS = 31
const RECORDS = 90_000
const DAY_MS = 86_400_000
const STEP = Math.floor((DAYS * DAY_MS) / RECORDS)
const FLEET = 200
const YEAR_DAYS = 365

export const history: Bench = {
  name: 'history',
  measures:
    'a history of 31 days and 90,000 positions, a year of it and a month of 200 vehicles, from the request to the drawn track',
  run: options => withProduct('history', options, [FLEET], stage => measure(options, stage)),
}

async function measure(options: Options, stage: Stage): Promise<Figure[]> {
  const { database, product, companies } = stage
  const company = companies[0] as Company
  const vehicle_id = company.vehicle_ids[0] as number
  // it ends an hour ago, so that nothing grows meanwhile; the period holds all of it
  const to = Date.now() - 3_600_000
  const from = to - RECORDS * STEP
  await loadMonth(stage, from, to)
  const positions = await storedBefore(database, vehicle_id, to)
  await database.pool.query('vacuum analyze positions')
  const [period_from, period_to] = [
    new Date(Math.max(from, to - DAYS * DAY_MS)).toISOString(),
    new Date(to).toISOString(),
  ]
  const period: VehiclePeriod = { vehicle_id, period_from, period_to }
  const times = options.quick ? 5 : 30
  const { server, bytes, points } = await measureAnswers(
    product.url,
    await signIn(product.url, company),
    period,
    times,
  )
  const select = await measureSelect(database, period, times)
  const drawing = await measureDrawing(product.url, company, period)
  return [
    figure('positions in the period', positions, ''),
    figure('points in the answer', points, ''),
    figure('server, p50', percentile(server, 0.5), 'ms', {
      peer: { what: 'select of the same rows alone', value: percentile(select, 0.5) },
    }),
    figure('server, p99', percentile(server, 0.99), 'ms', {
      peer: { what: 'select of the same rows alone', value: percentile(select, 0.99) },
    }),
    figure('answer', bytes / 1e3, 'kB'),
    figure('period chosen to track drawn, in Chromium', drawing, 'ms'),
    ...(await measureLongTracks(stage, company, { from, to }, times)),
  ]
}

interface Span {
  readonly from: number
  readonly to: number
}
const iso = (at: number): string => new Date(at).toISOString()

/** A year of the vehicle and a month of the fleet: the month's packed days, copied to the months before and to the other vehicles. */
async function measureLongTracks(
  { database, product }: Stage,
  company: Company,
  month: Span,
  times: number,
): Promise<Figure[]> {
  await packAndCopy(database, company, month)
  const token = await signIn(product.url, company)
  const year = { from: month.to - YEAR_DAYS * DAY_MS, to: month.to }
  const ofYear = `services/eyegeo/${company.vehicle_ids[0]}/track?period_from=${iso(year.from)}&period_to=${iso(year.to)}&level=`
  const ofMonth = `fleet_tracks?period_from=${iso(month.from)}&period_to=${iso(month.to)}`
  const middle = await measureParts(product.url, token, `${ofYear}middle`, times)
  const fine = await measureParts(product.url, token, `${ofYear}fine`, times)
  const fleet = await measureParts(product.url, token, ofMonth, Math.min(times, 5))
  const drawing = await withBrowser(async open => {
    const view = await open()
    await signInByForm(view, product.url, company)
    const drawnAfter = async (address: string, answer: string): Promise<number> => {
      const { now: began } = await draws(view)
      const answered = view.page.waitForResponse(r => r.url().includes(answer) && r.ok())
      await view.page.evaluate(
        `history.pushState(null, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`,
      )
      await (await answered).finished()
      return (await lastDrawnAt(view, began)) - began
    }
    const ofVehicle = `/global-map?v=${company.vehicle_ids[0]}&tab=eyegeo`
    await view.page.goto(`${product.url}${ofVehicle}`)
    await lastDrawnAt(view)
    return {
      year: await drawnAfter(`${ofVehicle}&from=${iso(year.from)}&to=${iso(year.to)}`, '/track?'),
      fleet: await drawnAfter(
        `/fleet-tracks?from=${iso(month.from)}&to=${iso(month.to)}`,
        '/fleet_tracks?',
      ),
    }
  })
  return [
    figure('track of a year, lines within 120 m, p50', percentile(middle.ms, 0.5), 'ms'),
    figure('its answer, 120 m', middle.bytes / 1e3, 'kB'),
    figure('track of a year, lines within 20 m, p50', percentile(fine.ms, 0.5), 'ms'),
    figure('its answer, 20 m', fine.bytes / 1e3, 'kB'),
    figure('year chosen to track drawn, in Chromium', drawing.year, 'ms'),
    figure('month of 200 vehicles, all parts, p50', percentile(fleet.ms, 0.5), 'ms'),
    figure('all its parts', fleet.bytes / 1e3, 'kB'),
    figure('month of 200 vehicles opened to drawn, in Chromium', drawing.fleet, 'ms'),
  ]
}

async function packAndCopy(
  { pool }: Stage['database'],
  { vehicle_ids }: Company,
  { from, to }: Span,
): Promise<void> {
  const [first = 0, ...others] = vehicle_ids
  for (let day = from - (from % DAY_MS); day <= to; day += DAY_MS)
    await packVehicleDay(pool, first, day)
  // of the database's own session, as a pool may give each statement another
  const client = await pool.connect()
  try {
    await client.query('create temporary table month as select * from position_packs')
    for (const vehicle_id of others) {
      await client.query('update month set vehicle_id = $1', [vehicle_id])
      await client.query('insert into position_packs select * from month')
    }
    await client.query('update month set vehicle_id = $1', [first])
    for (let copied = DAYS; copied < YEAR_DAYS; copied += DAYS + 1) {
      await client.query('update month set day = day - $1::int', [DAYS + 1])
      await client.query('insert into position_packs select * from month')
    }
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze position_packs')
}

/** From the first request to the last part of the answer, some times. */
async function measureParts(origin: string, token: string, path: string, times: number) {
  const headers = { authorization: `Bearer ${token}` }
  const ms: number[] = []
  let bytes = 0
  for (let i = 0; i < times; i++) {
    const began = performance.now()
    bytes = 0
    for (let after = ''; ; ) {
      const answer = await fetch(`${origin}/api/v1/${path}${after}`, { headers })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
      bytes += text.length
      const { next = null } = (JSON.parse(text) as { data: { next?: number | null } }).data
      if (next === null) break
      after = `&after=${next}`
    }
    ms.push(performance.now() - began)
  }
  return { ms, bytes }
}

interface VehiclePeriod {
  readonly vehicle_id: number
  readonly period_from: string
  readonly period_to: string
}

async function storedBefore(
  { pool }: Stage['database'],
  vehicle_id: number,
  to: number,
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from positions where vehicle_id = $1 and message_datetime <= $2',
    [vehicle_id, new Date(to)],
  )
  return rows[0]?.n ?? 0
}

/** Sends the month through a real connection. */
async function loadMonth({ database, product, load }: Stage, from: number, to: number) {
  await load.open({
    port: product.teltonika,
    first: 0,
    count: 1,
    from,
    step: STEP,
    records: 100,
    every: null,
  })
  load.start()
  const newest = async () =>
    (
      await database.pool.query<{ at: Date }>('select message_datetime as at from vehicle_state')
    ).rows[0]?.at.getTime() ?? 0
  await until('90,000 positions', async () => (await newest()) >= to - STEP * 100, {
    every: 50,
    within: 300_000,
  })
  load.pause()
}

/** The endpoint's answers, one after the other. */
async function measureAnswers(
  origin: string,
  token: string,
  { vehicle_id, period_from, period_to }: VehiclePeriod,
  times: number,
) {
  const url = `${origin}/api/v1/services/eyegeo/${vehicle_id}/history?period_from=${period_from}&period_to=${period_to}`
  const headers = { authorization: `Bearer ${token}` }
  const server: number[] = []
  let bytes = 0
  let points = 0
  for (let i = 0; i < times; i++) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    const text = await answer.text()
    server.push(performance.now() - began)
    if (!answer.ok) throw new Error(`history answered ${answer.status}: ${text}`)
    bytes = text.length
    points = (JSON.parse(text) as { data: { track: { at: number[] } } }).data.track.at.length
  }
  return { server, bytes, points }
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

/** From the chosen period to the drawn track, in Chromium. */
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
    // the address is the state of the map: a changed period is a changed address
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
