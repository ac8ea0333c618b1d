// The boards through the contract: rows with the riskiest first, filters, pages, lines, and who sees which.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { boardCodes } from './boards.ts'
import { type BoardRow, boardEndpoints } from './contract.ts'

let app: TestApp
let caller: Caller
let stranger: Caller
let customer_id: number
let warm: Vehicle
let cold: Vehicle
const emptyUnit = {
  current_sensor: null,
  alarm_status: 0,
  overall_status: 1,
  operating_mode: null,
  operating_mode_status: null,
  hour_meter_electric: null,
  hour_meter_fuel: null,
  setpoint_t1: -20,
  setpoint_t2: null,
  setpoint_t3: null,
  operation_mode_c1: null,
  operation_mode_c2: null,
  operation_mode_c3: null,
  operation_status_c1: 3,
  operation_status_c2: null,
  operation_status_c3: null,
  engine_status: null,
}
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-11-22T10:00:00Z')
  const at = app.clock.now - MINUTE
  const customer = await app.make.customer()
  customer_id = customer.id
  caller = await app.as(await app.make.user(customer.id, 'edit'))
  stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
  cold = await app.make.vehicle(customer.id, { plate: 'AA111AA', vehicle_type: 'S' })
  warm = await app.make.vehicle(customer.id, { plate: 'BB222BB', vehicle_type: 'S' })
  await app.make.vehicle(customer.id, { plate: 'CC333CC' })
  for (const { id } of [cold, warm])
    for (const service of [agreement.eyecold, agreement.eyedoor])
      await app.make.agreement(id, customer.id, service)
  await app.ctx.db
    .updateTable('vehicles')
    .set({ configurations: JSON.stringify({ fridge_compartments_number: '2' }) })
    .where('id', '=', warm.id)
    .execute()
  await app.make.state(cold.id, {
    latest: {
      temperature: [at, { T1: -19.6, T2: null, T3: null, T4: null }],
      fridge: [at, emptyUnit],
    },
  })
  await app.make.state(warm.id, {
    latest: {
      temperature: [at, { T1: -18.9, T2: 11.2, T3: null, T4: null }],
      fridge: [at, { ...emptyUnit, setpoint_t2: 4, operation_status_c2: 3 }],
      door: [
        at,
        { door_1: true, door_2: false, door_3: null, door_4: null, armed: null, siren: null },
      ],
    },
  })
  await app.make.incident(warm.id, 2)
})
afterAll(() => app.close())

const rowsOf = async (
  query: Readonly<Record<string, string>> = {},
  who = caller,
  code = 'eyecold',
) => {
  const endpoints = boardEndpoints(code)
  if (endpoints === undefined) throw new Error(code)
  return who.call(endpoints.rows, { query })
}
const ids = (rows: readonly BoardRow[]) => rows.map(row => [row.plate, row.part])

