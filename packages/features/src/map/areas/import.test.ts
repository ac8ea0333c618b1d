// Areas imported from GeoJSON: what each feature becomes, the errors of each, all or none, and only once with a key.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { hubs, importHubs, importPois, pois } from './contract.ts'
import { makeArea } from './testing.ts'

let app: TestApp
let customer_id: number
let caller: Caller
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer_id = (await app.make.customer()).id
  caller = await app.as(await app.make.user(customer_id, 'edit'))
})

const feature = (geometry: unknown, properties: object | null = {}, more: object = {}) => ({
  type: 'Feature',
  properties: properties && { name: 'Cantiere', code: 'C1', ...properties },
  geometry,
  ...more,
})
const point = { type: 'Point', coordinates: [9.19, 45.4642, 120] }
const square = [
  [9.1, 45.4],
  [9.2, 45.4],
  [9.2, 45.5],
  [9.1, 45.5],
  [9.1, 45.4],
]
const polygon = { type: 'Polygon', coordinates: [square] }
const line = { type: 'LineString', coordinates: square.slice(0, 3) }
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection' as const, features })
type Query = NonNullable<NonNullable<Parameters<typeof caller.call<typeof importHubs>>[1]>['query']>
const send = (features: unknown[], query: Query = {}, headers: Record<string, string> = {}) =>
  caller.call(importHubs, { body: collection(...features), query }, { headers, language: 'en' })

describe('a feature', () => {
  const cases: readonly (readonly [what: string, feature: object, area: object])[] = [
    [
      'a point is a circle of the usual radius',
      feature(point),
      { shape: { type: 'circle' }, radius: 100, latitude: 45.4642, longitude: 9.19 },
    ],
    ['a point with a radius of its own', feature(point, { radius: '250' }), { radius: 250 }],
    [
      'a polygon is one, its heights left out',
      feature({ type: 'Polygon', coordinates: [square.map(p => [...p, 3])] }),
      { shape: { type: 'polygon', points: square }, radius: null },
    ],
    [
      'a polygon of one part',
      feature({ type: 'MultiPolygon', coordinates: [[square]] }),
      { shape: { type: 'polygon', points: square } },
    ],
    [
      'a line is a corridor of the usual width',
      feature(line),
      { shape: { type: 'corridor', points: line.coordinates, width: 50 } },
    ],
    [
      'a line with a width of its own',
      feature(line, { width: 20 }),
      { shape: { type: 'corridor', points: line.coordinates, width: 20 } },
    ],
    [
      'its address and colour',
      feature(point, { color: '#ff8800', address: 'Via Roma 1', city: 'Lodi', zip_code: 26900 }),
      { color: '#ff8800', address: 'Via Roma 1', city: 'Lodi', zip_code: '26900' },
    ],
    [
      'the colour of a drawing program',
      feature(point, { stroke: '#00ff00' }),
      { color: '#00ff00' },
    ],
    [
      'a colour that is none there is passed over',
      feature(point, { 'marker-color': 'red' }),
      { color: '#000000' },
    ],
    [
      'without a code it has that of its name',
      feature(point, { code: undefined, name: 'Deposito di via Marconi a San Donato' }),
      { code: 'Deposito di via Marconi a San', name: 'Deposito di via Marconi a San Donato' },
    ],
    [
      'or its id',
      feature(point, { code: undefined }, { id: 17 }),
      { code: '17', name: 'Cantiere' },
    ],
    [
      'without a name it has its code',
      feature(point, { name: undefined, code: 5 }),
      { code: '5', name: '5' },
    ],
  ]
  test.each(cases)('%s [areas.37]', async (_, one, area) => {
    const answer = await send([one])
    expect([answer.status, answer.data]).toMatchObject([201, [area]])
    expect((await caller.call(hubs.all, {})).data).toEqual(answer.data)
  })
  test('takes the radius and the width of the call where the feature has none', async () => {
    const two = feature(line, { code: 'C2' })
    expect((await send([feature(point), two], { radius: 30, width: 12 })).data).toMatchObject([
      { radius: 30 },
      { shape: { width: 12 } },
    ])
  })
  const wrong: readonly (readonly [what: string, feature: unknown, fields: readonly string[]])[] = [
    ['nothing', null, ['name', 'code', 'color', 'shape']],
    ['no name and no code', feature(point, null), ['name', 'code']],
    ['no geometry', feature(null), ['shape']],
    [
      'several parts',
      feature({ type: 'MultiPolygon', coordinates: [[square], [square]] }),
      ['shape'],
    ],
    ['a hole', feature({ type: 'Polygon', coordinates: [square, square] }), ['shape']],
    ['two points', feature({ type: 'Polygon', coordinates: [square.slice(0, 2)] }), ['shape']],
    [
      '501 points',
      feature({
        type: 'LineString',
        coordinates: Array.from({ length: 501 }, (_, i) => [9 + i / 1000, 45]),
      }),
      ['shape'],
    ],
    [
      'texts for coordinates',
      feature({
        type: 'LineString',
        coordinates: [
          ['a', 'b'],
          [9, 45],
        ],
      }),
      ['shape'],
    ],
    ['a point beyond the pole', feature({ type: 'Point', coordinates: [9, 91] }), ['latitude']],
    ['a radius of none', feature(point, { radius: 0 }), ['radius']],
    ['a width of ten kilometres', feature(line, { width: 10_000 }), ['shape']],
    ['a colour by its name', feature(point, { color: 'red' }), ['color']],
    ['a name that is none', feature(point, { name: {} }), ['name']],
  ]
  test.each(wrong)(
    'with %s is refused by its place in the list [areas.39]',
    async (_, one, fields) => {
      const good = feature(point, { code: 'GOOD' })
      const answer = await send([good, one])
      const keys = Object.keys(answer.failure.data ?? {}).toSorted()
      expect([answer.status, keys]).toEqual([422, fields.map(field => `1.${field}`).toSorted()])
      expect((await caller.call(hubs.all, {})).data).toEqual([])
    },
  )
})

