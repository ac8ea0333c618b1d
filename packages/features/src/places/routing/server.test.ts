// Ways between places, with the embedded router and with one reached by HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodePolyline, distance } from '@flotta/core/geo.ts'
import { memoryLimits } from '@flotta/platform/limits.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { directions } from './contract.ts'
import { osrm } from './osrm.ts'

const MILANO = '9.19,45.4642'
const ROMA = '12.4829,41.8933'
const PARMA = '10.3279,44.8015'
const PALERMO = '13.3615,38.1157'
const CAGLIARI = '9.1217,39.2238'

describe('without a provider', () => {
  let app: TestApp
  let caller: Caller
  beforeAll(async () => {
    app = await testApp()
    caller = await app.as(await app.make.user((await app.make.customer()).id, 'view'))
  })
  afterAll(() => app.close())
  const ask = (coordinates: string, exclude?: string) =>
    caller.call(directions, { query: { coordinates, exclude } })

  // kilometres and minutes of a car, as road atlases have them
  const places: Readonly<Record<string, string>> = {
    Milano: MILANO,
    Roma: ROMA,
    Parma: PARMA,
    Palermo: PALERMO,
    Cagliari: CAGLIARI,
    Verona: '10.9917,45.4384',
    Torino: '7.6868,45.0705',
    Bologna: '11.3426,44.4949',
    Firenze: '11.2558,43.7696',
    Napoli: '14.2681,40.8518',
    Bari: '16.8719,41.1171',
    Catania: '15.083,37.5079',
    Trieste: '13.7768,45.6495',
    Mestre: '12.2463,45.4937',
    Genova: '8.9463,44.4056',
    Ventimiglia: '7.6075,43.7912',
    Perugia: '12.3888,43.1122',
    Bolzano: '11.3548,46.4983',
    Sondrio: '9.8782,46.1699',
    Matera: '16.6043,40.6664',
    Sassari: '8.5557,40.7259',
  }
  test.each([
    ['Milano', 'Roma', 572, 350],
    ['Roma', 'Milano', 572, 350],
    ['Milano', 'Parma', 126, 85],
    ['Milano', 'Verona', 157, 110],
    ['Torino', 'Milano', 142, 100],
    ['Bologna', 'Firenze', 105, 75],
    ['Roma', 'Napoli', 225, 140],
    ['Napoli', 'Bari', 262, 170],
    ['Bologna', 'Bari', 670, 400],
    ['Palermo', 'Catania', 210, 145],
    ['Mestre', 'Trieste', 158, 105],
    ['Genova', 'Ventimiglia', 160, 110],
    ['Roma', 'Perugia', 172, 125],
    ['Verona', 'Bolzano', 153, 105],
    ['Milano', 'Sondrio', 135, 125],
    ['Bari', 'Matera', 65, 60],
    ['Cagliari', 'Sassari', 212, 155],
    ['Milano', 'Palermo', 1480, 900],
  ])(
    '%s–%s takes %d km within a tenth, and %d minutes within a fifth',
    async (from, to, km, minutes) => {
      const { data, meta } = await ask(`${places[from]};${places[to]}`)
      expect(meta).toEqual({ source: 'embedded', approximate: true, problem: null })
      const [first] = data
      expect(Math.abs((first?.distance ?? 0) / 1000 / km - 1)).toBeLessThan(0.1)
      expect(Math.abs((first?.duration ?? 0) / 60 / minutes - 1)).toBeLessThan(0.2)
    },
  )
  test('the line of a route begins and ends at its places, passes the places between, and has no gap [places.6, places.32]', async () => {
    const [route] = (await ask(`${MILANO};${PARMA};${ROMA}`)).data
    const line = decodePolyline(route?.geometry ?? '')
    expect(line[0]).toEqual([45.4642, 9.19])
    expect(line.at(-1)).toEqual([41.8933, 12.4829])
    expect(line).toContainEqual([44.8015, 10.3279])
    const steps = line
      .slice(1)
      .map(([lat, lon], i) => distance(line[i]?.[0] ?? 0, line[i]?.[1] ?? 0, lat, lon))
    expect(Math.max(...steps)).toBeLessThan(25_000)
  })
  test('the alternatives come after the quickest route, not much slower and largely on other roads', async () => {
    const { data } = await ask(`${MILANO};${ROMA}`)
    expect(data.length).toBeGreaterThan(1)
    expect(data.map(r => r.duration)).toEqual(data.map(r => r.duration).toSorted((a, b) => a - b))
    expect(data.at(-1)?.duration).toBeLessThan((data[0]?.duration ?? 0) * 1.45)
    expect(new Set(data.map(r => r.geometry)).size).toBe(data.length)
  })
  test('a route without motorways is slower, one without tolls is not quicker, and without the ferry no route reaches Sicily', async () => {
    const first = async (coordinates: string, exclude?: string) =>
      (await ask(coordinates, exclude)).data[0]?.duration ?? 0
    const usual = await first(`${MILANO};${ROMA}`)
    expect(await first(`${MILANO};${ROMA}`, 'motorway')).toBeGreaterThan(usual * 1.2)
    expect(await first(`${MILANO};${ROMA}`, 'toll')).toBeGreaterThan(usual * 1.1)
    expect(await first(`${MILANO};${ROMA}`, 'ferry')).toBe(usual)
    // the motorway from Salerno to the strait has no toll
    const south = '14.7681,40.6824;15.6503,38.1113'
    expect(await first(south, 'toll')).toBe(await first(south))
    expect(await first(south, 'toll,motorway')).toBeGreaterThan(await first(south))
    const island = await ask(`${ROMA};${PALERMO}`, 'ferry')
    expect([island.data, island.meta.problem]).toEqual([[], 'no_route'])
  })
  test.each([
    ['an island without a bridge', `${ROMA};${CAGLIARI}`],
    ['the open sea', `${ROMA};6,40`],
    ['the other end of the world', `${ROMA};151.2,-33.9`],
  ])('no route leads to %s, and the empty list names the problem', async (_, coordinates) => {
    const { status, data, meta } = await ask(coordinates)
    expect([status, data, meta.problem]).toEqual([200, [], 'no_route'])
  })
  test('the same place twice has a route of no length, and two corners of one town are joined by its streets', async () => {
    const [nowhere] = (await ask(`${MILANO};${MILANO}`)).data
    expect(nowhere).toMatchObject({ distance: 0, duration: 0 })
    const [near] = (await ask(`${MILANO};9.2,45.47`)).data
    expect(near?.distance).toBeGreaterThan(900)
    expect(near?.distance).toBeLessThan(2_500)
  })
  test('a route passes up to 25 places, and many places have no alternative route', async () => {
    const many = Array.from({ length: 25 }, (_, i) => (i % 2 === 0 ? MILANO : PARMA)).join(';')
    const { data } = await ask(many)
    expect(data).toHaveLength(1)
    expect((data[0]?.distance ?? 0) / 1000 / 24).toBeGreaterThan(110)
  })
  test.each([
    [{ coordinates: MILANO }, { coordinates: ['Servono almeno due luoghi'] }],
    [{ coordinates: 'Milano;Roma' }, { coordinates: ['Scrivi i luoghi come lng,lat;lng,lat'] }],
    [
      { coordinates: '45.4642,9.19;41.8933,182' },
      { coordinates: ['Scrivi i luoghi come lng,lat;lng,lat'] },
    ],
    [
      { coordinates: Array(26).fill(MILANO).join(';') },
      { coordinates: ['I luoghi possono essere al massimo 25'] },
    ],
    [
      { coordinates: `${MILANO};${ROMA}`, exclude: 'tunnel' },
      { exclude: ['Scegli uno dei valori ammessi'] },
    ],
    [{}, { coordinates: ['Questo campo è richiesto'] }],
  ])('%j is refused on its field', async (query, fields) => {
    const answer = await caller.call(directions, { query } as never)
    expect([answer.status, answer.failure.data]).toEqual([422, fields])
  })
  test('a user who asks without end has to wait', async () => {
    const busy = await app.as(await app.make.user((await app.make.customer()).id, 'view'))
    let answer = await busy.call(directions, { query: { coordinates: `${MILANO};9.2,45.47` } })
    for (let i = 0; i < 120; i++)
      answer = await busy.call(directions, { query: { coordinates: `${MILANO};9.2,45.47` } })
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '1'])
    expect((await ask(`${MILANO};${PARMA}`)).status).toBe(200)
  })
})

