import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { openPool } from '@flotta/platform/db.ts'
import { incoming, updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ingestPackets } from './ingest.ts'
import { packMonths } from './partitions.ts'
import { capQuarantine, countQuarantine, listQuarantine, releaseQuarantine } from './quarantine.ts'
import server from './server.ts'
import {
  derivedOf,
  fixAt,
  message,
  packet,
  someDays,
  type TelemetryTest,
  telemetryContext,
} from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext()
})
afterAll(() => t.close())
const rows = async (sql: string, values: unknown[] = []) =>
  (await t.ctx.pool.query(sql, values)).rows
const positionsOf = (v: { vehicle_id: number }) =>
  rows('select * from positions where vehicle_id = $1 order by message_datetime, seq', [
    v.vehicle_id,
  ])
const stateOf = async (v: { vehicle_id: number }) =>
  (await rows('select * from vehicle_state where vehicle_id = $1', [v.vehicle_id]))[0]
const ago = (ms: number) => t.clock.now - ms

test('a record becomes a position, a state, readings and a trip', async () => {
  const v = await t.vehicle()
  const at = ago(MINUTE)
  const raw = { ignition: 1, movement: 1, odometer: 1000, power: 27_500, temp1: 0xffff }
  await ingestPackets([packet(v, [message(at, fixAt(45.4642, 9.19, 50), raw)])], t.ctx)
  expect(await stateOf(v)).toMatchObject({
    version: 1,
    latitude_e7: 454_642_000,
    speed: 50,
    moving: true,
    ignition: true,
    odometer: 1000,
    latest: { temperature: [at / 1000, [-0.1]] },
  })
  expect(
    await rows('select kind, data from readings where vehicle_id = $1 order by kind', [
      v.vehicle_id,
    ]),
  ).toEqual([
    { kind: 'ignition', data: { ignition: true } },
    { kind: 'motion', data: { motion: 'moving', motion_since: at, idled_since: null } },
    {
      kind: 'power',
      data: {
        external_voltage: 27.5,
        battery_voltage: null,
        battery_capacity: null,
        sleep_mode: null,
      },
    },
    { kind: 'temperature', data: { T1: -0.1, T2: null, T3: null, T4: null } },
  ])
  expect(
    await rows('select period_from, period_to, distance from trips where vehicle_id = $1', [
      v.vehicle_id,
    ]),
  ).toEqual([{ period_from: new Date(at), period_to: null, distance: 0 }])
})

test('a reading that is already stored does not make the record refused', async () => {
  const v = await t.vehicle()
  const at = ago(MINUTE)
  await t.ctx.pool.query("select create_month('readings', $1)", [
    new Date(at).toISOString().slice(0, 7).concat('-01'),
  ])
  await t.ctx.pool.query(
    "insert into readings (message_datetime, vehicle_id, seq, kind, data) values ($1, $2, 0, 'power', '{}')",
    [new Date(at), v.vehicle_id],
  )
  expect(
    await ingestPackets(
      [packet(v, [message(at, fixAt(45, 9, 10), { ignition: 1, power: 27_500 })])],
      t.ctx,
    ),
  ).toEqual([])
  expect(await positionsOf(v)).toHaveLength(1)
  expect(
    await rows('select kind from readings where vehicle_id = $1 order by kind', [v.vehicle_id]),
  ).toEqual([{ kind: 'ignition' }, { kind: 'motion' }, { kind: 'power' }])
})

test('a packet that is sent again, whole or in part, changes nothing [telemetry.17]', async () => {
  const v = await t.vehicle()
  const messages = someDays(5, ago(2 * DAY), 80)
  await ingestPackets([packet(v, messages)], t.ctx)
  const before = await derivedOf(t, v.vehicle_id)
  const version = (await stateOf(v)).version
  await ingestPackets([packet(v, messages), packet(v, messages.slice(20, 40))], t.ctx)
  expect(await derivedOf(t, v.vehicle_id)).toEqual(before)
  expect((await stateOf(v)).version).toBe(version)
  expect(await rows('select * from replays where vehicle_id = $1', [v.vehicle_id])).toEqual([])
})

