// One device connection over TCP: bytes in, whole frames to the protocol, one packet in flight, acknowledged once it is committed.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type DecodedFrame, FrameError } from '@flotta/core/protocol.ts'
import type { DeviceIdentity, Origin } from '../feature.ts'
import { beginSpan } from '../trace.ts'
import type { AdmittedConnection } from './admission.ts'
import { DeviceConnection, type TcpProtocol } from './device-connection.ts'
import type { SessionHost } from './session-host.ts'
import { countAck } from './stats.ts'

/** Before the sign-in nobody may fill memory. */
const UNKNOWN_MAX_FRAME = 1_024
/** Frames of one connection in a row, before the others have their turn. */
const FRAMES_A_TURN = 64
const REFUSED_IN_A_ROW = 3
const ALIVE_EVERY_MS = 30_000

export class Session implements Origin {
  readonly address: string
  readonly network: string
  readonly protocol: string
  readonly certificate: string | null
  /** Given at the sign-in. */
  id = ''
  identifier = ''
  identity: DeviceIdentity | null = null
  /** When it became its device's connection, epoch ms; 0: it has not. */
  openedAt = 0
  /** Of that among the sign-ins of all gateways; 0: not known yet. */
  sign_in = 0
  ended = false
  /** A valid data frame has come over this connection: commands may go to it. */
  trusted = false
  /** A packet awaits its commit. */
  committing = false

  readonly #line: DeviceConnection
  readonly #tcp: TcpProtocol
  readonly #desk: SessionHost<Session>
  readonly #guest: AdmittedConnection
  /** Told yes as a known device would be; nothing that it sends is taken. */
  #ignored = false
  #busy = false
  /** It closes after its next acknowledgement. */
  #finishing = false
  #refused = 0
  // monotonic ms
  #since = performance.now()
  #heard = this.#since
  #told = this.#since

