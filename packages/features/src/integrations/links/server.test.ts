// Share links: who may create them, what they show, and that they show nothing else.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDriver } from '../../fleet/drivers/testing.ts'
import { looks } from '../../fleet/privacy/contract.ts'
import { plannedTrips } from '../../map/planner/contract.ts'
import { printReceipt } from '../../reports/printing/contract.ts'
import { readPdf } from '../../reports/printing/testing-pdf.ts'
import { shortCode } from '../../reports/register/code.ts'
import { verify } from '../../reports/register/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import * as contract from './contract.ts'
import { forgetLinks } from './queries.ts'

const NOON = Date.parse('2026-11-20T11:00:00Z')
const iso = (at: number) => new Date(at).toISOString()
const tokenOf = (url: string): string => /follow\/([\w-]{43})/.exec(url)?.[1] ?? ''
const PIACENZA = { latitude_e7: 450_524_000, longitude_e7: 96_934_000 }

let app: TestApp
let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'flotta-links-'))
  await writeFile(join(webDir, 'index.html'), '<!doctype html><html lang="it"><body></body></html>')
  app = await testApp({ webDir, env: { FLOTTA_PUBLIC_URL: 'https://fleet.example' } })
})
afterAll(async () => {
  await app.close()
  await rm(webDir, { recursive: true })
})
beforeEach(() => {
  app.clock.now = NOON
})

interface Company {
  readonly id: number
  readonly caller: Caller
  readonly vehicle_id: number
}
async function company({ agreements = [2], plate = 'LK123NK' } = {}): Promise<Company> {
  const { id } = await app.make.customer({ name: 'Aurora', configurations: { t_check: '1' } })
  const caller = await app.as(await app.make.user(id, 'edit', { name: 'Ada' }))
  const vehicle = await app.make.vehicle(id, { plate })
  for (const agreement_id of agreements)
    await app.make.agreement(vehicle.id, id, agreement_id, NOON - 90 * DAY)
  await app.make.state(vehicle.id, {
    ...PIACENZA,
    gps_datetime: new Date(NOON - 3 * MINUTE),
    message_datetime: new Date(NOON - MINUTE),
    moving: true,
  })
  return { id, caller, vehicle_id: vehicle.id }
}
const day = { from: iso(NOON - HOUR), to: iso(NOON + DAY) }
const none = { vehicle_id: null, trip_id: null, fleet_id: null, all_vehicles: false }
const make = ({ caller }: Company, values: object) =>
  caller.call(contract.links.create, { body: { ...none, ...day, ...values } })
async function linkTo(of: Company, values: object = { vehicle_id: of.vehicle_id }) {
  const { data } = await make(of, values)
  return { ...data, token: tokenOf(data.url) }
}
const open = (token: string, again = false, language: 'it' | 'en' = 'en') =>
  app
    .with(null)
    .call(
      contract.delivery,
      { params: { token }, query: again ? { again: '1' as const } : {} },
      { language },
    )
const page = (token: string, language = 'de') =>
  app.server.app.inject({
    url: `/follow/${token}`,
    headers: { 'accept-language': language, accept: 'text/html', host: 'fleet.example' },
  })

