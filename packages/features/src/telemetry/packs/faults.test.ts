// Disturbances while packing works: records that arrive, processes that die, devices that change vehicles, a full disk.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import pg from 'pg'
import { build } from 'vite'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { ingestPackets } from '../pipeline/ingest.ts'
import { replayQuietVehicles } from '../pipeline/replays.ts'
import {
  derivedOf,
  fixAt,
  message,
  packet,
  random,
  someDays,
  type TelemetryTest,
  telemetryContext,
} from '../pipeline/testing.ts'
import { packAll } from './jobs.ts'
import { packVehicleDay } from './packing.ts'
import { packDayReadings } from './reading-packing.ts'
import { INSERT_POSITIONS, insertValues } from './rows.ts'
import { chance, dayOfSamples, madeDay } from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext({ FLOTTA_REPLAY_QUIET: '30' })
})
afterAll(() => t.close())

const ask = async (text: string, ...values: unknown[]) =>
  (await t.ctx.pool.query(text, values)).rows as Record<string, unknown>[]
const POSITIONS = `select message_datetime, seq, latitude_e7, longitude_e7, speed, io from positions_of($1, '-infinity', 'infinity')`
const kindsOf = async (vehicle_id: number) =>
  (
    await ask(
      'select distinct kind from (select vehicle_id, kind from readings union all select vehicle_id, kind from reading_packs) k where vehicle_id = $1 order by kind',
      vehicle_id,
    )
  ).map(({ kind }) => String(kind))
/** Everything that is stored or derived of a vehicle, packed or not. */
async function historyOf(vehicle_id: number) {
  const { positions: _, readings: __, ...derived } = await derivedOf(t, vehicle_id)
  const readings: unknown[] = []
  for (const kind of await kindsOf(vehicle_id))
    readings.push(
      kind,
      await ask(
        `select message_datetime, seq, data from readings_of($1, $2, '-infinity', 'infinity') order by 1, 2`,
        vehicle_id,
        kind,
      ),
    )
  return { ...derived, positions: await ask(POSITIONS, vehicle_id), readings }
}
async function quiet(): Promise<void> {
  t.clock.now += 2 * HOUR
  await replayQuietVehicles(t.ctx)
}

test('records that come in any order while their days are packed give the same rows and the same history [telemetry.20, telemetry.71, telemetry.72]', async () => {
  const begin = t.clock.now - 8 * DAY
  const messages = someDays(41, begin, 240).filter(({ at }) => at < t.clock.now - 3 * DAY)
  const [undisturbed, raced] = [await t.vehicle(), await t.vehicle()]
  const next = random(7)
  const packets = Array.from({ length: Math.ceil(messages.length / 5) }, (_, i) =>
    messages.slice(i * 5, i * 5 + 5),
  )
  await ingestPackets(
    packets.map(p => packet(undisturbed, p)),
    t.ctx,
  )
  const shuffled = [...packets, ...packets.filter(() => next() < 0.2)]
    .map(p => ({ p, place: next() }))
    .sort((a, b) => a.place - b.place)
  let isSending = true
  const send = async (lane: number) => {
    for (let i = lane; i < shuffled.length; i += 2)
      await ingestPackets([packet(raced, shuffled[i]?.p ?? [])], t.ctx)
  }
  const days = Array.from({ length: 6 }, (_, i) => begin - (begin % DAY) + i * DAY)
  let packed = 0
  const pack = async () => {
    while (isSending)
      for (const day of days) {
        packed += await packVehicleDay(t.ctx.pool, raced.vehicle_id, day)
        await packDayReadings(t.ctx.pool, raced.vehicle_id, day)
      }
  }
  const replay = async () => {
    while (isSending) {
      t.clock.now += MINUTE
      await replayQuietVehicles(t.ctx)
    }
  }
  const others = [pack(), replay()]
  try {
    await Promise.all([send(0), send(1)])
  } finally {
    isSending = false
    await Promise.all(others)
  }
  await quiet()
  expect(packed).toBeGreaterThan(0)
  const expected = await historyOf(undisturbed.vehicle_id)
  expect(expected.positions.length).toBeGreaterThan(150)
  expect(await historyOf(raced.vehicle_id)).toEqual(expected)
  expect((await packAll(t.ctx, { olderThan: 48, onlyQuiet: true })).failed).toBe(0)
  expect(await historyOf(raced.vehicle_id)).toEqual(expected)
})