test('two different records of one instant are both kept, and equal ones are kept once [telemetry.18]', async () => {
  const v = await t.vehicle()
  const at = ago(HOUR)
  const one = message(at, fixAt(45, 9, 10), { ignition: 1 })
  const otherMessage = message(at, fixAt(45, 9, 10), { ignition: 1, battery_level: 50 })
  await ingestPackets([packet(v, [one, otherMessage, one])], t.ctx)
  expect(await positionsOf(v)).toHaveLength(2)
})

test('a late record is kept, does not overwrite the newer status and marks the vehicle once [telemetry.19]', async () => {
  const v = await t.vehicle()
  await ingestPackets(
    [packet(v, [message(ago(MINUTE), fixAt(45, 9, 0), { power: 28_000 })])],
    t.ctx,
  )
  const late = packet(v, [message(ago(HOUR), fixAt(45.1, 9, 0), { power: 24_000 })])
  await ingestPackets([late], t.ctx)
  const marks = () =>
    rows('select from_at, to_at, marks from replays where vehicle_id = $1', [v.vehicle_id])
  const marked = await marks()
  await ingestPackets([late], t.ctx)
  expect(await positionsOf(v)).toHaveLength(2)
  expect(await stateOf(v)).toMatchObject({
    version: 1,
    latitude_e7: 450_000_000,
    latest: { power: [ago(MINUTE) / 1000, [28]] },
  })
  expect(await marks()).toEqual(marked)
  expect(marked).toMatchObject([{ from_at: new Date(ago(HOUR)), to_at: new Date(ago(HOUR)) }])
})

test('a record without a fix keeps its sensors and the last place [telemetry.22]', async () => {
  const v = await t.vehicle()
  await ingestPackets(
    [
      packet(v, [
        message(ago(2 * MINUTE), fixAt(45, 9, 30), {}),
        message(ago(MINUTE), null, { power: 12_600 }),
      ]),
    ],
    t.ctx,
  )
  expect(await stateOf(v)).toMatchObject({
    latitude_e7: 450_000_000,
    gps_datetime: new Date(ago(2 * MINUTE)),
    message_datetime: new Date(ago(MINUTE)),
  })
  expect(await positionsOf(v)).toMatchObject([
    { latitude_e7: 450_000_000 },
    { latitude_e7: null, speed: null },
  ])
})

test('an unknown profile is stored raw [telemetry.7]', async () => {
  const v = await t.vehicle({ profile: 'unheard-of' })
  await ingestPackets(
    [packet(v, [message(ago(MINUTE), fixAt(45, 9, 0), { power: 12_000 })])],
    t.ctx,
  )
  expect((await positionsOf(v))[0]?.io).toHaveLength(4)
  expect((await stateOf(v)).latest).toEqual({})
})

test('the wiring of a device chooses the sensor of a reading', async () => {
  const v = await t.vehicle({ wiring: { T1: 'ble_temp2' } })
  await ingestPackets(
    [packet(v, [message(ago(MINUTE), null, { temp1: 50, ble_temp2: 412 })])],
    t.ctx,
  )
  expect((await stateOf(v)).latest.temperature[1]).toEqual([4.12, 4.12])
})

