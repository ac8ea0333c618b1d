// A simulated fleet against a server: first the missing past of each vehicle, a few vehicles at a time, then all of them live.
import { DAY, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { ConnectionOptions } from './connection.ts'
import type { Language } from './language.ts'
import type { Server } from './line.ts'
import type { Manner } from './obedience.ts'
import { type Tracker, tracker } from './tracker.ts'
import { simulation } from './vehicle.ts'

/** Number of vehicles whose past is sent at the same time. */
const AT_ONCE = 10
/** A part of the fleet is handled in each tick, so that a large fleet does not block the process. */
const TICKS_PER_SECOND = 4

export interface Progress {
  readonly vehicles: number
  /** Number of vehicles whose past is delivered. */
  readonly live: number
  /** Records acknowledged since the start. */
  readonly records: number
  /** Vehicles that the server refused at their last sign-in. */
  readonly refused: number
  /** Connections that the server ended since the last progress. */
  readonly closed: number
  /** Number of waiting records. */
  readonly waiting: number
  /** Epoch ms of the simulated world. */
  readonly now: number
}
export interface FleetOptions {
  readonly server: Server
  readonly vehicles: readonly DemoVehicle[]
  readonly seed?: number
  /** IMEI → epoch ms of its newest record that the server has. */
  readonly since?: ReadonlyMap<string, number>
  /** Days of past for vehicles that `since` does not name, and the maximum for the others. Default 7. */
  readonly backFillDays?: number
  /** Epoch ms of the simulated world; default: now. */
  readonly clock?: () => number
  /** How the devices take commands. Default: they obey. */
  readonly manner?: Manner
  /** The protocol of a vehicle's tracker; undefined, and by default: Teltonika's. */
  readonly languageOf?: (vehicle: DemoVehicle) => Language | undefined
  /** Where trackers of other protocols connect: the shared port. Default: `server`. */
  readonly shared?: Server | undefined
  /** Called every second. */
  readonly onProgress?: (progress: Progress) => void
  readonly times?: ConnectionOptions['times']
}

export interface RunningFleet {
  progress(): Progress
  stop(): void
}

export function startDemoFleet(options: FleetOptions): RunningFleet {
  const { server, vehicles, clock = Date.now, backFillDays = 7, onProgress } = options
  const world = simulation(options.seed)
  const begins = clock() - backFillDays * DAY
  let records = 0
  let closedConnections = 0
  const live = new Set<string>()
  const refusedVehicles = new Set<string>()
  const waiting: Tracker[] = []
  const startNext = () => waiting.shift()?.start()

  const trackers = vehicles.map(vehicle => {
    const language = options.languageOf?.(vehicle)
    return tracker({
      simulation: world,
      vehicle,
      server: language === undefined ? server : (options.shared ?? server),
      clock,
      since: Math.max(options.since?.get(vehicle.imei) ?? begins, begins),
      onSent(count) {
        records += count
        refusedVehicles.delete(vehicle.imei)
      },
      onLive() {
        live.add(vehicle.imei)
        startNext()
      },
      onRefused() {
        if (!refusedVehicles.has(vehicle.imei) && !live.has(vehicle.imei)) startNext()
        refusedVehicles.add(vehicle.imei)
      },
      onClosed() {
        closedConnections++
      },
      ...(language && { language }),
      ...(options.manner && { manner: options.manner }),
      ...(options.times && { times: options.times }),
    })
  })
  // Short pasts first, so that most vehicles are on the map sooner.
  const long = (i: number) => vehicles[i]?.rota === 'line'
  waiting.push(...trackers.filter((_, i) => !long(i)), ...trackers.filter((_, i) => long(i)))
  for (let i = 0; i < AT_ONCE; i++) startNext()

  const progress = (): Progress => ({
    vehicles: vehicles.length,
    live: live.size,
    records,
    refused: refusedVehicles.size,
    closed: closedConnections,
    waiting: trackers.reduce((sum, t) => sum + t.waiting, 0),
    now: clock(),
  })
  let turn = 0
  const timer = setInterval(() => {
    for (let i = turn; i < trackers.length; i += TICKS_PER_SECOND) trackers[i]?.tick()
    turn = (turn + 1) % TICKS_PER_SECOND
    if (turn !== 0) return
    onProgress?.(progress())
    closedConnections = 0
  }, SECOND / TICKS_PER_SECOND)

  return {
    progress,
    stop() {
      clearInterval(timer)
      waiting.length = 0
      for (const t of trackers) t.stop()
    },
  }
}
