// Latency: from the byte that a tracker sends to the event that a signed-in viewer receives, under a steady load of other trackers.
import net from 'node:net'
import { loginFrame } from '@flotta/protocols/teltonika/device.ts'
import type { Company } from './fleet.ts'
import { type Bench, type Figure, figure, type Options, pause, percentile } from './harness.ts'
import { type Stage, withProduct } from './stage.ts'
import { openViewer } from './stream.ts'
import { imeiOf, traffic } from './traffic.ts'

/** Number of timed trackers, and ms between two of their records. A stream sends each vehicle at most once a second. */
const PROBES = 100
const PROBE_EVERY = 2_000
/** Number of companies that share the load, and of those that are watched. */
const COMPANIES = 10
const WATCHED = 5
const RATES = [1_000, 5_000]
/** The server's interval between two flushes of a stream, ms. */
const TICK = 250

export const latency: Bench = {
  name: 'latency',
  measures: 'from a tracker’s byte to the event at a viewer',
  async run(options) {
    const figures: Figure[] = [
      figure('floor of p50: half a tick of the stream', TICK / 2, 'ms'),
      figure('floor of p99: a tick of the stream', TICK, 'ms'),
    ]
    for (const rate of RATES)
      figures.push(
        ...(await withProduct(
          'latency',
          options,
          [PROBES, ...Array.from({ length: COMPANIES }, () => rate / COMPANIES)],
          stage => atRate(stage, rate, options),
        )),
      )
    return figures
  },
}

async function atRate(
  { product, companies, load }: Stage,
  rate: number,
  { quick }: Options,
): Promise<Figure[]> {
  const [probed, ...others] = companies as readonly [Company, ...Company[]]
  // The times begin a minute ago, so that no record of the load lies in the future.
  await load.open({
    port: product.teltonika,
    first: PROBES,
    count: rate,
    from: Date.now() - 60_000,
    step: 1_000,
    records: 1,
    every: 1_000,
  })
  load.start()
  const viewers = await Promise.all(
    others.slice(0, WATCHED).map(company => openViewer(product.url, company, () => {})),
  )
  const sendTimes = new Map<string, number>()
  const delays: number[] = []
  let measuring = false
  const viewer = await openViewer(product.url, probed, event => {
    if (event.event !== 'pins') return
    const now = performance.now()
    for (const pin of event.pins) {
      const key = `${pin.id} ${pin.message_datetime}`
      const began = sendTimes.get(key)
      if (began === undefined) continue
      sendTimes.delete(key)
      if (measuring) delays.push(now - began)
    }
  })
  const probes = await Promise.all(
    probed.vehicle_ids.map((id, i) =>
      startProbe(product.teltonika, probed.first + i, id, sendTimes),
    ),
  )
  await pause(quick ? 2_000 : 10_000)
  measuring = true
  load.begin()
  await pause((quick ? 6 : 60) * 1000)
  const window = await load.end()
  measuring = false
  for (const probe of probes) probe.stop()
  for (const v of [viewer, ...viewers]) v.close()
  const what = `${rate.toLocaleString('en')} records/s`
  return [
    figure(`${what}: p50`, percentile(delays, 0.5), 'ms', { goal: { below: 250 } }),
    figure(`${what}: p99`, percentile(delays, 0.99), 'ms', { goal: { below: 1000 } }),
    figure(`${what}: samples`, delays.length, ''),
    figure(`${what}: records acknowledged`, window.records / window.seconds, 'records/s', {
      peer: { what: 'asked for', value: rate },
    }),
    figure(`${what}: time to acknowledge, p99`, window.p99, 'ms'),
  ]
}

/** Sends a record every two seconds and stores the time of sending. The first one waits a random time, so that the probes do not send together. */
async function startProbe(
  port: number,
  index: number,
  vehicle_id: number,
  sendTimes: Map<string, number>,
): Promise<{ stop(): void }> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', () => resolve())
    socket.write(loginFrame(imeiOf(index)))
  })
  const source = traffic(index, Date.now() - 60_000, PROBE_EVERY, 1)
  const send = () => {
    const packet = Buffer.from(source.next())
    sendTimes.set(`${vehicle_id} ${new Date(source.at).toISOString()}`, performance.now())
    socket.write(packet)
    timer = setTimeout(send, PROBE_EVERY)
  }
  let timer = setTimeout(send, Math.random() * PROBE_EVERY)
  return {
    stop() {
      clearTimeout(timer)
      socket.destroy()
    },
  }
}