describe('a provider that speaks OSRM’s language', () => {
  let app: TestApp
  let caller: Caller
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const paths: string[] = []
  const lines: string[] = []
  const provider = createServer((request, response) => {
    paths.push(request.url ?? '')
    answer(request, response)
  })
  const json = (status: number, value: unknown) => (_: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
      .end(JSON.stringify(value))
  // an answer as the service's documentation prints it, with legs, weights and way points beside the fields that are read
  const waypoint = {
    hint: 'KSoKADRYroqUBAEAEAAAABkAAAAGAAAA',
    distance: 4.231521214,
    name: 'Friedrichstraße',
    location: [13.388799, 52.517033],
  }
  const leg = { steps: [], summary: '', weight: 251.5, duration: 251.5, distance: 1886.8 }
  const berlin = {
    code: 'Ok',
    waypoints: [waypoint, { ...waypoint, name: 'Torstraße', location: [13.39763, 52.529432] }],
    routes: [
      {
        geometry: 'mfp_I__vpAqJ`@wUrCa\\dCgGig@{DwW',
        legs: [leg],
        weight_name: 'routability',
        weight: 251.5,
        duration: 251.5,
        distance: 1886.8,
      },
      {
        geometry: 'mfp_I__vpAWBQ@K@[BuBRgBLK@',
        legs: [leg],
        weight_name: 'routability',
        weight: 310,
        duration: 310,
        distance: 2011,
      },
    ],
  }
  beforeAll(async () => {
    await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
    const { port } = provider.address() as AddressInfo
    const env = {
      FLOTTA_ROUTER_URL: `http://127.0.0.1:${port}`,
      FLOTTA_ROUTER_KEY: 'k3y',
      FLOTTA_ROUTER_CALLS_PER_SECOND: '100',
    }
    app = await testApp({ env, onLog: line => void lines.push(JSON.stringify(line)) })
    caller = await app.as(await app.make.user((await app.make.customer()).id))
  })
  afterAll(async () => {
    await app.close()
    provider.closeAllConnections()
    provider.close()
  })
  let place = 0
  /** Another place each time, because answers are cached. */
  const somewhere = () => `13.${500 + ++place},52.517037;13.39763,52.529407`
  const ask = (coordinates = somewhere(), exclude?: string) =>
    caller.call(directions, { query: { coordinates, exclude } })

  test('gets the question in its own form, and its routes are answered with their figures [places.1, places.4, places.29, places.30]', async () => {
    answer = json(200, berlin)
    const { data, meta } = await ask('13.38886,52.517037;13.39763,52.529407', 'motorway,toll')
    expect(data).toEqual(
      berlin.routes.map(({ geometry, distance, duration }) => ({ geometry, distance, duration })),
    )
    expect(meta).toEqual({ source: 'osrm', approximate: false, problem: null })
    expect(paths.at(-1)).toBe(
      '/route/v1/driving/13.38886,52.517037;13.39763,52.529407?alternatives=true&overview=full&geometries=polyline&steps=false&exclude=toll%2Cmotorway&key=k3y',
    )
  })
  test('gets a known question again only after a day, even from several readers at the same moment [places.11]', async () => {
    answer = json(200, berlin)
    const place = somewhere()
    const before = paths.length
    const all = await Promise.all([ask(place), ask(place), ask(place)])
    expect(all.map(a => a.data.length)).toEqual([2, 2, 2])
    await ask(place)
    expect(paths.length - before).toBe(1)
    await ask(place, 'ferry')
    expect(paths.length - before).toBe(2)
    app.clock.now += 86_400_001
    caller = await app.as(await app.make.user((await app.make.customer()).id))
    await ask(place)
    expect(paths.length - before).toBe(3)
  })
  test('is understood even without the word Ok', async () => {
    answer = json(200, { routes: berlin.routes.slice(0, 1) })
    expect((await ask()).data).toHaveLength(1)
  })
  // codes and statuses as the service's documentation and source have them
  test.each([
    [400, { code: 'NoRoute', message: 'Impossible route between points' }, undefined, 'no_route'],
    [
      400,
      { code: 'NoSegment', message: 'Could not find a matching segment for coordinate 1' },
      undefined,
      'no_route',
    ],
    [
      400,
      { code: 'InvalidValue', message: 'Exclude flag combination is not supported.' },
      'toll,motorway',
      'exclude',
    ],
    [400, { code: 'InvalidValue', message: 'Invalid coordinate value.' }, undefined, 'unavailable'],
    [
      400,
      { code: 'InvalidQuery', message: 'Query string malformed close to position 28' },
      undefined,
      'unavailable',
    ],
    [
      400,
      { code: 'InvalidUrl', message: 'URL string malformed close to position 1' },
      undefined,
      'unavailable',
    ],
    [
      400,
      { code: 'InvalidOptions', message: 'Number of coordinates needs to be at least two.' },
      undefined,
      'unavailable',
    ],
    [400, { code: 'TooBig', message: 'Too many trip coordinates' }, undefined, 'unavailable'],
    [401, { error: 'Invalid key' }, undefined, 'unavailable'],
    [404, { error: 'Unable to route' }, undefined, 'unavailable'],
    [500, { message: 'Internal Server Error' }, undefined, 'unavailable'],
    [201, berlin, undefined, 'unavailable'],
    [200, { code: 'Ok', routes: [], waypoints: [] }, undefined, 'no_route'],
    [200, { code: 'NoRoute', routes: [] }, undefined, 'unavailable'],
    [200, { code: 'Ok' }, undefined, 'unavailable'],
    [200, { code: 'Ok', routes: [{ geometry: 7, distance: 'far' }] }, undefined, 'unavailable'],
    [
      200,
      { code: 'Ok', routes: [{ geometry: 'mfp_I__vpA', distance: -1, duration: 1 }] },
      undefined,
      'unavailable',
    ],
  ])(
    'that answers %d %j (without %s) gives an empty list: %s [places.31]',
    async (status, body, exclude, problem) => {
      answer = json(status, body)
      const reply = await ask(somewhere(), exclude)
      expect([reply.status, reply.data, reply.meta.problem]).toEqual([200, [], problem])
    },
  )
  test('is left alone after too many questions, for as long as it demands', async () => {
    let now = 0
    const router = osrm(
      app.ctx.config.FLOTTA_ROUTER_URL ?? '',
      undefined,
      100,
      memoryLimits(() => now),
    )
    const ways = () =>
      router.directions(
        [
          { longitude: 13.5, latitude: 52.5 },
          { longitude: 13.4, latitude: 52.5 },
        ],
        [],
      )
    answer = (_, response) =>
      void response
        .writeHead(429, { 'retry-after': '20' })
        .end(JSON.stringify({ error: 'Rate Limited Second' }))
    const before = paths.length
    await expect(ways()).rejects.toThrow('429')
    answer = json(200, berlin)
    for (now of [1, 19_999]) await expect(ways()).rejects.toThrow('left alone')
    expect(paths.length - before).toBe(1)
    now = 20_000
    expect((await ways()).routes).toHaveLength(2)
  })
  test.each<[string, string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['speaks nonsense', 'something else than routes', (_, response) => void response.end('<html>')],
    ['hangs up', 'fetch failed', (_, response) => void response.destroy()],
    [
      'is redirected elsewhere',
      'fetch failed',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'answers more than is read',
      'longer than 8388608 bytes',
      (_, response) => void response.writeHead(200).end(Buffer.alloc(9 * 1_048_576, 'x')),
    ],
    [
      'begins and never ends',
      'no whole answer within 5000 ms',
      (_, response) => void response.writeHead(200).write('{"code":"Ok",'),
    ],
    ['is silent', 'no whole answer within 5000 ms', () => undefined],
  ])(
    'that %s (%s) gives an empty list and a line in the log without places and key, and is asked again later [places.14, places.18]',
    async (_, why, how) => {
      answer = how
      const place = somewhere()
      lines.length = 0
      const reply = await ask(place)
      expect([reply.status, reply.data, reply.meta.problem]).toEqual([200, [], 'unavailable'])
      const logged = lines
        .filter(line => line.includes('the router failed'))
        .map(line => JSON.parse(line) as { error: string })
      expect(logged).toEqual([
        {
          level: 40,
          time: expect.any(String),
          msg: 'the router failed',
          setting: 'FLOTTA_ROUTER_URL',
          error: expect.stringContaining(why),
        },
      ])
      expect(logged[0]?.error).not.toMatch(/k3y|13\.[35]|52\.5/)
      answer = json(200, berlin)
      expect((await ask(place)).data).toHaveLength(2)
    },
  )
})

