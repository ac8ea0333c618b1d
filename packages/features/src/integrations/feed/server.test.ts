// The feed through the contract, over records that the real pipeline stored: complete, in the order of commit, each row once.
import { API } from '@flotta/core/contract.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { acknowledge } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { makeDriver } from '../../fleet/drivers/testing.ts'
import { looks } from '../../fleet/privacy/contract.ts'
import { ingestPackets } from '../../telemetry/pipeline/ingest.ts'
import { fixAt, message, packet, testProfile } from '../../telemetry/pipeline/testing.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import * as feed from './contract.ts'
import { nextArrivals, placeFrom, tidyOrder } from './order.ts'

let app: TestApp
let user: User
let caller: Caller
let vehicle: Vehicle
let device_id: number
/** A time before anything of a test was stored, by the database's clock. */
let from: string
beforeAll(async () => {
  app = await testApp({ profiles: new Map([[testProfile.code, testProfile]]) })
})
afterAll(() => app.close())
/** The database's clock, in a later millisecond than whatever was stored before, because requested times have that precision. */
const databaseTime = async () => {
  const { rows } = await sql<{
    at: Date
  }>`select clock_timestamp() as at from pg_sleep(0.002)`.execute(app.ctx.db)
  return (rows[0]?.at ?? new Date(0)).toISOString()
}
beforeEach(async () => {
  const { id } = await app.make.customer()
  user = await app.make.user(id, 'edit')
  caller = await app.as(user)
  ;({ vehicle, device_id } = await trackedVehicle(id))
  from = await databaseTime()
})
async function trackedVehicle(customer_id: number) {
  const vehicle = await app.make.vehicle(customer_id)
  for (const id of [agreement.eyegeo, agreement.eyepower])
    await app.make.agreement(vehicle.id, customer_id, id)
  const device = await app.make.device(vehicle.id)
  await sql`update devices set profile = 'test' where id = ${device.id}`.execute(app.ctx.db)
  await app.ctx.changes.heard()
  return { vehicle, device_id: device.id }
}
/** Records at these minutes before now. */
const store = (
  minutes: readonly number[],
  some: Partial<{ vehicle: Vehicle; device: number }> = {},
) =>
  ingestPackets(
    [
      packet(
        { vehicle_id: (some.vehicle ?? vehicle).id, device_id: some.device ?? device_id },
        minutes.map(minute =>
          message(app.clock.now - minute * MINUTE, fixAt(45 + minute / 1e3, -9.19, 50), {
            power: 27_000 - minute,
          }),
        ),
      ),
    ],
    app.ctx,
  )
const minutesOf = (rows: readonly { readonly message_datetime: string }[]) =>
  rows.map(row => Math.round((app.clock.now - Date.parse(row.message_datetime)) / MINUTE))
/** Counts the statements that a database is given. */
class StatementCount implements KyselyPlugin {
  count = 0
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    this.count++
    return node
  }
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}
const ask = (query: { from?: string; cursor?: string; limit?: number }) =>
  caller.call(feed.positions, { query })

