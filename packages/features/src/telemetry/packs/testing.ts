// For the tests of packs: days of positions (recorded drives of real vehicles where the files exist, and days made from a seed), and pools whose connections
// fail early.
import { existsSync, readFileSync } from 'node:fs'
import { IoWriter } from '@flotta/core/io.ts'
import { SECOND } from '@flotta/core/time.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { PoolClient } from 'pg'
import { type FixColumn, fixColumns, type PositionColumns } from './codec.ts'

const EPOCH_2000_MS = 946_684_800_000
const EMPTY = new Uint8Array(0)

export interface PositionSample extends Partial<Record<FixColumn, number | null>> {
  /** Epoch ms, with fractions down to microseconds. */
  readonly at: number
  readonly seq?: number
  readonly io?: Uint8Array | null
}

export function dayOfSamples(samples: readonly PositionSample[]): PositionColumns {
  const values = Object.fromEntries(
    fixColumns.map(name => [name, Int32Array.from(samples, s => s[name] ?? 0)]),
  ) as Record<FixColumn, Int32Array>
  return {
    ...values,
    micros: Float64Array.from(samples, ({ at }) => Math.round((at - EPOCH_2000_MS) * 1_000)),
    seq: Int16Array.from(samples, s => s.seq ?? 0),
    nulls: Uint8Array.from(samples, s =>
      fixColumns.reduce((bits, name, bit) => bits | (Number((s[name] ?? null) === null) << bit), 0),
    ),
    io: samples.map(({ io = EMPTY }) => io),
  }
}

const drives = new URL('../../../../../../shared/data/drives/', import.meta.url)
/** A recorded drive; null: its file does not exist. */
export function drive(name: string): PositionSample[] | null {
  const path = new URL(name, drives)
  if (!existsSync(path)) return null
  return [
    ...readFileSync(path, 'utf8').matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">(.*?)<\/trkpt>/gs),
  ].map(([, latitude, longitude, rest = '']) => ({
    at: Date.parse(/<time>([^<]+)/.exec(rest)?.[1] ?? ''),
    latitude_e7: Math.round(Number(latitude) * 1e7),
    longitude_e7: Math.round(Number(longitude) * 1e7),
    altitude: Math.round(Number(/<ele>([^<]+)/.exec(rest)?.[1] ?? 0)),
    direction: 0,
    speed: Math.round(Number(/speed>([^<]+)/.exec(rest)?.[1] ?? 0)),
    satellites: 12,
  }))
}

/** A day as a device sends it: it drives and stands, with voltages, odometer and more. */
export function madeDay(begin: number, count: number, step: number, random: () => number) {
  const writer = new IoWriter()
  let [latitude, longitude, heading, speed, odometer] = [455_000_000, 92_000_000, 90, 0, 81_234_567]
  return Array.from({ length: count }, (_, i): PositionSample => {
    const isDriving = Math.floor(i / 300) % 3 !== 2
    speed = isDriving ? Math.max(0, Math.min(130, speed + Math.round((random() - 0.48) * 8))) : 0
    heading = (heading + (isDriving ? Math.round((random() - 0.5) * 20) : 0) + 360) % 360
    const metres = ((speed / 3.6) * step) / SECOND
    latitude += Math.round(Math.cos((heading * Math.PI) / 180) * metres * 90)
    longitude += Math.round(Math.sin((heading * Math.PI) / 180) * metres * 128)
    odometer += Math.round(metres)
    writer.reset()
    writer.putNumber(239, isDriving ? 1 : 0, 1)
    writer.putNumber(240, speed > 0 ? 1 : 0, 1)
    writer.putNumber(21, 3 + Math.floor(random() * 3), 1)
    writer.putNumber(66, 13_800 + Math.round(random() * 120), 2)
    writer.putNumber(67, 4_050 + Math.round(random() * 3), 2)
    writer.putNumber(16, odometer, 4)
    writer.putNumber(199, Math.round(metres), 4)
    if (i % 60 === 0) writer.putNumber(78, 0x1234_5678_9abc, 8)
    return {
      at: begin + i * step,
      latitude_e7: latitude,
      longitude_e7: longitude,
      altitude: 120 + Math.round(Math.sin(i / 500) * 20),
      direction: heading,
      speed,
      satellites: 9 + Math.floor(random() * 4),
      io: writer.take(),
    }
  })
}

/** A generator of random numbers from a seed. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** The pool with another way to open connections. */
export const poolWith = (pool: Pool, connect: () => Promise<PoolClient>): Pool =>
  Object.assign(Object.create(pool), { query: pool.query.bind(pool), connect })

/** The pool whose connections fail after this many statements; COMMIT and ROLLBACK still pass. */
export function endingPool(pool: Pool, allowed: number): Pool {
  let statements = allowed
  return poolWith(pool, async () => {
    const client = await pool.connect()
    const query = client.query.bind(client)
    return Object.assign(Object.create(client), {
      query: (...args: Parameters<typeof query>) =>
        String(args[0]) === 'rollback' || statements-- > 0 ? query(...args) : query('select 1 / 0'),
    })
  })
}