describe('a link', () => {
  test('to an own vehicle with positions has a page without sign-in that shows where the vehicle is and how old that is [links.1, links.5, links.8, privacy.20]', async () => {
    const aurora = await company()
    const { url, token, ...link } = await linkTo(aurora)
    expect(url).toBe(`https://fleet.example/follow/${token}`)
    expect(link).toMatchObject({ plate: 'LK123NK', created_by: 'Ada', openings: 0, ...day })
    expect((await open(token)).data).toEqual({
      company: 'Aurora',
      plate: 'LK123NK',
      ...day,
      destination: null,
      destination_position: null,
      position: {
        latitude: 45.0524,
        longitude: 9.6934,
        message_datetime: iso(NOON - 3 * MINUTE),
        moving: true,
      },
      arrival: null,
      temperature: null,
    })
    expect(
      (await aurora.caller.call(contract.links.one, { params: { id: link.id } })).data.url,
    ).toBe(url)
  })
  test.each<[string, object, number, object?]>([
    ['nothing', {}, 422, { vehicle_id: [expect.any(String)] }],
    ['two things', { vehicle_id: 1, all_vehicles: true }, 422],
    [
      'an unknown vehicle',
      { vehicle_id: 2_000_000_000 },
      422,
      { vehicle_id: [expect.any(String)] },
    ],
    ['an unknown trip', { trip_id: 2_000_000_000 }, 422, { trip_id: [expect.any(String)] }],
    ['an unknown fleet', { fleet_id: 2_000_000_000 }, 422, { fleet_id: [expect.any(String)] }],
    [
      'an end before the begin',
      { all_vehicles: true, to: iso(NOON - DAY) },
      422,
      { to: [expect.any(String)] },
    ],
    [
      'a time that is over',
      { all_vehicles: true, from: iso(NOON - DAY), to: iso(NOON) },
      422,
      { to: [expect.any(String)] },
    ],
    ['years', { all_vehicles: true, to: iso(NOON + 400 * DAY) }, 422, { to: [expect.any(String)] }],
  ])('with %s is refused [links.1]', async (_, values, status, fields) => {
    const answer = await make(await company(), values)
    expect(answer.status).toBe(status)
    if (fields !== undefined) expect(answer.failure.data).toEqual(fields)
  })
  test('to a vehicle without positions, or to one of another company even when it is shared, is refused [links.1]', async () => {
    expect((await make(await company({ agreements: [3] }), {})).status).toBe(422)
    const blind = await company({ agreements: [3] })
    expect((await make(blind, { vehicle_id: blind.vehicle_id })).status).toBe(403)
    const [owner, guest] = [await company(), await company()]
    await app.make.agreement(owner.vehicle_id, guest.id, 2)
    expect((await make(guest, { vehicle_id: owner.vehicle_id })).status).toBe(422)
  })
  test('is made and seen only by people who may edit, and the list of a vehicle has the links of its trips too [links.13]', async () => {
    const aurora = await company()
    const viewer = await app.as(await app.make.user(aurora.id, 'view'))
    const body = { ...none, ...day, vehicle_id: aurora.vehicle_id }
    expect((await viewer.call(contract.links.create, { body })).status).toBe(403)
    expect((await viewer.call(contract.links.list, { query: {} })).status).toBe(403)
    const stranger = await company()
    await linkTo(aurora)
    await linkTo(aurora, { trip_id: await tripOf(aurora) })
    await linkTo(aurora, { all_vehicles: true })
    const listed = async (query: object) =>
      (await aurora.caller.call(contract.links.list, { query })).data.length
    expect([await listed({}), await listed({ vehicle_id: aurora.vehicle_id })]).toEqual([3, 2])
    expect((await stranger.caller.call(contract.links.list, { query: {} })).data).toEqual([])
  })
})

describe('a link shows nothing', () => {
  test('before its time, after it and once it was ended, and the page and its status say which [links.2, links.7]', async () => {
    const aurora = await company()
    const { id, token } = await linkTo(aurora)
    const statuses = async () => [(await open(token)).status, (await page(token)).statusCode]
    expect(await statuses()).toEqual([200, 200])
    app.clock.now = Date.parse(day.from) - 1
    expect(await statuses()).toEqual([404, 404])
    const early = await open(token)
    expect(early.failure).toMatchObject({
      message: 'This link shows nothing yet: its time has not begun.',
      data: { from: [day.from] },
    })
    app.clock.now = Date.parse(day.to)
    expect(await statuses()).toEqual([410, 410])
    expect((await open(token, false, 'it')).failure.message).toMatch(/^Il tempo di questo link/)
    app.clock.now = NOON
    expect((await aurora.caller.call(contract.links.remove, { params: { id } })).status).toBe(204)
    expect(await statuses()).toEqual([410, 410])
    expect((await open(token)).failure.message).toMatch(/was ended/)
    expect((await aurora.caller.call(contract.links.one, { params: { id } })).status).toBe(404)
  })
  test('at an invented address [links.5]', async () => {
    for (const token of ['x'.repeat(43), '%', "' or 1=1 --"])
      expect((await open(token)).status).toBe(404)
    expect((await page('x'.repeat(43))).statusCode).toBe(404)
  })
  test('once the vehicle or its positions are gone [links.4]', async () => {
    const aurora = await company()
    const { token } = await linkTo(aurora)
    await app.ctx.pool.query('update vehicle_agreements set active_to = $2 where vehicle_id = $1', [
      aurora.vehicle_id,
      new Date(NOON - 1),
    ])
    await app.ctx.changes.heard()
    expect((await open(token)).status).toBe(410)
    expect((await page(token)).statusCode).toBe(410)
    const seller = await company()
    const link = await linkTo(seller)
    await app.ctx.pool.query('update vehicles set deleted_at = now() where id = $1', [
      seller.vehicle_id,
    ])
    await app.ctx.changes.heard()
    expect((await open(link.token)).status).toBe(410)
  })
  test('of a position from before its time, or of a private time [links.3]', async () => {
    const aurora = await company()
    const late = await linkTo(aurora, {
      vehicle_id: aurora.vehicle_id,
      from: iso(NOON - 2 * MINUTE),
    })
    expect((await open(late.token)).data.position).toBeNull()
    const { token } = await linkTo(aurora)
    expect((await open(token)).data.position).not.toBeNull()
    const driver = await makeDriver(app.ctx.db, aurora.id, { name: 'Mario', surname: 'Rossi' })
    await app.ctx.pool.query(
      `insert into private_trips (vehicle_id, customer_id, driver_id, period_from, updated_at) values ($1, $2, $3, $4, $4)`,
      [aurora.vehicle_id, aurora.id, driver.id, new Date(NOON - HOUR)],
    )
    await app.ctx.changes.heard()
    const privateAnswer = await open(token)
    expect(privateAnswer.data.position).toBeNull()
    expect(privateAnswer.text).not.toContain('45.05')
    const map = await linkTo(aurora, { all_vehicles: true })
    expect((await fleetMap(map.token)).features).toEqual([])
  })
})