test('positions come in the order of commit, late ones after newer ones, each once [api.106, api.107, api.108]', async () => {
  await store([5, 4])
  const first = await ask({ from })
  expect([minutesOf(first.data), first.meta]).toEqual([
    [5, 4],
    { cursor: expect.any(String), more: false },
  ])
  expect(first.data[0]).toEqual({
    id: expect.any(String),
    vehicle_id: vehicle.id,
    plate: vehicle.plate,
    message_datetime: new Date(app.clock.now - 5 * MINUTE).toISOString(),
    latitude: 45.005,
    longitude: -9.19,
    altitude: 100,
    direction: 90,
    speed: 50,
    satellites: 9,
  })
  await store([90, 80])
  await store([3])
  const second = await ask({ cursor: first.meta.cursor })
  expect(minutesOf(second.data)).toEqual([90, 80, 3])
  expect((await ask({ cursor: second.meta.cursor })).data).toEqual([])
  expect(minutesOf((await ask({ from })).data)).toEqual([5, 4, 90, 80, 3])
})
test('a record that is sent again appears once [api.108]', async () => {
  await store([5, 4])
  await store([5, 4])
  expect(minutesOf((await ask({ from })).data)).toEqual([5, 4])
})
test('pages of any size give the same rows in the same order [api.106, api.107]', async () => {
  await store([9, 8, 7, 6])
  await store([30, 20])
  await store([5, 4, 3])
  const minutes: number[] = []
  let { data, meta } = await ask({ from, limit: 2 })
  for (;;) {
    minutes.push(...minutesOf(data))
    expect(data.length).toBeLessThanOrEqual(2)
    if (!meta.more) break
    ;({ data, meta } = await ask({ cursor: meta.cursor, limit: 2 }))
  }
  expect(minutes).toEqual([9, 8, 7, 6, 30, 20, 5, 4, 3])
  for (const limit of [0, 10_001])
    expect(Object.keys((await ask({ from, limit })).failure.data ?? {})).toEqual(['limit'])
})
test('few rows are found among many of another company with a few statements [api.106]', async () => {
  const { id } = await app.make.customer()
  const stranger = await trackedVehicle(id)
  for (let minute = 60; minute > 30; minute--)
    await store([minute], { vehicle: stranger.vehicle, device: stranger.device_id })
  await store([5])
  const first = await ask({ from, limit: 1 })
  expect(minutesOf(first.data)).toEqual([5])
  const statements = new StatementCount()
  const page = await nextArrivals(
    { db: app.ctx.db.withPlugin(statements) },
    'positions',
    await placeFrom(app.ctx, 'positions', Date.parse(from)),
    1,
    id => id === vehicle.id,
  )
  expect(page.keys.map(key => key.vehicle_id)).toEqual([vehicle.id])
  expect(statements.count).toBeLessThan(5)
})
test('from is the time of commit, not of the record [api.108]', async () => {
  await store([5])
  const later = await databaseTime()
  await store([600])
  expect(minutesOf((await ask({ from: later })).data)).toEqual([600])
})
test('a row that is committed later comes later, whichever transaction began first [api.108, feed.3]', async () => {
  const at = new Date(app.clock.now)
  const { vehicle: other } = await trackedVehicle(user.customer_id)
  const trip = (tx: typeof app.ctx.db, { id: vehicle_id }: Vehicle, id: string) =>
    sql`insert into trips (vehicle_id, id, period_from, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, updated_at)
      values (${vehicle_id}, ${id}, ${at}, 45, 9, 45, 9, ${at}, 0, 0, ${at}, ${at})`.execute(tx)
  const [slow, quick] = [crypto.randomUUID(), crypto.randomUUID()]
  const ids = async (query: { from?: string; cursor?: string }) => {
    const { data, meta } = await caller.call(feed.trips, { query })
    return { ids: data.map(row => row.id), cursor: meta.cursor }
  }
  let page = { ids: [''], cursor: '' }
  await app.ctx.db.transaction().execute(async tx => {
    await trip(tx, vehicle, slow)
    await trip(app.ctx.db, other, quick)
    page = await ids({ from })
    expect(page.ids).toEqual([quick])
  })
  expect((await ids({ cursor: page.cursor })).ids).toEqual([slow])
})

test('a trip and an incident come again when they have changed, and only then [api.109]', async () => {
  const at = new Date(app.clock.now - HOUR)
  const id = crypto.randomUUID()
  await sql`insert into trips (vehicle_id, id, period_from, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, updated_at)
    values (${vehicle.id}, ${id}, ${at}, 45, 9, 45, 9, ${at}, 0, 0, ${at}, ${at})`.execute(
    app.ctx.db,
  )
  const incident = await app.make.incident(vehicle.id, 1)
  const trips = await caller.call(feed.trips, { query: { from } })
  expect(trips.data).toMatchObject([
    { id, period_to: null, plate: vehicle.plate, start: { latitude: 45 }, replaced_by: null },
  ])
  const incidents = await caller.call(feed.incidents, { query: { from } })
  expect(incidents.data).toMatchObject([{ id: incident, vehicle_id: vehicle.id, closed_at: null }])
  const [tripCursor, incidentCursor] = [trips.meta.cursor, incidents.meta.cursor]
  const changed = async () => [
    (await caller.call(feed.trips, { query: { cursor: tripCursor } })).data.map(row => row.id),
    (await caller.call(feed.incidents, { query: { cursor: incidentCursor } })).data.map(
      row => row.id,
    ),
  ]
  await sql`update trips set updated_at = now() where id = ${id}`.execute(app.ctx.db)
  expect(await changed()).toEqual([[], []])
  await sql`update trips set period_to = ${at}, ended_by = ${at}, distance = 500 where id = ${id}`.execute(
    app.ctx.db,
  )
  await caller.call(acknowledge, { body: { ids: [incident] } })
  expect(await changed()).toEqual([[id], [incident]])
})
test('readings come with their kind and data [api.106]', async () => {
  await store([30])
  const { data } = await caller.call(feed.readings, { query: { from } })
  expect(data.find(row => row.kind === 'power')).toMatchObject({
    vehicle_id: vehicle.id,
    kind: 'power',
    message_datetime: new Date(app.clock.now - 30 * MINUTE).toISOString(),
    data: { external_voltage: 26.97 },
  })
})

