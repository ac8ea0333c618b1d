// One connection over TCP: it passes complete frames to the protocol, has one packet in flight, and acknowledges the packet after its commit.
import type { Socket } from 'node:net'
import { type DecodedFrame, FrameError, type Memory, type Protocol } from '@flotta/core/protocol.ts'
import type { DeviceIdentity, Identification, Origin } from '../feature.ts'
import type { AdmittedConnection } from './admission.ts'
import { DeviceConnection, type TcpProtocol } from './device-connection.ts'
import type { DeviceLine, DeviceSession } from './device-session.ts'
import { answerOf, commitFrame, type DataFrame, isEmptyFrame } from './frame-commit.ts'
import { SessionDevices } from './session-devices.ts'
import type { SessionHost } from './session-host.ts'
import { countAck } from './stats.ts'

/** Largest frame before the sign-in, so that unknown clients cannot fill the memory. */
const UNKNOWN_MAX_FRAME = 1_024
/** Frames of one connection that are handled in a row before other connections continue. */
const FRAMES_A_TURN = 64
const REFUSED_IN_A_ROW = 3
const ALIVE_EVERY_MS = 30_000
const NOTHING = new Uint8Array(0)

type Frame<K extends DecodedFrame['kind']> = Extract<DecodedFrame, { readonly kind: K }>
/** A frame that belongs to a device. */
type DeviceFrame = Frame<'ping' | 'messages' | 'reply' | 'refused'>

export class Session implements DeviceLine {
  readonly address: string
  readonly network: string
  readonly protocol: string
  readonly certificate: string | null
  /** The password of the last sign-in. */
  password: string | undefined
  /** A packet awaits its commit. */
  committing = false

  readonly #connection: DeviceConnection
  readonly #tcp: TcpProtocol
  readonly #localTime: number
  readonly #host: SessionHost<Session>
  readonly #admitted: AdmittedConnection
  readonly #devices: SessionDevices
  #memory: Memory = {}
  #sentCommands = 0
  #isBusy = false
  /** The session closes after its next acknowledgement. */
  #isFinishing = false
  #refusedFrames = 0
  // monotonic ms
  #silentSince = performance.now()
  #lastFrameAt = this.#silentSince

