// Datagrams of devices: each names its device, is committed and then acknowledged. Unknown senders get no answer, so a forged sender address is useless for attacks.
import { randomUUID } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { type AddressInfo, isIPv6 } from 'node:net'
import { type DecodedFrame, FrameError, type Protocol } from '@flotta/core/protocol.ts'
import type { DeviceIdentity, Identification } from '../feature.ts'
import { plainAddress } from '../networks.ts'
import type { DeviceReplies, Packet } from '../topics.ts'
import { beginSpan } from '../trace.ts'
import { withDeviceTimes } from './device-times.ts'
import { countAck, type GatewayStats } from './stats.ts'

/** Datagrams of one device that may await their commit. The device repeats dropped ones. */
const MOST_OF_A_DEVICE = 4

export interface UdpHost {
  readonly stats: GatewayStats
  readonly isPaused: boolean
  now(): number
  /** Whether the network and the rate of this address allow another datagram. */
  allowed(address: string): boolean
  identify(identifier: string, protocol: string, address: string): Promise<Identification>
  /** False: too many bytes await their commit, so the datagram is dropped. */
  fits(bytes: number): boolean
  publish(packet: Packet, bytes: number, committed: () => void, failed: () => void): void
  /** As `publish`. */
  reply(replies: DeviceReplies, bytes: number, committed: () => void, failed: () => void): void
  reportFault(protocol: string, address: string, reason: string, error?: unknown): void
}
export interface UdpListener {
  readonly address: AddressInfo
  /** Receives no further datagrams. Acknowledgements of received ones are still sent. */
  stopReceiving(): void
  close(): Promise<void>
}

/** A protocol that has datagrams. */
export type DatagramProtocol = Protocol & { readonly udp: NonNullable<Protocol['udp']> }
/** The protocol of a datagram; null: none speaks so. */
export type SpeakerOf = (datagram: Uint8Array) => DatagramProtocol | null

export async function listenUdp(
  speakerOf: SpeakerOf,
  host: string,
  port: number,
  gateway: UdpHost,
): Promise<UdpListener> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 })
  const receiver = new DatagramReceiver(socket, gateway)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, host, () => {
      socket.off('error', reject)
      resolve()
    })
  })
  // Errors of single datagrams (an unreachable sender) are ignored.
  socket.on('error', () => {})
  const receive = (datagram: Buffer, sender: RemoteInfo) =>
    receiver.receive(datagram, sender, speakerOf(datagram))
  socket.on('message', receive)
  return {
    address: socket.address(),
    stopReceiving: () => void socket.off('message', receive),
    close: () => new Promise<void>(resolve => socket.close(() => resolve())),
  }
}

/** A datagram on its way: its protocol, its size and who sent it. */
interface Arrival {
  readonly protocol: DatagramProtocol
  readonly bytes: number
  readonly sender: RemoteInfo
}

/** Decodes the datagrams of a socket, publishes their messages and acknowledges them after the commit. */
class DatagramReceiver {
  readonly #socket: Socket
  readonly #gateway: UdpHost
  /** Datagrams that await their commit, by device. */
  readonly #awaiting = new Map<number, number>()

  constructor(socket: Socket, gateway: UdpHost) {
    this.#socket = socket
    this.#gateway = gateway
  }

