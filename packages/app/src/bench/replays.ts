// Replays: vehicles per second whose day is derived again after ordinary late records, compared with the least possible work, while records of other
// vehicles are processed.
import { setTimeout as pause } from 'node:timers/promises'
import { replayQuietVehicles } from '@flotta/features/telemetry/pipeline/replays.ts'
import telemetry from '@flotta/features/telemetry/pipeline/server.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { openPool } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { incoming, type Packet } from '@flotta/platform/topics.ts'
import { startWorker } from '@flotta/platform/worker.ts'
import { decode } from '@flotta/protocols/teltonika/decode.ts'
import { openPlatform } from '../context.ts'
import { makeCompanies } from './fleet.ts'
import { type Bench, cpuSeconds, figure, memoryMb, type Options, percentile } from './harness.ts'
import { startDatabase } from './product.ts'
import { imeiOf, traffic } from './traffic.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** A lorry's 3,000 records a day. */
const STEP = DAY / 3_000
/** Records in a packet; one packet arrives late. */
const RECORDS = 10
/** Packets per second of vehicles that are not replayed. */
const OTHERS = 20

const size = ({ quick, given }: Options) => ({
  vehicles: Number(given.vehicles ?? (quick ? 60 : 600)),
  others: 50,
})

export const replays: Bench = {
  name: 'replays',
  measures: 'vehicles a second whose life is derived again after late records',
  async run(options) {
    const { vehicles, others } = size(options)
    const database = await startDatabase('bench-replays')
    const url = await database.create('replays')
    const platform = await openPlatform(
      readConfig({ DATABASE_URL: url, FLOTTA_LOG_LEVEL: 'error' }),
      {
        application: 'flotta bench',
        say: (_, words) => words.key,
        note: () => {},
      },
    )
    try {
      await makeCompanies(url, [vehicles + others])
      // Of a past day, so that its newest records are spread over its hours.
      const from = Math.floor(Date.now() / DAY - 1) * DAY
      let now = from
      const ctx: Context = { ...platform.ctx, now: () => now }
      const worker = startWorker([{ consumers: telemetry.consumers ?? [] }], ctx)
      const fleet = await fleetOf(ctx, vehicles + others)
      const records = await live(ctx, fleet.slice(0, vehicles), from, at => {
        now = at
      })
      await database.pool.query('checkpoint')
      now = from + DAY
      const ingest = goOn(ctx, fleet.slice(vehicles), from)
      const processors = () => {
        const { user, system } = process.cpuUsage()
        return {
          at: performance.now() / 1_000,
          own: (user + system) / 1e6,
          database: cpuSeconds(database.pid, true),
        }
      }
      // The processor time for other vehicles' records is measured separately.
      const alone = processors()
      await pause(4_000)
      const markedVehicles = async () =>
        (await ctx.pool.query('select from replays limit 1')).rowCount === 1
      const quiet = ingest.begin()
      const before = processors()
      while (await markedVehicles()) await replayQuietVehicles(ctx)
      const after = processors()
      const during = ingest.begin()
      await ingest.end()
      await worker.stop()
      const seconds = after.at - before.at
      /** Processor ms per vehicle, without what the other vehicles' records took in that time. */
      const perVehicle = (process: 'own' | 'database') =>
        ((after[process] -
          before[process] -
          ((before[process] - alone[process]) / (before.at - alone.at)) * seconds) *
          1_000) /
        vehicles
      const rate = vehicles / seconds
      const least = vehicles / (await leastOf(url, fleet.slice(0, vehicles), from))
      return [
        figure('replayed', rate, 'vehicles/s', {
          peer: { what: 'only read, locked and written, one after the other', value: least },
          goal: { atLeast: 200 },
        }),
        figure('records of a vehicle’s day by then', records / vehicles, ''),
        figure('processor time of the server per vehicle', perVehicle('own'), 'ms'),
        figure('processor time of the database per vehicle', perVehicle('database'), 'ms'),
        figure(
          'time to commit the packets of others meanwhile, p50',
          percentile(during, 0.5),
          'ms',
          {
            peer: { what: 'before', value: percentile(quiet, 0.5) },
          },
        ),
        figure(
          'time to commit the packets of others meanwhile, p99',
          percentile(during, 0.99),
          'ms',
          {
            peer: { what: 'before', value: percentile(quiet, 0.99) },
            goal: { below: 500 },
          },
        ),
        figure('memory, highest', memoryMb(process.pid).peak, 'MB', { goal: { below: 700 } }),
      ]
    } finally {
      await platform.close()
      await database.stop()
    }
  },
}

