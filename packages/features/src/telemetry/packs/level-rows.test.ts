// The track of a long period: the same before and after packing, and never with parts that the caller may not see.
import { decodePolyline } from '@flotta/core/geo.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { longTrack } from '../../services/eyegeo/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { packAll } from './jobs.ts'
import { addLevels } from './level-rows.ts'
import { INSERT_POSITIONS, insertValues } from './rows.ts'
import { chance, dayOfSamples, madeDay } from './testing.ts'

const NOON = Date.UTC(2026, 10, 26, 12)
const BEGIN = NOON - 12 * HOUR - 12 * DAY
let app: TestApp
let caller: Caller
let vehicle_id: number
const ask = async (text: string, ...values: unknown[]) =>
  (await app.ctx.pool.query(text, values)).rows as Record<string, unknown>[]
beforeAll(async () => {
  app = await testApp()
  app.clock.now = NOON
  const customer = await app.make.customer()
  caller = await app.as(await app.make.user(customer.id, 'view'))
  vehicle_id = (await app.make.vehicle(customer.id)).id
  await app.make.agreement(vehicle_id, customer.id, agreement.eyegeo, NOON - 400 * DAY)
  await ask(`select create_month('positions', '2026-11-01')`)
  await ask(
    INSERT_POSITIONS,
    vehicle_id,
    ...insertValues(
      dayOfSamples(
        madeDay(BEGIN, 12 * 288, 5 * MINUTE, chance(11)).filter(
          // a weekend without a record
          ({ at }) => at < BEGIN + 4 * DAY || at >= BEGIN + 6 * DAY,
        ),
      ),
    ),
  )
})
afterAll(() => app.close())

const trackOf = async (from: number, to: number, level?: 'fine' | 'middle' | 'coarse') => {
  const { data } = await caller.call(longTrack, {
    params: { id: vehicle_id },
    query: {
      period_from: new Date(from).toISOString(),
      period_to: new Date(to).toISOString(),
      ...(level && { level }),
    },
  })
  return data
}

test('a year is drawn from the tracks of its packed days as from its positions, with a fitting tolerance, and older packs get such tracks [telemetry.71, telemetry.76, eyegeo.24]', async () => {
  const periods = [
    [NOON - 365 * DAY, NOON],
    [BEGIN + 5 * HOUR, BEGIN + 9 * DAY + 3 * HOUR],
    [BEGIN + 2 * DAY, BEGIN + 3 * DAY - 1],
  ] as const
  const answers = () => Promise.all(periods.map(([from, to]) => trackOf(from, to)))
  const before = await answers()
  expect(before.map(({ level, tolerance }) => [level, tolerance])).toEqual([
    ['coarse', 700],
    ['middle', 120],
    ['fine', 20],
  ])
  for (const { lines, km } of before) {
    expect(lines).toHaveLength(1)
    expect(decodePolyline(lines[0]?.path ?? '')).toHaveLength(lines[0]?.at.length ?? 0)
    expect(km).toBeGreaterThan(10)
  }
  await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
  for (const makeOlder of [false, true]) {
    if (makeOlder) {
      await ask(
        `update position_packs set has_levels = false, metres = null, fine = null, middle = null, coarse = null`,
      )
      expect(await answers()).toEqual(before)
      while (await addLevels(app.ctx.pool, 3, NOON));
    }
    expect(await answers()).toEqual(before)
  }
})

test('a late record of a packed day is drawn at once, and a period that is too long or ends before it begins is refused [telemetry.76, eyegeo.24]', async () => {
  // the vehicle stands then
  const stop = BEGIN + 2 * DAY + 4 * HOUR
  const late = stop + 30_000
  const [place] = await ask(
    `select latitude_e7, longitude_e7 from positions_of($1, $2, $2::timestamptz + interval '1 s')`,
    vehicle_id,
    new Date(stop),
  )
  // a mile away
  const latitude_e7 = Number(place?.latitude_e7) + 150_000
  const longitude_e7 = Number(place?.longitude_e7)
  await ask(
    INSERT_POSITIONS,
    vehicle_id,
    ...insertValues(dayOfSamples([{ at: late, latitude_e7, longitude_e7, speed: 50 }])),
  )
  await ask(
    'insert into late_days (vehicle_id, day, marked_at) values ($1, $2, $3)',
    vehicle_id,
    new Date(late),
    new Date(NOON),
  )
  const answers = () => trackOf(BEGIN + DAY, BEGIN + 4 * DAY - 1, 'coarse')
  const beside = await answers()
  expect(beside.lines[0]?.at).toContain(late / 1_000)
  await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
  expect(await ask('select from late_days')).toEqual([])
  expect(await answers()).toEqual(beside)
  const periods = [
    [NOON - 367 * DAY, NOON],
    [NOON, NOON - DAY],
  ] as const
  for (const [from, to] of periods)
    expect(
      (
        await caller.call(longTrack, {
          params: { id: vehicle_id },
          query: {
            period_from: new Date(from).toISOString(),
            period_to: new Date(to).toISOString(),
          },
        })
      ).status,
    ).toBe(422)
})