/** Builds the packing program into one file: Node alone cannot run the sources, and the process that is killed must be a single plain process. */
async function packingProgram(directory: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'packing-process.ts'),
      outDir: directory,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'packing.mjs' } },
    },
    ssr: { noExternal: true },
  })
  return join(directory, 'packing.mjs')
}
/** True: the process packed to its end. False: it was killed, and the database has closed its connection. */
async function packUntilKilled(program: string, args: readonly unknown[]): Promise<boolean> {
  const { status, signal, stderr } = spawnSync(process.execPath, [program, ...args.map(String)], {
    encoding: 'utf8',
  })
  if (signal !== 'SIGKILL' && status !== 0) throw new Error(stderr)
  await vi.waitFor(async () =>
    expect(
      await ask(
        `select from pg_stat_activity where application_name = 'packing that is killed' and datname = current_database()`,
      ),
    ).toEqual([]),
  )
  return signal === null
}
test('a process that is killed with -9 at any statement while it packs loses and doubles nothing, and the next process continues [telemetry.72]', async () => {
  const vehicle = await t.vehicle()
  const { vehicle_id } = vehicle
  const morning = t.clock.now - (t.clock.now % DAY) - 5 * DAY
  await ingestPackets(
    [
      packet(
        vehicle,
        someDays(42, morning, 240).filter(({ at }) => at < morning + DAY),
      ),
    ],
    t.ctx,
  )
  await quiet()
  const before = await historyOf(vehicle_id)
  expect(before.positions.length).toBeGreaterThan(20)
  const rowsLeft = async () => {
    const [counts] = await ask(
      `select (select count(*) from positions where vehicle_id = $1 and message_datetime < $2)::int as positions,
        (select count(*) from readings where vehicle_id = $1 and message_datetime < $2)::int as readings`,
      vehicle_id,
      new Date(morning + DAY),
    )
    return counts
  }
  const directory = mkdtempSync(join(tmpdir(), 'flotta-packing-'))
  try {
    const program = await packingProgram(directory)
    const { url } = t
    let [kills, statement] = [0, 0]
    for (let rows = await rowsLeft(); ; kills++) {
      const isDone = await packUntilKilled(program, [url, vehicle_id, morning, statement])
      expect(await historyOf(vehicle_id)).toEqual(before)
      if (isDone) break
      const next = await rowsLeft()
      // The killed process may have packed something; then the rest begins again from its first statement.
      statement = JSON.stringify(next) === JSON.stringify(rows) ? statement + 1 : 0
      rows = next
      expect(kills).toBeLessThan(60)
    }
    expect(kills).toBeGreaterThan(10)
    expect(await rowsLeft()).toEqual({ positions: 0, readings: 0 })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})

test('a day of two trackers is one pack of its vehicle, and a late record belongs to the vehicle that carried its tracker then [telemetry.62, telemetry.71]', async () => {
  const [vehicle, other] = [await t.vehicle(), await t.vehicle()]
  const morning = t.clock.now - (t.clock.now % DAY) - 6 * DAY
  const noon = morning + 12 * HOUR
  const replacement = other.device_id
  // At noon the device of the second vehicle moves into the first one.
  await ask(
    'update device_mounts set mounted_to = $2 where device_id = any($1::int4[])',
    [vehicle.device_id, replacement],
    new Date(noon),
  )
  await ask(
    'insert into device_mounts (device_id, vehicle_id, mounted_from) values ($1, $2, $3)',
    replacement,
    vehicle.vehicle_id,
    new Date(noon),
  )
  t.tell({ table: '*' })
  const at = (hour: number, device_id: number, latitude: number) =>
    packet({ vehicle_id: vehicle.vehicle_id, device_id }, [
      message(morning + hour * HOUR, fixAt(latitude, 9, 50), { ignition: 1 }),
    ])
  await ingestPackets(
    [
      at(8, vehicle.device_id, 45),
      at(11, vehicle.device_id, 45.1),
      at(10, replacement, 46),
      at(13, replacement, 45.2),
      at(15, replacement, 45.3),
    ],
    t.ctx,
  )
  await quiet()
  await packAll(t.ctx, { olderThan: 48, onlyQuiet: false })
  const latitudes = async (id: number) =>
    (await ask(POSITIONS, id)).map(({ latitude_e7 }) => Number(latitude_e7) / 1e7)
  expect(await latitudes(vehicle.vehicle_id)).toEqual([45, 45.1, 45.2, 45.3])
  expect(await latitudes(other.vehicle_id)).toEqual([46])
  await ingestPackets([at(9, vehicle.device_id, 45.05), at(11.5, replacement, 46.1)], t.ctx)
  await ingestPackets([at(14, replacement, 45.25), at(8, vehicle.device_id, 45)], t.ctx)
  await quiet()
  await packAll(t.ctx, { olderThan: 48, onlyQuiet: false })
  expect(await latitudes(vehicle.vehicle_id)).toEqual([45, 45.05, 45.1, 45.2, 45.25, 45.3])
  expect(await latitudes(other.vehicle_id)).toEqual([46, 46.1])
  expect(
    await ask('select from positions where vehicle_id = any($1::int4[])', [
      vehicle.vehicle_id,
      other.vehicle_id,
    ]),
  ).toEqual([])
})

/** A disk of one megabyte that the database can write to; null: only root can mount one, beside the test's own database. */
async function smallDisk(admin: pg.Client): Promise<string | null> {
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  const directory = mkdtempSync(join(tmpdir(), 'flotta-small-disk-'))
  try {
    const { uid, gid } = statSync(rows[0]?.data_directory ?? '')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=755', 'tmpfs', directory], {
      stdio: 'ignore',
    })
    chownSync(directory, uid, gid)
    return directory
  } catch {
    rmSync(directory, { recursive: true, force: true })
    return null
  }
}
function fill(directory: string): string {
  const filler = join(directory, 'filler')
  try {
    for (let kb = 1; ; kb += 4) writeFileSync(filler, Buffer.alloc(kb * 1_024))
  } catch {
    return filler
  }
}

