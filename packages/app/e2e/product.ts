// Helpers of the journeys: the running product, its command line, a simulated device, and a check for errors on the page.
import { spawn } from 'node:child_process'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { AxeBuilder } from '@axe-core/playwright'
import { API } from '@flotta/core/contract.ts'
import { login } from '@flotta/features/people/auth/contract.ts'
import { readAccess, urlOf } from '@flotta/platform/postgres/files.ts'
import {
  avlFrame,
  CODEC_8,
  CODEC_8E,
  type Element,
  loginFrame,
  readCommand,
  replyFrame,
} from '@flotta/protocols/teltonika/device.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { expect, type Page, test as plain } from '@playwright/test'
import pg from 'pg'

export const demo = { email: 'demo@flotta.example', password: 'Flotta-2026' }

/** The command line, kept open because starting it takes longer than twenty of its commands. It ends with this process, which holds its input. */
function openCommandLine() {
  const child = spawn(process.execPath, ['dist/server/cli.js', 'batch'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let turn: Promise<unknown> = Promise.resolve()
  const ask = async (words: readonly string[]): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(words)}\n`)
    const { value, done } = await answers.next()
    if (done) throw new Error('the command line has ended')
    const { result, error } = JSON.parse(value)
    if (error !== undefined) throw new Error(`flotta ${words.join(' ')}: ${error}`)
    return result
  }
  return (words: readonly string[]): Promise<unknown> => {
    const answer = turn.then(() => ask(words))
    turn = answer.catch(() => undefined)
    return answer
  }
}
let commandLine: ReturnType<typeof openCommandLine> | undefined

/** Runs a command of the provider against the running server's database; returns its record. */
export async function flotta<T>(...args: readonly string[]): Promise<T> {
  commandLine ??= openCommandLine()
  return (await commandLine(args)) as T
}

/** Runs work in the running server's database as its owner, for what no screen or command can do. */
export async function inDatabase<T>(
  work: (db: pg.Client) => Promise<T>,
  dataDir = process.env.FLOTTA_DATA_DIR ?? '',
): Promise<T> {
  const db = new pg.Client({ connectionString: urlOf(await readAccess(dataDir)) })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

interface Watch {
  /** Allows errors that the test causes on the page. */
  expect(pattern: RegExp): void
}
/** Behaves like a browser whose user saves data: no screen is loaded ahead, which would take up to a sixth of a page's start. */
const saveData = () =>
  void Object.defineProperty(navigator, 'connection', { value: { saveData: true } })

/** The events whose listeners are removed between two journeys, because journeys have added them. */
const LISTENED = ['console', 'dialog', 'pageerror', 'request', 'response'] as const
const STORED = 'cookies,local_storage,indexeddb,cache_storage,service_workers'

/**
 * Removes everything that a journey left on a page: its screen, routes, listeners, other pages, cookies and storage. The browser's cache of the
 * product's files stays.
 */
async function reset(page: Page, origin: string): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of LISTENED) page.removeAllListeners(event)
  await page.goto('about:blank')
  await page.emulateMedia({ colorScheme: null })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
  await devtools.detach()
  await context.clearCookies()
}

/**
 * Fails a test whose page logs an error or throws.
 * The journeys of a worker share one page, as those of a person do: the product's files stay in the cache, which halves each start.
 * `ownContext`: the page has a context of its own. `loadsAhead`: it also loads all screens in its idle time, as pages do by default.
 */
export const test = plain.extend<
  { watched: Watch; loadsAhead: boolean; ownContext: boolean },
  { shared: { page?: Page } }
>({
  loadsAhead: [false, { option: true }],
  ownContext: [false, { option: true }],
  shared: [{}, { scope: 'worker' }],
  context: async ({ browser, shared, loadsAhead, ownContext }, use) => {
    if (loadsAhead || ownContext) {
      const context = await browser.newContext()
      if (!loadsAhead) await context.addInitScript(saveData)
      await use(context)
      return context.close()
    }
    if (shared.page === undefined) {
      const context = await browser.newContext()
      await context.addInitScript(saveData)
      shared.page = await context.newPage()
    }
    await use(shared.page.context())
  },
  page: async ({ context, shared, viewport, baseURL }, use) => {
    const { page } = shared
    if (page?.context() !== context) return use(await context.newPage())
    if (viewport) await page.setViewportSize(viewport)
    await use(page)
    await reset(page, new URL(baseURL ?? '').origin)
  },
  watched: [
    async ({ page }, use) => {
      const faults: string[] = []
      const expected: RegExp[] = []
      page.on('pageerror', error => faults.push(error.stack ?? String(error)))
      page.on('console', message => {
        // The browser itself reports each refused call (wrong password, no session yet); the screens show it to the person.
        if (message.type() === 'error' && !/status of (401|404|422|423|429)/.test(message.text()))
          faults.push(`${message.text()} (${message.location().url})`)
      })
      await use({ expect: pattern => expected.push(pattern) })
      expect(faults.filter(fault => !expected.some(pattern => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Signs in and opens the map or another address (`/vehicles`); the form itself is tested in sign-in.spec.ts. The alarms of the demo company are not
 * announced, because a notice could cover a button.
 */
export async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string } = demo,
  to = '/global-map',
): Promise<void> {
  if (email === demo.email)
    await page
      .context()
      .addCookies([{ name: 'notify_alerts', value: 'false', url: process.env.E2E_URL ?? '' }])
  const { pathname } = new URL(to, process.env.E2E_URL)
  expect(
    (await page.request.post(`${API}${login.path}`, { data: { email, password } })).status(),
  ).toBe(200)
  await page.goto(to)
  await expect(page).toHaveURL(url => url.pathname === pathname)
}

/** Resolves when the map is drawn. */
export async function mapDrawn(page: Page): Promise<void> {
  await expect(page.locator('section.flotta-map[data-up="true"]')).toBeVisible()
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
}

/** Resolves when nothing is fading or sliding any more (a dialog, a sheet, a toast); endless animations are ignored. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await new Promise(requestAnimationFrame)
    return document
      .getAnimations()
      .every(
        a =>
          a.playState !== 'running' ||
          a.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      )
  })
}

async function read(page: Page, axe: AxeBuilder, where: string): Promise<void> {
  // Colours are read as they are on the page, even while they fade.
  await still(page)
  // Results of several frames are joined on an extra page; one frame needs no joining.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  expect(
    violations
      .filter(v => v.impact === 'serious' || v.impact === 'critical')
      .map(v => `${where}: ${v.id} ${v.nodes.map(n => n.target.join(' ')).join(', ')}`),
  ).toEqual([])
}

/** Expects no serious or critical violation anywhere on the page; with `part` only inside of that part. */
export async function accessible(page: Page, where: string, part?: string): Promise<void> {
  // Passed checks are left out of the results.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
  await read(
    page,
    part === undefined ? axe.exclude('.maplibregl-ctrl-attrib') : axe.include(part),
    where,
  )
}

/** The contrast of all colours in the other theme, which the page keeps afterwards; nothing else depends on the theme. */
export async function legible(
  page: Page,
  where: string,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  // The attribute appears with the first colours of the theme; charts and the map are redrawn after it.
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  const axe = new AxeBuilder({ page }).options({
    resultTypes: ['violations'],
    runOnly: ['color-contrast'],
  })
  await read(page, axe.exclude('.maplibregl-ctrl-attrib'), `${where}, ${colorScheme}`)
}

interface Point {
  readonly latitude: number
  readonly longitude: number
  readonly speed: number
  readonly ignition?: boolean
  /** Further elements of the record. */
  readonly elements?: readonly Element[]
}
/** A tracker over a real connection: it signs in, sends records one packet at a time, and waits for each acknowledgement. */
export class Tracker {
  readonly #socket: net.Socket
  #answer: ((text: string) => string) | undefined
  #done: (() => Promise<void>) | undefined
  #waiting: ((bytes: Buffer) => void) | undefined

  private constructor(socket: net.Socket) {
    this.#socket = socket
    socket.on('data', bytes => {
      // An acknowledgement has four bytes; a command has more, and begins with zeros.
      if (bytes.length > 4 && bytes.readUInt32BE(0) === 0) void this.#obey(readCommand(bytes).text)
      else this.#waiting?.(bytes)
    })
  }
  static async signedIn(
    imei: string,
    port = Number(process.env[teltonika.port.variable]),
  ): Promise<Tracker> {
    const tracker = new Tracker(net.connect(port, '127.0.0.1'))
    const answer = await tracker.#ask(loginFrame(imei))
    expect(answer.toString('hex')).toBe('01')
    return tracker
  }
  async send(
    at: number,
    { latitude, longitude, speed, ignition = true, elements: more = [] }: Point,
  ): Promise<void> {
    const fix = {
      latitude_e7: Math.round(latitude * 1e7),
      longitude_e7: Math.round(longitude * 1e7),
      altitude: 120,
      direction: 90,
      speed,
      satellites: 11,
    }
    const elements: Element[] = [
      { id: 239, width: 1, value: ignition ? 1 : 0 },
      { id: 240, width: 1, value: speed > 0 ? 1 : 0 },
      { id: 66, width: 2, value: 27_400 },
      ...more,
    ]
    const codec = elements.some(e => e.id > 255) ? CODEC_8E : CODEC_8
    expect((await this.#ask(avlFrame(codec, [{ at, fix, elements }]))).toString('hex')).toBe(
      '00000001',
    )
  }
  /** Sets the answer to commands, and the work that is done after it. */
  obeys(answer: (text: string) => string, done: () => Promise<void>): void {
    this.#answer = answer
    this.#done = done
  }
  async #obey(text: string): Promise<void> {
    const said = this.#answer?.(text)
    if (said === undefined) return
    this.#socket.write(replyFrame(said))
    await this.#done?.()
  }
  leave(): void {
    this.#socket.destroy()
  }
  #ask(bytes: Uint8Array): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#socket.removeAllListeners('error').once('error', reject)
      this.#waiting = resolve
      this.#socket.write(bytes)
    })
  }
}
