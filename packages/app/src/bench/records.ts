// The processor time of a record in the worker alone, from the bytes of its packet to the statements that write it, without sockets and database.

import { profileReader } from '@flotta/core/profile-reader.ts'
import { firstReception } from '@flotta/core/protocol.ts'
import type { NewRecord } from '@flotta/features/telemetry/pipeline/admit.ts'
import { recentSince } from '@flotta/features/telemetry/pipeline/checkpoints.ts'
import {
  type DerivedBatch,
  normaliseAndDerive,
} from '@flotta/features/telemetry/pipeline/derive-batch.ts'
import { vehicleFacts } from '@flotta/features/telemetry/pipeline/facts-by-time.ts'
import { meaningsOf } from '@flotta/features/telemetry/pipeline/normalise.ts'
import { settlementStatements } from '@flotta/features/telemetry/pipeline/settle-batch.ts'
import {
  stateOfNewVehicle,
  type VersionedState,
} from '@flotta/features/telemetry/pipeline/store.ts'
import type { DeviceWords } from '@flotta/features/telemetry/pipeline/words.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { type Bench, figure } from './harness.ts'
import { EVERYTHING_PROFILE, modelOf, wiring } from './tracker-models.ts'
import { type Traffic, traffic } from './traffic.ts'

const VEHICLES = 500
const STEP = 5_000
const DAYS_AGO = 3 * 86_400_000

const STAGES = ['decoding', 'deriving', 'statements'] as const
type Stage = (typeof STAGES)[number]

/** The packets that the trackers send. */
interface Packets {
  /** Records in each packet. */
  readonly records: number
  /** Every value for which the product has a kind. */
  readonly all: boolean
}
/** A vehicle that is driving, with its tracker. */
interface Source {
  readonly vehicle_id: number
  readonly packets: Traffic
  readonly words: DeviceWords
}
const readers = new Map(teltonika.profiles.map(p => [p.code, profileReader(p)]))
const everyMeaning = meaningsOf(wiring, readers.get(EVERYTHING_PROFILE) ?? null)
const sourceOf = (index: number, now: number, { records, all }: Packets): Source => {
  const reader = readers.get(all ? EVERYTHING_PROFILE : modelOf(index).profile) ?? null
  return {
    vehicle_id: index + 1,
    packets: traffic(index, now - DAYS_AGO, STEP, records, all),
    words: { reader, meanings: all ? everyMeaning : meaningsOf({}, reader) },
  }
}

/** Processor time of each stage over all batches, µs. */
class Worker {
  readonly #sources: readonly Source[]
  readonly #vehicles = new Map<number, VersionedState>()
  readonly #facts
  readonly #now: number
  readonly times: Record<Stage, number> = { decoding: 0, deriving: 0, statements: 0 }
  count = 0

  constructor(now: number, packets: Packets) {
    this.#now = now
    this.#sources = Array.from({ length: VEHICLES }, (_, i) => sourceOf(i, now, packets))
    this.#facts = new Map(
      this.#sources.map(({ vehicle_id }) => [vehicle_id, vehicleFacts.unknown(vehicle_id)]),
    )
    for (const { vehicle_id } of this.#sources)
      this.#vehicles.set(vehicle_id, stateOfNewVehicle(vehicle_id))
  }

  /** Processes one packet of each of two hundred vehicles. */
  batch(turn: number): void {
    const sources = Array.from(
      { length: 200 },
      (_, i) => this.#sources[(turn * 200 + i) % VEHICLES] as Source,
    ).sort((a, b) => a.vehicle_id - b.vehicle_id)
    const frames = sources.map(source => source.packets.next())
    const records = this.#timed('decoding', () => decodePackets(sources, frames))
    const batch = this.#timed('deriving', () =>
      normaliseAndDerive(records, this.#vehicles, this.#facts, recentSince(this.#now)),
    )
    this.#timed('statements', () => settlementStatements(batch, [], [], this.#now, false))
    this.#commit(batch)
    this.count += records.length
  }

  #timed<T>(stage: Stage, work: () => T): T {
    const before = process.cpuUsage()
    const result = work()
    const { user, system } = process.cpuUsage(before)
    this.times[stage] += user + system
    return result
  }
  #commit({ changedVehicles }: DerivedBatch): void {
    for (const vehicle of changedVehicles.values())
      this.#vehicles.set(vehicle.vehicle_id, { ...vehicle, version: vehicle.version + 1 })
  }
}

function decodePackets(sources: readonly Source[], frames: readonly Uint8Array[]): NewRecord[] {
  return sources.flatMap(({ vehicle_id, words }, i) => {
    const answer = teltonika.tcp?.decode(Buffer.from(frames[i] ?? []), firstReception(0))
    if (answer?.kind !== 'messages') throw new Error('no records')
    return answer.messages.map(
      ({ at, fix, io }): NewRecord => ({
        vehicle_id,
        at,
        seq: 0,
        fix,
        io,
        device_id: vehicle_id,
        words,
        place: 0,
      }),
    )
  })
}

/** The median of many short turns, because a busy machine disturbs some of them. */
function costs(packets: Packets, seconds: number): Record<Stage | 'all', number> {
  const worker = new Worker(Date.now(), packets)
  let turn = 0
  const run = (ms: number) => {
    const until = performance.now() + ms
    while (performance.now() < until) worker.batch(turn++)
  }
  run(3_000)
  const turns = Array.from({ length: Math.ceil(seconds * 5) }, () => {
    const before = { ...worker.times, count: worker.count }
    run(200)
    const perRecord = (stage: Stage) =>
      (worker.times[stage] - before[stage]) / (worker.count - before.count)
    return STAGES.map(perRecord)
  })
  const lowest = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN
  const [decoding = 0, deriving = 0, statements = 0] = STAGES.map((_, i) =>
    lowest(turns.map(t => t[i] ?? 0)),
  )
  return { decoding, deriving, statements, all: decoding + deriving + statements }
}

export const records: Bench = {
  name: 'records',
  measures: 'processor time of a record in the worker alone, from its bytes to the statements',
  async run({ quick, given }) {
    const seconds = Number(given.seconds ?? (quick ? 5 : 20))
    const counts = given.records === undefined ? [10, 1] : [Number(given.records)]
    return counts.flatMap(count => {
      const cost = costs({ records: count, all: given.say === 'all' }, seconds)
      return (['all', ...STAGES] as const).map(stage =>
        figure(`${count} a packet, ${stage}: processor time per record`, cost[stage], 'µs'),
      )
    })
  },
}
