// A chart of a month with four values per minute: the time from the arrival of the answer to the drawn chart.
import { DAY } from '@flotta/core/time.ts'
import { draws, type View } from './browser.ts'
import { type Figure, figure, pause, percentile, until } from './harness.ts'
import type { Database } from './product.ts'

const DAYS = 31
const TURNS = 5
/** When nothing was drawn for this time, the picture is complete, ms. */
const QUIET_MS = 500

/** Counts the drawing on 2D canvases, as charts use them, and stores the time of the last one. */
const COUNT_STROKES = `(() => {
  // The map's tiles alone would fill the browser's default buffer of request timings.
  performance.setResourceTimingBufferSize(10_000)
  const strokes = (window.strokes = { count: 0, last: 0 })
  const stroke = CanvasRenderingContext2D.prototype.stroke
  CanvasRenderingContext2D.prototype.stroke = function (...args) {
    stroke.apply(this, args)
    if (this.canvas.getAttribute('role') !== 'img') return
    strokes.count++
    strokes.last = performance.now()
  }
})()`

interface Strokes {
  readonly count: number
  readonly last: number
  readonly now: number
}
const strokesOf = ({ page }: View) =>
  page.evaluate<Strokes>('({ ...window.strokes, now: performance.now() })')

/** Four temperatures a minute, as they are stored. */
export const fillMinutes = ({ pool }: Database, vehicle_id: number): Promise<unknown> =>
  pool.query(
    `insert into readings (message_datetime, vehicle_id, seq, kind, data)
     select g.at, $1, 1, 'temperature', json_build_object('T1', round((5 * sin(n / 90.0))::numeric, 2), 'T2', round((3 * cos(n / 70.0))::numeric, 2),
       'T3', round((-18 + sin(n / 50.0))::numeric, 2), 'T4', round((-20 + cos(n / 40.0))::numeric, 2))
     from generate_series(date_trunc('minute', now()) - $2::interval, now() - interval '10 minutes', interval '1 minute') with ordinality g(at, n)
     on conflict do nothing`,
    [vehicle_id, `${DAYS} days`],
  )

/** The same month several times, shifted by a second each, so that each request is a new one. */
export async function chartDrawn(view: View, url: string, vehicle_id: number): Promise<Figure[]> {
  const { page } = view
  await page.addInitScript(COUNT_STROKES)
  const address = (turn: number) => {
    const from = Date.now() - DAYS * DAY + 3_600_000 + turn * 1_000
    return `/global-map?v=${vehicle_id}&tab=eyecold&from=${new Date(from).toISOString()}&to=${new Date(Date.now() - turn * 1_000).toISOString()}`
  }
  const stands = (after: number) =>
    until(
      'the chart’s picture',
      async () => {
        const strokes = await strokesOf(view)
        return strokes.count > 0 && strokes.last > after && strokes.now - strokes.last > QUIET_MS
      },
      { every: 50 },
    )
  await page.goto(`${url}${address(0)}`)
  await stands(0)
  const times: number[] = []
  let bytes = 0
  for (let turn = 1; turn <= TURNS; turn++) {
    // Waits until the map has stopped drawing.
    await until('rest', async () => {
      const counter = await draws(view)
      return counter.now - counter.last > QUIET_MS
    })
    await pause(QUIET_MS)
    const { now } = await strokesOf(view)
    const answer = page.waitForResponse(
      r => r.url().includes('/eyecold/') && r.url().includes('/history?') && r.status() === 200,
    )
    // The address is the state of the map, so changing the address changes the period.
    await page.evaluate(
      `history.pushState(null, '', '${address(turn)}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    bytes = (await (await answer).body()).length
    await stands(now)
    const arrivalTime = await page.evaluate<number>(
      `Math.max(...performance.getEntriesByType('resource').filter(r => r.name.includes('/eyecold/') && r.name.includes('/history?')).map(r => r.responseEnd))`,
    )
    times.push((await strokesOf(view)).last - arrivalTime)
  }
  return [
    figure(`chart, ${DAYS} days × 1,440 × 4 values: answer`, bytes / 1e3, 'kB'),
    figure(
      `chart, ${DAYS} days × 1,440 × 4 values: answer to picture, p50`,
      percentile(times, 0.5),
      'ms',
      { goal: { below: 300 } },
    ),
    figure(
      `chart, ${DAYS} days × 1,440 × 4 values: answer to picture, slowest`,
      Math.max(...times),
      'ms',
    ),
  ]
}