test('on a full disk nothing is packed and nothing is lost, and packing continues when there is room again [telemetry.72]', async ({
  skip,
}) => {
  const admin = new pg.Client({ connectionString: inject('postgresAdmin') })
  await admin.connect()
  const directory = await smallDisk(admin)
  const space = `small_disk_${process.pid}`
  try {
    if (directory === null) return skip('only root may mount a small disk')
    const owner = pg.escapeIdentifier(decodeURIComponent(new URL(inject('postgres')).username))
    await admin.query(`create tablespace ${space} owner ${owner} location '${directory}'`)
    await ask(`alter table position_packs set tablespace ${space}`)
    const { vehicle_id } = await t.vehicle()
    const morning = t.clock.now - (t.clock.now % DAY) - 7 * DAY
    await ask(
      INSERT_POSITIONS,
      vehicle_id,
      ...insertValues(dayOfSamples(madeDay(morning, 1_440, MINUTE, chance(10)))),
    )
    const before = await ask(POSITIONS, vehicle_id)
    const filler = fill(directory)
    await expect(packVehicleDay(t.ctx.pool, vehicle_id, morning)).rejects.toThrow(/No space left/)
    expect(await ask(POSITIONS, vehicle_id)).toEqual(before)
    expect(await ask('select from positions where vehicle_id = $1', vehicle_id)).toHaveLength(
      before.length,
    )
    rmSync(filler)
    expect(await packVehicleDay(t.ctx.pool, vehicle_id, morning)).toBe(before.length)
    expect(await ask(POSITIONS, vehicle_id)).toEqual(before)
    await ask('alter table position_packs set tablespace pg_default')
    await admin.query(`drop tablespace ${space}`)
  } finally {
    await admin.end()
    if (directory !== null) {
      execFileSync('umount', ['-l', directory])
      rmSync(directory, { recursive: true, force: true })
    }
  }
})
