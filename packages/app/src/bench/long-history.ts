// A year of one vehicle and a month of a fleet, packed except for the last two days: the server's resources, and the time until their lines are
// drawn.
import { get } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { draws, lastDrawnAt, signInByForm, type View, withBrowser } from './browser.ts'
import { type Company, signIn } from './fleet.ts'
import { cpuSeconds, type Figure, figure, pause, percentile, until } from './harness.ts'
import type { Stage } from './stage.ts'

const YEAR_DAYS = 365
const DAY_MS = 86_400_000
const PLAYED_MS = 8_000

export interface Span {
  readonly from: number
  readonly to: number
}
const iso = (at: number): string => new Date(at).toISOString()
const periodOf = ({ from, to }: Span): string => `period_from=${iso(from)}&period_to=${iso(to)}`

export async function measureLongTracks(
  stage: Stage,
  company: Company,
  month: Span,
  times: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const { product } = stage
  const token = await signIn(product.url, company)
  const year = { from: month.to - YEAR_DAYS * DAY_MS, to: month.to }
  const day = { from: month.to - DAY_MS, to: month.to }
  const ask = (what: string, path: string, n: number, seconds?: number) => {
    say(`  … ${what}`)
    return measureParts(stage, token, { what, path, times: n, seconds })
  }
  const ofYear = `services/eyegeo/${company.vehicle_ids[0]}/track?${periodOf(year)}&level=`
  const ofMonth = `fleet_tracks?${periodOf(month)}&level=`
  const figures = [
    ...(await ask('year of a vehicle within 120 m', `${ofYear}middle`, times, 1)),
    ...(await ask('year of a vehicle within 20 m', `${ofYear}fine`, times)),
    ...(await ask('month of 200 vehicles as it is opened', `${ofMonth}coarse`, times, 3)),
    ...(await ask('a day of 200 vehicles to play back', `time_machine?${periodOf(day)}`, times, 2)),
    ...(await ask('month of 200 vehicles within 120 m', `${ofMonth}middle`, Math.min(times, 3))),
  ]
  const box = boxAround(await placeOf(stage, company), 5_000)
  figures.push(
    ...(await ask('every fix of 10 km of the map', `${ofMonth}exact&box=${box}`, times)),
    ...(await ask('every fix of it, a year', `${ofYear}exact&box=${box}`, times)),
  )
  return [
    ...figures,
    ...(await orNone('drawing of a year and of a month', say, () =>
      measureDrawing(stage, company, year, month),
    )),
    ...(await orNone('a day that is played back', say, () => measurePlayback(stage, company))),
  ]
}