test('a state stored in the older form continues without a break', async () => {
  const v = await t.vehicle()
  const at = ago(10 * MINUTE)
  await ingestPackets(
    [packet(v, [message(at, fixAt(45, 9, 50), { power: 12_000, ignition: 1 })])],
    t.ctx,
  )
  const named = (volts: number) => ({
    external_voltage: volts,
    battery_voltage: null,
    battery_capacity: null,
  })
  await t.ctx.pool.query(
    'update vehicle_state set latest = $2, memory = $3 where vehicle_id = $1',
    [
      v.vehicle_id,
      JSON.stringify({ power: [at + MINUTE, named(12.1)], ignition: [at, { ignition: true }] }),
      JSON.stringify({
        ...(await stateOf(v)).memory,
        power: [at, named(12)],
        ignition: [at, { ignition: true }],
      }),
    ],
  )
  t.tell({ table: '*' })
  const minute = (n: number, power: number) =>
    packet(v, [message(at + n * MINUTE, fixAt(45, 9, 50), { power, ignition: 1 })])
  const readings = () =>
    rows(
      `select kind, data ->> 'external_voltage' as volts from readings where vehicle_id = $1 order by message_datetime, kind`,
      [v.vehicle_id],
    )
  await ingestPackets([minute(2, 12_150)], t.ctx)
  expect(await stateOf(v)).toMatchObject({
    ignition: true,
    latest: {
      power: [at / 1000 + 120, [12.15], 120, 0, 12],
      ignition: [at / 1000 + 120, [true], 120],
    },
  })
  expect(Object.keys((await stateOf(v)).memory)).not.toContain('power')
  await ingestPackets([minute(3, 12_200)], t.ctx)
  expect((await readings()).map(r => r.volts ?? r.kind)).toEqual([
    'ignition',
    'motion',
    '12',
    '12.2',
  ])
})

test('each record belongs to the vehicle that carried the device at its time, even after a change of vehicle [telemetry.23]', async () => {
  const first = await t.vehicle()
  const second = await t.vehicle()
  const moved = ago(HOUR)
  await ingestPackets([packet(first, [message(moved - MINUTE, fixAt(45, 9, 0))])], t.ctx)
  await rows('delete from device_mounts where device_id = $1', [second.device_id])
  await rows('update device_mounts set mounted_to = $2 where device_id = $1', [
    first.device_id,
    new Date(moved),
  ])
  await rows(
    'insert into device_mounts (device_id, vehicle_id, mounted_from) values ($1, $2, $3)',
    [first.device_id, second.vehicle_id, new Date(moved)],
  )
  t.tell({ table: 'device_mounts', device_id: first.device_id })
  await ingestPackets(
    [packet(first, [message(moved - 1, fixAt(45, 9, 0)), message(moved, fixAt(46, 10, 0))])],
    t.ctx,
  )
  expect(await positionsOf(first)).toHaveLength(2)
  expect(await positionsOf(second)).toMatchObject([{ latitude_e7: 460_000_000 }])
})

test('records that a device buffered under a former registration belong to the vehicle that carried it then, with the wiring of then', async () => {
  const [first, second] = [await t.vehicle({ wiring: { T1: 'ble_temp2' } }), await t.vehicle()]
  const moved = ago(HOUR)
  await rows('delete from device_mounts where device_id = $1', [second.device_id])
  await rows('update device_mounts set mounted_to = $2 where device_id = $1', [
    first.device_id,
    new Date(moved),
  ])
  await rows('update devices set deleted_at = $2 where id = $1', [first.device_id, new Date(moved)])
  await rows('update devices set imei = (select imei from devices where id = $1) where id = $2', [
    first.device_id,
    second.device_id,
  ])
  await rows(
    'insert into device_mounts (device_id, vehicle_id, mounted_from) values ($1, $2, $3)',
    [second.device_id, second.vehicle_id, new Date(moved)],
  )
  t.tell({ table: 'devices', id: second.device_id })
  const buffered = Array.from({ length: 63 }, (_, i) =>
    message(moved - (63 - i) * MINUTE, fixAt(45, 9, 0), { temp1: 50, ble_temp2: 412 }),
  )
  expect(
    await ingestPackets(
      [
        packet(second, [
          ...buffered,
          message(moved, fixAt(46, 10, 0), { temp1: 50, ble_temp2: 412 }),
        ]),
      ],
      t.ctx,
    ),
  ).toEqual([])
  expect(await positionsOf(first)).toHaveLength(63)
  expect(await positionsOf(second)).toHaveLength(1)
  const temperature = (v: typeof first) =>
    rows(
      `select data ->> 'T1' as "T1" from readings where vehicle_id = $1 and kind = 'temperature' order by message_datetime limit 1`,
      [v.vehicle_id],
    )
  expect([await temperature(first), await temperature(second)]).toEqual([
    [{ T1: '4.12' }],
    [{ T1: '5' }],
  ])
})

