// For the tests of telemetry: the real pipeline on a real database, a device family of a few words,
// and days of driving made from a seed.
import { IoWriter } from '@flotta/core/io.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import type { Fix, Message } from '@flotta/core/telemetry.ts'
import { memoryBus } from '@flotta/platform/bus.memory.ts'
import type { Change } from '@flotta/platform/changes.ts'
import { readConfig } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { memoryLimits } from '@flotta/platform/limits.ts'
import { openLog } from '@flotta/platform/log.ts'
import type { Packet } from '@flotta/platform/topics.ts'
import { productDatabase } from '../../testing/database.ts'
import './tables.ts'

/** Ids of a family of our own; features know no protocol. */
export const testProfile: Profile = {
  code: 'test',
  name: 'Test',
  protocol: 'test',
  reporting_interval: 60,
  parameters: [
    { id: 239, word: 'ignition' },
    { id: 240, word: 'movement' },
    { id: 16, word: 'odometer' },
    { id: 66, word: 'power', scale: 0.001 },
    { id: 67, word: 'battery', scale: 0.001 },
    { id: 113, word: 'battery_level' },
    { id: 72, word: 'temp1', signed: true, scale: 0.1 },
    { id: 26, word: 'ble_temp2', signed: true, scale: 0.01 },
    { id: 78, word: 'ibutton', text: 'hex_reversed' },
    { id: 89, word: 'can_fuel_level' },
  ],
}
const ids = {
  ignition: [239, 1],
  movement: [240, 1],
  odometer: [16, 4],
  power: [66, 2],
  battery: [67, 2],
  battery_level: [113, 1],
  temp1: [72, 2],
  ble_temp2: [26, 2],
  ibutton: [78, 8],
  can_fuel_level: [89, 1],
} as const
export type Raw = Partial<Record<keyof typeof ids, number>>

const writer = new IoWriter()
/** Raw parameters as a device sends them: `power` in millivolts, `temp1` in tenths. */
export function io(raw: Raw): Uint8Array {
  writer.reset()
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  for (const [word, [id, width]] of Object.entries(ids)) {
    const value = raw[word as keyof typeof ids]
    if (value === undefined) continue
    view.setBigInt64(0, BigInt(value))
    writer.put(id, bytes, 8 - width, width)
  }
  return writer.take()
}
export const fixAt = (
  latitude: number,
  longitude: number,
  speed = 0,
  more: Partial<Fix> = {},
): Fix => ({
  latitude_e7: Math.round(latitude * 1e7),
  longitude_e7: Math.round(longitude * 1e7),
  altitude: 100,
  direction: 90,
  speed,
  satellites: 9,
  ...more,
})
export const message = (at: number, fix: Fix | null, raw: Raw = {}): Message => ({
  at,
  fix,
  io: io(raw),
})

export interface TelemetryTest {
  readonly ctx: Context
  readonly url: string
  readonly clock: { now: number }
  /** Reports a change as if another table had committed it. */
  tell(change: Change): void
  /** A vehicle and its device, mounted since 2020. */
  vehicle(values?: {
    readonly vehicle_type?: string
    readonly configurations?: Record<string, string>
    readonly wiring?: Record<string, string>
    readonly profile?: string
  }): Promise<{
    readonly vehicle_id: number
    readonly device_id: number
  }>
  close(): Promise<void>
}

