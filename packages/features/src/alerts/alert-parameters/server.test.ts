// Parameters of alerts: who reads and writes them, what is refused, what held when; and the back-test compared with the real incidents.
import { valueAt } from '@flotta/core/by-time.ts'
import { DAY, MINUTE, SECOND } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import { MOST_WAITING } from '@flotta/platform/lanes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { makeArea } from '../../map/areas/testing.ts'
import { ingestPackets } from '../../telemetry/pipeline/ingest.ts'
import { fixAt, message, someDays, testProfile } from '../../telemetry/pipeline/testing.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { backtest, list, reset, setParameters } from './contract.ts'
import { facts } from './facts.ts'

let app: TestApp
let customer_id: number
let vehicle: Vehicle
let editor: Caller
let viewer: Caller
let guestCaller: Caller
beforeAll(async () => {
  app = await testApp({ answers: true })
  ;(app.ctx.profiles as Map<string, typeof testProfile>).set(testProfile.code, testProfile)
  customer_id = (await app.make.customer({ name: 'Trasporti' })).id
  vehicle = await app.make.vehicle(customer_id, { vehicle_type: 'T' })
  for (const id of [agreement.eyegeo, agreement.eyepower, agreement.eyefuel])
    await app.make.agreement(vehicle.id, customer_id, id)
  editor = await app.as(await app.make.user(customer_id, 'edit'))
  viewer = await app.as(await app.make.user(customer_id, 'view'))
  const guest = (await app.make.customer({ name: 'Ospite' })).id
  for (const id of [agreement.eyegeo, agreement.eyecold]) {
    await app.ctx.db
      .insertInto('vehicle_agreements')
      .values({
        vehicle_id: vehicle.id,
        customer_id: guest,
        agreement_id: id,
        active_from: new Date(0),
        active_to: null,
        guest: true,
      })
      .execute()
  }
  guestCaller = await app.as(await app.make.user(guest, 'control'))
})
afterAll(() => app.close())

const params = (alert_id: number) => ({ id: vehicle.id, alert_id })
const parametersOf = async (caller: Caller, alert_id: number) =>
  (await caller.call(list, { params: { id: vehicle.id } })).data.find(p => p.alert_id === alert_id)
const configurations = async () =>
  (
    await app.ctx.db
      .selectFrom('vehicles')
      .select('configurations')
      .where('id', '=', vehicle.id)
      .executeTakeFirstOrThrow()
  ).configurations
const hours = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }]

describe('the list of parameters', () => {
  test('has the alerts of the owner’s agreements, with their usual values [alert-parameters.1]', async () => {
    const { data } = await viewer.call(list, { params: { id: vehicle.id } }, { language: 'en' })
    expect(data.map(p => p.alert_id)).toEqual([1, 6, 8, 9, 10, 11, 16, 17, 18, 36, 38, 39, 40])
    expect(data[0]).toMatchObject({
      code: 'speed_limit',
      settable: {
        threshold: { configuration: 'speed_limit_kmh', unit: 'km/h', default: 90 },
        clear: 'below',
        dwell_s: { default: 0 },
        schedule: true,
        parked: false,
      },
      active: true,
      threshold: null,
      schedule: null,
      changed_at: null,
    })
  })
  test('shows a guest the alerts of its own agreements, without the vehicle’s configured limits [alert-parameters.8]', async () => {
    await editor.call(setParameters, { params: params(1), body: { threshold: 80, dwell_s: 20 } })
    const { data } = await guestCaller.call(list, { params: { id: vehicle.id } })
    expect(data.map(p => p.alert_id)).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 38, 39, 40])
    expect(data[0]).toMatchObject({
      threshold: null,
      settable: { threshold: { default: null } },
      dwell_s: 20,
    })
    await editor.call(setParameters, {
      params: params(1),
      body: { threshold: null, dwell_s: null },
    })
  })
})

