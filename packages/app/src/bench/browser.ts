// A Chromium with software graphics, and a page that counts the draw calls of its map.
import { existsSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import type { Company } from './fleet.ts'
import { until } from './harness.ts'

const FLAGS = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--no-sandbox',
  '--disable-background-networking',
]
const WINDOW = { width: 1440, height: 900 }
/** When nothing was drawn for this time, the picture is complete, ms. */
const QUIET_MS = 700
const POLL_MS = 100
/** More processor time than this between two looks means that a picture is still made, s; the looks themselves take less. */
const BUSY_SECONDS = 0.04
const PATIENCE_MS = 90_000

/** Runs before the page's own scripts: counts draw calls of WebGL and stores the time of the last one. */
const COUNT_DRAWS = `(() => {
  const draws = (window.draws = { count: 0, last: 0 })
  for (const name of ['drawElements', 'drawArrays']) {
    const draw = WebGL2RenderingContext.prototype[name]
    WebGL2RenderingContext.prototype[name] = function (...args) {
      draws.count++
      draws.last = performance.now()
      return draw.apply(this, args)
    }
  }
  // The time of the click itself, not the time at which the page handled it.
  addEventListener('click', event => { window.clicked = event.timeStamp }, true)
})()`

export interface View {
  readonly page: Page
  readonly cdp: CDPSession
}

export async function withBrowser<T>(work: (open: () => Promise<View>) => Promise<T>): Promise<T> {
  const executablePath = [
    process.env.CHROME_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find(p => p && existsSync(p))
  if (executablePath === undefined) throw new Error('no Chromium: set CHROME_PATH')
  const browser: Browser = await chromium.launch({ executablePath, args: FLAGS })
  const pages: Page[] = []
  try {
    return await work(async () => {
      const context = await browser.newContext({
        viewport: WINDOW,
        locale: 'en-GB',
        reducedMotion: 'no-preference',
      })
      const page = await context.newPage()
      pages.push(page)
      page.setDefaultTimeout(PATIENCE_MS)
      await page.addInitScript(COUNT_DRAWS)
      const cdp = await context.newCDPSession(page)
      // Processor time instead of elapsed time, because others may use the machine too.
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
      return { page, cdp }
    })
  } catch (error) {
    // Saves a picture of each page when the bench fails.
    for (const [i, page] of pages.entries())
      await page.screenshot({ path: `.cache/bench/failed-${i}.png` })
    throw error
  } finally {
    await browser.close()
  }
}

/** Signs in by the form of the sign-in page; resolves when the map's page is open. */
export async function signInByForm(
  { page }: View,
  url: string,
  { email, password }: Company,
): Promise<void> {
  if (!page.url().startsWith(`${url}/login`)) await page.goto(`${url}/login?next=%2Fglobal-map`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  // The address of the sign-in page contains the map's path too.
  await page.waitForURL(({ pathname }) => pathname === '/global-map')
}

interface Draws {
  readonly count: number
  readonly last: number
  readonly now: number
  readonly clicked: number
}
/**
 * Milliseconds from the last click until the page is drawn completely and its main thread is free, without the time that the browser's driver waits
 * before it clicks.
 */
export const sincePress = ({ page }: View) =>
  page.evaluate<number>(
    'new Promise(done => requestAnimationFrame(() => setTimeout(() => done(performance.now() - window.clicked))))',
  )
export const draws = ({ page }: View) =>
  page.evaluate<Draws>(
    '({ ...window.draws, now: performance.now(), clicked: window.clicked ?? 0 })',
  )

/**
 * Resolves once the map's picture is complete: something was drawn since `after` (ms of the page's clock), and since then nothing is drawn, tiled or
 * painted any more. A map's workers may cut lines into tiles for seconds without any drawing, and the graphics process may paint for seconds after
 * the last one.
 * @returns when the last of it ended, ms of the page's clock, to within 100 ms
 */
export async function lastDrawnAt(view: View, after = 0): Promise<number> {
  const session = await browserSession(view)
  let work = await drawingSeconds(session)
  let last = 0
  await until(
    'the map’s picture',
    async () => {
      const drawing = await draws(view)
      const workNow = await drawingSeconds(session)
      if (workNow - work > BUSY_SECONDS) last = drawing.now
      work = workNow
      last = Math.max(last, drawing.last)
      return drawing.count > 0 && drawing.last > after && drawing.now - last > QUIET_MS
    },
    { every: POLL_MS, within: 120_000 },
  )
  await session.detach()
  return last
}

async function browserSession({ page }: View): Promise<CDPSession> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page belongs to no browser')
  return browser.newBrowserCDPSession()
}

interface ProcessorSeconds {
  /** The process that paints, in software here. */
  readonly graphics: number
  /** The processes of pages with their workers. */
  readonly renderer: number
}
async function processorSeconds(session: CDPSession): Promise<ProcessorSeconds> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const sum = (wanted: string) =>
    processInfo
      .filter(({ type }) => type === wanted)
      .reduce((seconds, { cpuTime }) => seconds + cpuTime, 0)
  return { graphics: sum('GPU'), renderer: sum('renderer') }
}
const drawingSeconds = async (session: CDPSession): Promise<number> => {
  const { graphics, renderer } = await processorSeconds(session)
  return graphics + renderer
}

/** Processor seconds of the page's main thread: of all tasks, and of scripts alone. */
export async function mainThread({
  cdp,
}: View): Promise<{ readonly tasks: number; readonly scripts: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find(m => m.name === name)?.value ?? 0
  return { tasks: metric('TaskDuration'), scripts: metric('ScriptDuration') }
}

/** Processor seconds of the graphics process: a screen may wait for it while its main thread is free. */
export async function graphics(view: View): Promise<number> {
  const session = await browserSession(view)
  const seconds = await processorSeconds(session)
  await session.detach()
  return seconds.graphics
}