  constructor(
    socket: Socket,
    guest: AdmittedConnection,
    from: Pick<Origin, 'protocol' | 'certificate'>,
    tcp: TcpProtocol,
    desk: SessionHost<Session>,
  ) {
    this.#guest = guest
    this.address = guest.address
    this.network = guest.network
    this.protocol = from.protocol
    this.certificate = from.certificate
    this.#tcp = tcp
    this.#desk = desk
    this.#line = new DeviceConnection(socket, {
      tcp,
      maxFrame: desk.maxFrame,
      isPaused: desk.isPaused,
      onBytes: bytes => {
        desk.stats.bytes += bytes
      },
      onReadable: () => this.proceed(),
      onProxyHeader: () =>
        this.#fault('a PROXY header from an address that FLOTTA_GATEWAY_PROXIES does not name'),
      onUnread: () => desk.stats.unread++,
      onClose: () => {
        this.ended = true
        desk.ended(this)
      },
    })
  }

  /** Works on what is there, then reads on or waits. */
  proceed(): void {
    let turns = 0
    while (!this.#busy && !this.#line.closing && !this.#line.empty) {
      if (turns++ === FRAMES_A_TURN) {
        this.#busy = true
        setImmediate(() => {
          this.#busy = false
          this.proceed()
        })
        break
      }
      const frame = this.#cut()
      if (frame === null) break
      this.#heard = performance.now()
      this.#handle(frame)
    }
    const line = this.#line
    if (line.destroyed) return
    // one that waits for its acknowledgement is not paused for it: both ways cost more than the packet
    line.setPaused(this.#desk.isPaused || (this.#busy && !line.empty))
    if (line.hasEnded && !this.#busy && !this.#desk.isPaused && !line.closing) line.end()
  }

  pause(): void {
    this.#line.setPaused()
  }

  /** The socket was paused by us: the device is not to blame for its silence. */
  resetSilence(now: number): void {
    this.#since = now
    this.#heard = now
  }

  /** Text of a command, naming the device where it is to be addressed; `invalid`: the protocol cannot carry it. */
  send(text: string, addressed = false): 'sent' | 'invalid' | 'offline' {
    if (!this.trusted || this.#line.closing) return 'offline'
    const bytes = this.#tcp.encode(text, this.identifier, addressed)
    if (bytes === null) return 'invalid'
    return this.#line.write(bytes) ? 'sent' : 'offline'
  }

  /** Closes what is over; `login` and `idle` are milliseconds. */
  sweep(now: number, login: number, idle: number): void {
    if (this.#line.closing) this.#line.sweep(now)
    else if (this.identity === null || this.openedAt === 0) {
      if (now - this.#since > login) {
        this.#desk.stats.silent++
        this.destroy()
      }
    } else if (!this.committing && now - this.#heard > idle) {
      this.#desk.stats.idle++
      this.destroy()
    }
  }

  /** Closes once a packet in flight is acknowledged, else at once. */
  finish(): void {
    this.#finishing = true
    if (!this.committing) this.#line.end()
  }

  destroy(): void {
    this.#line.destroy()
  }

  /** The first whole frame, taken; null: more is needed, there is no room, or the connection is closed. */
  #cut(): Buffer | null {
    let length: number
    try {
      length = this.#line.frameLength(
        this.identity === null ? UNKNOWN_MAX_FRAME : this.#desk.maxFrame,
      )
    } catch (error) {
      this.#fault('bytes that are no frame', error)
      return null
    }
    return length > 0 && this.#desk.admit(length, this) ? this.#line.take(length) : null
  }

  #handle(frame: Buffer): void {
    const { stats } = this.#desk
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
    if (this.identity !== null && this.#heard - this.#told > ALIVE_EVERY_MS) {
      this.#told = this.#heard
      this.#desk.alive(this)
    }
    if (decoded.kind === 'login') this.#login(decoded)
    else if (decoded.kind === 'ping') return
    else if (this.#ignored) this.#line.end()
    else if (this.identity === null) this.#fault('data before the sign-in')
    else if (decoded.kind === 'refused') this.#refuse(decoded.reason, decoded.ack)
    else {
      this.#refused = 0
      this.trusted = true
      this.#desk.trust(this)
      if (decoded.kind === 'reply') this.#reply(this.identity, decoded, frame.length)
      else this.#publish(this.identity, decoded, frame.length)
    }
  }

  #login(login: Extract<DecodedFrame, { kind: 'login' }>): void {
    if (this.identity !== null || this.#ignored) {
      // a device repeats its sign-in when the answer was lost; it never becomes another
      if (login.device_id === this.identifier) this.#line.write(login.accept)
      else this.#fault('a second sign-in under another name')
      return
    }
    this.#busy = true
    this.identifier = login.device_id
    this.#desk.identify(login.device_id, this).then(
      identity => {
        this.#busy = false
        if (this.#line.closing) return
        if (typeof identity === 'string') this.#desk.stats.unknown++
        this.#line.write(identity === 'refused' ? login.refuse : login.accept)
        if (identity === 'refused') return this.#line.end()
        if (identity === 'ignored') this.#ignored = true
        else {
          this.identity = identity
          this.id = randomUUID()
          this.#guest.identified()
          this.#desk.signedIn(this)
        }
        this.proceed()
      },
      error => {
        this.#busy = false
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
    const desk = this.#desk
    this.#commit((committed, failed) =>
      desk.reply(
        { id: randomUUID(), device_id, session: this.id, received_at: desk.now(), replies },
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
    const desk = this.#desk
    if (messages.length === 0) {
      this.#line.write(ack)
      return
    }
    const began = performance.now()
    const span = beginSpan('packet', 'producer', {
      records: messages.length,
      protocol: this.protocol,
    })
    const packet = { device_id, vehicle_id, received_at: desk.now(), messages }
    this.#commit(
      (committed, failed) =>
        desk.publish(
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
        desk.stats.records += messages.length
        if (!this.#line.closing && this.#line.write(ack)) countAck(desk.stats, this.#heard - began)
      },
    )
  }

  /** Nothing else of this connection is taken until it is committed. */
  #commit(
    publish: (committed: () => void, failed: () => void) => void,
    done: () => void = () => {},
  ): void {
    this.#busy = true
    this.committing = true
    publish(
      () => {
        this.#busy = false
        this.committing = false
        this.#heard = performance.now()
        done()
        if (this.#line.closing) return
        if (this.#finishing) this.#line.end()
        else this.proceed()
      },
      () => {
        this.committing = false
        this.destroy()
      },
    )
  }

  #refuse(reason: string, ack: Uint8Array | null): void {
    this.#desk.stats.refused++
    if (ack !== null) this.#line.write(ack)
    if (++this.#refused < REFUSED_IN_A_ROW) return
    this.#desk.stats.faults++
    this.#desk.fault(this, `refused three times in a row: ${reason}`)
    this.#line.end()
  }

  #fault(reason: string, error?: unknown): void {
    this.#desk.stats.faults++
    this.#desk.fault(this, reason, error)
    this.destroy()
  }
}
