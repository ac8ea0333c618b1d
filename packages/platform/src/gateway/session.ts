// The session of one device over TCP: it passes complete frames to the protocol, has one packet in flight, and acknowledges the packet after its commit.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type DecodedFrame, FrameError } from '@flotta/core/protocol.ts'
import type { DeviceIdentity, Origin } from '../feature.ts'
import { beginSpan } from '../trace.ts'
import type { AdmittedConnection } from './admission.ts'
import { DeviceConnection, type TcpProtocol } from './device-connection.ts'
import type { SessionHost } from './session-host.ts'
import { countAck } from './stats.ts'

/** Largest frame before the sign-in, so that unknown clients cannot fill the memory. */
const UNKNOWN_MAX_FRAME = 1_024
/** Frames of one connection that are handled in a row before other connections continue. */
const FRAMES_A_TURN = 64
const REFUSED_IN_A_ROW = 3
const ALIVE_EVERY_MS = 30_000

export class Session implements Origin {
  readonly address: string
  readonly network: string
  readonly protocol: string
  readonly certificate: string | null
  /** Assigned at the sign-in. */
  id = ''
  identifier = ''
  identity: DeviceIdentity | null = null
  /** Time at which it became the current connection of its device, epoch ms; 0: it is not the current one. */
  openedAt = 0
  /** Its number among the sign-ins of all gateways; 0: not known yet. */
  sign_in = 0
  ended = false
  /** The connection has sent a valid data frame, so commands may be sent to it. */
  trusted = false
  /** A packet awaits its commit. */
  committing = false

  readonly #connection: DeviceConnection
  readonly #tcp: TcpProtocol
  readonly #host: SessionHost<Session>
  readonly #admitted: AdmittedConnection
  /** The sign-in was accepted on the wire, but the data of the connection is ignored. */
  #isIgnored = false
  #isBusy = false
  /** The session closes after its next acknowledgement. */
  #isFinishing = false
  #refusedFrames = 0
  // monotonic ms
  #silentSince = performance.now()
  #lastFrameAt = this.#silentSince
  #lastAliveAt = this.#silentSince

