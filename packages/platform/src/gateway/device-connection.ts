// The bytes of one device connection: what came and was not taken yet, what goes out, and its end.
import type { Socket } from 'node:net'
import type { Protocol } from '@flotta/core/protocol.ts'
import { FrameBuffer } from './frames.ts'
import { beginsAsProxy } from './proxy.ts'

/** What a device may leave unread before its connection is closed, bytes. */
const MOST_UNREAD = 16_384
/** One that does not go by itself is cut off, ms. */
const LEAVES_MS = 5_000

export type TcpProtocol = NonNullable<Protocol['tcp']>

export interface DeviceConnectionOptions {
  readonly tcp: TcpProtocol
  readonly maxFrame: number
  /** It begins paused. */
  readonly isPaused: boolean
  onBytes(bytes: number): void
  /** There is something to take, or nothing more will come. */
  onReadable(): void
  /** It begins with a balancer's word of who connects. */
  onProxyHeader(): void
  /** The device does not read what it is sent. */
  onUnread(): void
  onClose(): void
}

export class DeviceConnection {
  /** Nothing more is taken. */
  closing = false
  /** The device will send no more; what it sent is still committed and acknowledged. */
  hasEnded = false
  readonly #socket: Socket
  readonly #options: DeviceConnectionOptions
  readonly #frames: FrameBuffer
  /** Its first bytes, while they may be a balancer's; null: they are not. */
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
    // 'close' follows
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#frames.clear()
      this.closing = true
      options.onClose()
    })
    if (options.isPaused) socket.pause()
  }

  /** Nothing waits to be taken. */
  get empty(): boolean {
    return this.#frames.empty
  }
  get destroyed(): boolean {
    return this.#socket.destroyed
  }
  /** Length of the first whole frame; 0: more is needed. Throws what `Frames.whole` throws. */
  frameLength(maxFrame: number): number {
    return this.#frames.frameLength(maxFrame)
  }
  take(length: number): Buffer {
    return this.#frames.take(length)
  }

  /** Whether it reads on. */
  setPaused(isPaused = true): void {
    if (isPaused === this.#socket.isPaused()) return
    if (isPaused) this.#socket.pause()
    else this.#socket.resume()
  }

  /** False when the connection is gone, or closed now because the device does not read. */
  write(bytes: Uint8Array): boolean {
    if (this.#socket.destroyed) return false
    if (bytes.length > 0) this.#socket.write(bytes)
    if (this.#socket.writableLength <= MOST_UNREAD) return true
    this.#options.onUnread()
    this.destroy()
    return false
  }

  /** Ends once what was written is sent. */
  end(): void {
    this.#close()
    this.#frames.clear()
    this.#socket.destroySoon()
  }
  destroy(): void {
    this.#close()
    this.#socket.destroy()
  }
  /** To be called again and again: cuts off what leaves and does not go. */
  sweep(now: number): void {
    if (now - this.#closedAt > LEAVES_MS) this.#socket.destroy()
  }

  #close(): void {
    this.closing = true
    this.#closedAt = performance.now()
  }
  /** Only balancers that are named are believed: another's word of who connects ends the connection. */
  #isProxyHeader(chunk: Buffer): boolean {
    this.#first = this.#first?.length ? Buffer.concat([this.#first, chunk]) : chunk
    const begins = beginsAsProxy(this.#first)
    if (begins !== 'more') this.#first = null
    if (begins === 'yes') this.#options.onProxyHeader()
    return begins === 'yes'
  }
}