/** Figures that cannot be measured on a machine that is too busy to draw are reported and left out. */
export async function orNone(
  what: string,
  say: (line: string) => void,
  measure: () => Promise<Figure[]>,
): Promise<Figure[]> {
  say(`  … ${what}`)
  try {
    return await measure()
  } catch (error) {
    say(`  … not measured: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

interface PlaceRow {
  readonly latitude: number
  readonly longitude: number
}
/** A place that the first vehicle has passed. */
async function placeOf({ database }: Stage, { vehicle_ids }: Company): Promise<PlaceRow> {
  const { rows } = await database.pool.query<PlaceRow>(
    `select latitude_e7 / 1e7::float8 as latitude, longitude_e7 / 1e7::float8 as longitude from positions where vehicle_id = $1 order by message_datetime limit 1`,
    [vehicle_ids[0]],
  )
  return rows[0] ?? { latitude: 45, longitude: 9 }
}
function boxAround({ latitude, longitude }: PlaceRow, metres: number): string {
  const [high, wide] = [metres / 111_320, metres / 80_000]
  return [longitude - wide, latitude - high, longitude + wide, latitude + high].join(',')
}

interface Question {
  readonly what: string
  readonly path: string
  readonly times: number
  /** The goal, s. */
  readonly seconds?: number | undefined
}
/** From the first request to the last part of the answer, several times, compressed as for browsers. */
async function measureParts(
  { database, product }: Stage,
  token: string,
  { what, path, times, seconds }: Question,
): Promise<Figure[]> {
  const [ms, server, base]: [number[], number[], number[]] = [[], [], []]
  let [wire, text] = [0, 0]
  for (let i = 0; i < times; i++) {
    const began = performance.now()
    const before = [cpuSeconds(product.pid), cpuSeconds(database.pid, true)] as const
    wire = 0
    text = 0
    for (let after: number | null = 0; after !== null; ) {
      const more = after === 0 ? '' : `&after=${after}`
      const bytes = await bytesOf(`${product.url}/api/v1/${path}${more}`, token)
      wire += bytes.length
      const plain = brotliDecompressSync(bytes).toString()
      text += plain.length
      after = (JSON.parse(plain) as { data: { next?: number | null } }).data.next ?? null
    }
    ms.push(performance.now() - began)
    server.push((cpuSeconds(product.pid) - before[0]) * 1_000)
    base.push((cpuSeconds(database.pid, true) - before[1]) * 1_000)
  }
  return [
    figure(
      `${what}, p50`,
      percentile(ms, 0.5),
      'ms',
      seconds === undefined ? {} : { goal: { below: seconds * 1_000 } },
    ),
    figure('  processor of the server', percentile(server, 0.5), 'ms'),
    figure('  processor of the database', percentile(base, 0.5), 'ms'),
    figure('  its bytes, compressed', wire / 1e3, 'kB'),
    figure('  its bytes, plain', text / 1e3, 'kB'),
  ]
}
const bytesOf = (url: string, token: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
    get(url, { headers }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        if (answer.statusCode === 200) resolve(bytes)
        else reject(new Error(`${url} answered ${answer.statusCode}`))
      })
    }).on('error', reject)
  })

/** In Chromium: a year that is selected, and the page of the fleet's tracks until its first vehicle and its last line are drawn. */
async function measureDrawing(
  { product }: Stage,
  company: Company,
  year: Span,
  month: Span,
): Promise<Figure[]> {
  return withBrowser(async open => {
    const view = await open()
    await signInByForm(view, product.url, company)
    const ofVehicle = `/global-map?v=${company.vehicle_ids[0]}&tab=eyegeo`
    await view.page.goto(`${product.url}${ofVehicle}`)
    await lastDrawnAt(view)
    const yearBegan = await go(view, `${ofVehicle}&from=${iso(year.from)}&to=${iso(year.to)}`)
    await answeredAfter(view, yearBegan, '/track?', 1)
    const yearDrawn = (await lastDrawnAt(view, yearBegan)) - yearBegan
    await watchTasks(view)
    const began = await go(view, `/fleet-tracks?from=${iso(month.from)}&to=${iso(month.to)}`)
    await view.page.locator('[data-row="0"]').waitFor()
    const first = (await draws(view)).now - began
    await answeredAfter(view, began, '/fleet_tracks?', company.vehicle_ids.length / 50)
    const last = (await lastDrawnAt(view, began)) - began
    const longest = await longestTask(view)
    return [
      figure('year chosen to track drawn, in Chromium', yearDrawn, 'ms'),
      figure('month of 200 vehicles opened to first vehicle', first, 'ms'),
      figure('month of 200 vehicles opened to last line drawn', last, 'ms', {
        goal: { below: 3_000 },
      }),
      figure('longest task of the page meanwhile', longest, 'ms'),
    ]
  })
}
/** Yesterday of all vehicles, opened on a map that shows something else, and played for some seconds at the usual speed. */
async function measurePlayback({ product }: Stage, company: Company): Promise<Figure[]> {
  const vehicles = company.vehicle_ids.length
  return withBrowser(async open => {
    const view = await open()
    await signInByForm(view, product.url, company)
    await lastDrawnAt(view)
    await watchTasks(view)
    const noon = new Date(Date.now() - DAY_MS).setHours(12, 0, 0, 0)
    const began = await go(view, `/global-map?at=${iso(noon)}`)
    await view.page
      .locator('canvas.flotta-played:not([data-played=""], [data-played="0"])')
      .waitFor()
    const first = (await draws(view)).now - began
    await view.page.locator(`canvas.flotta-played[data-played="${vehicles}"]`).waitFor()
    const ready = (await draws(view)).now - began
    const opening = await longestTask(view)
    await view.page.getByRole('button', { name: 'Riproduci' }).click()
    await view.page.evaluate('window.longest = 0')
    await pause(PLAYED_MS)
    return [
      figure('day of 200 vehicles opened to its first vehicles on the map', first, 'ms'),
      figure('day of 200 vehicles opened to all of them on the map', ready, 'ms', {
        goal: { below: 2_000 },
      }),
      figure('longest task of the page meanwhile', opening, 'ms'),
      figure('longest task of the page while it plays', await longestTask(view), 'ms', {
        goal: { below: 50 },
      }),
    ]
  })
}
const watchTasks = ({ page }: View): Promise<void> =>
  page.evaluate(
    `window.longest = 0; new PerformanceObserver(list => { for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration) }).observe({ type: 'longtask' })`,
  )
const longestTask = ({ page }: View): Promise<number> => page.evaluate<number>('window.longest')

/** Changes the address, which is the state of the screen; returns the time of the change, ms of the page's clock. */
async function go(view: View, address: string): Promise<number> {
  const { now } = await draws(view)
  await view.page.evaluate(
    `performance.clearResourceTimings(); history.pushState(null, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  return now
}
const answeredAfter = ({ page }: View, began: number, part: string, parts: number) =>
  until(
    `the answers of ${part}`,
    async () =>
      (await page.evaluate<number>(
        `performance.getEntriesByType('resource').filter(r => r.name.includes('${part}') && r.responseEnd > ${began}).length`,
      )) >= parts,
    { every: 50, within: 60_000 },
  )