test('a changed configuration holds from the next record on [telemetry.47]', async () => {
  const v = await t.vehicle({ vehicle_type: 'V' })
  await ingestPackets([packet(v, [message(ago(2 * MINUTE), fixAt(45, 9, 100))])], t.ctx)
  await rows(`update vehicles set configurations = '{"speed_limit_kmh":"80"}' where id = $1`, [
    v.vehicle_id,
  ])
  t.tell({ table: 'vehicles', id: v.vehicle_id })
  // Whatever the time of the record, because the worker hears of the change only now.
  await ingestPackets(
    [
      packet(v, [
        message(ago(90_000), fixAt(45.01, 9, 100)),
        message(ago(MINUTE), fixAt(45.02, 9, 100)),
      ]),
    ],
    t.ctx,
  )
  expect(
    await rows('select alert_id, opened_at, data from incidents where vehicle_id = $1', [
      v.vehicle_id,
    ]),
  ).toEqual([{ alert_id: 1, opened_at: new Date(ago(90_000)), data: { speed: 100, limit: 80 } }])
})

test('a state that another process has written meanwhile is read again before anything is committed', async () => {
  const v = await t.vehicle()
  await ingestPackets([packet(v, [message(ago(3 * MINUTE), fixAt(45, 9, 0))])], t.ctx)
  await rows(
    'update vehicle_state set version = version + 4, message_datetime = $2 where vehicle_id = $1',
    [v.vehicle_id, new Date(ago(2 * MINUTE))],
  )
  await ingestPackets(
    [
      packet(v, [
        message(ago(150_000), fixAt(45, 9, 0)),
        message(ago(MINUTE), fixAt(45, 9.001, 0)),
      ]),
    ],
    t.ctx,
  )
  expect(await stateOf(v)).toMatchObject({ version: 6, message_datetime: new Date(ago(MINUTE)) })
  expect(await rows('select from_at from replays where vehicle_id = $1', [v.vehicle_id])).toEqual([
    { from_at: new Date(ago(150_000)) },
  ])
})

test('records that are stored already, but without their state, are stored once', async () => {
  const v = await t.vehicle()
  const messages = [
    message(ago(2 * MINUTE), fixAt(45, 9, 0)),
    message(ago(MINUTE), fixAt(45.001, 9, 0)),
  ]
  await ingestPackets([packet(v, messages.slice(0, 1))], t.ctx)
  await rows('delete from vehicle_state where vehicle_id = $1', [v.vehicle_id])
  t.tell({ table: '*' })
  expect(await ingestPackets([packet(v, messages)], t.ctx)).toEqual([])
  expect((await positionsOf(v)).map(p => p.message_datetime)).toEqual([
    new Date(ago(2 * MINUTE)),
    new Date(ago(MINUTE)),
  ])
  expect(await stateOf(v)).toMatchObject({ version: 1, message_datetime: new Date(ago(MINUTE)) })
})

test('simultaneous batches of the same vehicles give the same result as one after the other', async () => {
  const vehicles = await Promise.all(Array.from({ length: 8 }, () => t.vehicle()))
  const days = someDays(11, ago(2 * DAY), 60)
  await Promise.all(
    Array.from({ length: 6 }, (_, part) =>
      ingestPackets(
        vehicles.toReversed().map(v => packet(v, days.slice(part * 10, part * 10 + 10))),
        t.ctx,
      ),
    ),
  )
  for (const v of vehicles)
    expect((await positionsOf(v)).length).toBe(
      new Set(days.map(m => `${m.at} ${Buffer.from(m.io).toString('hex')} ${m.fix?.latitude_e7}`))
        .size,
    )
})