/** A database of its own with all migrations, the real bus, and a clock that the test sets. */
export async function telemetryContext(
  env: Readonly<Record<string, string>> = {},
): Promise<TelemetryTest> {
  const database = await productDatabase()
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const listeners = new Set<(change: Change) => void>()
  const log = openLog(process.env.TEST_LOG_LEVEL ?? 'silent')
  const bus = memoryBus({ log })
  const ctx: Context = {
    config: readConfig(env),
    db: database.db,
    pool: database.pool,
    bus,
    changes: {
      on(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      heard: async () => false,
      close: async () => {},
    },
    instance: 'test',
    log,
    limits: memoryLimits(() => clock.now),
    now: () => clock.now,
    say: (_, words) => words.key,
    profiles: new Map([[testProfile.code, testProfile]]),
    demo: null,
    examine: async () => [],
  }
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into customers (name) values ('Trasporti') returning id`,
  )
  const customer_id = rows[0]?.id ?? 0
  let plates = 0
  return {
    ctx,
    url: database.url,
    clock,
    tell: change => {
      for (const listener of listeners) listener(change)
    },
    async vehicle({ vehicle_type = 'T', configurations = {}, wiring = {}, profile = 'test' } = {}) {
      const number = ++plates
      const vehicle = await database.pool.query<{ id: number }>(
        'insert into vehicles (customer_id, plate, vehicle_type, configurations) values ($1, $2, $3, $4) returning id',
        [customer_id, `T${number}`, vehicle_type, JSON.stringify(configurations)],
      )
      const device = await database.pool.query<{ id: number }>(
        `insert into devices (imei, protocol, profile, wiring) values ($1, 'test', $2, $3) returning id`,
        [String(350_000_000_000_000 + number), profile, JSON.stringify(wiring)],
      )
      const vehicle_id = vehicle.rows[0]?.id ?? 0
      const device_id = device.rows[0]?.id ?? 0
      await database.pool.query(
        `insert into device_mounts (device_id, vehicle_id, mounted_from) values ($1, $2, '2020-01-01')`,
        [device_id, vehicle_id],
      )
      return { vehicle_id, device_id }
    },
    async close() {
      await bus.close()
      await database.close()
    },
  }
}

export const packet = (
  of: { readonly vehicle_id: number; readonly device_id: number },
  messages: readonly Message[],
  received_at = 0,
): Packet => ({
  ...of,
  received_at,
  messages,
})

/** mulberry32: the same numbers for the same seed, 0 ≤ n < 1. */
export function random(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), a | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Some days of a vehicle: trips with and without ignition, stops, silence, tunnels, fixes that wander or jump, low voltage, speeding, fuel thefts and
 * refuellings. Ascending; some records share their instant.
 */
export function someDays(seed: number, from: number, records: number): Message[] {
  const next = random(seed)
  const between = (low: number, high: number) => low + next() * (high - low)
  const messages: Message[] = []
  let at = from
  let fuel = 80
  let [latitude, longitude, odometer, heading] = [
    45 + next(),
    9 + next(),
    Math.floor(next() * 1e6),
    next() * 6,
  ]
  const say = (speed: number, raw: Raw, fix = true) => {
    const wander = () => (next() - 0.5) * 2e-4
    const jump = next() < 0.01 ? 3 : 0
    messages.push(
      message(at, fix ? fixAt(latitude + wander() + jump, longitude + wander(), speed) : null, raw),
    )
    if (next() < 0.03)
      messages.push(
        message(at, fix ? fixAt(latitude + wander(), longitude, speed) : null, {
          ...raw,
          battery_level: 77,
        }),
      )
  }
  const sensors = (): Raw => ({
    power: Math.round(between(23_000, 28_500)),
    battery: 4_000,
    ...(next() < 0.5 && { temp1: Math.round(between(-30, 80)) & 0xffff }),
    ...(next() < 0.7 && { can_fuel_level: fuelAfter(next()) }),
  })
  /** The fuel level mostly falls a little; now and then the tank is filled or emptied. */
  const fuelAfter = (chance: number): number => {
    fuel = chance < 0.03 ? 95 : chance < 0.07 ? Math.max(0, fuel - 25) : Math.max(0, fuel - chance)
    return Math.round(fuel)
  }
  while (messages.length < records) {
    const knowsIgnition = next() < 0.8
    const knowsOdometer = next() < 0.7
    for (let left = Math.floor(between(3, 25)); left > 0; left--) {
      const step = next() < 0.05 ? between(300, 3_000) : between(5, 90)
      const speed = Math.round(between(0, 115))
      const metres = (speed / 3.6) * step
      heading += between(-0.5, 0.5)
      latitude += (Math.cos(heading) * metres) / 111_000
      longitude += (Math.sin(heading) * metres) / 80_000
      odometer += Math.round(metres)
      at += Math.round(step) * 1_000
      say(
        speed,
        {
          ...sensors(),
          movement: speed > 0 ? 1 : 0,
          ...(knowsIgnition && { ignition: 1 }),
          ...(knowsOdometer && { odometer }),
        },
        next() > 0.08,
      )
    }
    for (let left = Math.floor(between(1, 8)); left > 0; left--) {
      at += Math.round(between(30, next() < 0.2 ? 30_000 : 200)) * 1_000
      say(
        0,
        { ...sensors(), movement: 0, ...(knowsIgnition && { ignition: next() < 0.3 ? 1 : 0 }) },
        next() > 0.2,
      )
    }
  }
  return messages.slice(0, records)
}

/** Everything derived from a vehicle's records, without what may depend on the order of arrival: ids, versions and corrections. */
export async function derivedOf(
  { ctx }: Pick<TelemetryTest, 'ctx'>,
  vehicle_id: number,
): Promise<Record<string, unknown[]>> {
  const rowsOf = async (sql: string) => (await ctx.pool.query(sql, [vehicle_id])).rows as unknown[]
  return {
    positions: await rowsOf(
      'select message_datetime, seq, latitude_e7, longitude_e7, speed, io from positions where vehicle_id = $1 order by 1, 2',
    ),
    readings: await rowsOf(
      'select kind, message_datetime, seq, data from readings where vehicle_id = $1 order by 1, 2, 3',
    ),
    trips: await rowsOf(
      `select period_from, period_to, start_latitude, start_longitude, began_by, ended_by, case when period_to is not null then jsonb_build_array(end_latitude, end_longitude, end_at, distance, max_speed) end as ending
       from trips where vehicle_id = $1 and replaced_by is null order by 1`,
    ),
    incidents: await rowsOf(
      `select alert_id, customer_id, subject_id, opened_at, closed_at, until, raised_by, cleared_by, data, gps_datetime, latitude_e7, longitude_e7 from incidents where vehicle_id = $1 and closed_as is distinct from 'corrected' order by 1, 2, 3, 4`,
    ),
    checkpoints: await rowsOf(
      'select day::text, state from checkpoints where vehicle_id = $1 order by 1',
    ),
    state: await rowsOf(
      `select message_datetime, seq, gps_datetime, latitude_e7, longitude_e7, altitude, direction, speed, satellites, moving, ignition, motion, motion_since, odometer, latest, memory
       from vehicle_state where vehicle_id = $1`,
    ),
  }
}