/** The track drawn at a level within a box around the vehicle's place at a moment. */
async function boxAt(moment: number, metres: number) {
  const [place] = await ask(
    `select latitude_e7::float8 / 1e7 as latitude, longitude_e7::float8 / 1e7 as longitude from positions_of($1, $2, $3) where latitude_e7 is not null limit 1`,
    vehicle_id,
    new Date(moment),
    new Date(moment + HOUR),
  )
  const [latitude, longitude] = [Number(place?.latitude), Number(place?.longitude)]
  const away = metres / 80_000
  return [longitude - away, latitude - away, longitude + away, latitude + away] as const
}
const periodOf = (from: number, to: number) => ({
  period_from: new Date(from).toISOString(),
  period_to: new Date(to).toISOString(),
})
test('within a box every fix is drawn, packed or not, and too many days give the finest lines instead [eyegeo.27]', async () => {
  const box = await boxAt(BEGIN + 3 * DAY, 3_000)
  const [west, south, east, north] = box
  const within = async (level: 'exact' | 'fine' | 'middle') => {
    const { data } = await caller.call(longTrack, {
      params: { id: vehicle_id },
      query: { ...periodOf(BEGIN, NOON), level, box: box.join(',') },
    })
    return data
  }
  const times = ({ lines }: Awaited<ReturnType<typeof within>>) =>
    lines.flatMap(({ at, path }) =>
      decodePolyline(path).flatMap(([latitude, longitude], i) =>
        latitude > south && latitude < north && longitude > west && longitude < east
          ? [at[i] ?? 0]
          : [],
      ),
    )
  const stored = (
    await ask(
      `select extract(epoch from message_datetime)::int8::int4 as second from positions_of($1, $2, $3)
       where latitude_e7 > $4::float8 * 1e7 and latitude_e7 < $5::float8 * 1e7 and longitude_e7 > $6::float8 * 1e7 and longitude_e7 < $7::float8 * 1e7`,
      vehicle_id,
      new Date(BEGIN),
      new Date(NOON),
      south,
      north,
      west,
      east,
    )
  ).map(({ second }) => Number(second))
  const packed = await within('exact')
  expect(packed).toMatchObject({ level: 'exact', tolerance: 0, km: null })
  expect(stored.length).toBeGreaterThan(20)
  // At the edges of the box a rounded place may lie on the other side.
  expect(Math.abs(times(packed).length - stored.length)).toBeLessThanOrEqual(2)
  const [fine, middle] = [await within('fine'), await within('middle')]
  expect(times(fine).length).toBeLessThan(times(packed).length)
  expect(times(middle).length).toBeLessThanOrEqual(times(fine).length)
  await ask('insert into positions select p.* from position_packs k, unpack_positions(k) p')
  await ask('delete from position_packs')
  expect(times(await within('exact'))).toEqual(times(packed))
  await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
  for (const [query, fault] of [
    [
      { level: 'exact' as const },
      { level: [expect.stringContaining('solo una parte della mappa')] },
    ],
    [{ box: '1,2,3' }, { box: [expect.stringContaining('ovest, sud, est e nord')] }],
    [{ box: '9,45,8,46' }, { box: [expect.stringContaining('ovest, sud, est e nord')] }],
  ] as const) {
    const refusal = await caller.call(longTrack, {
      params: { id: vehicle_id },
      query: { ...periodOf(BEGIN, NOON), ...query },
    })
    expect([refusal.status, refusal.failure.data]).toEqual([422, fault])
  }
})

test('a guest gets only the time of its grant, even on the day on which the grant began [eyegeo.24]', async () => {
  const guest = await app.make.customer()
  const reader = await app.as(await app.make.user(guest.id, 'view'))
  const from = BEGIN + 7 * DAY + 6 * HOUR
  await app.make.agreement(vehicle_id, guest.id, agreement.eyegeo, from)
  const everywhere = { level: 'exact' as const, box: '-180,-90,180,90' }
  for (const detail of [{}, everywhere]) {
    const { data } = await reader.call(longTrack, {
      params: { id: vehicle_id },
      query: { ...periodOf(BEGIN - DAY, NOON), ...detail },
    })
    const [line, ...others] = data.lines
    expect(others).toEqual([])
    expect(line?.at[0]).toBe(from / 1_000)
  }
})
