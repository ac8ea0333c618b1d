// The PROXY protocol, versions 1 and 2: the header in which a load balancer sends the address of a device before the bytes of the device. Only load balancers in FLOTTA_GATEWAY_PROXIES are trusted.
import { isIPv4, isIPv6, type Socket } from 'node:net'

const V1 = Buffer.from('PROXY ', 'latin1')
const V2 = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
/** Longest line of version 1, including its line end. */
const V1_MOST = 107
const V2_HEAD = 16
/** Largest header of version 2. It may carry certificates and names, which are skipped. */
const V2_MOST = 4_096
/** Time from the connection to the last byte of its header. */
const HEADER_MS = 5_000

/** `address` null: the load balancer connects for itself (a health check), or does not know the address. */
export type ProxyHeader =
  | { readonly kind: 'header'; readonly length: number; readonly address: string | null }
  | { readonly kind: 'more' }
  | { readonly kind: 'wrong'; readonly reason: string }

/** Whether the bytes begin with a PROXY header; `more`: too few bytes to decide. */
export function beginsAsProxy(bytes: Buffer): 'yes' | 'no' | 'more' {
  for (const signature of [V1, V2]) {
    const length = Math.min(bytes.length, signature.length)
    if (bytes.compare(signature, 0, length, 0, length) === 0)
      return length === signature.length ? 'yes' : 'more'
  }
  return 'no'
}

/** Reads the header at the beginning of a connection. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  const begins = beginsAsProxy(bytes)
  if (begins === 'no') return { kind: 'wrong', reason: 'it sends no PROXY header' }
  if (begins === 'more') return { kind: 'more' }
  return bytes[0] === V1[0] ? readLine(bytes) : readBinary(bytes)
}

const wrong = (reason: string): ProxyHeader => ({ kind: 'wrong', reason })

function readLine(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, V1_MOST).indexOf('\r\n')
  // Only CR LF ends a line of version 1; of UNKNOWN everything before it is to be ignored.
  const feed = bytes.subarray(0, V1_MOST).indexOf('\n')
  if (feed >= 0 && (end < 0 || feed < end) && !bytes.subarray(0, feed).includes('PROXY UNKNOWN'))
    return wrong('its PROXY line ends in a line feed alone')
  if (end < 0) return bytes.length < V1_MOST ? { kind: 'more' } : wrong('its PROXY line has no end')
  const [, family, source = '', target = '', from = '', to = '', ...more] = bytes
    .toString('latin1', 0, end)
    .split(' ')
  if (family === 'UNKNOWN') return { kind: 'header', length: end + 2, address: null }
  const isAddress = family === 'TCP4' ? isIPv4 : family === 'TCP6' ? isIPv6 : () => false
  const ports = [from, to].every(port => /^\d{1,5}$/.test(port) && Number(port) <= 65_535)
  if (!isAddress(source) || !isAddress(target) || !ports || more.length > 0 || source.includes('%'))
    return wrong('its PROXY line cannot be read')
  return { kind: 'header', length: end + 2, address: source }
}

function readBinary(bytes: Buffer): ProxyHeader {
  if (bytes.length < V2_HEAD) return { kind: 'more' }
  const [command, family] = [bytes.readUInt8(12), bytes.readUInt8(13)]
  const length = V2_HEAD + bytes.readUInt16BE(14)
  if (command >> 4 !== 2 || (command & 15) > 1)
    return wrong('its PROXY header is of a version that is not known')
  if (length > V2_MOST) return wrong('its PROXY header is too long')
  if (bytes.length < length) return { kind: 'more' }
  const local = (command & 15) === 0
  if (local || (family !== 0x11 && family !== 0x21))
    return { kind: 'header', length, address: null }
  const [most, size] = family === 0x11 ? [12, 4] : [36, 16]
  if (length - V2_HEAD < most) return wrong('its PROXY header is cut')
  return { kind: 'header', length, address: addressText(bytes.subarray(V2_HEAD, V2_HEAD + size)) }
}

const addressText = (bytes: Buffer): string =>
  bytes.length === 4
    ? bytes.join('.')
    : new URL(`http://[${(bytes.toString('hex').match(/..../g) ?? []).join(':')}]`).hostname.slice(
        1,
        -1,
      )

/** Reads the headers of connections from load balancers. */
export class ProxyHeaderReader {
  readonly #most: number
  readonly #wrong: (socket: Socket, reason: string) => void
  readonly #patience: number
  readonly #waiting = new Set<Socket>()

  /**
   * @param wrong called for each connection that is closed because of its header
   * @param patience ms
   */
  constructor(most: number, wrong: (socket: Socket, reason: string) => void, patience = HEADER_MS) {
    this.#most = most
    this.#wrong = wrong
    this.#patience = patience
  }

  /** Reads the header from the socket and pauses it. The bytes after the header stay in the socket. */
  read(socket: Socket, done: (address: string | null) => void): void {
    if (this.#waiting.size >= this.#most) {
      socket.destroy()
      return
    }
    let bytes: Buffer = Buffer.alloc(0)
    const leave = () => {
      clearTimeout(late)
      this.#waiting.delete(socket)
      socket.off('data', hear).off('end', cut).off('close', leave)
    }
    const refuse = (reason: string) => {
      leave()
      this.#wrong(socket, reason)
      socket.destroy()
    }
    // A connection without any bytes is a port check and is not reported.
    const cut = () => {
      if (bytes.length > 0) return refuse('its PROXY header is cut')
      leave()
      socket.destroy()
    }
    const late = setTimeout(
      () => (bytes.length > 0 ? refuse('its PROXY header was not whole in time') : cut()),
      this.#patience,
    )
    const hear = (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      const header = readProxyHeader(bytes)
      if (header.kind === 'more') return
      if (header.kind === 'wrong') return refuse(header.reason)
      leave()
      socket.pause()
      if (bytes.length > header.length) socket.unshift(bytes.subarray(header.length))
      done(header.address)
    }
    this.#waiting.add(socket)
    // The event 'close' follows.
    socket.on('error', () => {})
    socket.on('data', hear).on('end', cut).on('close', leave)
  }

  clear(): void {
    for (const socket of this.#waiting) socket.destroy()
  }
}
