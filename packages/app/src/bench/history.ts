// A month of one vehicle: 90,000 positions, from the request to the track on the map.
import { draws, lastDrawnAt, signInByForm, withBrowser } from './browser.ts'
import { type Company, signIn } from './fleet.ts'
import { type Bench, figure, percentile, until } from './harness.ts'
import { withProduct } from './stage.ts'

const DAYS = 31
const RECORDS = 90_000
const DAY_MS = 86_400_000
const STEP = Math.floor((DAYS * DAY_MS) / RECORDS)

export const history: Bench = {
  name: 'history',
  measures: 'a history of 31 days and 90,000 positions, from the request to the drawn track',
  run: options =>
    withProduct('history', options, [1], async ({ database, product, companies, load }) => {
      const company = companies[0] as Company
      const id = company.vehicle_ids[0] as number
      // it ends an hour ago, so that nothing grows meanwhile; the period holds all of it
      const to = Date.now() - 3_600_000
      const from = to - RECORDS * STEP
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
      const storedRows = async () =>
        (
          await database.pool.query<{ n: number }>(
            'select count(*)::int as n from positions where vehicle_id = $1 and message_datetime <= $2',
            [id, new Date(to)],
          )
        ).rows[0]?.n ?? 0
      const newest = async () =>
        (
          await database.pool.query<{ at: Date }>(
            'select message_datetime as at from vehicle_state',
          )
        ).rows[0]?.at.getTime() ?? 0
      await until('90,000 positions', async () => (await newest()) >= to - STEP * 100, {
        every: 50,
        within: 300_000,
      })
      load.pause()
      const positions = await storedRows()
      await database.pool.query('vacuum analyze positions')

      const [period_from, period_to] = [
        new Date(Math.max(from, to - DAYS * DAY_MS)).toISOString(),
        new Date(to).toISOString(),
      ]
      const url = `${product.url}/api/v1/services/eyegeo/${id}/history?period_from=${period_from}&period_to=${period_to}`
      const headers = { authorization: `Bearer ${await signIn(product.url, company)}` }
      const server: number[] = []
      let bytes = 0
      let points = 0
      for (let i = 0; i < (options.quick ? 5 : 30); i++) {
        const began = performance.now()
        const answer = await fetch(url, { headers })
        const text = await answer.text()
        server.push(performance.now() - began)
        if (!answer.ok) throw new Error(`history answered ${answer.status}: ${text}`)
        bytes = text.length
        points = (JSON.parse(text) as { data: { track: { at: number[] } } }).data.track.at.length
      }
      const select: number[] = []
      for (let i = 0; i < (options.quick ? 5 : 30); i++) {
        const began = performance.now()
        await database.pool.query({
          text: `select message_datetime, latitude_e7, longitude_e7, speed, direction from positions where vehicle_id = $1 and message_datetime between $2 and $3 order by message_datetime, seq`,
          values: [id, period_from, period_to],
          rowMode: 'array',
        })
        select.push(performance.now() - began)
      }

      const frames = await withBrowser(async open => {
        const view = await open()
        await signInByForm(view, product.url, company)
        await view.page.goto(
          `${product.url}/global-map?v=${id}&tab=eyegeo&from=${new Date(to + 60_000).toISOString()}&to=${new Date(to + 120_000).toISOString()}`,
        )
        await lastDrawnAt(view)
        const { now: began } = await draws(view)
        // the address is the state of the map: a changed period is a changed address
        const answer = view.page.waitForResponse(
          r => r.url().includes('/history?') && r.status() === 200,
        )
        await view.page.evaluate(
          `history.pushState(null, '', '/global-map?v=${id}&tab=eyegeo&from=${period_from}&to=${period_to}'); dispatchEvent(new PopStateEvent('popstate'))`,
        )
        await (await answer).finished()
        return (await lastDrawnAt(view, began)) - began
      })
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
        figure('period chosen to track drawn, in Chromium', frames, 'ms'),
      ]
    }),
}
