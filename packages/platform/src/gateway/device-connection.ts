// The bytes of one device connection: received bytes that were not handled yet, sent bytes, and the end of the connection.
import type { Socket } from 'node:net'
import type { Protocol } from '@flotta/core/protocol.ts'
import { FrameBuffer } from './frames.ts'
import { beginsAsProxy } from './proxy.ts'

/** Bytes that a device may leave unread before its connection is closed. */
const MOST_UNREAD = 16_384
/** Time after which a connection that does not close by itself is destroyed, ms. */
const LEAVES_MS = 5_000

export type TcpProtocol = NonNullable<Protocol['tcp']>

export interface DeviceConnectionOptions {
  readonly tcp: TcpProtocol
  readonly maxFrame: number
  /** The connection begins paused. */
  readonly isPaused: boolean
  onBytes(bytes: number): void
  /** Bytes can be read, or no further bytes will come. */
  onReadable(): void
  /** The connection begins with a PROXY header. */
  onProxyHeader(): void
  /** The device does not read the bytes that are sent to it. */
  onUnread(): void
  onClose(): void
}

export class DeviceConnection {
  /** The connection is closing; no further frames are handled. */
  closing = false
  /** The device has ended its side. Its last frames are still committed and acknowledged. */
  hasEnded = false
  readonly #socket: Socket
  readonly #options: DeviceConnectionOptions
  readonly #frames: FrameBuffer
  /** The first bytes while they may be a PROXY header; null: there is no header. */
  #first: Buffer | null = Buffer.alloc(0)
  /** ms of the monotonic clock */
  #closedAt = 0

  constructor(socket: Socket, options: DeviceConnectionOptions) {
    this.#socket = socket
    this.#options = options
    this.#frames = new FrameBuffer(options.tcp)
    socket.on('data', (chunk: Buffer) => {
      options.onBytes(chunk.length)
      if (this.closing || (this.#first !== null && this.#isProxyHeader(chunk))) return
      this.#frames.append(chunk, options.maxFrame)
      options.onReadable()
    })
    socket.on('end', () => {
      this.hasEnded = true
      options.onReadable()
    })
    // The event 'close' follows.
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#frames.clear()
      this.closing = true
      options.onClose()
    })
    if (options.isPaused) socket.pause()
  }

  /** No received bytes are waiting. */
  get empty(): boolean {
    return this.#frames.empty
  }
  get destroyed(): boolean {
    return this.#socket.destroyed
  }
  /** Length of the first complete frame; 0: more bytes are needed. Throws as `FrameBuffer.frameLength` does. */
  frameLength(maxFrame: number): number {
    return this.#frames.frameLength(maxFrame)
  }
  take(length: number): Buffer {
    return this.#frames.take(length)
  }

  /** Pauses or resumes reading. */
  setPaused(isPaused = true): void {
    if (isPaused === this.#socket.isPaused()) return
    if (isPaused) this.#socket.pause()
    else this.#socket.resume()
  }

  /** False: the connection is closed, or is closed now because the device does not read. */
  write(bytes: Uint8Array): boolean {
    if (this.#socket.destroyed) return false
    if (bytes.length > 0) this.#socket.write(bytes)
    if (this.#socket.writableLength <= MOST_UNREAD) return true
    this.#options.onUnread()
    this.destroy()
    return false
  }

  /** Closes the connection when all written bytes are sent. */
  end(): void {
    this.#close()
    this.#frames.clear()
    this.#socket.destroySoon()
  }
  destroy(): void {
    this.#close()
    this.#socket.destroy()
  }
  /** Destroys a connection that does not close by itself. Call it at regular intervals. */
  sweep(now: number): void {
    if (now - this.#closedAt > LEAVES_MS) this.#socket.destroy()
  }

  #close(): void {
    this.closing = true
    this.#closedAt = performance.now()
  }
  /** Only named load balancers may send a PROXY header. From any other address it ends the connection. */
  #isProxyHeader(chunk: Buffer): boolean {
    this.#first = this.#first?.length ? Buffer.concat([this.#first, chunk]) : chunk
    const begins = beginsAsProxy(this.#first)
    if (begins !== 'more') this.#first = null
    if (begins === 'yes') this.#options.onProxyHeader()
    return begins === 'yes'
  }
}
