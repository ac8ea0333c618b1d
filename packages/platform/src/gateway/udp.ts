// Datagrams of devices: each names its device, is committed and then acknowledged. Unknown senders get no answer, so a forged sender address is useless for attacks.
import { createSocket, type RemoteInfo } from 'node:dgram'
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
  const udp = protocol.udp
  if (udp === undefined) throw new Error(`${protocol.name} has no datagrams`)
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 })
  const awaiting = new Map<number, number>()
  const { stats } = gateway

  const receive = (datagram: Buffer, sender: RemoteInfo): void => {
    const address = plainAddress(sender.address)
    stats.datagrams++
    stats.bytes += datagram.length
    if (gateway.isPaused || !gateway.allowed(address)) {
      stats.dropped++
      return
    }
    let decoded: DecodedFrame
    try {
      decoded = udp.decode(datagram)
    } catch (error) {
      stats.refused++
      gateway.reportFault(
        protocol.name,
        address,
        'a datagram that cannot be read',
        error instanceof FrameError ? undefined : error,
      )
      return
    }
    if (
      (decoded.kind !== 'refused' && decoded.kind !== 'messages') ||
      decoded.device_id === undefined
    ) {
      stats.dropped++
      return
    }
    const name = decoded.device_id
    gateway.identify(name, protocol.name, address).then(
      identity => {
        if (typeof identity === 'string') {
          stats.unknown++
          stats.dropped++
        } else if (decoded.kind === 'messages') accept(decoded, identity, datagram.length, sender)
        else {
          stats.refused++
          // The answer is never longer than the datagram, so it does not amplify an attack on a forged sender.
          if (decoded.ack.length <= datagram.length) answer(decoded.ack, sender)
        }
      },
      error => {
        stats.dropped++
        gateway.reportFault(protocol.name, address, 'the device could not be looked up', error)
      },
    )
  }

  const accept = (
    { messages, ack }: Extract<DecodedFrame, { kind: 'messages' }>,
    { device_id, vehicle_id }: DeviceIdentity,
    bytes: number,
    sender: RemoteInfo,
  ): void => {
    const began = performance.now()
    const open = awaiting.get(device_id) ?? 0
    if (open >= MOST_OF_A_DEVICE || !gateway.fits(bytes)) {
      stats.dropped++
      return
    }
    awaiting.set(device_id, open + 1)
    const span = beginSpan('packet', 'producer', {
      records: messages.length,
      protocol: protocol.name,
    })
    const release = () => {
      const remaining = (awaiting.get(device_id) ?? 1) - 1
      if (remaining === 0) awaiting.delete(device_id)
      else awaiting.set(device_id, remaining)
    }
    gateway.publish(
      {
        device_id,
        vehicle_id,
        received_at: gateway.now(),
        messages,
        ...(span !== null && { trace: span.traceparent }),
      },
      bytes,
      () => {
        release()
        span?.end(false)
        stats.records += messages.length
        answer(ack, sender)
        countAck(stats, performance.now() - began)
      },
      () => {
        release()
        span?.end(true)
      },
    )
  }

  const answer = (ack: Uint8Array, { address, port }: RemoteInfo): void => {
    if (ack.length === 0) return
    // The device repeats the datagram when the answer is lost.
    socket.send(ack, port, address, () => {})
  }

  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, host, () => {
      socket.off('error', reject)
      resolve()
    })
  })
  // Errors of single datagrams (an unreachable sender) are ignored.
  socket.on('error', () => {})
  socket.on('message', receive)
  return {
    address: socket.address(),
    stopReceiving: () => void socket.off('message', receive),
    close: () => new Promise<void>(resolve => socket.close(() => resolve())),
  }
}