test('another company gets nothing, a guest gets the periods of its agreement, and nobody gets a private time [api.106, feed.4]', async () => {
  const { id } = await app.make.customer()
  const guest = await app.as(await app.make.user(id, 'view'))
  await store([120, 60, 5])
  const minutes = async () =>
    minutesOf((await guest.call(feed.positions, { query: { from } })).data)
  expect(await minutes()).toEqual([])
  await app.make.agreement(vehicle.id, id, agreement.eyegeo, app.clock.now - 90 * MINUTE)
  expect(await minutes()).toEqual([60, 5])
  const driver = await makeDriver(app.ctx.db, user.customer_id)
  await sql`insert into private_trips (customer_id, vehicle_id, driver_id, period_from, updated_at)
    values (${user.customer_id}, ${vehicle.id}, ${driver.id}, ${new Date(app.clock.now - 30 * MINUTE)}, now())`.execute(
    app.ctx.db,
  )
  expect(await minutes()).toEqual([60])
  expect(minutesOf((await ask({ from })).data)).toEqual([120, 60])
})
test('a cursor is valid for one company, one feed and seven days [api.107, feed.2]', async () => {
  await store([5])
  const { cursor } = (await ask({ from })).meta
  const stranger = await app.as(await app.make.user((await app.make.customer()).id, 'view'))
  const refused = [
    await stranger.call(feed.positions, { query: { cursor } }),
    await caller.call(feed.readings, { query: { cursor } }),
    await ask({ cursor: 'made-up' }),
    await ask({ cursor: `${Buffer.from('[0,0,0]').toString('base64url')}.AAAA` }),
    await ask({ cursor: cursor.slice(0, -1) }),
    await ask({ cursor, from }),
  ]
  for (const { status, failure } of refused)
    expect([status, Object.keys(failure.data ?? {})]).toEqual([422, ['cursor']])
  expect(Object.keys((await ask({})).failure.data ?? {})).toEqual(['from'])
  await tidyOrder(app.ctx)
  app.clock.now += 7 * DAY
  caller = await app.as(user)
  expect((await ask({ cursor })).status).toBe(200)
  app.clock.now += 1
  expect((await ask({ cursor })).status).toBe(422)
})
test('the log of looks names the person who reads positions and trips, and reading on within ten minutes is one look [privacy.1, privacy.2, feed.6]', async () => {
  await store([5, 4])
  const at = (minutes: number) => new Date(start - minutes * MINUTE).toISOString()
  const start = app.clock.now
  const looksOf = async (what: 'track' | 'trip') =>
    (await caller.call(looks.list, { query: { vehicle_id: vehicle.id, what } })).data
  const { meta } = await ask({ from })
  await vi.waitFor(async () =>
    expect(await looksOf('track')).toMatchObject([
      { person: user.name, times: 1, period_from: at(5), period_to: at(4) },
    ]),
  )
  await store([2])
  await ask({ cursor: meta.cursor })
  await vi.waitFor(async () =>
    expect(await looksOf('track')).toMatchObject([
      { times: 1, period_from: at(5), period_to: at(2) },
    ]),
  )
  app.clock.now += 11 * MINUTE
  await ask({ from })
  await vi.waitFor(async () => expect(await looksOf('track')).toMatchObject([{ times: 2 }]))
  await sql`insert into trips (vehicle_id, id, period_from, period_to, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, ended_by, updated_at)
    values (${vehicle.id}, gen_random_uuid(), ${at(60)}, ${at(30)}, 45.46, 9.19, 45.46, 9.19, ${at(30)}, 0, 0, ${at(60)}, ${at(30)}, ${at(30)})`.execute(
    app.ctx.db,
  )
  await caller.call(feed.trips, { query: { from } })
  await vi.waitFor(async () =>
    expect(await looksOf('trip')).toMatchObject([{ times: 1, period_from: at(60) }]),
  )
})