describe('a change of parameters', () => {
  test('stores the threshold of a configured alert in that configuration [alert-parameters.4]', async () => {
    const { data, status } = await editor.call(setParameters, {
      params: params(1),
      body: { threshold: 80, clear: 75, schedule: hours },
    })
    expect([status, data.threshold, data.clear, data.schedule]).toEqual([200, 80, 75, hours])
    expect(await configurations()).toEqual({ speed_limit_kmh: '80' })
    expect((await parametersOf(viewer, 1))?.threshold).toBe(80)
    const { rows } = await app.ctx.pool.query(
      'select threshold, clear from alert_parameters where vehicle_id = $1 and valid_to is null',
      [vehicle.id],
    )
    expect(rows).toEqual([{ threshold: null, clear: 75 }])
  })
  test('keeps a field that is left out, and restores the usual value for null [alert-parameters.5]', async () => {
    await editor.call(setParameters, { params: params(1), body: { dwell_s: 30 } })
    expect(await parametersOf(editor, 1)).toMatchObject({
      threshold: 80,
      clear: 75,
      dwell_s: 30,
      schedule: hours,
    })
    await editor.call(setParameters, {
      params: params(1),
      body: { threshold: null, clear: null, schedule: null },
    })
    expect(await parametersOf(editor, 1)).toMatchObject({
      threshold: null,
      clear: null,
      dwell_s: 30,
      schedule: null,
    })
    expect(await configurations()).toEqual({})
  })
  test('is refused with the name of each wrong field, and nothing is written [alert-parameters.6]', async () => {
    const { failure, status } = await editor.call(setParameters, {
      params: params(1),
      body: { threshold: 300, clear: 400, parked: false },
    })
    expect([status, Object.keys(failure.data ?? {})]).toEqual([
      422,
      ['threshold', 'clear', 'parked'],
    ])
    expect(
      (
        await editor.call(setParameters, {
          params: params(1),
          body: { schedule: [{ days: [8], from: '25:00', to: '06:00' }] },
        })
      ).status,
    ).toBe(422)
    expect(await parametersOf(editor, 1)).toMatchObject({ threshold: null, dwell_s: 30 })
  })
  test('is undone by a reset to the usual values', async () => {
    expect((await editor.call(reset, { params: params(1) })).status).toBe(204)
    expect(await parametersOf(editor, 1)).toMatchObject({ dwell_s: null, changed_at: null })
    expect((await editor.call(reset, { params: params(1) })).status).toBe(204)
  })
  test.each<[string, () => Caller, number, number]>([
    ['a person who may only read', () => viewer, 1, 403],
    ['a guest', () => guestCaller, 1, 404],
    ['the owner without the agreement', () => editor, 2, 403],
    ['the owner, for an alert of the calendar', () => editor, 20, 404],
    ['the owner, for an alert that does not exist', () => editor, 999, 404],
  ])('is refused for %s [alert-parameters.7]', async (_, caller, alert_id, status) => {
    for (const call of [
      () => caller().call(setParameters, { params: params(alert_id), body: {} }),
      () => caller().call(reset, { params: params(alert_id) }),
      () => caller().call(backtest, { params: params(alert_id), body: {} }),
    ])
      expect((await call()).status).toBe(status)
  })
  test('derivations find the parameters that were valid at each moment [alert-parameters.9]', async () => {
    const began = app.clock.now
    await editor.call(setParameters, { params: params(18), body: { threshold: 40 } })
    app.clock.now += MINUTE
    await editor.call(setParameters, { params: params(18), body: { threshold: 30, active: false } })
    app.clock.now += MINUTE
    await editor.call(reset, { params: params(18) })
    const history = (await facts.load(app.ctx.pool, [vehicle.id])).get(vehicle.id) ?? []
    const at = (time: number) => valueAt(history, time).alert_parameters?.[18]
    expect([
      at(began - 1),
      at(began)?.threshold,
      at(began + MINUTE)?.active,
      at(began + 2 * MINUTE),
    ]).toEqual([undefined, 40, false, undefined])
  })
})