test('one bad record in the middle of a batch is set aside alone [telemetry.30]', async () => {
  const [a, b] = [await t.vehicle(), await t.vehicle()]
  const good = (i: number) => message(ago(HOUR) + i * 1000, fixAt(45, 9, 0), { power: 12_000 })
  const bad = {
    at: ago(HOUR) + 5_500,
    fix: null,
    io: new Uint8Array([0xff, 0xff, 0xff, 0xff, 0xff]),
  }
  const refused = await ingestPackets(
    [
      packet(
        a,
        Array.from({ length: 10 }, (_, i) => good(i)),
      ),
      packet(b, [good(0), good(1), bad, good(6), good(7)]),
    ],
    t.ctx,
  )
  expect(refused).toMatchObject([{ reason: 'data', device_id: b.device_id }])
  expect(await positionsOf(a)).toHaveLength(10)
  expect(await positionsOf(b)).toHaveLength(4)
  expect(await listQuarantine(t.ctx, { device_id: b.device_id })).toMatchObject([
    { reason: 'data', message_datetime: bad.at, error: expect.stringContaining('io:') },
  ])
})

test('a lost connection stores nothing and the same packets can be tried again', async () => {
  const v = await t.vehicle()
  await ingestPackets([packet(v, [message(ago(HOUR), fixAt(45, 9, 0))])], t.ctx)
  const otherPool = openPool(t.url, { max: 2, application: 'cut' })
  const lock = await otherPool.connect()
  await lock.query('begin')
  await lock.query('select 1 from vehicle_state where vehicle_id = $1 for update', [v.vehicle_id])
  const tried = ingestPackets([packet(v, [message(ago(MINUTE), fixAt(45, 9.01, 20))])], t.ctx)
  const outcome = tried.then(
    () => 'stored',
    () => 'failed',
  )
  await vi.waitFor(async () => {
    const { rows: cut } = await otherPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'flotta test' and wait_event_type = 'Lock'`,
    )
    expect(cut).toHaveLength(1)
  })
  expect(await outcome).toBe('failed')
  await lock.query('rollback')
  lock.release()
  await otherPool.end()
  expect(await positionsOf(v)).toHaveLength(1)
  await ingestPackets([packet(v, [message(ago(MINUTE), fixAt(45, 9.01, 20))])], t.ctx)
  expect(await positionsOf(v)).toHaveLength(2)
})

test('a record that belongs to no vehicle or time waits once in the quarantine, and is admitted after its clock was corrected [telemetry.29]', async () => {
  const v = await t.vehicle()
  const stranger = { ...v, device_id: 999_999 }
  const ahead = message(t.clock.now + DAY, fixAt(45, 9, 0), { power: 12_000 })
  const packets = [
    packet(v, [
      ahead,
      message(Date.UTC(2004, 1, 1), null),
      message(Date.UTC(2012, 1, 1), null),
      message(t.clock.now + 9 * MINUTE, null),
    ]),
    packet(stranger, [message(ago(MINUTE), null)]),
  ]
  await ingestPackets(packets, t.ctx)
  await ingestPackets(packets, t.ctx)
  expect((await listQuarantine(t.ctx, { device_id: v.device_id })).map(q => q.reason)).toEqual([
    'retention',
    'ancient',
    'future',
  ])
  expect(await listQuarantine(t.ctx, { device_id: 999_999 })).toMatchObject([
    { reason: 'unmounted' },
  ])
  expect(await countQuarantine(t.ctx)).toEqual(
    expect.arrayContaining([{ reason: 'future', count: 1 }]),
  )
  expect(await positionsOf(v)).toHaveLength(1)

  expect(await releaseQuarantine(t.ctx, { device_id: v.device_id })).toEqual({
    released: 0,
    refused: 3,
  })
  expect(await listQuarantine(t.ctx, { device_id: v.device_id })).toHaveLength(3)
  expect(
    await releaseQuarantine(t.ctx, { device_id: v.device_id, reason: 'future' }, -86_400),
  ).toEqual({ released: 1, refused: 0 })
  expect((await positionsOf(v)).map(p => p.message_datetime)).toEqual(
    [t.clock.now, t.clock.now + 9 * MINUTE].map(at => new Date(at)),
  )
  expect((await listQuarantine(t.ctx, { device_id: v.device_id })).map(q => q.reason)).toEqual([
    'retention',
    'ancient',
  ])
})

test.each([
  ['retention_months', '240', 60],
  ['retention_temperatures_months', '240', 60],
  ['retention_months', '12', 24],
])(
  'the term of the company counts: %s %s, a record of %i months ago [telemetry.26]',
  async (parameter, months, age) => {
    const v = await t.vehicle()
    const configure = (statement: string) =>
      t.ctx.pool.query(
        `update customers set configurations = ${statement} where id = (select customer_id from vehicles where id = $1)`,
        [v.vehicle_id],
      )
    await configure(`configurations || '{"${parameter}": "${months}"}'`)
    try {
      await ingestPackets([packet(v, [message(ago(age * 30 * DAY), fixAt(45, 9, 0))])], t.ctx)
    } finally {
      await configure(`configurations - '${parameter}'`)
    }
    const isKept = age < Number(months)
    const quarantine = await listQuarantine(t.ctx, { device_id: v.device_id })
    expect(quarantine.map(q => q.reason)).toEqual(isKept ? [] : ['retention'])
    expect(await positionsOf(v)).toHaveLength(isKept ? 1 : 0)
  },
)

test('the quarantine keeps the newest records of each device, for a limited time [telemetry.31]', async () => {
  const [noisy, quiet] = [await t.vehicle(), await t.vehicle()]
  const ahead = (i: number) => message(t.clock.now + DAY + i, null, { power: i })
  await ingestPackets([packet(quiet, [ahead(0)]), packet(noisy, [0, 1, 2, 3, 4].map(ahead))], t.ctx)
  await capQuarantine(t.ctx, 3)
  const waiting = async (v: { device_id: number }) =>
    (await listQuarantine(t.ctx, { device_id: v.device_id })).map(
      q => (q.message_datetime ?? 0) - t.clock.now - DAY,
    )
  expect([await waiting(noisy), await waiting(quiet)]).toEqual([[2, 3, 4], [0]])
  expect(await releaseQuarantine(t.ctx, { device_id: quiet.device_id }, -2 * 86_400)).toMatchObject(
    { released: 1 },
  )
  const began = t.clock.now
  const quarantineCount = async () =>
    (await rows('select from quarantine where device_id = $1', [quiet.device_id])).length
  await capQuarantine(t.ctx)
  expect(await quarantineCount()).toBe(1)
  t.clock.now += 31 * DAY
  await capQuarantine(t.ctx)
  expect([await quarantineCount(), (await waiting(noisy)).length]).toEqual([0, 3])
  t.clock.now += 365 * DAY
  await capQuarantine(t.ctx)
  expect(await waiting(noisy)).toEqual([])
  t.clock.now = began
})

test('a month gets its partitions before its first record, even a month long past [telemetry.50]', async () => {
  const v = await t.vehicle()
  const at = Date.UTC(2025, 2, 31, 23, 59)
  await ingestPackets(
    [
      packet(v, [
        message(at, fixAt(45, 9, 0), { power: 12_000 }),
        message(at + 2 * MINUTE, fixAt(45, 9, 0), { power: 13_000 }),
      ]),
    ],
    t.ctx,
  )
  expect(
    await rows(
      'select tableoid::regclass::text as name from positions where vehicle_id = $1 order by 1',
      [v.vehicle_id],
    ),
  ).toEqual([{ name: 'positions_202503' }, { name: 'positions_202504' }])
  expect(
    await rows(
      'select distinct tableoid::regclass::text as name from readings where vehicle_id = $1 order by 1',
      [v.vehicle_id],
    ),
  ).toEqual([{ name: 'readings_202503' }, { name: 'readings_202504' }])
  expect(await rows(`select reloptions from pg_class where relname = 'positions_202503'`)).toEqual([
    { reloptions: ['autovacuum_vacuum_insert_scale_factor=0.01'] },
  ])
})

test('a publisher is answered after the commit of its packets, those that come together are committed together, a quarantined record is answered too, and readers learn which kinds changed [gateway.5, telemetry.28, telemetry.48]', async () => {
  for (const c of server.consumers ?? [])
    t.ctx.bus.consume(c.topic, c.group, c.batching, payloads => c.run(payloads, t.ctx))
  const notices: VehicleUpdate[] = []
  t.ctx.bus.subscribe(updates, list => notices.push(...list))
  const v = await t.vehicle()
  await t.ctx.bus.publish(
    incoming,
    packet(v, [message(ago(MINUTE), fixAt(45, 9, 120), { ignition: 1, power: 11_000 })]),
  )
  expect(await positionsOf(v)).toHaveLength(1)
  await vi.waitFor(() =>
    expect(notices).toEqual([
      {
        vehicle_id: v.vehicle_id,
        kinds: expect.arrayContaining(['status', 'position', 'power', 'ignition', 'trip', 'alert']),
      },
    ]),
  )
  const together = Array.from({ length: 50 }, (_, n) =>
    packet(v, [message(ago(MINUTE) + (n + 1) * 1_000, fixAt(45, 9, 0))]),
  )
  await Promise.all(together.map(payload => t.ctx.bus.publish(incoming, payload)))
  expect(await positionsOf(v)).toHaveLength(51)
  const { rows: transactions } = await t.ctx.pool.query(
    'select distinct xmin::text from positions where vehicle_id = $1',
    [v.vehicle_id],
  )
  expect(transactions.length).toBeLessThanOrEqual(3)
  await t.ctx.bus.publish(incoming, packet(v, [message(t.clock.now + DAY, fixAt(45, 9, 0))]))
  expect(await listQuarantine(t.ctx, { device_id: v.device_id })).toMatchObject([
    { reason: 'future' },
  ])
})

test('the index of a month that is over is rebuilt once', async () => {
  const v = await t.vehicle()
  await ingestPackets([packet(v, [message(Date.UTC(2026, 7, 3), fixAt(45, 9, 0))])], t.ctx)
  await packMonths(t.ctx)
  const key = () =>
    rows(
      `select relfilenode::int as file, reloptions from pg_class where relname = 'positions_202608_pkey'`,
    )
  const packed = await key()
  expect(packed).toEqual([{ file: expect.any(Number), reloptions: ['fillfactor=100'] }])
  await packMonths(t.ctx)
  expect(await key()).toEqual(packed)
  expect(
    await rows(`select reloptions from pg_class where relname = 'positions_202611_pkey'`),
  ).toEqual([{ reloptions: null }])
  expect(await rows(`select relname from pg_class where relname like '%ccnew%'`)).toEqual([])
})

test('simultaneous jobs never block one another', async () => {
  const v = await t.vehicle()
  const months = [0, 1, 2, 3, 4, 5].map(month => Date.UTC(2026, month, 3))
  for (let round = 0; round < 6; round++) {
    await ingestPackets(
      [packet(v, [...months.map(at => message(at + round, fixAt(45, 9, 0), { power: 12_000 }))])],
      t.ctx,
    )
    for (const name of await rows(
      `select oid::regclass::text as name, relkind from pg_class where relname ~ '^(positions|readings)_2026' and relkind in ('r', 'i')`,
    ))
      await rows(`comment on ${name.relkind === 'r' ? 'table' : 'index'} ${name.name} is null`)
    await rows(`update positions set io = '\\x00' where vehicle_id = $1`, [v.vehicle_id])
    await Promise.all((server.jobs ?? []).map(job => job.run(t.ctx)))
  }
  expect(
    await rows(
      `select count(*)::int as left from positions where vehicle_id = $1 and message_datetime < '2026-08-01' and io <> ''`,
      [v.vehicle_id],
    ),
  ).toEqual([{ left: 0 }])
})