  receive(datagram: Buffer, sender: RemoteInfo, protocol: DatagramProtocol | null): void {
    const { stats } = this.#gateway
    const address = plainAddress(sender.address)
    stats.datagrams++
    stats.bytes += datagram.length
    if (this.#gateway.isPaused || !this.#gateway.allowed(address)) {
      stats.dropped++
      return
    }
    if (protocol === null) {
      stats.refused++
      this.#gateway.reportFault('any', address, 'a datagram of no protocol')
      return
    }
    const frame = this.#decode(protocol, datagram, address)
    if (frame === null) return
    if (frame.kind === 'garbage' || frame.device_id === undefined) {
      stats.dropped++
      return
    }
    const arrival = { protocol, bytes: datagram.length, sender }
    this.#gateway.identify(frame.device_id, protocol.name, address).then(
      identity => {
        if (typeof identity === 'string') {
          stats.unknown++
          stats.dropped++
        } else this.#take(frame, identity, arrival)
      },
      error => {
        stats.dropped++
        this.#gateway.reportFault(
          protocol.name,
          address,
          'the device could not be looked up',
          error,
        )
      },
    )
  }

  /** null: the datagram cannot be read, which is counted and reported. */
  #decode(protocol: DatagramProtocol, datagram: Buffer, address: string): DecodedFrame | null {
    try {
      return protocol.udp.decode(datagram, { at: this.#gateway.now(), memory: {} })
    } catch (error) {
      this.#gateway.stats.refused++
      this.#gateway.reportFault(
        protocol.name,
        address,
        'a datagram that cannot be read',
        error instanceof FrameError ? undefined : error,
      )
      return null
    }
  }

  #take(frame: DecodedFrame, identity: DeviceIdentity, arrival: Arrival): void {
    const { stats } = this.#gateway
    if (frame.kind === 'messages' && frame.messages.length > 0)
      this.#accept(frame, identity, arrival)
    else if (frame.kind === 'messages') this.#answer(frame.ack, arrival)
    else if (frame.kind === 'reply') this.#reply(frame, identity, arrival)
    else if (frame.kind === 'login') this.#answer(frame.accept, arrival)
    else if (frame.kind === 'ping') this.#answer(frame.answer, arrival)
    else if (frame.kind === 'refused') {
      stats.refused++
      // The answer is never longer than the datagram, so it does not amplify an attack on a forged sender.
      if (frame.ack.length <= arrival.bytes) this.#answer(frame.ack, arrival)
    }
  }

  /** Whether the device may have one more datagram that awaits its commit. */
  #admit(device_id: number, bytes: number): boolean {
    const open = this.#awaiting.get(device_id) ?? 0
    if (open >= MOST_OF_A_DEVICE || !this.#gateway.fits(bytes)) {
      this.#gateway.stats.dropped++
      return false
    }
    this.#awaiting.set(device_id, open + 1)
    return true
  }

  #accept(
    frame: Extract<DecodedFrame, { kind: 'messages' }>,
    { device_id, vehicle_id, time_zone }: DeviceIdentity,
    arrival: Arrival,
  ): void {
    const { stats } = this.#gateway
    const { protocol, bytes } = arrival
    const began = performance.now()
    if (!this.#admit(device_id, bytes)) return
    const messages = withDeviceTimes(frame.messages, protocol.local_time ?? 0, time_zone)
    const span = beginSpan('packet', 'producer', {
      records: messages.length,
      protocol: protocol.name,
    })
    this.#gateway.publish(
      {
        device_id,
        vehicle_id,
        received_at: this.#gateway.now(),
        messages,
        ...(span !== null && { trace: span.traceparent }),
      },
      bytes,
      () => {
        this.#release(device_id)
        span?.end(false)
        stats.records += messages.length
        this.#answer(frame.ack, arrival)
        countAck(stats, performance.now() - began)
      },
      () => {
        this.#release(device_id)
        span?.end(true)
      },
    )
  }

  /** A device that speaks by datagrams has no connection: its answers bear an id of their own. */
  #reply(
    { replies, ack }: Extract<DecodedFrame, { kind: 'reply' }>,
    { device_id }: DeviceIdentity,
    arrival: Arrival,
  ): void {
    if (replies.length === 0) this.#answer(ack, arrival)
    if (replies.length === 0 || !this.#admit(device_id, arrival.bytes)) return
    const id = randomUUID()
    this.#gateway.reply(
      { id, device_id, session: id, received_at: this.#gateway.now(), replies },
      arrival.bytes,
      () => {
        this.#release(device_id)
        this.#answer(ack, arrival)
      },
      () => this.#release(device_id),
    )
  }

  #release(device_id: number): void {
    const remaining = (this.#awaiting.get(device_id) ?? 1) - 1
    if (remaining === 0) this.#awaiting.delete(device_id)
    else this.#awaiting.set(device_id, remaining)
  }

  #answer(ack: Uint8Array | undefined, { sender: { address, port } }: Arrival): void {
    if (ack === undefined || ack.length === 0) return
    // The device repeats the datagram when the answer is lost.
    this.#socket.send(ack, port, address, () => {})
  }
}