describe('the back-test', () => {
  let lorry: Vehicle
  const DAYS = 6
  beforeAll(async () => {
    lorry = await app.make.vehicle(customer_id, { vehicle_type: 'T' })
    for (const id of [agreement.eyegeo, agreement.eyepower, agreement.eyefuel])
      await app.make.agreement(lorry.id, customer_id, id)
    const device = await app.make.device(lorry.id)
    await app.ctx.db
      .updateTable('devices')
      .set({ profile: testProfile.code, wiring: '{}' })
      .where('id', '=', device.id)
      .execute()
    await app.ctx.changes.heard()
    const from = app.clock.now - DAYS * DAY
    const messages = someDays(7, from, 4_000).filter(m => m.at < app.clock.now)
    const source = { vehicle_id: lorry.id, device_id: device.id, received_at: app.clock.now }
    for (let i = 0; i < messages.length; i += 500)
      await ingestPackets([{ ...source, messages: messages.slice(i, i + 500) }], app.ctx)
    await ingestPackets(
      [{ ...source, messages: [message(app.clock.now - SECOND, fixAt(45, 9), { power: 27_000 })] }],
      app.ctx,
    )
  })
  const tried = async (alert_id: number, body: object = {}) =>
    (await editor.call(backtest, { params: { id: lorry.id, alert_id }, body })).data
  const incidents = async (alert_id: number) =>
    (
      await app.ctx.pool.query<{ opened_at: Date; closed_at: Date | null }>(
        'select opened_at, closed_at from incidents where vehicle_id = $1 and alert_id = $2 order by opened_at desc',
        [lorry.id, alert_id],
      )
    ).rows.map(r => ({ from: r.opened_at.toISOString(), to: r.closed_at?.toISOString() ?? null }))

  test.each([1, 6, 18])(
    'for alert %i with its current parameters finds exactly the recorded incidents [alert-parameters.14]',
    async alert_id => {
      const { moments, times, per_day } = await tried(alert_id)
      const was = await incidents(alert_id)
      expect(was.length).toBeGreaterThan(0)
      expect(moments.map(({ from, to }) => ({ from, to }))).toEqual(was)
      expect([times, per_day.reduce((sum, d) => sum + d.times, 0), per_day.length]).toEqual([
        was.length,
        was.length,
        30,
      ])
      expect(per_day.at(-1)?.day).toBe(dayAt(app.clock.now, 'Europe/Rome'))
    },
  )
  test('with other parameters counts the incidents that would have occurred, and writes nothing [alert-parameters.15]', async () => {
    const before = await incidents(1)
    const fast = await tried(1, { threshold: 110 })
    const patient = await tried(1, { dwell_s: 600 })
    expect(fast.times).toBeGreaterThan(0)
    expect(fast.times).toBeLessThan(before.length)
    expect(patient.times).toBeLessThan(before.length)
    expect((await tried(1, { active: false })).times).toBe(0)
    expect((await tried(1, { days: 2 })).per_day).toHaveLength(2)
    expect(await incidents(1)).toEqual(before)
    expect(await configurations()).toEqual({})
    expect((await tried(1, { threshold: 110 })).moments.every(m => m.latitude !== null)).toBe(true)
  })
  test('limits areas as a configuration does [alert-parameters.19]', async () => {
    // the last record lies in the hub, which was made before it
    const ids = [
      await makeArea(app.ctx.db, 'hub', customer_id, { latitude: 45, longitude: 9 }, 0),
      await makeArea(app.ctx.db, 'hub', customer_id, { latitude: 10, longitude: 9 }, 0),
    ]
    const [there = 0, elsewhere = 0] = ids
    await app.ctx.changes.heard()
    const times = async (area_ids: number[]) => (await tried(8, { area_ids })).times
    const everywhere = await times([])
    expect(everywhere).toBeGreaterThan(0)
    expect([await times([there]), await times([elsewhere]), await times(ids)]).toEqual([
      everywhere,
      0,
      everywhere,
    ])
    const strangers = await makeArea(app.ctx.db, 'hub', (await app.make.customer()).id)
    for (const [alert_id, area_ids] of [
      [8, [strangers]],
      [1, [there]],
    ] as const) {
      const answer = await editor.call(backtest, {
        params: { id: lorry.id, alert_id },
        body: { area_ids: [...area_ids] },
      })
      expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['area_ids']])
    }
  })
  test('parameters that are set apply to the next records', async () => {
    await editor.call(setParameters, {
      params: { id: lorry.id, alert_id: 1 },
      body: { threshold: 70, dwell_s: 120 },
    })
    await app.ctx.changes.heard()
    const count = (await incidents(1)).length
    app.clock.now += 10 * MINUTE
    const device = await app.ctx.db
      .selectFrom('device_mounts')
      .select('device_id')
      .where('vehicle_id', '=', lorry.id)
      .executeTakeFirstOrThrow()
    const fast = (at: number, km: number) =>
      message(at, fixAt(45 + km / 111, 9, 80), { movement: 1, ignition: 1 })
    const begin = app.clock.now - 8 * MINUTE
    await ingestPackets(
      [
        {
          vehicle_id: lorry.id,
          device_id: device.device_id,
          received_at: 0,
          messages: [0, 60, 119, 120, 180].map((s, i) => fast(begin + s * SECOND, i)),
        },
      ],
      app.ctx,
    )
    expect((await incidents(1)).slice(0, -count)).toEqual([
      { from: new Date(begin).toISOString(), to: null },
    ])
  })
  test('is refused with a time to retry when one company requests too many at once, while another company is answered [alert-parameters.16]', async () => {
    const otherCustomer = await app.make.customer()
    const others = await app.make.vehicle(otherCustomer.id, { vehicle_type: 'T' })
    await app.make.agreement(others.id, otherCustomer.id, agreement.eyegeo)
    const colleague = await app.as(await app.make.user(otherCustomer.id, 'edit'))
    const flood = Array.from({ length: 2 * MOST_WAITING }, () =>
      editor.call(backtest, { params: { id: lorry.id, alert_id: 1 }, body: { days: 1 } }),
    )
    const beside = await colleague.call(backtest, {
      params: { id: others.id, alert_id: 1 },
      body: { days: 1 },
    })
    expect([beside.status, beside.data.times]).toEqual([200, 0])
    const answers = await Promise.all(flood)
    const refused = answers.filter(a => a.status === 429)
    expect(answers.filter(a => a.status === 200).length).toBeGreaterThanOrEqual(MOST_WAITING)
    expect(refused.length + answers.filter(a => a.status === 200).length).toBe(answers.length)
    expect(refused.length).toBeGreaterThan(0)
    expect(
      refused.every(
        a =>
          Number(a.headers['retry-after']) >= 5 && a.failure.message.includes(String(MOST_WAITING)),
      ),
    ).toBe(true)
    expect((await tried(1)).times).toBeGreaterThan(0)
  })
})
