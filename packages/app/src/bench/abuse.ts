// An attacker beside a user of another company: how much each attack slows that user down, compared with the moment before.
import { Agent, request } from 'node:http'
import { attacks } from './attacks.ts'
import { type Company, signIn } from './fleet.ts'
import {
  type Bench,
  type Figure,
  figure,
  type Options,
  pause,
  percentile,
  until,
} from './harness.ts'
import { steadyTrackers } from './load.ts'
import { type Stage, withProduct } from './stage.ts'

const VEHICLES = 200
/** The calls of a person's screens, one after another. */
const LISTS = [
  'vehicles?page=1',
  'dashboard',
  'pins',
  'alerts/active?page=1',
  'reports?page=1',
  'hubs/all',
] as const
const PAUSE_MS = 30
/** People notice a screen that takes longer than this, ms. */
const NOTICED = 150

export const abuse: Bench = {
  name: 'abuse',
  measures:
    'what a healthy user notices of an attacker beside it: floods of reports, heavy bodies, half-open requests, mails, two connections of one device',
  run: options =>
    withProduct('abuse', options, [VEHICLES, VEHICLES], stage => measureAbuse(stage, options)),
}

/** Milliseconds from a call of the user to the last byte; every call must succeed. Each uses a new connection, as a page that is opened does. */
const ask = (url: string, token: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now()
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, response => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - began)
          : reject(new Error(`answered ${response.statusCode}`)),
      )
    })
      .on('error', reject)
      .end()
  })

interface RequestTimes {
  readonly times: readonly number[]
  readonly failed: number
}
async function seenBy(url: string, token: string, seconds: number): Promise<RequestTimes> {
  const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 1 })
  const fresh = new Agent({ keepAlive: false })
  const times: number[] = []
  let failures = 0
  const end = performance.now() + seconds * 1_000
  for (let n = 0; performance.now() < end; n++) {
    await ask(
      `${url}/api/v1/${LISTS[n % LISTS.length]}`,
      token,
      n % 10 === 9 ? fresh : keepAliveAgent,
    ).then(
      ms => times.push(ms),
      () => failures++,
    )
    await pause(PAUSE_MS)
  }
  keepAliveAgent.destroy()
  fresh.destroy()
  return { times, failed: failures }
}

/** Seconds from the request of a small report until it is ready. */
async function ownReport(url: string, token: string, vehicle_id: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const began = performance.now()
  const period = {
    period_from: new Date(Date.now() - 86_400_000).toISOString(),
    period_to: new Date().toISOString(),
  }
  const response = await fetch(`${url}/api/v1/reports`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ type: 'eyegeo', vehicle_id, ...period }),
  })
  if (!response.ok)
    throw new Error(
      `the user’s report was answered with ${response.status}: ${await response.text()}`,
    )
  const { data } = (await response.json()) as { data: { id: number } }
  await until(
    'the user’s report',
    async () =>
      (
        (await (await fetch(`${url}/api/v1/reports/${data.id}`, { headers })).json()) as {
          data: { ready: number }
        }
      ).data.ready === 1,
    { every: 100, within: 600_000 },
  )
  return (performance.now() - began) / 1_000
}

async function measureAbuse(stage: Stage, { quick, say }: Options): Promise<Figure[]> {
  const { product, companies, load } = stage
  const [user, attacker] = companies as readonly [Company, Company]
  const seconds = quick ? 3 : 15
  await load.open(steadyTrackers({ port: product.teltonika, first: user.first, count: VEHICLES }))
  load.start()
  const token = await signIn(product.url, user)
  const [vehicle_id = 0] = user.vehicle_ids
  await ownReport(product.url, token, vehicle_id)
  const figures: Figure[] = []
  for (const { name, begin } of attacks) {
    say(`  … ${name}`)
    await pause(quick ? 1_000 : 3_000)
    load.begin()
    const calm = await seenBy(product.url, token, seconds)
    const before = await load.end()
    const reportTime = await ownReport(product.url, token, vehicle_id)
    const end = await begin(stage, attacker)
    load.begin()
    const beside = await seenBy(product.url, token, seconds)
    const meanwhile = await load.end()
    const report = await ownReport(product.url, token, vehicle_id)
    const burden = await end()
    const label = (what: string) => `${name}: ${what}`
    figures.push(
      ...([0.5, 0.95] as const).map(share =>
        figure(label(`the user’s calls, p${share * 100}`), percentile(beside.times, share), 'ms', {
          peer: { what: 'before', value: percentile(calm.times, share) },
          ...(share === 0.95 && { goal: { below: NOTICED } }),
        }),
      ),
      figure(
        label('the user’s calls that failed'),
        beside.failed,
        `of ${beside.times.length + beside.failed}`,
        { goal: { below: 1 } },
      ),
      figure(label('the user’s report until it is ready'), report, 's', {
        peer: { what: 'before', value: reportTime },
      }),
      figure(label('the user’s trackers, time to acknowledge, p99'), meanwhile.p99, 'ms', {
        peer: { what: 'before', value: before.p99 },
      }),
      ...burden.map(one => ({ ...one, what: label(one.what) })),
    )
  }
  return figures
}