test('a provider that allows one call a second gets no more, and a reader who would wait too long gets an empty list [places.12]', async () => {
  const times: number[] = []
  // the turns are assigned at one moment, however long the calls take to request them
  vi.useFakeTimers({ toFake: ['Date'] })
  const provider = createServer((_, response) => {
    times.push(performance.now())
    response.writeHead(200).end(
      JSON.stringify({
        code: 'Ok',
        routes: [{ geometry: 'mfp_I__vpA', distance: 1, duration: 1 }],
      }),
    )
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const app = await testApp({
    env: {
      FLOTTA_ROUTER_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/directions/driving/`,
    },
  })
  try {
    const caller = await app.as(await app.make.user((await app.make.customer()).id))
    const startedAt = performance.now()
    const all = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        caller.call(directions, { query: { coordinates: `9.${i},45;9,45` } }),
      ),
    )
    expect([
      all.filter(a => a.data.length === 1).length,
      all.filter(a => a.meta.problem === 'unavailable').length,
    ]).toEqual([6, 3])
    // some calls may have come late, but none early; a timer rounds
    expect(times.map((at, i) => at - startedAt > i * 1_000 - 10)).toEqual(Array(6).fill(true))
  } finally {
    vi.useRealTimers()
    await app.close()
    provider.close()
  }
})
