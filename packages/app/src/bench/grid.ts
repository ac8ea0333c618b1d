// Scrolling the viewer's grid through a report's longest sheet: frames, main-thread time per frame, rows that were drawn too late, memory.
import { signInByForm, type View } from './browser.ts'
import type { Company } from './fleet.ts'
import { type Figure, figure } from './harness.ts'

const SCROLLED_MS = 6_000
/** Pixels between two frames: a wheel that is turned fast. */
const STEP = 240

interface ScrollFrames {
  /** Milliseconds between frames, in order. */
  readonly frames: readonly number[]
  /** Number of frames in which the top row of the window was not drawn. */
  readonly empty: number
}

/** Runs in the page: scrolls down by one step per frame, and from the top again at the end. */
const SCROLL = `(async () => {
  const box = document.querySelector('[role=grid]').parentElement
  const rowHeight = document.querySelector('[data-row]').getBoundingClientRect().height
  const frames = []
  let empty = 0
  const frame = () => new Promise(requestAnimationFrame)
  const began = performance.now()
  let last = await frame()
  while (performance.now() - began < ${SCROLLED_MS}) {
    box.scrollTop = box.scrollTop + box.clientHeight >= box.scrollHeight - 1 ? 0 : box.scrollTop + ${STEP}
    const now = await frame()
    frames.push(now - last)
    last = now
    if (document.querySelector('[data-row="' + Math.floor(box.scrollTop / rowHeight) + '"]') === null) empty++
  }
  return { frames, empty }
})()`

async function metrics({ cdp }: View): Promise<(name: string) => number> {
  const { metrics: readings } = await cdp.send('Performance.getMetrics')
  return name => readings.find(m => m.name === name)?.value ?? 0
}
async function heapMb(view: View): Promise<number> {
  await view.cdp.send('HeapProfiler.collectGarbage')
  return (await metrics(view))('JSHeapUsedSize') / 1e6
}
const part = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0

/** @param sheet index of the sheet in the report @param rows number of its rows */
export async function gridScrolled(
  view: View,
  url: string,
  company: Company,
  id: number,
  sheet: number,
  rows: number,
): Promise<Figure[]> {
  const { page } = view
  await signInByForm(view, url, company)
  await page.goto(`${url}/reports`)
  await page.locator('h1').waitFor()
  const idle = await heapMb(view)
  const began = performance.now()
  await page.goto(`${url}/report?r=${id}`)
  await page.getByRole('grid').waitFor()
  const openingTime = performance.now() - began
  const tabs = page.getByRole('tab')
  if ((await tabs.count()) > 0) await tabs.nth(sheet).click()
  await page.locator(`[role=grid][aria-rowcount="${rows + 1}"]`).waitFor()
  const before = await metrics(view)
  const { frames, empty } = await page.evaluate<ScrollFrames>(SCROLL)
  const after = await metrics(view)
  const ascending = frames.toSorted((a, b) => a - b)
  const rowCount = await page.locator('[data-row]').count()
  const what = (label: string) => `viewer: ${label}`
  return [
    figure(what('rows of the sheet'), rows, ''),
    figure(what('from the address to the grid'), openingTime, 'ms'),
    figure(what('frame, median'), part(ascending, 0.5), 'ms', { goal: { below: 34 } }),
    figure(what('frame, p99'), part(ascending, 0.99), 'ms'),
    figure(
      what('main thread a frame'),
      ((after('TaskDuration') - before('TaskDuration')) / Math.max(1, frames.length)) * 1_000,
      'ms',
      { goal: { below: 16 } },
    ),
    figure(what('frames without their rows'), (100 * empty) / Math.max(1, frames.length), '%', {
      goal: { below: 1 },
    }),
    figure(what('rows in the page'), rowCount, '', { goal: { below: 100 } }),
    figure(what('memory over the list of reports'), (await heapMb(view)) - idle, 'MB', {
      goal: { below: 200 },
    }),
  ]
}