/** A trip from Milan by Piacenza to Parma. */
async function tripOf({ caller, vehicle_id }: Company): Promise<number> {
  const stop = (address: string, lat: number, lng: number) => ({ address, city: address, lat, lng })
  const { data } = await caller.call(plannedTrips.create, {
    body: {
      name: 'Parma run',
      startdate: iso(NOON),
      vehicle_id,
      waypoints: [
        stop('Milano', 45.4642, 9.19),
        stop('Piacenza', 45.0524, 9.6934),
        stop('Parma', 44.8015, 10.3279),
      ],
      route: { geometry: 'ovotGcwgv@jcoAedcB`wo@elcCdu@', distance: 125_000, duration: 5_400 },
      approximate: true,
    },
  })
  return data.id
}

describe('a planned trip', () => {
  test('shows an approximate arrival by the router, from where the vehicle is [links.9, links.15, trips.17]', async () => {
    const aurora = await company()
    const { token, trip, plate } = await linkTo(aurora, { trip_id: await tripOf(aurora) })
    expect([trip, plate]).toEqual(['Parma run', 'LK123NK'])
    const { destination, destination_position, arrival } = (await open(token)).data
    expect(destination).toBe('Parma')
    expect(destination_position).toEqual({ latitude: 44.8015, longitude: 10.3279 })
    expect(arrival).toMatchObject({ approximate: true, by: 'router', reached: false })
    expect(arrival?.km).toBeGreaterThan(40)
    expect(arrival?.km).toBeLessThan(90)
    expect(Date.parse(arrival?.at ?? '')).toBeGreaterThan(NOON + 20 * MINUTE)
    expect(Date.parse(arrival?.at ?? '')).toBeLessThan(NOON + 2 * HOUR)
  })
  test('shows the planned arrival without a position of its time, and the actual one at the destination [links.9]', async () => {
    const aurora = await company()
    const { token } = await linkTo(aurora, { trip_id: await tripOf(aurora) })
    const stands = (latitude_e7: number | null, longitude_e7: number | null) =>
      app.ctx.db
        .updateTable('vehicle_state')
        .set({ latitude_e7, longitude_e7, gps_datetime: new Date(NOON) })
        .where('vehicle_id', '=', aurora.vehicle_id)
        .execute()
    await stands(null, null)
    const planned = { at: iso(NOON + 90 * MINUTE), by: 'plan', reached: false }
    expect((await open(token)).data.arrival).toMatchObject(planned)
    await stands(448_015_000, 103_279_000)
    expect((await open(token)).data.arrival).toMatchObject({ reached: true, km: 0, at: iso(NOON) })
  })
  test('has no link without a vehicle, or with one of another company [links.1]', async () => {
    const aurora = await company()
    const trip_id = await tripOf(aurora)
    await aurora.caller.call(plannedTrips.update, {
      params: { id: trip_id },
      body: { vehicle_id: null },
    })
    expect((await make(aurora, { trip_id })).failure.data).toEqual({
      trip_id: [expect.any(String)],
    })
    expect((await make(await company(), { trip_id })).status).toBe(422)
  })
})

