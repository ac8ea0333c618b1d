// A simulated tracker at work: it sends its past first, oldest records first, then follows the clock; without coverage it stores its records and
// delivers them late.
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { AvlRecord } from '@flotta/protocols/teltonika/device.ts'
import { type Connection, type ConnectionOptions, connection } from './connection.ts'
import type { Language } from './language.ts'
import type { Server } from './line.ts'
import { type Mark, marksAtInterval } from './marks.ts'
import { type Manner, take } from './obedience.ts'
import { codecOf, transmitterOf } from './signals.ts'
import type { Simulation } from './vehicle.ts'

/** Number of records in a packet: of the past, and live. */
const PAST = 100
const LIVE = 10
/** A past that is shorter than this is sent like live records. */
const SOON = 2 * MINUTE
/** Time without ignition after which the tracker sleeps between its records. */
const SLEEPS_AFTER = 15 * MINUTE
/** Number of records that a tracker without coverage can store. */
const KEEPS = 10_000

export interface TrackerOptions {
  readonly simulation: Simulation
  readonly vehicle: DemoVehicle
  readonly server: Server
  /** Default: Teltonika's. */
  readonly language?: Language
  /** Epoch ms of the simulated world; never ahead of the real time. */
  readonly clock: () => number
  /** Records up to and including this time were delivered before, epoch ms. */
  readonly since: number
  readonly onSent?: (records: number) => void
  /** The past is delivered. */
  readonly onLive?: () => void
  /** How the device takes commands. Default: it obeys. */
  readonly manner?: Manner
  readonly onRefused?: () => void
  readonly onClosed?: () => void
  readonly times?: ConnectionOptions['times']
}
export interface Tracker {
  start(): void
  /** Makes the records that are due. */
  tick(): void
  stop(): void
  /** Number of records that wait for coverage or the server. */
  readonly waiting: number
}

export const tracker = (options: TrackerOptions): Tracker => new SimulatedTracker(options)

class SimulatedTracker implements Tracker {
  readonly #options: TrackerOptions
  readonly #link: Connection
  readonly #pending: AvlRecord[] = []
  /** Moments at which readings show the effect of a command, epoch ms. */
  #due: number[] = []
  #past: Generator<Mark> | null = null
  #generatedUntil: number
  /** Commanded interval of its records while it drives; null: its own. */
  #interval: number | null = null
  #isLive = false
  #isStarted = false

  constructor(options: TrackerOptions) {
    const { vehicle, clock, manner = 'obey', onSent, onRefused, onClosed } = options
    this.#options = options
    this.#generatedUntil = options.since
    this.#link = connection({
      server: options.server,
      imei: vehicle.imei,
      codec: codecOf(vehicle),
      take: () => (this.#isLive ? this.#newest() : this.#oldest()),
      onCommand: text => {
        const now = clock()
        const { fix } = options.simulation.record(vehicle, { at: now, cause: null })
        const reaction = take(vehicle, manner, text, now, fix)
        this.#due.push(...(reaction.tells ?? []))
        if (reaction.interval !== undefined) this.#interval = reaction.interval * SECOND
        return reaction
      },
      onAcknowledged: records => onSent?.(records.length),
      ...(options.language && { language: options.language }),
      ...(onRefused && { onRefused }),
      ...(onClosed && { onClosed }),
      ...(options.times && { times: options.times }),
    })
  }

  start(): void {
    this.#isStarted = true
    this.#link.wake()
  }

  stop(): void {
    this.#link.close()
  }

  get waiting(): number {
    return this.#pending.length
  }

  tick(): void {
    if (!this.#isStarted || !this.#isLive) return
    const { simulation, vehicle, clock } = this.#options
    const pending = this.#pending
    const now = clock()
    const marks = simulation.marks(vehicle, this.#generatedUntil, now)
    for (const mark of this.#interval === null ? marks : this.#retimed(marks, this.#interval, now))
      pending.push(simulation.record(vehicle, mark))
    this.#generatedUntil = now
    for (const at of this.#due)
      if (at <= now) pending.push(simulation.record(vehicle, { at, cause: null }))
    this.#due = this.#due.filter(at => at > now)
    if (pending.length > KEEPS) pending.splice(0, pending.length - KEEPS)
    if (!simulation.covered(vehicle, now)) this.#link.cut()
    else if (pending.length > 0 || this.#isAwake(now)) this.#link.wake()
    else this.#link.sleep()
  }

  #retimed(marks: Iterable<Mark>, interval: number, now: number): Iterable<Mark> {
    const { simulation, vehicle } = this.#options
    const isDriving = (at: number) => simulation.state(vehicle, at).moving
    return marksAtInterval(marks, { interval, from: this.#generatedUntil, to: now, isDriving })
  }

  /** The next records of the past; the last call, which finds none, switches to live records. */
  #oldest(): AvlRecord[] {
    const { simulation, vehicle, clock, onLive } = this.#options
    const records: AvlRecord[] = []
    while (records.length < PAST) {
      if (this.#past === null) {
        const now = clock()
        if (now - this.#generatedUntil < SOON) break
        this.#past = simulation.marks(vehicle, this.#generatedUntil, now)
        this.#generatedUntil = now
      }
      const { value, done } = this.#past.next()
      if (done) this.#past = null
      else records.push(simulation.record(vehicle, value))
    }
    if (records.length === 0) {
      this.#isLive = true
      onLive?.()
    }
    return records
  }

  /** Trackers of the professional family send the newest record first, which is their default. */
  #newest(): AvlRecord[] {
    return this.#pending.splice(-LIVE).reverse()
  }

  #isAwake(now: number): boolean {
    const { simulation, vehicle } = this.#options
    return (
      transmitterOf(vehicle).reachable ||
      simulation.state(vehicle, now).ignition ||
      simulation.state(vehicle, now - SLEEPS_AFTER).ignition
    )
  }
}