test('a ring that crosses itself is refused with the place of the crossing [areas.38]', async () => {
  const bow = [
    [9, 45],
    [9.2, 45.2],
    [9.2, 45],
    [9, 45.2],
  ]
  const words = ['The outline crosses itself near 45.10000, 9.10000']
  const answer = await send([feature({ type: 'Polygon', coordinates: [bow] })])
  expect(answer.failure.data).toEqual({ '0.shape': words })
  const one = await caller.call(
    hubs.create,
    {
      body: {
        name: 'n',
        code: 'c',
        color: '#000000',
        shape: { type: 'polygon', points: bow as [number, number][] },
      },
    },
    { language: 'en' },
  )
  expect([one.status, one.failure.data]).toEqual([422, { shape: words }])
})
test('a code that the list repeats, or that another area has, is refused at each place of the list [areas.39]', async () => {
  await makeArea(app.ctx.db, 'hub', customer_id, { code: 'Nord' })
  const answer = await send(['A', 'nord', 'a', 'B'].map(code => feature(point, { code })))
  expect([answer.status, answer.failure.data]).toEqual([
    422,
    { '1.code': ['It is already in use'], '2.code': ['It is already in use'] },
  ])
})
test.each<[string, object, string]>([
  ['no list', {}, 'type'],
  ['an empty list', collection(), 'features'],
  [
    'more features than one call takes',
    collection(...Array.from({ length: 1_001 }, (_, i) => feature(point, { code: `c${i}` }))),
    'features',
  ],
])('%s is refused', async (_, body, field) => {
  const answer = await caller.call(importHubs, { body: body as never, query: {} })
  expect([answer.status, Object.keys(answer.failure.data ?? {})[0]]).toEqual([422, field])
})
test('a list sent twice with one key is imported once, and another list with that key is refused with 409 [areas.37]', async () => {
  const headers = { 'idempotency-key': 'cantieri-1' }
  const first = await send([feature(point)], {}, headers)
  const again = await send([feature(point)], {}, headers)
  expect([again.status, again.data]).toEqual([201, first.data])
  expect((await send([feature(line)], {}, headers)).status).toBe(409)
  expect((await caller.call(hubs.all, {})).data).toHaveLength(1)
})
test('points of interest are imported like hubs, and a person who may only look imports nothing', async () => {
  const body = collection(feature(polygon))
  const created = await caller.call(importPois, { body, query: {} })
  expect((await caller.call(pois.all, {})).data).toEqual(created.data)
  const viewer = await app.as(await app.make.user(customer_id, 'view'))
  expect((await viewer.call(importPois, { body, query: {} })).status).toBe(403)
})