  constructor(
    socket: Socket,
    admitted: AdmittedConnection,
    { protocol, certificate }: { readonly protocol: Protocol } & Pick<Origin, 'certificate'>,
    tcp: TcpProtocol,
    host: SessionHost<Session>,
  ) {
    this.#admitted = admitted
    this.address = admitted.address
    this.network = admitted.network
    this.protocol = protocol.name
    this.certificate = certificate
    this.#localTime = protocol.local_time ?? 0
    this.#tcp = tcp
    this.#host = host
    this.#devices = new SessionDevices(this, tcp.shared === true, device => host.left(device))
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
        this.#devices.leaveAll()
        host.ended(this)
      },
    })
  }

  get takesCommands(): boolean {
    return this.#tcp.encode !== undefined
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
    // A connection that only waits for a commit is not paused, since pausing and resuming would cost more than the packet.
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

  send(device: DeviceSession, text: string, addressed: boolean): 'sent' | 'invalid' | 'offline' {
    if (this.#connection.closing) return 'offline'
    const bytes = this.#tcp.encode?.(text, {
      device_id: device.identifier,
      addressed,
      at: this.#host.now(),
      serial: this.#sentCommands + 1,
      memory: this.#memory,
    })
    if (bytes === undefined || bytes === null) return 'invalid'
    this.#sentCommands++
    return this.#connection.write(bytes) ? 'sent' : 'offline'
  }

  release(device: DeviceSession): void {
    if (this.#devices.count > 1) this.#devices.leave(device)
    else if (!device.ended) this.destroy()
  }

  /** Closes the session after too long a silence; `login` and `idle` are milliseconds. */
  sweep(now: number, login: number, idle: number): void {
    if (this.#connection.closing) this.#connection.sweep(now)
    else if (!this.#devices.isServing) {
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
    const { maxFrame } = this.#host
    let length: number
    try {
      length = this.#connection.frameLength(
        this.#devices.count === 0
          ? Math.min(this.#tcp.first_frame ?? UNKNOWN_MAX_FRAME, maxFrame)
          : maxFrame,
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
      decoded = this.#tcp.decode(frame, { at: this.#host.now(), memory: this.#memory })
    } catch (error) {
      if (!(error instanceof FrameError) || error.fatal)
        this.#fault('a frame that cannot be read', error)
      else this.#refuse(error.message, NOTHING)
      return
    }
    if (decoded.memory !== undefined) this.#memory = decoded.memory
    if (decoded.kind === 'login') this.#login(decoded)
    else if (decoded.kind === 'garbage') this.#refuse('bytes between frames', NOTHING)
    else if (decoded.kind === 'refused' && decoded.stranger)
      this.#refuse(decoded.reason, decoded.ack)
    else this.#route(decoded, frame.length)
  }

  /** Finds the device that a frame belongs to. */
  #route(frame: DeviceFrame, bytes: number): void {
    const { device_id } = frame
    if (device_id === undefined) {
      if (this.#devices.signedIn !== null) this.#take(this.#devices.signedIn, frame, bytes)
      else if (frame.kind === 'ping') return
      else if (this.#devices.ignoredName !== null) this.#connection.end()
      else this.#fault('data before the sign-in')
      return
    }
    const device = this.#devices.get(device_id)
    if (device !== undefined) this.#take(device, frame, bytes)
    else if (this.#devices.ignoredName !== null) this.#connection.end()
    else
      this.#introduce(device_id, identity => {
        if (typeof identity !== 'string') {
          this.#take(this.#join(device_id, identity), frame, bytes)
          return
        }
        if (identity === 'refused' && frame.kind === 'messages' && frame.refuse !== undefined)
          this.#connection.write(frame.refuse)
        // Data that is not stored is not acknowledged; the connection stays open for its other devices.
        if (this.#devices.count === 0 || frame.close) this.#connection.end()
      })
  }

  #login(login: Frame<'login'>): void {
    const { device_id, accept } = login
    if (this.#devices.get(device_id) !== undefined || this.#devices.ignoredName === device_id) {
      // A device repeats its sign-in when the answer was lost.
      this.#connection.write(accept)
      return
    }
    this.password = login.password
    this.#introduce(device_id, identity => {
      if (identity === 'refused' || identity === 'wrong_password') {
        const refusal = identity === 'refused' ? login.refuse : login.refuse_password
        this.#connection.write(refusal ?? login.refuse)
        if (this.#devices.count === 0) this.#connection.end()
        return
      }
      this.#connection.write(accept)
      if (identity === 'ignored') this.#devices.ignore(device_id)
      else this.#devices.signIn(this.#join(device_id, identity))
    })
  }

  /** Looks a device up, if the connection accepts another one. */
  #introduce(identifier: string, then: (identity: Identification) => void): void {
    const fault = this.#devices.whyFull()
    if (fault !== null) {
      this.#fault(fault)
      return
    }
    this.#isBusy = true
    this.#host.identify(identifier, this).then(
      identity => {
        this.#isBusy = false
        if (this.#connection.closing) return
        if (typeof identity === 'string') this.#host.stats.unknown++
        then(identity)
        this.proceed()
      },
      error => {
        this.#isBusy = false
        this.#fault('the device could not be looked up', error)
      },
    )
  }

  #join(identifier: string, identity: DeviceIdentity): DeviceSession {
    const device = this.#devices.join(identifier, identity)
    this.#admitted.identified()
    this.#host.signedIn(device)
    return device
  }

  #take(device: DeviceSession, frame: DeviceFrame, bytes: number): void {
    if (this.#lastFrameAt - device.aliveAt > ALIVE_EVERY_MS) {
      device.aliveAt = this.#lastFrameAt
      this.#host.alive(device)
    }
    if (frame.kind === 'refused') {
      this.#refuse(frame.reason, frame.ack, frame.close)
      return
    }
    // A keep-alive without the name of a device and without an answer proves nothing: it may be a single stray byte.
    if (frame.kind !== 'ping' || frame.device_id !== undefined) {
      this.#refusedFrames = 0
      device.trusted = true
      this.#host.trust(device)
    }
    if (frame.kind === 'ping') this.#answer(frame.answer ?? NOTHING, frame.close)
    else if (isEmptyFrame(frame)) this.#answer(frame.ack ?? NOTHING, frame.close)
    else this.#commit(device, frame, bytes)
  }

  #answer(bytes: Uint8Array, close = false): boolean {
    const isSent = this.#connection.write(bytes)
    if (close) this.#connection.end()
    return isSent
  }

  /** Handles no further frames of this session until the commit. */
  #commit(device: DeviceSession, frame: DataFrame, bytes: number): void {
    const host = this.#host
    const began = performance.now()
    this.#isBusy = true
    this.committing = true
    commitFrame(
      host,
      frame,
      {
        identity: device.identity,
        session: device.id,
        protocol: this.protocol,
        localTime: this.#localTime,
      },
      bytes,
      () => {
        this.#isBusy = false
        this.committing = false
        this.#lastFrameAt = performance.now()
        if (this.#connection.closing) return
        if (
          this.#answer(answerOf(frame, device.identity) ?? NOTHING, frame.close) &&
          frame.kind === 'messages'
        )
          countAck(host.stats, this.#lastFrameAt - began)
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

  #refuse(reason: string, ack: Uint8Array, close = false): void {
    this.#host.stats.refused++
    this.#answer(ack, close)
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