interface TrackedVehicle {
  readonly index: number
  readonly vehicle_id: number
  readonly device_id: number
}
async function fleetOf(ctx: Context, count: number): Promise<TrackedVehicle[]> {
  const { rows } = await ctx.pool.query<TrackedVehicle>(
    `select g.index, d.id as device_id, m.vehicle_id from unnest($1::int[], $2::text[]) g (index, imei)
      join devices d on d.imei = g.imei join device_mounts m on m.device_id = d.id order by g.index`,
    [
      Array.from({ length: count }, (_, i) => i),
      Array.from({ length: count }, (_, i) => imeiOf(i)),
    ],
  )
  return rows
}
function packetOf({ device_id, vehicle_id }: TrackedVehicle, frame: Uint8Array): Packet {
  const frames = decode(frame)
  if (frames.kind !== 'messages')
    throw new RangeError(`a packet of records was read as ${frames.kind}`)
  return { device_id, vehicle_id, received_at: 0, messages: frames.messages }
}

/** Each vehicle's records up to an hour of its own, in the order of time; the records of the hour before come last, which makes them late. */
async function live(
  ctx: Context,
  fleet: readonly TrackedVehicle[],
  from: number,
  clock: (at: number) => void,
): Promise<number> {
  let records = 0
  const take = (packets: readonly Packet[]) =>
    Promise.all(packets.map(packet => ctx.bus.publish(incoming, packet)))
  const packetsOf = ({ index }: TrackedVehicle) => Math.floor(60 + 180 * ((index * 0.618) % 1))
  for (const tracker of [...fleet].sort((a, b) => packetsOf(a) - packetsOf(b))) {
    const source = traffic(tracker.index, from, STEP, RECORDS)
    const packets = Array.from({ length: packetsOf(tracker) }, () =>
      packetOf(tracker, source.next()),
    )
    const late = packets.splice(packets.length - Math.ceil((60 * MINUTE) / STEP / RECORDS), 1)
    records += (packets.length + late.length) * RECORDS
    clock(source.at + MINUTE)
    await take(packets)
    await take(late)
  }
  return records
}

/** Sends packets of other vehicles at a steady rate; `begin` returns their commit times since the last call. */
function goOn(ctx: Context, fleet: readonly TrackedVehicle[], from: number) {
  const sources = fleet.map(({ index }) => traffic(index, from, STEP, RECORDS))
  const waiting = new Set<Promise<void>>()
  let times: number[] = []
  let next = 0
  const timer = setInterval(() => {
    const index = next++ % fleet.length
    const began = performance.now()
    const publications = ctx.bus
      .publish(
        incoming,
        packetOf(
          fleet[index] as TrackedVehicle,
          (sources[index] as ReturnType<typeof traffic>).next(),
        ),
      )
      .then(() => void times.push(performance.now() - began))
      .finally(() => waiting.delete(publications))
    waiting.add(publications)
  }, 1_000 / OTHERS)
  return {
    begin() {
      const figures = times
      times = []
      return figures
    },
    async end() {
      clearInterval(timer)
      await Promise.all(waiting)
    },
  }
}

/** Seconds for the least work of a replay: reading each vehicle's records, locking and writing its row. */
async function leastOf(
  url: string,
  fleet: readonly TrackedVehicle[],
  from: number,
): Promise<number> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  const client = await pool.connect()
  const began = performance.now()
  for (const { vehicle_id } of fleet) {
    await client.query('begin')
    await client.query({
      name: 'hold',
      text: 'select * from vehicle_state where vehicle_id = $1 for update',
      values: [vehicle_id],
    })
    await client.query({
      name: 'read',
      text: 'select * from positions where vehicle_id = $1 and message_datetime >= $2 order by message_datetime, seq',
      values: [vehicle_id, new Date(from)],
    })
    await client.query({
      name: 'write',
      text: 'update vehicle_state set version = version + 1 where vehicle_id = $1',
      values: [vehicle_id],
    })
    await client.query('commit')
  }
  const seconds = (performance.now() - began) / 1_000
  client.release()
  await pool.end()
  return seconds
}
