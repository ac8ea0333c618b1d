// Many malicious or broken peers at the same time as healthy trackers.
import net from 'node:net'
import { openPool } from '@flotta/platform/db.ts'
import { avlFrame, CODEC_8, loginFrame } from '@flotta/protocols/teltonika/device.ts'
import { makeCompanies } from '../bench/fleet.ts'
import { percentile, until } from '../bench/harness.ts'
import { migratedDirectory, type Product, startDatabase, startProduct } from '../bench/product.ts'
import { imeiOf } from '../bench/traffic.ts'
import { compareRows, type Verdict } from './compare.ts'
import { type Devices, startDevices } from './devices.ts'

export interface BadSocketsOptions {
  /** main.js of the built server */
  readonly main: string
  /** Number of sockets of each kind. */
  readonly bad: number
  readonly healthy: number
  /** Acknowledged packets of a healthy tracker, alone and then beside the bad ones. */
  readonly packets: number
}
export interface BadSocketsVerdict extends Verdict {
  readonly survived: boolean
  /** ms, 99th percentile of the time to acknowledge */
  readonly alone: number
  readonly beside: number
  /** Bad connections that were opened meanwhile (those that send garbage are closed and reconnect). */
  readonly connections: number
}

const GARBAGE_PAUSE_MS = 20
const MOST_UNSENT = 65_536

export async function badSockets({
  main,
  bad,
  healthy,
  packets,
}: BadSocketsOptions): Promise<BadSocketsVerdict> {
  const database = await startDatabase('sockets', await migratedDirectory('sockets'))
  let product: Product | undefined
  let devices: Devices | undefined
  let crowd: ReturnType<typeof startCrowd> | undefined
  try {
    // The trackers after the healthy ones belong to the sockets that never read.
    const [company] = await makeCompanies(database.url, [healthy + bad])
    const server = await startProduct(main, { DATABASE_URL: database.url })
    product = server
    const load = startDevices({
      port: server.teltonika,
      count: healthy,
      records: 5,
      every: 5,
      from: Date.now() - 86_400_000,
      step: 5_000,
    })
    devices = load
    await until('healthy trackers alone', () => load.delays.length >= healthy * packets)
    const alone = load.delays.length
    crowd = startCrowd(server.teltonika, bad, healthy)
    await until(
      'healthy trackers in bad company',
      () => load.delays.length >= alone + healthy * packets,
    )
    const { connections } = await comingBack(crowd, 3 * bad)
    await load.finish()
    const pool = openPool(database.url, { max: 1, application: 'flotta faults' })
    const verdict = await compareRows(
      pool,
      load,
      (company?.vehicle_ids ?? []).slice(0, healthy),
    ).finally(() => pool.end())
    return {
      ...verdict,
      survived: !server.ended && (await fetch(`${server.url}/healthz`)).ok,
      alone: percentile(load.delays.slice(0, alone), 0.99),
      beside: percentile(load.delays.slice(alone), 0.99),
      connections,
    }
  } finally {
    crowd?.stop()
    devices?.stop()
    if (product && !product.ended) await product.stop()
    await database.stop()
  }
}

/** Sockets to a port that are opened again whenever they close. */
class SocketCrowd {
  connections = 0
  readonly #port: number
  readonly #open = new Set<net.Socket>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #isStopped = false

  constructor(port: number) {
    this.#port = port
  }
  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#isStopped) work()
    }, ms)
    this.#timers.add(timer)
  }
  connect(talk: (socket: net.Socket) => void, reads = true): void {
    if (this.#isStopped) return
    this.connections++
    const socket = net.connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#open.delete(socket)
      this.later(GARBAGE_PAUSE_MS, () => this.connect(talk, reads))
    })
    if (reads) socket.resume()
    else socket.pause()
    socket.on('connect', () => talk(socket))
  }
  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    for (const socket of this.#open) socket.destroy()
  }
}

/** Resolves once a closed socket has been opened again. */
async function comingBack(crowd: SocketCrowd, first: number): Promise<SocketCrowd> {
  await until('bad ones that come back', () => crowd.connections > first)
  return crowd
}

/** Opens `count` sockets of each kind: noise, a login byte by byte, endless packets whose answers are not read. */
function startCrowd(port: number, count: number, firstTracker: number): SocketCrowd {
  const crowd = new SocketCrowd(port)
  const noise = (socket: net.Socket) => {
    socket.write(Uint8Array.from({ length: 512 }, () => Math.floor(Math.random() * 256)))
    crowd.later(GARBAGE_PAUSE_MS, () => void (socket.writable && noise(socket)))
  }
  const byteByByte = (socket: net.Socket) => {
    const login = loginFrame(imeiOf(999_999))
    const drip = (i: number) => {
      if (socket.writable && i < login.length - 1) socket.write(login.subarray(i, i + 1))
      crowd.later(1_000, () => drip(i + 1))
    }
    drip(0)
  }
  const deaf = (index: number) => (socket: net.Socket) => {
    socket.write(loginFrame(imeiOf(index)))
    const at = Date.now() - 86_400_000
    // The tracker never reads an acknowledgement, so it resends the packet for ever.
    const packet = avlFrame(
      CODEC_8,
      Array.from({ length: 10 }, (_, i) => ({
        at: at + i * 1_000,
        fix: null,
        elements: [{ id: 239, width: 1, value: 1 }],
      })),
    )
    const flood = () => {
      if (socket.writable && socket.writableLength < MOST_UNSENT) socket.write(packet)
      crowd.later(GARBAGE_PAUSE_MS, () => void (socket.writable && flood()))
    }
    flood()
  }
  for (let i = 0; i < count; i++) {
    crowd.connect(noise)
    crowd.connect(byteByByte)
    crowd.connect(deaf(firstTracker + i), false)
  }
  return crowd
}