test('temperatures come with the verdict of the receipt, which can be printed and verified [links.10]', async () => {
  const aurora = await company({ agreements: [2, 3] })
  const times = Array.from({ length: 37 }, (_, i) => new Date(NOON - i * 5 * MINUTE))
  await app.ctx.pool.query(
    `insert into readings (message_datetime, vehicle_id, seq, kind, data) select at, $1, 0, 'temperature', $3::json from unnest($2::timestamptz[]) as r (at)`,
    [aurora.vehicle_id, times, JSON.stringify({ T1: -18.4, T2: null, T3: null, T4: null })],
  )
  const { token } = await linkTo(aurora)
  const { temperature } = (await open(token)).data
  const printer = await app.as(await app.make.user(aurora.id, 'printing'))
  const { data: receipt } = await printer.call(printReceipt, {
    params: { id: aurora.vehicle_id },
    query: { from: day.from, to: iso(NOON) },
  })
  expect(temperature).toEqual({
    from: day.from,
    to: iso(NOON),
    verdict: receipt.verdict,
    sensors: receipt.statistics.map(({ sensor, min, max, average }) => ({
      sensor,
      min,
      max,
      average,
    })),
    receipt: true,
  })
  const file = await app.server.app.inject({
    url: `/api/v1/follow/${token}/receipt`,
    headers: { 'accept-language': 'en', host: 'fleet.example' },
  })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  const paper = readPdf(file.rawPayload)
    .map(({ text }) => text)
    .join(' ')
  const { rows } = await app.ctx.pool.query<{ id: string }>(
    'select id from receipts where vehicle_id = $1 order by issued_at desc',
    [aurora.vehicle_id],
  )
  const codes = rows.map(({ id }) => shortCode(id))
  const code = codes.find(known => paper.replaceAll(' ', '').includes(known)) ?? ''
  expect((await app.with(null).call(verify, { query: { c: code } })).data.outcome).toBe('genuine')
  const { token: warm } = await linkTo(await company())
  const refused = await app.with(null).call(contract.deliveryReceipt, { params: { token: warm } })
  expect(refused.status).toBe(403)
})

async function fleetMap(token: string) {
  const answer = await app.server.app.inject({
    url: `/api/v1/follow/${token}/fleet.geojson`,
    headers: { host: 'fleet.example', origin: 'https://map.example' },
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/geo+json'])
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  return answer.json()
}
test('a link to a fleet or to all vehicles is GeoJSON of the own vehicles with positions, for a map on any page [links.11]', async () => {
  const aurora = await company({ plate: 'IN1FLEET' })
  const blind = await app.make.vehicle(aurora.id, { plate: 'NOPOS1' })
  await app.make.state(blind.id, PIACENZA)
  const stranger = await company({ plate: 'OTHERS1' })
  await app.make.agreement(stranger.vehicle_id, aurora.id, 2)
  const outside = await app.make.vehicle(aurora.id, { plate: 'OUT1' })
  await app.make.agreement(outside.id, aurora.id, 2)
  await app.make.state(outside.id, { ...PIACENZA, gps_datetime: new Date(NOON) })
  const fleet = await app.make.fleet(aurora.id, 'Nord', [aurora.vehicle_id])
  const plates = async (values: object) => {
    const { token, url } = await linkTo(aurora, values)
    expect(url).toBe(`https://fleet.example/api/v1/follow/${token}/fleet.geojson`)
    expect((await open(token)).status).toBe(404)
    const { type, features } = await fleetMap(token)
    expect(type).toBe('FeatureCollection')
    return features.map((f: { properties: { plate: string } }) => f.properties.plate)
  }
  expect(await plates({ all_vehicles: true })).toEqual(['IN1FLEET', 'OUT1'])
  expect(await plates({ fleet_id: fleet.id })).toEqual(['IN1FLEET'])
})

test('every opening counts, in the list and in the log of looks, and a page that stays open counts once in ten minutes [links.6]', async () => {
  const aurora = await company()
  const { id, token } = await linkTo(aurora)
  const openings = async () =>
    (await aurora.caller.call(contract.links.one, { params: { id } })).data.openings
  await open(token)
  await vi.waitFor(async () => expect(await openings()).toBe(1))
  await open(token, true)
  await open(token)
  await vi.waitFor(async () => expect(await openings()).toBe(2))
  app.clock.now += 11 * MINUTE
  await open(token, true)
  await vi.waitFor(async () => expect(await openings()).toBe(3))
  const { data } = await aurora.caller.call(looks.list, { query: { what: 'link' } })
  expect(data).toMatchObject([{ person: 'Ada', plate: 'LK123NK', what: 'link', times: 3 }])
})

test('the page is closed to search engines and caches, and speaks the reader’s language [links.7]', async () => {
  const { token } = await linkTo(await company())
  const { headers, payload } = await page(token, 'es-ES,es;q=0.9')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  })
  expect(payload).toContain('<html lang="es"')
  const answer = await open(token)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
})

test('a reader who asks too often has to wait [links.12]', async () => {
  const { token } = await linkTo(await company())
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await open(token, true)).status),
  )
  expect(statuses.filter(status => status === 429).length).toBeGreaterThan(0)
  app.clock.now += HOUR
  expect((await open(token)).status).toBe(200)
})

test('links that ended long ago are deleted, and others stay [links.14]', async () => {
  const aurora = await company()
  await linkTo(aurora)
  await linkTo(aurora, { all_vehicles: true, to: iso(NOON + 60 * DAY) })
  app.clock.now = NOON + 100 * DAY
  await forgetLinks(app.ctx)
  const { rows } = await app.ctx.pool.query(
    'select all_vehicles from links where customer_id = $1',
    [aurora.id],
  )
  expect(rows).toEqual([{ all_vehicles: true }])
})