test('the board has a row for each compartment, the riskiest first, with its deviation and its start [services.66, eyecold.53]', async () => {
  const { data, meta } = await rowsOf()
  expect(ids(data)).toEqual([
    ['BB222BB', 2],
    ['BB222BB', 1],
    ['AA111AA', 1],
  ])
  expect(data[0]).toMatchObject({
    tone: 'alarm',
    parts: 2,
    values: { actual: 11.2, setpoint: 4, deviation: 7.2, doors_open: 1, door: 1, state: 'on' },
  })
  expect(data[0]?.values.outside_since).toEqual(expect.any(Number))
  expect(data[1]).toMatchObject({ tone: 'warning', values: { outside_since: null } })
  expect(data[2]).toMatchObject({ tone: null, flags: [], values: { deviation: 0.4 } })
  expect(meta).toMatchObject({ total: 3, counts: { all: 3, wrong: 2, outside: 1, door: 2 } })
})
test.each<[string, Record<string, string>, unknown[]]>([
  ['a filter', { filter: 'outside' }, [['BB222BB', 2]]],
  ['what needs attention', { filter: 'wrong', per_page: '1', page: '2' }, [['BB222BB', 1]]],
  ['a plate with a blank', { search: 'aa 111' }, [['AA111AA', 1]]],
])('%s leaves only the rows that match [services.66]', async (_, query, expected) => {
  expect(ids((await rowsOf(query)).data)).toEqual(expected)
})
test('fleets select their vehicles; a fleet of another company and an unknown filter are refused at their field [services.66, api.55]', async () => {
  const fleet = await app.make.fleet(customer_id, 'NORD', [cold.id])
  expect(ids((await rowsOf({ fleet_ids: String(fleet.id) })).data)).toEqual([['AA111AA', 1]])
  const fieldsOf = async (query: Readonly<Record<string, string>>, who = caller) => {
    const { status, failure } = await rowsOf(query, who)
    return [status, Object.keys(failure.data ?? {})]
  }
  expect(await fieldsOf({ fleet_ids: String(fleet.id) }, stranger)).toEqual([422, ['fleet_ids']])
  expect(await fieldsOf({ fleet_ids: '999999' })).toEqual([422, ['fleet_ids']])
  expect(await fieldsOf({ filter: 'nothing' })).toEqual([422, ['filter']])
})
test('a new value of a vehicle appears in its row at once, and the other rows stay [services.66]', async () => {
  const actual = async () =>
    (await rowsOf({})).data.map(({ plate, part, values }) => [plate, part, values.actual])
  const before = await actual()
  const { latest } = await app.ctx.db
    .selectFrom('vehicle_state')
    .select('latest')
    .where('vehicle_id', '=', cold.id)
    .executeTakeFirstOrThrow()
  const tell = (values: object) =>
    app.ctx.db
      .updateTable('vehicle_state')
      .set({ latest: JSON.stringify(values) })
      .where('vehicle_id', '=', cold.id)
      .execute()
  await tell({
    ...latest,
    temperature: [app.clock.now, { T1: -20.4, T2: null, T3: null, T4: null }],
  })
  expect((await actual()).toSorted()).toEqual(
    before.map(row => (row[0] === cold.plate ? [cold.plate, 1, -20.4] : row)).toSorted(),
  )
  await tell(latest)
  expect(await actual()).toEqual(before)
})
test('another company sees none of the rows [services.66]', async () => {
  expect((await rowsOf({}, stranger)).data).toEqual([])
  const lines = boardEndpoints('eyecold')?.lines
  if (lines === undefined) throw new Error('no lines')
  const refused = await stranger.call(lines, { query: { vehicles: String(warm.id) } })
  expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([422, ['vehicles']])
  expect((await caller.call(lines, { query: { vehicles: `${warm.id},999999999` } })).status).toBe(
    422,
  )
})
test('the line of a day has its limits, for the requested vehicles [services.67]', async () => {
  const lines = boardEndpoints('eyecold')?.lines
  if (lines === undefined) throw new Error('no lines')
  const at = (hours: number) => new Date(app.clock.now - hours * HOUR)
  const row = (kind: string, hours: number, data: object) => ({
    vehicle_id: cold.id,
    kind,
    message_datetime: at(hours),
    seq: 0,
    data: JSON.stringify(data),
  })
  await app.ctx.db
    .insertInto('readings')
    .values([
      row('fridge', 2, emptyUnit),
      row('temperature', 2, { T1: -19, T2: null, T3: null, T4: null }),
      row('temperature', 1.9, { T1: -12, T2: null, T3: null, T4: null }),
    ])
    .execute()
  const { data } = await caller.call(lines, { query: { vehicles: `${cold.id},${warm.id}` } })
  expect(data.map(line => [line.vehicle_id, line.part])).toEqual([
    [cold.id, 1],
    [warm.id, 1],
    [warm.id, 2],
  ])
  expect(data[0]?.values).toContain(-12)
  expect(data[0]?.low).toContain(-25)
})
test.each(boardCodes)('the board of %s answers without values [services.66]', async code => {
  const { status, data } = await rowsOf({}, caller, code)
  expect(status).toBe(200)
  for (const row of data) expect(row.tone === null || row.flags.length > 0).toBe(true)
})
