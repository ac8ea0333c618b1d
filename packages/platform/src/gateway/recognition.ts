// The port that all protocols share. The protocol of a connection or datagram is recognised by its first bytes only, never by the device's settings.
import type { Socket } from 'node:net'
import type { Protocol } from '@flotta/core/protocol.ts'
import type { TcpProtocol } from './device-connection.ts'
import type { DatagramProtocol } from './udp.ts'

/** Number of bytes within which a protocol must be recognised. */
const LONGEST_BEGINNING = 256

/** A protocol that is recognised by the first bytes of a connection. */
export interface Speaker {
  readonly protocol: Protocol
  readonly tcp: TcpProtocol & { readonly begins: NonNullable<TcpProtocol['begins']> }
}

export const speakersOf = (protocols: readonly Protocol[]): readonly Speaker[] =>
  protocols.flatMap(protocol => {
    const { tcp } = protocol
    return tcp?.begins === undefined ? [] : [{ protocol, tcp: { ...tcp, begins: tcp.begins } }]
  })

/** The protocol that begins with these bytes; `more`: the next bytes decide; null: none. */
export function speakerOfBytes(
  bytes: Uint8Array,
  speakers: readonly Speaker[],
): Speaker | 'more' | null {
  const certain: Speaker[] = []
  let isOpen = false
  for (const speaker of speakers) {
    const beginning = speaker.tcp.begins(bytes)
    if (beginning === 'yes') certain.push(speaker)
    else if (beginning === 'more') isOpen = true
  }
  const [only] = certain
  if (only !== undefined && certain.length === 1) return only
  return (isOpen || certain.length > 1) && bytes.length < LONGEST_BEGINNING ? 'more' : null
}

/** The protocol of a datagram on the shared port; null: none, or more than one. */
export function speakerOfDatagram(
  datagram: Uint8Array,
  protocols: readonly Protocol[],
): DatagramProtocol | null {
  const speakers = protocols.flatMap(protocol => {
    const { udp } = protocol
    return udp?.begins?.(datagram) ? [{ ...protocol, udp }] : []
  })
  return speakers.length === 1 ? (speakers[0] ?? null) : null
}

export interface RecognitionOptions {
  readonly speakers: readonly Speaker[]
  /** How long a connection may be silent before its protocol is known, ms. */
  readonly timeout: number
  /** The socket is paused, and its first bytes can be read again. */
  known(speaker: Speaker): void
  /** The connection was closed, because no protocol begins like this or because it was silent. */
  unknown(reason: 'bytes' | 'silence'): void
}

/** Reads the first bytes of a connection until its protocol is known. */
export function recognise(socket: Socket, options: RecognitionOptions): void {
  let bytes: Buffer = Buffer.alloc(0)
  const timer = setTimeout(() => giveUp('silence'), options.timeout)
  const ignoreError = () => {}
  const stop = () => {
    clearTimeout(timer)
    socket.off('data', receive)
    socket.off('end', end)
    socket.off('close', stop)
  }
  function giveUp(reason: 'bytes' | 'silence'): void {
    stop()
    socket.destroy()
    options.unknown(reason)
  }
  function end(): void {
    stop()
    socket.destroy()
  }
  function receive(chunk: Buffer): void {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    const speaker = speakerOfBytes(bytes.subarray(0, LONGEST_BEGINNING), options.speakers)
    if (speaker === 'more') return
    if (speaker === null) {
      giveUp('bytes')
      return
    }
    stop()
    socket.off('error', ignoreError)
    socket.pause()
    socket.unshift(bytes)
    options.known(speaker)
  }
  // The event 'close' follows.
  socket.on('error', ignoreError)
  socket.on('end', end)
  socket.on('close', stop)
  socket.on('data', receive)
  // After a PROXY header the socket is paused.
  socket.resume()
}
