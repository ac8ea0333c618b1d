// A server for the simulator's tests: it decodes packets with the product's own decoder, and acknowledges them as the test wants.

import net, { type AddressInfo } from 'node:net'
import { firstReception } from '@flotta/core/protocol.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import type { Server } from './line.ts'

export interface ReceivedMessages {
  readonly imei: string
  readonly messages: readonly Message[]
  readonly bytes: Buffer
  /** Number of earlier connections with this IMEI. */
  readonly connection: number
}
export interface TestServer extends Server {
  readonly packets: readonly ReceivedMessages[]
  /** Number of sign-ins by IMEI. */
  readonly logins: ReadonlyMap<string, number>
  pings(): number
  /** Sends to every open connection. */
  say(bytes: Uint8Array): void
  /** Texts that devices have sent. */
  readonly replies: readonly string[]
  open(): number
  close(): Promise<void>
}

/** `answer` decides what happens to a packet: it is acknowledged, ignored or refused, or the connection is closed. */
export async function testServer({
  accepts = () => true,
  answer = () => 'acknowledge',
}: {
  readonly accepts?: (imei: string) => boolean
  readonly answer?: (
    packet: ReceivedMessages,
    index: number,
  ) => 'acknowledge' | 'silence' | 'hang up' | 'refuse'
} = {}): Promise<TestServer> {
  const tcp = teltonika.tcp
  if (tcp === undefined) throw new Error('teltonika has no TCP side')
  const packets: ReceivedMessages[] = []
  const replies: string[] = []
  const logins = new Map<string, number>()
  const sockets = new Set<net.Socket>()
  let pings = 0
  const listener = net.createServer(socket => {
    sockets.add(socket)
    let buffer = Buffer.alloc(0)
    let imei = ''
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', chunk => {
      buffer = Buffer.concat([buffer, chunk])
      for (;;) {
        const length = tcp.frame(buffer, 0, buffer.length, 65_536)
        if (length === 0) return
        const frame = buffer.subarray(0, length)
        buffer = buffer.subarray(length)
        const decoded = tcp.decode(frame, firstReception(0))
        if (decoded.kind === 'ping') pings++
        else if (decoded.kind === 'reply') replies.push(...decoded.replies.map(r => r.text))
        else if (decoded.kind === 'login') {
          imei = decoded.device_id
          logins.set(imei, (logins.get(imei) ?? 0) + 1)
          socket.write(accepts(imei) ? decoded.accept : decoded.refuse)
        } else if (decoded.kind === 'refused')
          throw new Error(`the simulator sent a wrong packet: ${decoded.reason}`)
        else if (decoded.kind === 'messages') {
          const packet = {
            imei,
            messages: decoded.messages,
            bytes: Buffer.from(frame),
            connection: (logins.get(imei) ?? 1) - 1,
          }
          const index = packets.push(packet) - 1
          const todo = answer(packet, index)
          if (todo === 'acknowledge') socket.write(decoded.ack)
          else if (todo === 'refuse') socket.write(new Uint8Array(4))
          else if (todo === 'hang up') socket.destroy()
        }
      }
    })
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    packets,
    logins,
    replies,
    pings: () => pings,
    say(bytes) {
      for (const socket of sockets) socket.write(bytes)
    },
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => listener.close(resolve))
    },
  }
}
