// Datagrams of devices: each names its device, is committed and then acknowledged. Unknown senders get no answer, so a forged sender address is useless for attacks.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { type AddressInfo, isIPv6 } from 'node:net'
import { type DecodedFrame, FrameError, type Protocol } from '@flotta/core/protocol.ts'
import type { DeviceIdentity, Identification } from '../feature.ts'
import { plainAddress } from '../networks.ts'
import {
  answerOf,
  type CommitHost,
  commitFrame,
  type DataFrame,
  isEmptyFrame,
} from './frame-commit.ts'
import { countAck } from './stats.ts'

/** Datagrams of one device that may await their commit. The device repeats dropped ones. */
const MOST_OF_A_DEVICE = 4

export interface UdpHost extends CommitHost {
  readonly isPaused: boolean
  /** Whether the network and the rate of this address allow another datagram. */
  allowed(address: string): boolean
  identify(identifier: string, protocol: string, address: string): Promise<Identification>
  /** False: too many bytes await their commit, so the datagram is dropped. */
  fits(bytes: number): boolean
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
/** The protocol of a datagram; null: no protocol recognises it. */
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

/** A received datagram: its protocol, its size and its sender. */
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
    if (frame.kind === 'messages' || frame.kind === 'reply') {
      if (isEmptyFrame(frame)) this.#answer(frame.ack, arrival)
      else this.#commit(frame, identity, arrival)
    } else if (frame.kind === 'login') this.#answer(frame.accept, arrival)
    else if (frame.kind === 'ping') this.#answer(frame.answer, arrival)
    else if (frame.kind === 'refused') {
      stats.refused++
      // The answer is never longer than the datagram, so it does not amplify an attack on a forged sender.
      if (frame.ack.length <= arrival.bytes) this.#answer(frame.ack, arrival)
    }
  }

  /** Whether another datagram of the device may await its commit. */
  #admit(device_id: number, bytes: number): boolean {
    const open = this.#awaiting.get(device_id) ?? 0
    if (open >= MOST_OF_A_DEVICE || !this.#gateway.fits(bytes)) {
      this.#gateway.stats.dropped++
      return false
    }
    this.#awaiting.set(device_id, open + 1)
    return true
  }

  #commit(frame: DataFrame, identity: DeviceIdentity, arrival: Arrival): void {
    const { protocol, bytes } = arrival
    const { device_id } = identity
    const began = performance.now()
    if (!this.#admit(device_id, bytes)) return
    commitFrame(
      this.#gateway,
      frame,
      { identity, protocol: protocol.name, localTime: protocol.local_time ?? 0 },
      bytes,
      () => {
        this.#release(device_id)
        this.#answer(answerOf(frame, identity), arrival)
        if (frame.kind === 'messages') countAck(this.#gateway.stats, performance.now() - began)
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
