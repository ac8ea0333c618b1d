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

/** Resolves once the map has stopped drawing, having drawn something since `after` (ms of the page's clock), with the time of its last drawing. */
export async function lastDrawnAt(view: View, after = 0): Promise<number> {
  let last = 0
  await until(
    'the map’s picture',
    async () => {
      const drawing = await draws(view)
      last = drawing.last
      return drawing.count > 0 && drawing.last > after && drawing.now - drawing.last > QUIET_MS
    },
    { every: 100, within: 120_000 },
  )
  return last
}

/** Processor seconds of the page's main thread: of all tasks, and of scripts alone. */
export async function mainThread({
  cdp,
}: View): Promise<{ readonly tasks: number; readonly scripts: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find(m => m.name === name)?.value ?? 0
  return { tasks: metric('TaskDuration'), scripts: metric('ScriptDuration') }
}

/** Processor seconds of the graphics process, which draws in software here: a screen may wait for it while its main thread is free. */
export async function graphics({ page }: View): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (session === undefined) return Number.NaN
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
    .filter(({ type }) => type === 'GPU')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}
