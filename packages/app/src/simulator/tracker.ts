// A simulated tracker at work: sends its past first, oldest first, then lives in step with the clock; without coverage it keeps its records and delivers them late.
import { MINUTE } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { AvlRecord } from '@flotta/protocols/teltonika/device.ts'
import { type Connection, type ConnectionOptions, connection, type Server } from './connection.ts'
import type { Mark } from './marks.ts'
import { type Manner, take } from './obedience.ts'
import { codecOf, voiceOf } from './signals.ts'
import type { Simulation } from './vehicle.ts'

/** Records of a packet: from the past, and live. */
const PAST = 100
const LIVE = 10
/** A past this short is sent as it comes. */
const SOON = 2 * MINUTE
/** After so long without ignition the tracker sleeps between its records. */
const SLEEPS_AFTER = 15 * MINUTE
/** Buffer of a tracker without coverage. */
const KEEPS = 10_000

export interface TrackerOptions {
  readonly simulation: Simulation
  readonly vehicle: DemoVehicle
  readonly server: Server
  /** Epoch ms of the simulated world; never ahead of the real one. */
  readonly clock: () => number
  /** Records up to and with this time were delivered before. */
  readonly since: number
  readonly onSent?: (records: number) => void
  /** The past is delivered. */
  readonly onLive?: () => void
  /** How it takes commands. Default: it obeys. */
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
  /** Records that wait for coverage or the server. */
  readonly waiting: number
}

export function tracker(options: TrackerOptions): Tracker {
  const {
    simulation,
    vehicle,
    clock,
    manner = 'obey',
    onSent,
    onLive,
    onRefused,
    onClosed,
  } = options
  let past: Generator<Mark> | null = null
  let generatedUntil = options.since
  let live = false
  let isStarted = false
  const pending: AvlRecord[] = []
  /** Moments at which what a command did shows: epoch ms. */
  let due: number[] = []

  const link: Connection = connection({
    server: options.server,
    imei: vehicle.imei,
    codec: codecOf(vehicle),
    take: () => (live ? newest() : oldest()),
    onCommand(text) {
      const reaction = take(vehicle, manner, text, clock())
      due.push(...(reaction.tells ?? []))
      return reaction
    },
    onAcknowledged: records => onSent?.(records.length),
    ...(onRefused && { onRefused }),
    ...(onClosed && { onClosed }),
    ...(options.times && { times: options.times }),
  })

  /** The next of the past; the last call, which finds nothing more, begins the present. */
  function oldest(): AvlRecord[] {
    const records: AvlRecord[] = []
    while (records.length < PAST) {
      if (past === null) {
        const now = clock()
        if (now - generatedUntil < SOON) break
        past = simulation.marks(vehicle, generatedUntil, now)
        generatedUntil = now
      }
      const { value, done } = past.next()
      if (done) past = null
      else records.push(simulation.record(vehicle, value))
    }
    if (records.length === 0) {
      live = true
      onLive?.()
    }
    return records
  }

  /** As trackers of the professional family are set by default: what is newest goes first. */
  function newest(): AvlRecord[] {
    return pending.splice(-LIVE).reverse()
  }

  function tick(): void {
    if (!isStarted || !live) return
    const now = clock()
    for (const mark of simulation.marks(vehicle, generatedUntil, now))
      pending.push(simulation.record(vehicle, mark))
    generatedUntil = now
    for (const at of due)
      if (at <= now) pending.push(simulation.record(vehicle, { at, cause: null }))
    due = due.filter(at => at > now)
    if (pending.length > KEEPS) pending.splice(0, pending.length - KEEPS)
    if (!simulation.covered(vehicle, now)) link.cut()
    else if (pending.length > 0 || awake(now)) link.wake()
    else link.sleep()
  }
  const awake = (now: number) =>
    voiceOf(vehicle).reachable ||
    simulation.state(vehicle, now).ignition ||
    simulation.state(vehicle, now - SLEEPS_AFTER).ignition

  return {
    start() {
      isStarted = true
      link.wake()
    },
    tick,
    stop: () => link.close(),
    get waiting() {
      return pending.length
    },
  }
}
