// A small machine: the resources of the whole product with 40 vehicles, and whether a machine of 1 GB can serve 500.
import { join } from 'node:path'
import { homeOf } from '../faults/kill.ts'
import { signIn } from './fleet.ts'
import { askMeanwhile } from './growth.ts'
import {
  type Bench,
  type Figure,
  figure,
  memoryMb,
  type Options,
  pause,
  processTree,
  treeMemoryMb,
} from './harness.ts'
import { startLoad, type Window } from './load.ts'
import { removeDirectory, startProduct } from './product.ts'

/** Memory of the machine as the product's setting, MB. */
const MACHINE_MB = 1_024
/** Memory of such a machine that the product may use, MB; the rest is for its system. */
const MOST_OF_MACHINE_MB = 700
const HOUR_MS = 3_600_000
const RECORD_EVERY = 10_000
/** Milliseconds between packets while a tracker sends its stored records. */
const PACKET_EVERY = 100
const LOOK_EVERY = 500

export const small: Bench = {
  name: 'small',
  measures:
    'memory of the product as `npm start` runs it on a machine of 1 GB, 40 and 500 vehicles',
  async run(options) {
    const figures: Figure[] = []
    for (const [vehicles, goals] of [
      [40, { server: 150, product: 350 }],
      [500, { product: MOST_OF_MACHINE_MB }],
    ] as const)
      figures.push(...figuresOf(vehicles, await measure(vehicles, options), goals))
    return figures
  },
}

interface MemoryUse {
  readonly window: Window
  /** Memory, MB. */
  readonly server: number
  readonly serverPeak: number
  readonly product: number
  readonly lead: number
}
/** The peak memory while each tracker first sends an hour of records at once and then reports normally, and a person uses the product. */
async function measure(vehicles: number, { dist, quick }: Options): Promise<MemoryUse> {
  const { dir, company, ports } = await homeOf(vehicles)
  const product = await startProduct(
    join(dist, '../../scripts/start.mjs'),
    { FLOTTA_DATA_DIR: dir, FLOTTA_MEMORY_MB: String(MACHINE_MB) },
    { ports },
  )
  const load = startLoad(dist)
  const highest = new HighestMemory(product.pid)
  try {
    const trackers = { port: product.teltonika, first: 0, count: vehicles, step: RECORD_EVERY }
    // Records that a tracker stored while it had no connection.
    await load.open({
      ...trackers,
      from: Date.now() - 2 * HOUR_MS,
      records: 10,
      every: PACKET_EVERY,
    })
    load.start()
    await pause((PACKET_EVERY * HOUR_MS) / (RECORD_EVERY * 10))
    load.pause()
    await load.open({ ...trackers, from: Date.now(), records: 1, every: RECORD_EVERY })
    load.start()
    load.begin()
    const token = await signIn(product.url, company)
    await askMeanwhile(product.url, token, company, quick ? 5_000 : 60_000)
    return { window: await load.end(), ...highest.end() }
  } finally {
    highest.end()
    await load.stop()
    await product.stop()
    removeDirectory(dir)
  }
}

/** Measures the memory of a product again and again. */
class HighestMemory {
  readonly #lead: number
  readonly #timer: NodeJS.Timeout
  #product = 0
  #server = 0
  constructor(lead: number) {
    this.#lead = lead
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY)
  }
  get #serverPid(): number {
    return processTree(this.#lead)[1] ?? 0
  }
  #look(): void {
    // A process that ends during the measurement has no memory.
    this.#product = Math.max(this.#product, treeMemoryMb(this.#lead) || 0)
    this.#server = Math.max(this.#server, memoryMb(this.#serverPid).now || 0)
  }
  end() {
    clearInterval(this.#timer)
    return {
      product: this.#product,
      server: this.#server,
      serverPeak: memoryMb(this.#serverPid).peak,
      lead: memoryMb(this.#lead).now,
    }
  }
}

const figuresOf = (
  vehicles: number,
  { window, server, serverPeak, product, lead }: MemoryUse,
  goals: { readonly server?: number; readonly product: number },
): Figure[] => [
  figure(`${vehicles} vehicles: memory of the server, highest of all looks`, server, 'MB', {
    ...(goals.server !== undefined && { goal: { below: goals.server } }),
  }),
  figure(`${vehicles} vehicles: for a moment, as at a sign-in`, serverPeak, 'MB'),
  figure(`${vehicles} vehicles: the process that leads it`, lead, 'MB'),
  figure(`${vehicles} vehicles: all with the database, highest of all looks`, product, 'MB', {
    goal: { below: goals.product },
  }),
  figure(`${vehicles} vehicles: packets refused or not answered in time`, window.failed, '', {
    goal: { below: 1 },
  }),
  figure(`${vehicles} vehicles: time to acknowledge, p99`, window.p99, 'ms', {
    goal: { below: 500 },
  }),
]