test('the CSV of positions has the same values as the JSON, with decimal points in every language [api.69, api.107]', async () => {
  await sql`update vehicles set plate = ${'=FG, "1"'} where id = ${vehicle.id}`.execute(app.ctx.db)
  await store([5, 4, 3])
  const { data } = await ask({ from })
  const csv = await caller.call(
    feed.positions,
    { query: { from } },
    { headers: { accept: 'text/csv' }, language: 'de' },
  )
  const [head = '', ...lines] = csv.text.trimEnd().split('\r\n')
  const plate = `"'=FG, ""1"""`
  expect(head.split(',')).toEqual(Object.keys(data[0] ?? {}))
  expect(lines[0]).toContain(',45.005,-9.19,')
  expect(lines).toEqual(
    data.map(row =>
      Object.entries(row)
        .map(([name, value]) => (name === 'plate' ? plate : value))
        .join(','),
    ),
  )
})

test('the Accept header chooses CSV or NDJSON, with the cursor in the headers, numbers as numbers and texts neutralised [api.107, api.110, feed.5]', async () => {
  await sql`update vehicles set plate = '=1+1' where id = ${vehicle.id}`.execute(app.ctx.db)
  await store([5])
  const get = (accept: string) =>
    app.server.app.inject({
      method: 'GET',
      url: `${API}/feed/positions`,
      query: { from },
      headers: { authorization: `Bearer ${caller.token}`, accept },
    })
  const csv = await get('text/csv')
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'x-cursor': expect.any(String),
    'x-more': 'false',
  })
  const [head, line] = csv.body.split('\r\n')
  expect(head).toBe(
    'id,vehicle_id,plate,message_datetime,latitude,longitude,altitude,direction,speed,satellites',
  )
  expect(line).toContain(",'=1+1,")
  expect(line).toContain(',45.005,-9.19,100,')
  const lines = await get('application/x-ndjson')
  expect(lines.headers['content-type']).toContain('application/x-ndjson')
  expect(JSON.parse(lines.body.trim())).toMatchObject({ plate: '=1+1', longitude: -9.19 })
  expect((await ask({ cursor: String(lines.headers['x-cursor']) })).data).toEqual([])
})

test('goes back eight days for positions and readings, and over a year for trips and incidents [feed.1]', async () => {
  const { db, now } = app.ctx
  const at = new Date(app.clock.now - HOUR)
  await store([5])
  await sql`insert into trips (vehicle_id, id, period_from, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, updated_at)
    values (${vehicle.id}, gen_random_uuid(), ${at}, 45, 9, 45, 9, ${at}, 0, 0, ${at}, ${at})`.execute(
    db,
  )
  await app.make.incident(vehicle.id, 1)
  await tidyOrder(app.ctx)
  /** How many rows of each feed are left when all were committed so many days ago. */
  const rowsAfter = async (days: number, table: 'arrivals' | 'changed_records') => {
    const committed = new Date(now() - days * DAY)
    await sql`update ${sql.table(table)} set at = ${committed}`.execute(db)
    await tidyOrder(app.ctx)
    const query = { from: new Date(now() - (days + 1) * DAY).toISOString() }
    const endpoints =
      table === 'arrivals' ? [feed.positions, feed.readings] : [feed.trips, feed.incidents]
    const answers = endpoints.map(endpoint => caller.call(endpoint as typeof feed.trips, { query }))
    return (await Promise.all(answers)).map(({ data }) => data.length > 0)
  }
  expect([
    await rowsAfter(7.99, 'arrivals'),
    await rowsAfter(8.01, 'arrivals'),
    await rowsAfter(367, 'changed_records'),
    await rowsAfter(401, 'changed_records'),
  ]).toEqual([
    [true, true],
    [false, false],
    [true, true],
    [false, false],
  ])
})
