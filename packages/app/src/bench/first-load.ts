// The first visit: the size of the sign-in page, and the time until the map can be used.
import { get } from 'node:http'
import { draws, lastDrawnAt, signInByForm, withBrowser } from './browser.ts'
import type { Company } from './fleet.ts'
import { type Bench, figure, type Options, pause } from './harness.ts'
import { reportOnce, withProduct } from './stage.ts'

const VEHICLES = 40
const AHEAD_MS = 2_000

export const firstLoad: Bench = {
  name: 'first-load',
  measures:
    'kilobytes of the sign-in page, and the time from its button to a map with its vehicles',
  run: (options: Options) =>
    withProduct('first-load', options, [VEHICLES], stage =>
      withBrowser(async open => {
        const { product, companies } = stage
        const company = companies[0] as Company
        await reportOnce(stage, 0, VEHICLES)
        const view = await open()
        const requests: string[] = []
        const others: string[] = []
        let login = true
        view.page.on('request', request => void (login ? requests : others).push(request.url()))
        const began = performance.now()
        await view.page.goto(`${product.url}/login?next=%2Fglobal-map`)
        await view.page.locator('button[type=submit]').waitFor()
        const firstPaint = performance.now() - began
        // Files that it loads ahead in its idle time count too.
        await pause(AHEAD_MS)
        login = false
        const sizes = {
          script: await gzippedSize(requests.filter(u => /\.m?js$/.test(u))),
          style: await gzippedSize(requests.filter(u => u.endsWith('.css'))),
        }
        const fonts = await gzippedSize(requests.filter(u => u.endsWith('.woff2')))

        await signInByForm(view, product.url, company)
        const last = await lastDrawnAt(view)
        const { clicked } = await draws(view)
        const rest = await gzippedSize(others.filter(u => /\.(m?js|css)$/.test(u)))
        // Again, as on every later day: all files are in the browser's cache.
        await view.page.reload()
        const again = await lastDrawnAt(view)
        const foreign = [...requests, ...others].filter(
          u => !u.startsWith(product.url) && !/^(data|blob):/.test(u),
        )
        return [
          figure('sign-in page: scripts and styles, gzip', sizes.script + sizes.style, 'kB', {
            goal: { below: 280 },
          }),
          figure('of it styles', sizes.style, 'kB'),
          figure('fonts', fonts, 'kB'),
          figure('scripts and styles that the map adds', rest, 'kB'),
          figure('sign-in page shown', firstPaint, 'ms'),
          figure('button pressed to map with its vehicles', last - clicked, 'ms'),
          figure('later visit, address to map with its vehicles', again, 'ms'),
          figure('requests to other hosts', foreign.length, '', { goal: { below: 1 } }),
        ]
      }),
    ),
}

/** Size of these files in kB (1,000 bytes) for a client that accepts gzip. */
async function gzippedSize(urls: readonly string[]): Promise<number> {
  let bytes = 0
  for (const url of new Set(urls)) bytes += await sizeOf(url)
  return bytes / 1e3
}
function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, response => {
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
      })
      response.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}
