// Configurations limited to areas: which areas are allowed, what makes two of them differ, what happens when an area is removed, and which incidents they
// report.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hubs, pois } from '../../map/areas/contract.ts'
import { makeArea } from '../../map/areas/testing.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { tellWaiting } from '../deliveries/messages.ts'
import { type AlertRecipient, recipientsOfIncident, rehearse } from '../recipients/contract.ts'
import * as contract from './contract.ts'

const { create, list, update } = contract.alertConfigurations
const [SPEED, HUB_ENTER, HUB_EXIT, POI_ENTER, STAY] = [1, 8, 9, 10, 39]
const [EMAIL, EYEGEO] = [1, 2]
const MORNING = Date.parse('2026-11-20T05:00:00+01:00')

let app: TestApp
let customer_id: number
let user: User
let caller: Caller
let vehicle: Vehicle
let hubIds: number[]
let poiIds: number[]
let strangersHub: number
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = MORNING
  customer_id = (await app.make.customer()).id
  user = await app.make.user(customer_id, 'edit')
  caller = await app.as(user)
  vehicle = await app.make.vehicle(customer_id)
  await app.make.agreement(vehicle.id, customer_id, EYEGEO)
  const some = async (kind: 'hub' | 'poi') => [
    await makeArea(app.ctx.db, kind, customer_id),
    await makeArea(app.ctx.db, kind, customer_id),
    await makeArea(app.ctx.db, kind, customer_id),
  ]
  ;[hubIds, poiIds] = [await some('hub'), await some('poi')]
  strangersHub = await makeArea(app.ctx.db, 'hub', (await app.make.customer()).id)
})
const at = (ids: readonly number[], ...places: number[]) => places.map(i => ids[i] ?? 0)
const form = (values: object = {}) => ({
  vehicle_id: vehicle.id,
  alert_id: HUB_ENTER,
  alert_channel_id: EMAIL,
  destination: 'capo@rossi.example',
  ...values,
})
const make = async (values: object = {}) => {
  const answer = await caller.call(create, { body: form(values) })
  expect(answer.status).toBe(201)
  return answer.data
}
const areasOf = ({ area_ids, hub_ids, poi_ids }: contract.AlertConfiguration) => [
  area_ids,
  hub_ids,
  poi_ids,
]
const all = async () => (await caller.call(list, { query: {} })).data

