// One tracker's TCP connection: signs in, sends a packet, waits until it is acknowledged, and sends it again over a new connection if it was not.
import {
  type AvlRecord,
  type DataCodec,
  replyFrame,
  replyFrameOf,
} from '@flotta/protocols/teltonika/device.ts'
import { type Language, teltonikaLanguage } from './language.ts'
import { Line, type Server, type Times, usual } from './line.ts'
import type { CommandResponse } from './obedience.ts'

const unknownCommand: CommandResponse = { say: 'Unknown command', refused: true }

export interface ConnectionOptions {
  readonly server: Server
  readonly imei: string
  readonly codec: DataCodec
  /** The protocol; default: Teltonika's, with the codec. */
  readonly language?: Language
  /** Returns the next records to send, or none. They are stored in the connection until they are acknowledged. */
  readonly take: () => readonly AvlRecord[]
  /** Called after each acknowledgement with the records and the milliseconds since they were sent. */
  readonly onAcknowledged?: (records: readonly AvlRecord[], ms: number) => void
  /** Executes a command; without it no command is known. */
  readonly onCommand?: (text: string) => CommandResponse
  /** The server does not know this IMEI. */
  readonly onRefused?: () => void
  /** The server, or the network, ended a connection that was signed in. */
  readonly onClosed?: () => void
  /** Milliseconds: longest wait for an answer; silence before a keep-alive; first and longest pause before the next attempt. */
  readonly times?: Partial<Times>
}

export interface Connection {
  /** There may be something to send: connects if there is no connection. */
  wake(): void
  /** Closes once nothing waits; `wake` connects again. */
  sleep(): void
  /** Out of coverage: the connection is gone at once; packets in flight are sent again after `wake`. */
  cut(): void
  /** Closes for good; packets that are not acknowledged by then are dropped. */
  close(): void
  readonly open: boolean
}

/** Records in flight, which are sent again until they are acknowledged. */
interface Flight {
  readonly records: readonly AvlRecord[]
  readonly frame: Uint8Array
  sent: number
}

/** The messages between a tracker and its server over a connection. */
class Talk implements Connection {
  readonly #options: ConnectionOptions
  readonly #times: Times
  readonly #line: Line
  readonly #language: Language
  #state: 'closed' | 'login' | 'ready' = 'closed'
  #readyAt = 0
  #sleeping = false
  #ended = false
  #flight: Flight | null = null
  #waiting = false
  #received: Buffer = Buffer.alloc(0)
  #ping: NodeJS.Timeout | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#times = { ...usual, ...options.times }
    this.#language = options.language ?? teltonikaLanguage(options.imei, options.codec)
    this.#line = new Line(options.server, this.#times, {
      opened: () => this.#login(),
      heard: chunk => this.#read(chunk),
      lost: () => this.#lost(),
    })
  }

  wake(): void {
    if (this.#ended) return
    this.#sleeping = false
    this.#line.want()
    this.#send()
  }
  sleep(): void {
    this.#sleeping = true
    this.#send()
  }
  cut(): void {
    this.#line.drop()
    this.#reset()
  }
  close(): void {
    this.#ended = true
    this.cut()
  }
  get open(): boolean {
    return this.#state === 'ready'
  }

  #login(): void {
    this.#state = 'login'
    const signIn = this.#language.signIn()
    if (signIn === null) this.#ready()
    else this.#line.ask(signIn)
  }
  #ready(): void {
    this.#state = 'ready'
    this.#readyAt = performance.now()
    this.#send()
  }
  #reset(): void {
    this.#state = 'closed'
    this.#waiting = false
    this.#received = Buffer.alloc(0)
    this.#quiet()
  }
  #lost(): void {
    // Connections that end soon are followed by longer and longer pauses, so that two trackers with one IMEI do not displace each other all the time.
    if (this.open && performance.now() - this.#readyAt > this.#times.longestRetry)
      this.#line.nextPause('retry')
    const wasOpen = this.open
    this.#reset()
    if (wasOpen) this.#options.onClosed?.()
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    let start = 0
    while (this.#line.isOpen) {
      const expected = this.#state === 'login' ? 'login' : this.#waiting ? 'ack' : 'nothing'
      const answer = this.#language.read(this.#received, start, expected)
      if (answer === null) break
      start += answer.length
      if (answer.kind === 'login') {
        if (!answer.accepted) {
          this.#refused()
          return
        }
        this.#line.answered()
        this.#ready()
      } else if (answer.kind === 'ack') this.#acknowledged(answer.count)
      else this.#answer(answer.text, answer.imei)
    }
    this.#received = this.#received.subarray(start)
  }
  #refused(): void {
    this.#line.nextPause('longestRetry')
    this.#options.onRefused?.()
    this.#line.break()
  }
  #answer(command: string, to: string | undefined): void {
    const { imei, onCommand } = this.#options
    // `to` may be another device, whose command is refused.
    const {
      say,
      refused = false,
      after = 0,
      drop = false,
    } = to !== undefined && to !== imei ? unknownCommand : (onCommand?.(command) ?? unknownCommand)
    if (drop) this.#line.break()
    if (say === null) return
    const frame = to === undefined ? replyFrame(say) : replyFrameOf(imei, refused ? null : say)
    const connection = this.#readyAt
    const answer = () => {
      if (this.open && this.#readyAt === connection) this.#line.write(frame)
    }
    if (after > 0) setTimeout(answer, after)
    else answer()
  }

  #acknowledged(count: number): void {
    this.#line.answered()
    this.#waiting = false
    const flight = this.#flight
    if (flight === null || count !== flight.records.length) {
      // The count differs from the number of sent records.
      this.#line.break()
      return
    }
    this.#flight = null
    this.#options.onAcknowledged?.(flight.records, performance.now() - flight.sent)
    this.#send()
  }
  #send(): void {
    if (!this.open || this.#waiting || !this.#line.isOpen) return
    if (this.#flight === null) {
      const records = this.#options.take()
      if (records.length > 0)
        this.#flight = { records, frame: this.#language.packet(records), sent: 0 }
    }
    if (this.#flight === null) {
      if (this.#sleeping) this.cut()
      else this.#ping ??= setTimeout(() => this.#keepAlive(), this.#times.keepAlive)
      return
    }
    this.#quiet()
    this.#flight.sent = performance.now()
    this.#waiting = true
    this.#line.ask(this.#flight.frame)
  }

  #keepAlive(): void {
    const { keepAlive } = this.#language
    if (keepAlive !== null) this.#line.write(keepAlive)
    this.#ping = setTimeout(() => this.#keepAlive(), this.#times.keepAlive)
  }
  #quiet(): void {
    clearTimeout(this.#ping)
    this.#ping = undefined
  }
}

/** Does nothing until `wake`. */
export const connection = (options: ConnectionOptions): Connection => new Talk(options)
