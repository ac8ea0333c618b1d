// A Chromium with software graphics, and a page that counts what its map draws.
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
/** Nothing drawn for so long: the picture stands, ms. */
const QUIET_MS = 700
const PATIENCE_MS = 90_000

/** Runs before the page's own scripts: counts draw calls of WebGL and remembers the last one. */
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
  // when it was pressed, not when the page found time for it
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
      // processor time, not time that went by: others may use the machine too
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
      return { page, cdp }
    })
  } catch (error) {
    // what was seen when it failed
    for (const [i, page] of pages.entries())
      await page.screenshot({ path: `.cache/bench/failed-${i}.png` })
    throw error
  } finally {
    await browser.close()
  }
}

/** Through the form of the sign-in page; resolves when the map's page is open. */
export async function signInByForm(
  { page }: View,
  url: string,
  { email, password }: Company,
): Promise<void> {
  if (!page.url().startsWith(`${url}/login`)) await page.goto(`${url}/login?next=%2Fglobal-map`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  // the sign-in page names the map in its address too
  await page.waitForURL(({ pathname }) => pathname === '/global-map')
}

interface Draws {
  readonly count: number
  readonly last: number
  readonly now: number
  readonly clicked: number
}
/** From the last press until everything that stands on the page was drawn and its main thread is free, ms: what a driver of the browser waits for before it presses is no part of it. */
export const sincePress = ({ page }: View) =>
  page.evaluate<number>(
    'new Promise(done => requestAnimationFrame(() => setTimeout(() => done(performance.now() - window.clicked))))',
  )
export const draws = ({ page }: View) =>
  page.evaluate<Draws>(
    '({ ...window.draws, now: performance.now(), clicked: window.clicked ?? 0 })',
  )

/** Resolves once the map stands still, having drawn something since `after` (ms of the page's clock); when it drew last. */
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

/** Processor seconds of the page's main thread: in all tasks, and in scripts alone. */
export async function mainThread({
  cdp,
}: View): Promise<{ readonly tasks: number; readonly scripts: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find(m => m.name === name)?.value ?? 0
  return { tasks: metric('TaskDuration'), scripts: metric('ScriptDuration') }
}

/** Processor seconds of the graphics process, which draws in software here: what a screen waits for while its main thread is free. */
export async function graphics({ page }: View): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (session === undefined) return Number.NaN
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
    .filter(({ type }) => type === 'GPU')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}
