// Web hooks: the time from a stored incident to its receivers, and how much a thousand events a second slow down the trackers' records.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { openPool, type Pool } from '@flotta/platform/db.ts'
import type { Company } from './fleet.ts'
import {
  type Bench,
  cpuSeconds,
  type Figure,
  figure,
  type Options,
  pause,
  percentile,
} from './harness.ts'
import { steadyTrackers } from './load.ts'
import { type Stage, withProduct } from './stage.ts'

/** The largest number that a company may have, in two companies. */
const HOOKS = 50
const VEHICLES = 50
/** Records per second of other vehicles meanwhile. */
const BESIDE = 1_000
/** Incidents per second and company, slow and fast; each is sent to all its hooks. */
const SLOW = 1
const FAST = 10

export const hooks: Bench = {
  name: 'hooks',
  measures:
    'from an incident to 100 receivers, and 1,000 events a second beside the records of trackers',
  run: options =>
    withProduct('hooks', options, [VEHICLES, VEHICLES, BESIDE], stage => measure(stage, options), {
      FLOTTA_WEBHOOK_PRIVATE: '1',
    }),
}

async function measure({ database, product, companies, load }: Stage, { quick }: Options) {
  const [first, second] = companies as readonly [Company, Company, Company]
  const seconds = quick ? 6 : 60
  const pool = openPool(database.url, { max: 2, application: 'flotta bench' })
  const receiver = await openReceiver()
  await makeHooks(pool, [first, second], receiver.url)
  await load.open(steadyTrackers({ port: product.teltonika, first: 2 * VEHICLES, count: BESIDE }))
  load.start()
  const window = async (rate: number) => {
    const raising = rate === 0 ? null : raise(pool, [first, second], rate)
    await pause(quick ? 2_000 : 10_000)
    receiver.clear()
    const before = cpuSeconds(product.pid) + cpuSeconds(database.pid, true)
    load.begin()
    await pause(seconds * 1_000)
    const acknowledged = await load.end()
    const cpu = cpuSeconds(product.pid) + cpuSeconds(database.pid, true) - before
    const delays = receiver.delays()
    await raising?.()
    await receiver.quiet()
    return { acknowledged, cpu, delays, rate: acknowledged.records / acknowledged.seconds }
  }
  const calm = await window(0)
  const slow = await window(SLOW)
  const busy = await window(FAST)
  receiver.close()
  await pool.end()
  return [
    figure(
      '100 events/s to 100 hooks: from the incident to the receiver, p50',
      percentile(slow.delays, 0.5),
      'ms',
    ),
    figure(
      '100 events/s to 100 hooks: from the incident to the receiver, p99',
      percentile(slow.delays, 0.99),
      'ms',
      { goal: { below: 1_000 } },
    ),
    figure('1,000 events/s: taken', busy.delays.length / seconds, 'events/s', {
      goal: { atLeast: 950 },
    }),
    figure(
      '1,000 events/s: from the incident to the receiver, p99',
      percentile(busy.delays, 0.99),
      'ms',
    ),
    figure('1,000 events/s: records acknowledged beside', busy.rate, 'records/s', {
      peer: { what: 'without events', value: calm.rate },
      goal: { atLeast: 0.95 },
      of: 'ratio',
    }),
    figure('1,000 events/s: time to acknowledge, p99', busy.acknowledged.p99, 'ms', {
      peer: { what: 'without events', value: calm.acknowledged.p99 },
    }),
    figure(
      'processor time of server and database per event',
      ((busy.cpu - calm.cpu) / Math.max(1, busy.delays.length)) * 1e6,
      'µs',
    ),
  ] satisfies Figure[]
}

async function makeHooks(pool: Pool, companies: readonly Company[], url: string): Promise<void> {
  const secret = () => `whsec_${randomBytes(32).toString('base64')}`
  for (const { customer_id } of companies)
    await pool.query(
      `insert into webhooks (customer_id, url, events, secret, created_at, updated_at)
       select $1, $2 || n, '{incident.opened}', s, now(), now() from unnest($3::text[]) with ordinality as g(s, n)`,
      [customer_id, url, Array.from({ length: HOOKS }, secret)],
    )
}

/** Raises this many incidents per second and company. @returns a function that ends it */
function raise(pool: Pool, companies: readonly Company[], rate: number): () => Promise<void> {
  let n = 0
  let isOver = false
  const run = async () => {
    const began = performance.now()
    for (; !isOver; n++) {
      for (const { vehicle_ids } of companies)
        await pool.query(
          `insert into incidents (vehicle_id, id, alert_id, opened_at, closed_at, closed_as, data, origin, updated_at)
           values ($1, gen_random_uuid(), 40, clock_timestamp(), clock_timestamp(), 'cleared', '{"kind": "sos"}', 'jobs', clock_timestamp())`,
          [vehicle_ids[n % vehicle_ids.length]],
        )
      await pause(Math.max(0, began + ((n + 1) * 1_000) / rate - performance.now()))
    }
  }
  const running = run()
  return () => {
    isOver = true
    return running
  }
}

async function openReceiver() {
  let delays: number[] = []
  let lastAt = 0
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', part => {
      text += part
    })
    request.on('end', () => {
      response.writeHead(204).end()
      lastAt = Date.now()
      delays.push(lastAt - Date.parse((JSON.parse(text) as { timestamp: string }).timestamp))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    delays: () => delays,
    clear(): void {
      delays = []
    },
    /** Resolves when nothing has arrived for two seconds. */
    async quiet(): Promise<void> {
      while (Date.now() - lastAt < 2_000) await pause(200)
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
