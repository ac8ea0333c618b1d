// The management area of a large company: the answer of every list to twenty simultaneous people, and every screen from the click on its menu entry
// until it can be used.
import { Agent, request } from 'node:http'
import { graphics, mainThread, signInByForm, sincePress, withBrowser } from './browser.ts'
import { type Company, signIn } from './fleet.ts'
import {
  type Bench,
  cpuSeconds,
  type Figure,
  figure,
  type Options,
  pause,
  percentile,
} from './harness.ts'
import { DRIVERS, FLEETS, fill, HUBS, PEOPLE } from './large-company.ts'
import { reportOnce, type Stage, withProduct } from './stage.ts'

const VEHICLES = 10_000
/** Time for the previous screen to finish, ms. */
const REST_MS = 1_500

/** Lists as their screens request them. */
const LISTS = [
  'vehicles?page=1',
  'vehicles?page=1&search=BE00',
  'vehicles/all',
  'vehicles/with-rent?page=1',
  'fleets/all',
  'hubs?page=1',
  'hubs/all',
  'pois?page=1',
  'drivers?page=1',
  'drivers/all',
  'driver_activities?page=1',
  'types/all',
  'type_activities?page=1',
  'type_activities/stats?period=12',
  'users?page=1',
  'agreements/all',
  'devices?page=1',
  'alerts/active?page=1',
  'notifications?page=1',
  'dashboard',
] as const
/**
 * Address → text that only this screen shows once its data are loaded. For the dashboard it is its figures, which arrive with those of its boxes; its
 * map is drawn afterwards.
 */
const SCREENS = {
  '/dashboard': '[data-figure="vehicles"]',
  '/vehicles': 'text=/BE000000/',
  '/fleets': 'text=/F001/',
  '/hubs': 'text=/H0001/',
  '/drivers': 'text=/Driver/',
  '/tcos': 'text=/Supplier/',
  '/users': 'text=/bench1@flotta\\.example/',
} as const

export const management: Bench = {
  name: 'management',
  measures: `lists and screens with ${VEHICLES.toLocaleString('en')} vehicles, ${FLEETS} fleets, ${HUBS.toLocaleString('en')} hubs, ${DRIVERS.toLocaleString('en')} drivers`,
  run: (options: Options) =>
    withProduct('management', options, [VEHICLES], async stage => {
      const company = stage.companies[0] as Company
      await reportOnce(stage, 0, VEHICLES)
      await fill(stage.database, company)
      return [
        ...(await lists(stage, company, options.quick ? 2 : 10)),
        ...(await boardPoll(stage, company, options.quick ? 3 : 20)),
        ...(await measureScreens(stage.product.url, company)),
      ]
    }),
}

/** A board of 20,000 compartments as its screen requests it, one request after the other; the process caches what the first one reads. */
async function boardPoll(
  { product, database }: Stage,
  company: Company,
  times: number,
): Promise<Figure[]> {
  const { url, pid } = product
  const token = await signIn(url, company)
  const agent = new Agent({ keepAlive: true })
  const poll = () => ask(agent, `${url}/api/v1/services/eyecold/board?page=1&per_page=50`, token)
  const first = await poll()
  const processor = () => [cpuSeconds(pid), cpuSeconds(database.pid, true)] as const
  const before = processor()
  const ms: number[] = []
  for (let i = 0; i < times; i++) ms.push(await poll())
  const after = processor()
  agent.destroy()
  return [
    figure('board of 10,000 reefers, the first time', first, 'ms'),
    figure('board of 10,000 reefers, a poll: p50', percentile(ms, 0.5), 'ms', {
      goal: { below: 300 },
    }),
    figure('  processor of the server', ((after[0] - before[0]) * 1000) / times, 'ms'),
    figure('  processor of the database', ((after[1] - before[1]) * 1000) / times, 'ms'),
  ]
}

/** ms from the request to the last byte. */
const ask = (agent: Agent, url: string, token: string) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now()
    request(
      url,
      { agent, headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' } },
      response => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(performance.now() - began)
            : reject(new Error(`${url} answered ${response.statusCode}`)),
        )
      },
    )
      .on('error', reject)
      .end()
  })

/** @param rounds number of requests that each of the twenty people makes for each list */
async function lists(
  { product, database }: Stage,
  company: Company,
  rounds: number,
): Promise<Figure[]> {
  const { url } = product
  /** Processor seconds of server and database so far. */
  const processor = () => cpuSeconds(product.pid) + cpuSeconds(database.pid, true)
  const tokens: string[] = []
  for (let n = 1; n <= PEOPLE; n++)
    tokens.push(
      await signIn(url, { email: `person${n}@flotta.example`, password: company.password }),
    )
  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })
  const figures: Figure[] = []
  let slowest = 0
  for (const list of LISTS) {
    const times: number[] = []
    const person = async (token: string) => {
      for (let i = 0; i < rounds; i++) times.push(await ask(agent, `${url}/api/v1/${list}`, token))
    }
    const before = processor()
    await Promise.all(tokens.map(person))
    const each = ((processor() - before) * 1000) / times.length
    const p99 = percentile(times, 0.99)
    slowest = Math.max(slowest, p99)
    figures.push(figure(`GET ${list}, ${PEOPLE} people at once: p50`, percentile(times, 0.5), 'ms'))
    figures.push(
      figure(`GET ${list}, ${PEOPLE} people at once: p99`, p99, 'ms', { goal: { below: 150 } }),
    )
    figures.push(figure(`GET ${list}: processor an answer, server + database`, each, 'ms'))
  }
  agent.destroy()
  return [...figures, figure('slowest list, p99', slowest, 'ms', { goal: { below: 150 } })]
}

/** A lower window folds some entries of the side menu. */
const WINDOW_OF_ALL_ENTRIES = { width: 1440, height: 960 }

/** From the click on the menu entry until its data are shown and the main thread is free. */
async function measureScreens(url: string, company: Company): Promise<Figure[]> {
  return withBrowser(async open => {
    const view = await open()
    await view.page.setViewportSize(WINDOW_OF_ALL_ENTRIES)
    await signInByForm(view, url, company)
    await view.page.locator('nav a[href="/fleets"]').first().waitFor()
    const figures: Figure[] = []
    for (const [path, selector] of Object.entries(SCREENS)) {
      const entry = view.page.locator(`nav a[href="${path}"]`).first()
      await pause(REST_MS)
      // The news cover the first dashboard.
      await view.page.keyboard.press('Escape')
      await view.page.getByRole('dialog').waitFor({ state: 'detached' })
      // The previous screen may still draw (news that close, the pointer that leaves), which does not count.
      await entry.hover()
      await pause(REST_MS)
      const drawing = await graphics(view)
      const busy = (await mainThread(view)).tasks
      await view.page.mouse.down()
      await view.page.mouse.up()
      await view.page.locator(selector).first().waitFor({ state: 'attached' })
      figures.push(
        figure(`${path}: pressed to usable`, await sincePress(view), 'ms', {
          goal: { below: 1_000 },
        }),
      )
      figures.push(
        figure(
          `${path}: processor of the main thread until then`,
          ((await mainThread(view)).tasks - busy) * 1000,
          'ms',
        ),
      )
      figures.push(
        figure(
          `${path}: processor of the graphics until then`,
          ((await graphics(view)) - drawing) * 1000,
          'ms',
        ),
      )
    }
    return figures
  })
}
