// Trackers that keep a list of acknowledged packets: they reconnect whenever they are disconnected, and send again what was not acknowledged.

import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { firstReception } from '@flotta/core/protocol.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import { loginFrame } from '@flotta/protocols/teltonika/device.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { until } from '../bench/harness.ts'
import { imeiOf, traffic } from '../bench/traffic.ts'

export interface DeviceOptions {
  readonly port: number
  /** Trackers of the indexes 0 … count − 1. */
  readonly count: number
  /** Records in a packet, and ms between an acknowledgement and the next packet. */
  readonly records: number
  readonly every: number
  /** epoch ms of the first record, ms between records */
  readonly from: number
  readonly step: number
  /** The packets that each tracker sends instead of new ones: those of an earlier run. */
  readonly packets?: readonly (readonly Uint8Array[])[]
}
/** Packets in quick succession, from two past days. */
export const recentDays = () => ({
  every: 2,
  from: Date.now() - 2 * 86_400_000,
  step: 5_000,
})
export interface Devices {
  /** Packets in the order in which each tracker first sent them. */
  readonly sent: readonly (readonly Uint8Array[])[]
  /** The packets of `sent` that were acknowledged. */
  readonly acknowledged: readonly (readonly Uint8Array[])[]
  readonly acknowledgements: number
  /** Number of acknowledgements of packets that were sent, for the first time or again, since this moment of the monotonic clock */
  acknowledgedSince(moment: number): number
  readonly connections: number
  /** ms from sending to acknowledgement, without packets that were sent more than once */
  readonly delays: readonly number[]
  /** Waits until every tracker has received an acknowledgement after now; throws with `what` when one does not. */
  allHeard(what: string): Promise<void>
  /** Longest time in ms between two acknowledgements of any tracker since the last call */
  silence(): number
  /** Stops making new packets; resolves once the last packet of every tracker is acknowledged. */
  finish(): Promise<void>
  /** Disconnects at once. */
  stop(): void
}

const HELD_BACK = 7

export function startDevices(options: DeviceOptions): Devices {
  const { count, every, packets } = options
  const sentPackets: Uint8Array[][] = []
  const acknowledgedPackets: Uint8Array[][] = []
  const delays: number[] = []
  const total = { acknowledgements: 0, connections: 0 }
  const answerTimes: number[] = []
  /** When each acknowledged packet was last sent. */
  const sendingTimes: number[] = []
  let silence = 0
  let sending = true
  let isStopped = false
  const open = new Set<net.Socket>()

  const run = async (index: number): Promise<void> => {
    const mine = acknowledgedPackets[index] as Uint8Array[]
    const line = packets?.[index]?.values() ?? makeUp(index, options, () => sending)
    let current: Uint8Array | undefined
    let isRepeat = false
    while (!isStopped) {
      current ??= line.next().value
      if (current === undefined) return
      const session = await connect(options.port, index, open).catch(() => null)
      if (session === null) {
        await pause(50 + (index % 50))
        continue
      }
      total.connections++
      while (!isStopped) {
        if (!isRepeat) sentPackets[index]?.push(current)
        const began = performance.now()
        const ok = await session.deliver(current, recordsOf(current))
        if (!ok) {
          isRepeat = true
          break
        }
        if (!isRepeat) delays.push(performance.now() - began)
        isRepeat = false
        mine.push(current)
        total.acknowledgements++
        sendingTimes.push(began)
        const now = performance.now()
        silence = Math.max(silence, now - (answerTimes[index] ?? now))
        answerTimes[index] = now
        current = line.next().value
        if (current === undefined) break
        if (every > 0) await pause(every)
      }
      session.close()
      if (current === undefined) return
    }
  }

  for (let i = 0; i < count; i++) {
    sentPackets.push([])
    acknowledgedPackets.push([])
    answerTimes.push(performance.now())
  }
  const all = Promise.all(Array.from({ length: count }, (_, i) => run(i)))
  return {
    sent: sentPackets,
    acknowledged: acknowledgedPackets,
    delays,
    async allHeard(what) {
      const since = performance.now()
      const allAnswered = () => answerTimes.every(at => at > since)
      await until(`acknowledgements after ${what}`, allAnswered, { every: 10 })
    },
    silence() {
      const longest = silence
      silence = 0
      return longest
    },
    get acknowledgements() {
      return total.acknowledgements
    },
    acknowledgedSince: moment => sendingTimes.filter(at => at > moment).length,
    get connections() {
      return total.connections
    },
    async finish() {
      sending = false
      await all
    },
    stop() {
      isStopped = true
      for (const socket of open) socket.destroy()
    },
  }
}

/** Packets in the order of time, except that each seventh comes after its two successors, as after a gap of coverage. */
function* makeUp(
  index: number,
  { from, step, records }: DeviceOptions,
  goOn: () => boolean,
): Generator<Uint8Array, undefined> {
  const source = traffic(index, from, step, records)
  let heldPacket: { readonly packet: Uint8Array; left: number } | undefined
  for (let n = 0; goOn(); n++) {
    const packet = Uint8Array.from(source.next())
    if (n % HELD_BACK === index % HELD_BACK && heldPacket === undefined) {
      heldPacket = { packet, left: 2 }
      continue
    }
    yield packet
    if (heldPacket && --heldPacket.left === 0) {
      yield heldPacket.packet
      heldPacket = undefined
    }
  }
  if (heldPacket) yield heldPacket.packet
  return undefined
}

interface Session {
  /** True once it is acknowledged, false when the connection ended before. */
  deliver(packet: Uint8Array, records: number): Promise<boolean>
  close(): void
}

async function connect(port: number, index: number, open: Set<net.Socket>): Promise<Session> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  open.add(socket)
  let answer = Buffer.alloc(0)
  let wantedBytes = 1
  let onAnswer: ((ok: boolean) => void) | undefined
  const settle = (ok: boolean) => {
    const callback = onAnswer
    onAnswer = undefined
    callback?.(ok)
  }
  socket.on('data', bytes => {
    answer = Buffer.concat([answer, bytes])
    if (answer.length >= wantedBytes) settle(true)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    open.delete(socket)
    settle(false)
  })
  const ask = (bytes: Uint8Array, length: number) =>
    new Promise<Buffer | null>(resolve => {
      if (socket.destroyed) return resolve(null)
      answer = Buffer.alloc(0)
      wantedBytes = length
      onAnswer = ok => resolve(ok ? answer : null)
      socket.write(bytes)
    })
  await Promise.race([
    once(socket, 'connect'),
    once(socket, 'close').then(() => Promise.reject(new Error('refused'))),
  ])
  const loginAnswer = await ask(loginFrame(imeiOf(index)), 1)
  if (loginAnswer?.[0] !== 1) {
    socket.destroy()
    throw new Error('not accepted')
  }
  return {
    async deliver(packet, records) {
      const answer = await ask(packet, 4)
      return answer !== null && answer.readUInt32BE(0) === records
    },
    close: () => void socket.destroy(),
  }
}

/** Number of records in a data packet, by its own count. */
const recordsOf = (packet: Uint8Array): number => packet[9] ?? 0

/** The messages in the packets, as the server must have stored them. */
export function messagesOf(packets: readonly Uint8Array[]): readonly Message[] {
  return packets.flatMap(packet => {
    const frame = teltonika.tcp?.decode(packet, firstReception(0))
    return frame?.kind === 'messages' ? frame.messages : []
  })
}
