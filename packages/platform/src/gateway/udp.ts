// Datagrams of devices: each names its device, is committed and then acknowledged. Unknown senders get no answer, so a forged sender address is useless for attacks.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { type AddressInfo, isIPv6 } from 'node:net'
import { type DecodedFrame, FrameError, type Protocol } from '@flotta/core/protocol.ts'
import type { DeviceIdentity, Identification } from '../feature.ts'
import { plainAddress } from '../networks.ts'
import type { Packet } from '../topics.ts'
import { beginSpan } from '../trace.ts'
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
  reportFault(protocol: string, address: string, reason: string, error?: unknown): void
}
export interface UdpListener {
  readonly address: AddressInfo
  /** Receives no further datagrams. Acknowledgements of received ones are still sent. */
  stopReceiving(): void
  close(): Promise<void>
}

export async function listenUdp(
  protocol: Protocol,
  host: string,
  port: number,
  gateway: UdpHost,
): Promise<UdpListener> {
  const { udp } = protocol
  if (udp === undefined) throw new Error(`${protocol.name} has no datagrams`)
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 })
  const receiver = new DatagramReceiver(protocol.name, udp, socket, gateway)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, host, () => {
      socket.off('error', reject)
      resolve()
    })
  })
  // Errors of single datagrams (an unreachable sender) are ignored.
  socket.on('error', () => {})
  const receive = (datagram: Buffer, sender: RemoteInfo) => receiver.receive(datagram, sender)
  socket.on('message', receive)
  return {
    address: socket.address(),
    stopReceiving: () => void socket.off('message', receive),
    close: () => new Promise<void>(resolve => socket.close(() => resolve())),
  }
}

/** Decodes the datagrams of a socket, publishes their messages and acknowledges them after the commit. */
class DatagramReceiver {
  readonly #protocol: string
  readonly #udp: NonNullable<Protocol['udp']>
  readonly #socket: Socket
  readonly #gateway: UdpHost
  /** Datagrams that await their commit, by device. */
  readonly #awaiting = new Map<number, number>()

  constructor(
    protocol: string,
    udp: NonNullable<Protocol['udp']>,
    socket: Socket,
    gateway: UdpHost,
  ) {
    this.#protocol = protocol
    this.#udp = udp
    this.#socket = socket
    this.#gateway = gateway
  }

  receive(datagram: Buffer, sender: RemoteInfo): void {
    const { stats } = this.#gateway
    const address = plainAddress(sender.address)
    stats.datagrams++
    stats.bytes += datagram.length
    if (this.#gateway.isPaused || !this.#gateway.allowed(address)) {
      stats.dropped++
      return
    }
    const decoded = this.#decode(datagram, address)
    if (decoded === null) return
    if (
      (decoded.kind !== 'refused' && decoded.kind !== 'messages') ||
      decoded.device_id === undefined
    ) {
      stats.dropped++
      return
    }
    this.#gateway.identify(decoded.device_id, this.#protocol, address).then(
      identity => {
        if (typeof identity === 'string') {
          stats.unknown++
          stats.dropped++
        } else if (decoded.kind === 'messages')
          this.#accept(decoded, identity, datagram.length, sender)
        else {
          stats.refused++
          // The answer is never longer than the datagram, so it does not amplify an attack on a forged sender.
          if (decoded.ack.length <= datagram.length) this.#answer(decoded.ack, sender)
        }
      },
      error => {
        stats.dropped++
        this.#gateway.reportFault(
          this.#protocol,
          address,
          'the device could not be looked up',
          error,
        )
      },
    )
  }

  /** null: the datagram cannot be read, which is counted and reported. */
  #decode(datagram: Buffer, address: string): DecodedFrame | null {
    try {
      return this.#udp.decode(datagram)
    } catch (error) {
      this.#gateway.stats.refused++
      this.#gateway.reportFault(
        this.#protocol,
        address,
        'a datagram that cannot be read',
        error instanceof FrameError ? undefined : error,
      )
      return null
    }
  }

  #accept(
    { messages, ack }: Extract<DecodedFrame, { kind: 'messages' }>,
    { device_id, vehicle_id }: DeviceIdentity,
    bytes: number,
    sender: RemoteInfo,
  ): void {
    const { stats } = this.#gateway
    const began = performance.now()
    const open = this.#awaiting.get(device_id) ?? 0
    if (open >= MOST_OF_A_DEVICE || !this.#gateway.fits(bytes)) {
      stats.dropped++
      return
    }
    this.#awaiting.set(device_id, open + 1)
    const span = beginSpan('packet', 'producer', {
      records: messages.length,
      protocol: this.#protocol,
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
        this.#answer(ack, sender)
        countAck(stats, performance.now() - began)
      },
      () => {
        this.#release(device_id)
        span?.end(true)
      },
    )
  }

  #release(device_id: number): void {
    const remaining = (this.#awaiting.get(device_id) ?? 1) - 1
    if (remaining === 0) this.#awaiting.delete(device_id)
    else this.#awaiting.set(device_id, remaining)
  }

  #answer(ack: Uint8Array, { address, port }: RemoteInfo): void {
    if (ack.length === 0) return
    // The device repeats the datagram when the answer is lost.
    this.#socket.send(ack, port, address, () => {})
  }
}
