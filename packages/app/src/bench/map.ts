// The map with 1,000 and 10,000 vehicles, a tenth of which reports each second, in a real browser: main-thread time and frames.
import { lastDrawnAt, mainThread, signInByForm, type View, withBrowser } from './browser.ts'
import type { Company } from './fleet.ts'
import { type Bench, type Figure, figure, type Options, pause } from './harness.ts'
import { steadyTrackers } from './load.ts'
import { reportOnce, type Stage, withProduct } from './stage.ts'
import { openViewer } from './stream.ts'

const FLEETS = [1_000, 10_000]
/** Milliseconds between two reports of a vehicle: a tenth of the fleet reports each second. */
const EVERY = 10_000

export const map: Bench = {
  name: 'map',
  measures:
    'main-thread time of an update and frames per second of the map in Chromium (software graphics)',
  run: options =>
    withBrowser(async open => {
      const figures: Figure[] = []
      for (const vehicles of options.quick
        ? FLEETS.slice(0, 1)
        : FLEETS.filter(n => Number(options.given.vehicles ?? n) === n))
        figures.push(
          ...(await withProduct('map', options, [vehicles, 0], async stage =>
            withVehicles(stage, open, vehicles, options),
          )),
        )
      return figures
    }),
}

async function withVehicles(
  stage: Stage,
  open: () => Promise<View>,
  vehicles: number,
  options: Options,
): Promise<Figure[]> {
  const { product, load } = stage
  const [company, nobody] = stage.companies as readonly [Company, Company]
  await reportOnce(stage, 0, vehicles)
  await load.open(steadyTrackers({ port: product.teltonika, first: 0, count: vehicles }, EVERY))
  load.start()
  const before = await emptyMap(await open(), product.url, nobody, options)
  load.pause()

  const view = await open()
  await signInByForm(view, product.url, company)
  await lastDrawnAt(view)
  const seconds = options.quick ? 5 : 30
  const idle = await during(view, seconds)
  let updates = 0
  let pins = 0
  const viewer = await openViewer(product.url, company, event => {
    if (event.event !== 'pins') return
    updates++
    pins += event.pins.length
  })
  load.start()
  await pause(options.quick ? EVERY / 2 : EVERY)
  updates = 0
  pins = 0
  const busy = await during(view, seconds)
  const [updateCount, pinCount] = [updates, pins]
  const frames = await framesWhilePanning(view, options)
  viewer.close()
  await view.page.context().close()
  const empty = (before + (await emptyMap(await open(), product.url, nobody, options))) / 2
  load.pause()

  return vehicleFigures({ vehicles, seconds, idle, busy, updateCount, pinCount, frames, empty })
}

interface MapMeasurement {
  readonly vehicles: number
  readonly seconds: number
  /** The load of the main thread, without and with updates. */
  readonly idle: Awaited<ReturnType<typeof during>>
  readonly busy: Awaited<ReturnType<typeof during>>
  readonly updateCount: number
  readonly pinCount: number
  /** Frames per second while the map is dragged, with the fleet and of an empty map. */
  readonly frames: number
  readonly empty: number
}
function vehicleFigures({
  vehicles,
  seconds,
  idle,
  busy,
  updateCount,
  pinCount,
  frames,
  empty,
}: MapMeasurement): Figure[] {
  const what = `${vehicles.toLocaleString('en')} vehicles`
  const each = (kind: 'tasks' | 'scripts') => ((busy[kind] - idle[kind]) * 1000) / updateCount
  return [
    figure(`${what}: main thread per update, scripts`, each('scripts'), 'ms', {
      goal: { below: 8 },
    }),
    figure(
      `${what}: main thread per update, everything (layout and drawing included)`,
      each('tasks'),
      'ms',
    ),
    figure(`${what}: main thread`, ((busy.tasks - idle.tasks) / seconds) * 100, '% of a core'),
    figure(`${what}: updates`, updateCount / seconds, '1/s'),
    figure(`${what}: pins in updates`, pinCount / seconds, '1/s', {
      peer: { what: 'a tenth of the fleet', value: vehicles / 10 },
    }),
    figure(`${what}: dragged while updates come`, frames, 'frames/s', {
      peer: { what: 'empty base map', value: empty },
      goal: { atLeast: 0.8 },
      of: 'ratio',
    }),
  ]
}

/** Frames per second of the map of a company without vehicles, while those of the other company report to the same machine. */
async function emptyMap(
  view: View,
  url: string,
  nobody: Company,
  options: Options,
): Promise<number> {
  await signInByForm(view, url, nobody)
  await lastDrawnAt(view)
  const frames = await framesWhilePanning(view, options)
  await view.page.context().close()
  return frames
}

async function during(view: View, seconds: number) {
  const before = await mainThread(view)
  await pause(seconds * 1000)
  const after = await mainThread(view)
  return { tasks: after.tasks - before.tasks, scripts: after.scripts - before.scripts }
}

/** Frames per second that the map draws while the mouse drags it to and fro. */
async function framesWhilePanning(view: View, { quick }: Options): Promise<number> {
  const { page } = view
  await page.evaluate(`(() => {
    window.frames = 0
    let last = window.draws.count
    const look = () => { if (window.draws.count !== last) { last = window.draws.count; window.frames++ } requestAnimationFrame(look) }
    requestAnimationFrame(look)
  })()`)
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('no map')
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height * 0.55]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const began = performance.now()
  const before = await page.evaluate<number>('window.frames')
  const seconds = quick ? 3 : 12
  for (let i = 0; performance.now() - began < seconds * 1000; i++)
    await page.mouse.move(x + Math.sin(i / 20) * 220, y + Math.cos(i / 27) * 160)
  const frames = (await page.evaluate<number>('window.frames')) - before
  const rate = frames / ((performance.now() - began) / 1000)
  await page.mouse.up()
  return rate
}