describe('one configuration', () => {
  test('names each area of its alert’s kind once, and applies to all areas if it names none [alert-configurations.42, alert-configurations.43]', async () => {
    const [a, b] = at(hubIds, 1, 0)
    expect(areasOf(await make({ area_ids: [a, b, a] }))).toEqual([at(hubIds, 0, 1), [], []])
    expect(areasOf(await make({ alert_id: POI_ENTER, area_ids: poiIds }))).toEqual([poiIds, [], []])
    const stay = { alert_id: STAY, hub_ids: at(hubIds, 2), poi_ids: at(poiIds, 0) }
    expect(areasOf(await make(stay))).toEqual([[], at(hubIds, 2), at(poiIds, 0)])
    for (const [i, area_ids] of [undefined, null, []].entries())
      expect(areasOf(await make({ area_ids, destination: `n${i}@rossi.example` }))).toEqual([
        [],
        [],
        [],
      ])
  })
  test('that differs from another only in its areas is stored as a second one, and with the same areas it is the first [alert-configurations.44]', async () => {
    const first = await make({ area_ids: at(hubIds, 0, 1) })
    const second = await make({ area_ids: at(hubIds, 0) })
    const third = await make()
    const again = await caller.call(create, { body: form({ area_ids: at(hubIds, 1, 0) }) })
    expect([again.status, again.data.id]).toEqual([200, first.id])
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    const repeated = await caller.call(update, {
      params: { id: second.id },
      body: { area_ids: at(hubIds, 0, 1) },
    })
    expect([repeated.status, Object.keys(repeated.failure.data ?? {})]).toEqual([
      422,
      ['destination'],
    ])
  })
  const refused: readonly (readonly [what: string, values: () => object, fields: string[]])[] = [
    ['another company’s hub', () => ({ area_ids: [hubIds[0], strangersHub] }), ['area_ids']],
    ['an area that does not exist', () => ({ area_ids: [2_000_000_000] }), ['area_ids']],
    [
      'another company’s hub of a stay',
      () => ({ alert_id: STAY, hub_ids: [strangersHub] }),
      ['hub_ids'],
    ],
    [
      'areas of an alert without areas',
      () => ({ alert_id: SPEED, area_ids: hubIds }),
      ['area_ids'],
    ],
    [
      'hub_ids for an alert about entries',
      () => ({ area_ids: hubIds, hub_ids: hubIds }),
      ['hub_ids'],
    ],
    ['an area that is not a number', () => ({ area_ids: ['x'] }), ['area_ids.0']],
    [
      'more areas than the limit',
      () => ({ area_ids: Array.from({ length: 501 }, (_, i) => i + 1) }),
      ['area_ids'],
    ],
  ]
  test.each(refused)('%s is refused [alert-configurations.46]', async (_, values, fields) => {
    const answer = await caller.call(create, { body: form(values()) })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, fields])
    expect(await all()).toEqual([])
  })
  test('of the maximum number of areas is stored beside another with as many', async () => {
    const { rows } = await app.ctx.pool.query<{ id: number }>(
      `insert into hubs (customer_id, name, code, color, radius, latitude, longitude) select $1, 'h', 'h' || n, '#000000', 10, 45, 9 from generate_series(1, 501) n returning id`,
      [customer_id],
    )
    const ids = rows.map(r => r.id)
    const destination = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.example`
    await make({ area_ids: ids.slice(1), destination })
    await make({ area_ids: ids.slice(0, 500), destination })
    expect(await all()).toHaveLength(2)
  })
  test('keeps its areas when other fields change, and demands new areas when its alert needs another kind of area', async () => {
    const { id } = await make({ area_ids: at(hubIds, 0) })
    const change = (body: object) => caller.call(update, { params: { id }, body })
    expect(areasOf((await change({ destination: 'b@rossi.example' })).data)[0]).toEqual(
      at(hubIds, 0),
    )
    expect(areasOf((await change({ alert_id: HUB_EXIT })).data)[0]).toEqual(at(hubIds, 0))
    const refusal = await change({ alert_id: POI_ENTER })
    expect([refusal.status, Object.keys(refusal.failure.data ?? {})]).toEqual([422, ['area_ids']])
    const stay = await change({ alert_id: STAY })
    expect([stay.status, Object.keys(stay.failure.data ?? {})]).toEqual([422, ['hub_ids']])
    expect(areasOf((await change({ alert_id: POI_ENTER, area_ids: at(poiIds, 1) })).data)).toEqual([
      at(poiIds, 1),
      [],
      [],
    ])
    expect(areasOf((await change({ alert_id: SPEED })).data)).toEqual([[], [], []])
  })
})

test('several configurations made in one call each name the areas that fit their alert; an alert without areas ignores them [alert-configurations.20, alert-configurations.42]', async () => {
  const body = {
    vehicles: [vehicle.id],
    alerts: [HUB_ENTER, HUB_EXIT, STAY, SPEED],
    alert_channel_id: EMAIL,
    destinations: ['capo@rossi.example'],
    area_ids: at(hubIds, 0),
    hub_ids: at(hubIds, 0),
  }
  const created = await caller.call(contract.createMany, { body })
  expect(created.data.map(c => [c.alert_id, ...areasOf(c)])).toEqual([
    [SPEED, [], [], []],
    [HUB_ENTER, at(hubIds, 0), [], []],
    [HUB_EXIT, at(hubIds, 0), [], []],
    [STAY, [], at(hubIds, 0), []],
  ])
  const again = await caller.call(contract.createMany, { body })
  expect(again.data.map(c => c.id)).toEqual(created.data.map(c => c.id))
  const mixed = await caller.call(contract.createMany, {
    body: { ...body, alerts: [HUB_ENTER, POI_ENTER] },
  })
  expect([mixed.status, Object.keys(mixed.failure.data ?? {})]).toEqual([
    422,
    ['area_ids', 'hub_ids'],
  ])
})

describe('the limits of a configuration', () => {
  const night = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '06:00' }]
  test('distinguish it from others, and survive other changes [alert-configurations.48]', async () => {
    const stay = { alert_id: STAY, hub_ids: at(hubIds, 0) }
    const first = await make({ ...stay, threshold: 30 })
    const second = await make({ ...stay, threshold: 90, schedule: night })
    const again = await caller.call(create, { body: form({ ...stay, threshold: 30 }) })
    expect([again.status, again.data.id]).toEqual([200, first.id])
    expect([first.threshold, first.schedule]).toEqual([30, null])
    expect([second.threshold, second.schedule]).toEqual([90, night])
    const change = (body: object) => caller.call(update, { params: { id: second.id }, body })
    const moved = (await change({ destination: 'b@rossi.example' })).data
    expect([moved.threshold, moved.schedule]).toEqual([90, night])
    expect((await change({ threshold: null })).data.threshold).toBeNull()
    const enter = (await change({ alert_id: HUB_ENTER, area_ids: at(hubIds, 0) })).data
    expect(enter.schedule).toBeNull()
  })
  test.each([
    ['minutes of an entry', () => ({ area_ids: at(hubIds, 0), threshold: 30 }), 'threshold'],
    ['hours of a speed', () => ({ alert_id: SPEED, schedule: night }), 'schedule'],
    ['no minutes at all', () => ({ alert_id: STAY, threshold: 0 }), 'threshold'],
  ] as const)('%s are refused [alert-configurations.48]', async (_, values, field) => {
    const answer = await caller.call(create, { body: form(values()) })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
  })
})

describe('a removed area', () => {
  const removeHub = (id = 0) => caller.call(hubs.remove, { params: { id } })
  test('is taken out of every configuration; a configuration that named no other area is removed, so that it never applies to all [alert-configurations.45]', async () => {
    const [two, last, everywhere, stay] = [
      await make({ area_ids: at(hubIds, 0, 1) }),
      await make({ area_ids: at(hubIds, 0) }),
      await make(),
      await make({ alert_id: STAY, hub_ids: at(hubIds, 0), poi_ids: at(poiIds, 0) }),
    ]
    expect((await removeHub(hubIds[0])).status).toBe(204)
    const areasById = new Map((await all()).map(c => [c.id, areasOf(c)]))
    expect(areasById).toEqual(
      new Map([
        [two.id, [at(hubIds, 1), [], []]],
        [everywhere.id, [[], [], []]],
        [stay.id, [[], [], at(poiIds, 0)]],
      ]),
    )
    expect(areasById.has(last.id)).toBe(false)
    await caller.call(pois.remove, { params: { id: poiIds[0] ?? 0 } })
    expect((await all()).map(c => c.id)).not.toContain(stay.id)
  })
  test('leaves no two configurations equal: the older one stays', async () => {
    const [a, b, c] = [
      await make({ area_ids: at(hubIds, 0, 1) }),
      await make({ area_ids: at(hubIds, 1) }),
      await make({ area_ids: at(hubIds, 0, 2) }),
    ]
    await removeHub(hubIds[0])
    expect((await all()).map(one => [one.id, one.area_ids])).toEqual(
      expect.arrayContaining([
        [b.id, at(hubIds, 1)],
        [c.id, at(hubIds, 2)],
      ]),
    )
    expect((await all()).map(one => one.id)).not.toContain(a.id)
  })
  test('and others removed with it leave one of the configurations that become equal', async () => {
    const first = await make({ area_ids: at(hubIds, 0, 2) })
    await make({ area_ids: at(hubIds, 1, 2) })
    await app.ctx.pool.query('delete from hubs where id = any($1)', [at(hubIds, 0, 1)])
    expect((await all()).map(c => [c.id, c.area_ids])).toEqual([[first.id, at(hubIds, 2)]])
  })
})

describe('an incident is delivered', () => {
  const incident = async (
    alert_id: number,
    subject_id: number | null,
    closed = false,
    data: object = {},
  ) => {
    const { rows } = await app.ctx.pool.query<{ id: string }>(
      `insert into incidents (vehicle_id, id, alert_id, customer_id, subject_id, origin, opened_at, closed_at, closed_as, late, data, raised_by, updated_at)
       values ($1, gen_random_uuid(), $2, $3, $4, 'records', $5, $6, case when $6::timestamptz is not null then 'cleared' end, $7, $8, $5, $5) returning id`,
      [
        vehicle.id,
        alert_id,
        customer_id,
        subject_id,
        new Date(app.clock.now),
        closed ? new Date(app.clock.now) : null,
        closed,
        JSON.stringify(data),
      ],
    )
    return rows[0]?.id ?? ''
  }
  const toldTo = async (id: string) =>
    (
      await app.ctx.pool.query<{ destination: string }>(
        'select destination from deliveries where incident_id = $1 order by destination',
        [id],
      )
    ).rows.map(r => r.destination)
  test('once to each destination that names its area or names no area [alert-configurations.42]', async () => {
    await make({ area_ids: at(hubIds, 0), destination: 'a@rossi.example' })
    await make({ area_ids: at(hubIds, 0, 1), destination: 'a@rossi.example' })
    await make({ area_ids: at(hubIds, 1), destination: 'b@rossi.example' })
    await make({ destination: 'c@rossi.example' })
    const [first, second, third] = hubIds
    expect(await toldTo(await incident(HUB_ENTER, first ?? 0))).toEqual([
      'a@rossi.example',
      'c@rossi.example',
    ])
    expect(await toldTo(await incident(HUB_ENTER, second ?? 0))).toEqual([
      'a@rossi.example',
      'b@rossi.example',
      'c@rossi.example',
    ])
    expect(await toldTo(await incident(HUB_ENTER, third ?? 0))).toEqual(['c@rossi.example'])
    expect(await toldTo(await incident(HUB_EXIT, first ?? 0))).toEqual([])
  })
  test('to those who name the area of its stay; a hub and a point with the same id stay separate [alert-configurations.43]', async () => {
    const [hub = 0, poi = 0] = [hubIds[0], poiIds[0]]
    await make({ alert_id: STAY, hub_ids: [hub], destination: 'hub@rossi.example' })
    await make({ alert_id: STAY, poi_ids: [poi], destination: 'poi@rossi.example' })
    expect(await toldTo(await incident(STAY, hub))).toEqual(['hub@rossi.example'])
    expect(await toldTo(await incident(STAY, -poi))).toEqual(['poi@rossi.example'])
    expect(await toldTo(await incident(STAY, -hub - 1_000_000))).toEqual([])
  })
  test.each([
    ['2026-11-20T21:30:00+01:00', true],
    ['2026-11-21T05:59:00+01:00', true],
    ['2026-11-20T12:00:00+01:00', false],
    ['2026-11-22T12:00:00+01:00', true],
    ['2026-11-23T00:30:00+01:00', true],
    ['2026-11-20T06:00:00+01:00', false],
  ])(
    'if it begins within the hours of its configuration (at %s: %s), and the lists of recipients before and after it agree [alert-configurations.48, recipients.2, recipients.3]',
    async (time, isWithin) => {
      const schedule = [
        { days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' },
        { days: [7], from: '00:00', to: '24:00' },
        { days: [7], from: '23:00', to: '01:00' },
      ]
      await make({ area_ids: at(hubIds, 0), schedule })
      const { rows } = await app.ctx.pool.query<{ within: boolean }>(
        `select within_hours($1, $2, 'Europe/Rome') as within`,
        [JSON.stringify(schedule), time],
      )
      expect(rows).toEqual([{ within: isWithin }])
      app.clock.now = Date.parse(time)
      caller = await app.as(user)
      const silences = (lines: readonly AlertRecipient[]) =>
        lines.map(({ obstacles }) => obstacles.some(({ code }) => code === 'hours'))
      const question = { vehicles: [vehicle.id], alerts: [HUB_ENTER], area_ids: at(hubIds, 0) }
      const before = await caller.call(rehearse, { body: { ...question, alert_channel_id: EMAIL } })
      expect(silences(before.data)).toEqual([!isWithin])
      const incident_id = await incident(HUB_ENTER, hubIds[0] ?? 0)
      expect(await toldTo(incident_id)).toEqual(isWithin ? ['capo@rossi.example'] : [])
      const after = await caller.call(recipientsOfIncident, { query: { incident_id } })
      expect(silences(after.data)).toEqual([!isWithin])
    },
  )
  test('after the minutes of stay that each configuration sets, or else those of the vehicle [alert-configurations.48]', async () => {
    const [hub = 0] = hubIds
    const stay = { alert_id: STAY, hub_ids: [hub] }
    await make({ ...stay, threshold: 30, destination: 'a@rossi.example' })
    await make({ ...stay, threshold: 90, destination: 'b@rossi.example' })
    await make({ ...stay, destination: 'c@rossi.example' })
    const arrived_at = new Date(app.clock.now - 30 * 60_000).toISOString()
    const id = await incident(STAY, hub, false, { arrived_at, minutes: 60 })
    const due = async () =>
      (
        await app.ctx.pool.query<{ destination: string; state: string }>(
          'select destination, state from deliveries where incident_id = $1 order by destination',
          [id],
        )
      ).rows.map(({ destination, state }) => `${destination.slice(0, 1)} ${state}`)
    await tellWaiting(app.ctx)
    expect(await due()).toEqual(['a queued', 'b waiting', 'c waiting'])
    app.clock.now += 31 * 60_000
    await tellWaiting(app.ctx)
    expect(await due()).toEqual(['a queued', 'b waiting', 'c queued'])
    // the vehicle leaves before the longest of them
    await app.ctx.pool.query(
      `update incidents set closed_at = $2, closed_as = 'cleared', updated_at = $2 where id = $1`,
      [id, new Date(app.clock.now)],
    )
    app.clock.now += 30 * 60_000
    await tellWaiting(app.ctx)
    expect(await due()).toEqual(['a queued', 'b dropped', 'c queued'])
  })
  test('only to those who name its area, also when later data open it again', async () => {
    const [first = 0, second = 0] = hubIds
    await make({ area_ids: [first], destination: 'a@rossi.example' })
    const [named, other] = [
      await incident(HUB_ENTER, first, true),
      await incident(HUB_ENTER, second, true),
    ]
    expect([await toldTo(named), await toldTo(other)]).toEqual([[], []])
    await app.ctx.pool.query(
      `update incidents set closed_at = null, closed_as = null where id = any($1::uuid[])`,
      [[named, other]],
    )
    expect([await toldTo(named), await toldTo(other)]).toEqual([['a@rossi.example'], []])
  })
})