  constructor(
    socket: Socket,
    admitted: AdmittedConnection,
    from: Pick<Origin, 'protocol' | 'certificate'>,
    tcp: TcpProtocol,
    host: SessionHost<Session>,
  ) {
    this.#admitted = admitted
    this.address = admitted.address
    this.network = admitted.network
    this.protocol = from.protocol
    this.certificate = from.certificate
    this.#tcp = tcp
    this.#host = host
    this.#connection = new DeviceConnection(socket, {
      tcp,
      maxFrame: host.maxFrame,
      isPaused: host.isPaused,
      onBytes: bytes => {
        host.stats.bytes += bytes
      },
      onReadable: () => this.proceed(),
      onProxyHeader: () =>
        this.#fault('a PROXY header from an address that FLOTTA_GATEWAY_PROXIES does not name'),
      onUnread: () => host.stats.unread++,
      onClose: () => {
        this.ended = true
        host.ended(this)
      },
    })
  }

  /** Handles the received frames, then continues or pauses reading. */
  proceed(): void {
    let turns = 0
    while (!this.#isBusy && !this.#connection.closing && !this.#connection.empty) {
      if (turns++ === FRAMES_A_TURN) {
        this.#isBusy = true
        setImmediate(() => {
          this.#isBusy = false
          this.proceed()
        })
        break
      }
      const frame = this.#takeFrame()
      if (frame === null) break
      this.#lastFrameAt = performance.now()
      this.#handle(frame)
    }
    const connection = this.#connection
    if (connection.destroyed) return
    // one that waits for its acknowledgement is not paused for it: both ways cost more than the packet
    connection.setPaused(this.#host.isPaused || (this.#isBusy && !connection.empty))
    if (connection.hasEnded && !this.#isBusy && !this.#host.isPaused && !connection.closing)
      connection.end()
  }

  pause(): void {
    this.#connection.setPaused()
  }

  /** The socket was paused by the gateway, so the silence of the device does not count. */
  resetSilence(now: number): void {
    this.#silentSince = now
    this.#lastFrameAt = now
  }

  /** Sends the text of a command, with the name of the device where `addressed`; `invalid`: the protocol cannot carry the text. */
  send(text: string, addressed = false): 'sent' | 'invalid' | 'offline' {
    if (!this.trusted || this.#connection.closing) return 'offline'
    const bytes = this.#tcp.encode(text, this.identifier, addressed)
    if (bytes === null) return 'invalid'
    return this.#connection.write(bytes) ? 'sent' : 'offline'
  }

  /** Closes the session after too long a silence; `login` and `idle` are milliseconds. */
  sweep(now: number, login: number, idle: number): void {
    if (this.#connection.closing) this.#connection.sweep(now)
    else if (this.identity === null || this.openedAt === 0) {
      if (now - this.#silentSince > login) {
        this.#host.stats.silent++
        this.destroy()
      }
    } else if (!this.committing && now - this.#lastFrameAt > idle) {
      this.#host.stats.idle++
      this.destroy()
    }
  }

  /** Closes the session after the acknowledgement of a packet in flight, else at once. */
  finish(): void {
    this.#isFinishing = true
    if (!this.committing) this.#connection.end()
  }

  destroy(): void {
    this.#connection.destroy()
  }

  /** Removes and returns the first complete frame; null: more bytes are needed, back-pressure holds the frame back, or the connection is closed. */
  #takeFrame(): Buffer | null {
    let length: number
    try {
      length = this.#connection.frameLength(
        this.identity === null ? UNKNOWN_MAX_FRAME : this.#host.maxFrame,
      )
    } catch (error) {
      this.#fault('bytes that are no frame', error)
      return null
    }
    return length > 0 && this.#host.admit(length, this) ? this.#connection.take(length) : null
  }

  #handle(frame: Buffer): void {
    const { stats } = this.#host
    stats.frames++
    let decoded: DecodedFrame
    try {
      decoded = this.#tcp.decode(frame)
    } catch (error) {
      if (!(error instanceof FrameError) || error.fatal)
        this.#fault('a frame that cannot be read', error)
      else this.#refuse(error.message, null)
      return
    }
    if (this.identity !== null && this.#lastFrameAt - this.#lastAliveAt > ALIVE_EVERY_MS) {
      this.#lastAliveAt = this.#lastFrameAt
      this.#host.alive(this)
    }
    if (decoded.kind === 'login') this.#login(decoded)
    else if (decoded.kind === 'ping') return
    else if (this.#isIgnored) this.#connection.end()
    else if (this.identity === null) this.#fault('data before the sign-in')
    else if (decoded.kind === 'refused') this.#refuse(decoded.reason, decoded.ack)
    else {
      this.#refusedFrames = 0
      this.trusted = true
      this.#host.trust(this)
      if (decoded.kind === 'reply') this.#reply(this.identity, decoded, frame.length)
      else this.#publish(this.identity, decoded, frame.length)
    }
  }

  #login(login: Extract<DecodedFrame, { kind: 'login' }>): void {
    if (this.identity !== null || this.#isIgnored) {
      // A device repeats its sign-in when the answer was lost. It cannot sign in as another device.
      if (login.device_id === this.identifier) this.#connection.write(login.accept)
      else this.#fault('a second sign-in under another name')
      return
    }
    this.#isBusy = true
    this.identifier = login.device_id
    this.#host.identify(login.device_id, this).then(
      identity => {
        this.#isBusy = false
        if (this.#connection.closing) return
        if (typeof identity === 'string') this.#host.stats.unknown++
        this.#connection.write(identity === 'refused' ? login.refuse : login.accept)
        if (identity === 'refused') return this.#connection.end()
        if (identity === 'ignored') this.#isIgnored = true
        else {
          this.identity = identity
          this.id = randomUUID()
          this.#admitted.identified()
          this.#host.signedIn(this)
        }
        this.proceed()
      },
      error => {
        this.#isBusy = false
        this.#fault('the device could not be looked up', error)
      },
    )
  }

  #reply(
    { device_id }: DeviceIdentity,
    { replies }: Extract<DecodedFrame, { kind: 'reply' }>,
    bytes: number,
  ): void {
    if (replies.length === 0) return
    const host = this.#host
    this.#commit((committed, failed) =>
      host.reply(
        { id: randomUUID(), device_id, session: this.id, received_at: host.now(), replies },
        bytes,
        committed,
        failed,
      ),
    )
  }

  #publish(
    { device_id, vehicle_id }: DeviceIdentity,
    { messages, ack }: Extract<DecodedFrame, { kind: 'messages' }>,
    bytes: number,
  ): void {
    const host = this.#host
    if (messages.length === 0) {
      this.#connection.write(ack)
      return
    }
    const began = performance.now()
    const span = beginSpan('packet', 'producer', {
      records: messages.length,
      protocol: this.protocol,
    })
    const packet = { device_id, vehicle_id, received_at: host.now(), messages }
    this.#commit(
      (committed, failed) =>
        host.publish(
          span === null ? packet : { ...packet, trace: span.traceparent },
          bytes,
          committed,
          () => {
            span?.end(true)
            failed()
          },
        ),
      () => {
        span?.end(false)
        host.stats.records += messages.length
        if (!this.#connection.closing && this.#connection.write(ack))
          countAck(host.stats, this.#lastFrameAt - began)
      },
    )
  }

  /** Publishes and handles no further frames of this session until the commit. */
  #commit(
    publish: (committed: () => void, failed: () => void) => void,
    done: () => void = () => {},
  ): void {
    this.#isBusy = true
    this.committing = true
    publish(
      () => {
        this.#isBusy = false
        this.committing = false
        this.#lastFrameAt = performance.now()
        done()
        if (this.#connection.closing) return
        if (this.#isFinishing) this.#connection.end()
        else this.proceed()
      },
      () => {
        this.committing = false
        this.destroy()
      },
    )
  }

  #refuse(reason: string, ack: Uint8Array | null): void {
    this.#host.stats.refused++
    if (ack !== null) this.#connection.write(ack)
    if (++this.#refusedFrames < REFUSED_IN_A_ROW) return
    this.#host.stats.faults++
    this.#host.fault(this, `refused three times in a row: ${reason}`)
    this.#connection.end()
  }

  #fault(reason: string, error?: unknown): void {
    this.#host.stats.faults++
    this.#host.fault(this, reason, error)
    this.destroy()
  }
}
