// A configured base map: a provider's style through the server, and tiles from a file.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setInstallationMap } from '../../house/installation/queries.ts'
import { about } from '../../people/auth/about.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { sprite, style, tile } from './contract.ts'
import { addMapFile, removeMapFile, streetsPath } from './map-file.ts'
import { mapFile } from './testing.ts'

const EMBEDDED = fileURLToPath(
  new URL('../../../../app/public/map/basemap.pmtiles', import.meta.url),
)
const answers = new Map<string, (response: ServerResponse) => void>()
const requestedPaths: string[] = []
const provider = createServer((request, response) => {
  requestedPaths.push(request.url ?? '')
  const answer = answers.get(request.url ?? '')
  if (answer === undefined) response.writeHead(404).end()
  else answer(response)
})
let base = ''
const json = (value: unknown) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const bytes = (type: string, body: string | Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': type }).end(body)

let app: TestApp | undefined
async function openApp(env: Record<string, string>): Promise<Caller> {
  app = await testApp({ env })
  return app.as(await app.make.user((await app.make.customer()).id, 'view'))
}
beforeAll(async () => {
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  answers.set(
    '/style.json?key=s3cret',
    json({
      version: 8,
      sprite: `${base}/sprite?key=s3cret`,
      glyphs: `${base}/fonts/{fontstack}/{range}.pbf`,
      sources: {
        omt: { type: 'vector', url: `${base}/tiles.json` },
        hills: {
          type: 'raster',
          tiles: [`${base}/hills/{z}/{x}/{y}.png?key=s3cret`],
          tileSize: 256,
          attribution: 'Hills',
          scheme: 'tms',
        },
        elsewhere: { type: 'geojson', data: 'https://elsewhere.example/roads.json' },
      },
      layers: [
        { id: 'sea', type: 'background' },
        { id: 'roads', type: 'line', source: 'omt', 'source-layer': 'transportation' },
        {
          id: 'names',
          type: 'symbol',
          source: 'omt',
          'source-layer': 'place',
          layout: { 'text-field': '{name}', 'text-font': ['Noto Sans Bold'] },
        },
        { id: 'works', type: 'line', source: 'elsewhere' },
      ],
    }),
  )
  answers.set(
    '/tiles.json',
    json({
      tiles: [`${base}/omt/{z}/{x}/{y}.pbf`],
      minzoom: 0,
      maxzoom: 14,
      attribution: '<a href="https://osm.org">&copy; OpenStreetMap</a> contributors',
    }),
  )
  answers.set('/omt/7/67/45.pbf', bytes('application/x-protobuf', 'tile'))
  answers.set('/hills/1/0/1.png?key=s3cret', bytes('image/png', 'hills'))
  answers.set('/pictures/1/0/1.png?key=s3cret', bytes('image/png', 'picture'))
  answers.set('/sprite@2x.png?key=s3cret', bytes('image/png', 'pictures'))
})
afterEach(async () => {
  await app?.close()
  requestedPaths.length = 0
})
afterAll(() => void provider.close())
const at = (source: string, z: number, x: number, y: number) => ({
  params: { theme: 'light' as const, source, z, x, y },
})

test('a provider’s style reaches browsers only through the server, which keeps its addresses and keys and uses the page’s fonts [places.2, places.8]', async () => {
  const caller = await openApp({ FLOTTA_MAP_STYLE: `${base}/style.json?key=s3cret` })
  const { data, text } = await caller.call(style, { params: { theme: 'dark' }, query: {} })
  expect(text).not.toMatch(/s3cret|127\.0\.0\.1|elsewhere/)
  expect(data).toEqual({
    version: 8,
    sprite: '/api/v1/basemap/dark/sprite',
    sources: {
      omt: {
        type: 'vector',
        tiles: ['/api/v1/basemap/dark/tiles/omt/{z}/{x}/{y}'],
        minzoom: 0,
        maxzoom: 14,
        attribution: '© OpenStreetMap contributors',
      },
      hills: {
        type: 'raster',
        tiles: ['/api/v1/basemap/dark/tiles/hills/{z}/{x}/{y}'],
        tileSize: 256,
        attribution: 'Hills',
      },
    },
    layers: [
      { id: 'sea', type: 'background' },
      { id: 'roads', type: 'line', source: 'omt', 'source-layer': 'transportation' },
      {
        id: 'names',
        type: 'symbol',
        source: 'omt',
        'source-layer': 'place',
        layout: { 'text-field': '{name}', 'text-font': ['Inter Variable'] },
      },
    ],
  })
})
test('tiles and pictures are fetched once for everybody, and rows counted from below are turned [places.9]', async () => {
  const caller = await openApp({ FLOTTA_MAP_STYLE: `${base}/style.json?key=s3cret` })
  for (let i = 0; i < 2; i++)
    expect((await caller.call(tile, at('omt', 7, 67, 45))).text).toBe('tile')
  expect(requestedPaths.filter(a => a.startsWith('/omt'))).toHaveLength(1)
  expect((await caller.call(tile, at('hills', 1, 0, 0))).text).toBe('hills')
  expect(
    (await caller.call(sprite, { params: { theme: 'light', file: 'sprite@2x.png' } })).text,
  ).toBe('pictures')
})
test.each([
  ['another source', 'nowhere', 7, 67, 45],
  ['an impossible tile', 'omt', 2, 4, 0],
  ['a tile that the provider lacks', 'omt', 3, 1, 1],
] as const)('%s is not found', async (_, source, z, x, y) => {
  const caller = await openApp({ FLOTTA_MAP_STYLE: `${base}/style.json?key=s3cret` })
  expect((await caller.call(tile, at(source, z, x, y))).status).toBe(404)
})
test.each([
  ['answers a page', bytes('text/html', '<html>')],
  [
    'leads elsewhere',
    (response: ServerResponse) =>
      void response.writeHead(302, { location: `${base}/tiles.json` }).end(),
  ],
  ['answers too much', bytes('image/png', Buffer.alloc(5_000_000))],
  ['hangs up', (response: ServerResponse) => void response.destroy()],
])('a provider that %s is away for now, and the answer hides its address', async (_, how) => {
  const caller = await openApp({ FLOTTA_MAP_STYLE: `${base}/style.json?key=s3cret` })
  answers.set('/omt/5/1/1.pbf', how)
  const answer = await caller.call(tile, at('omt', 5, 1, 1))
  expect(answer.status).toBe(503)
  expect(answer.text).not.toContain('127.0.0.1')
})
test('a style that failed to load is fetched again', async () => {
  const caller = await openApp({ FLOTTA_MAP_STYLE: `${base}/later.json` })
  expect((await caller.call(style, { params: { theme: 'light' }, query: {} })).status).toBe(503)
  answers.set(
    '/later.json',
    json({ version: 8, sources: {}, layers: [{ id: 'sea', type: 'background' }] }),
  )
  expect((await caller.call(style, { params: { theme: 'light' }, query: {} })).data).toMatchObject({
    layers: [{ id: 'sea' }],
  })
})
test('the address of raster tiles needs no style [places.1, places.2]', async () => {
  const caller = await openApp({
    FLOTTA_MAP_STYLE: `${base}/pictures/{z}/{x}/{y}.png?key=s3cret`,
  })
  const { data } = await caller.call(style, { params: { theme: 'light' }, query: {} })
  expect(data).toEqual({
    version: 8,
    sources: {
      raster: {
        type: 'raster',
        tiles: ['/api/v1/basemap/light/tiles/raster/{z}/{x}/{y}'],
        tileSize: 256,
      },
    },
    layers: [{ id: 'raster', type: 'raster', source: 'raster' }],
  })
  const picture = await caller.call(tile, at('raster', 1, 0, 1))
  expect([picture.headers['content-type'], picture.text]).toEqual(['image/png', 'picture'])
})
test('a PMTiles file needs no style and no network', async () => {
  const caller = await openApp({ FLOTTA_MAP_STYLE: EMBEDDED })
  const { data } = await caller.call(style, { params: { theme: 'dark' }, query: {} })
  expect(data).toMatchObject({ sources: { protomaps: { type: 'vector', maxzoom: 9 } } })
  expect(JSON.stringify(data).match(/icon-image|Noto|pmtiles:/)).toBeNull()
  const answer = await caller.call(tile, at('protomaps', 6, 33, 23))
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toContain('protobuf')
})
test('a style in a file may name a PMTiles file', async () => {
  const file = join(tmpdir(), `flotta-style-${process.pid}.json`)
  await writeFile(
    file,
    JSON.stringify({
      version: 8,
      sources: { it: { type: 'vector', url: `pmtiles://${EMBEDDED}` } },
      layers: [{ id: 'land', type: 'fill', source: 'it' }],
    }),
  )
  const caller = await openApp({ FLOTTA_MAP_STYLE: EMBEDDED, FLOTTA_MAP_STYLE_DARK: file })
  expect((await caller.call(style, { params: { theme: 'dark' }, query: {} })).data).toMatchObject({
    sources: { it: { minzoom: 0 } },
  })
})
test('without a configured style the answer is 404', async () => {
  const caller = await openApp({})
  expect((await caller.call(style, { params: { theme: 'light' }, query: {} })).status).toBe(404)
})

test.each(['/etc/hostname', 'pmtiles:///etc/hostname', `pmtiles://${EMBEDDED}`])(
  'a style from the network cannot name a file of this machine: %s',
  async url => {
    answers.set(
      '/evil.json',
      json({
        version: 8,
        sources: { a: { type: 'vector', url } },
        layers: [{ id: 'sea', type: 'background' }],
      }),
    )
    const caller = await openApp({ FLOTTA_MAP_STYLE: `${base}/evil.json` })
    expect((await caller.call(style, { params: { theme: 'light' }, query: {} })).status).toBe(503)
  },
)

const archive = (whole: Buffer) => (response: ServerResponse) => {
  const [, from = 0, to = 0] = (
    /bytes=(\d+)-(\d+)/.exec(response.req.headers.range ?? '') ?? []
  ).map(Number)
  response.writeHead(206, { etag: '"1"' }).end(whole.subarray(from, to + 1))
}
test('an archive on the network is read in ranges, and a redirect is not followed', async () => {
  answers.set('/there.pmtiles', archive(await readFile(EMBEDDED)))
  answers.set(
    '/moved.pmtiles',
    response => void response.writeHead(302, { location: `${base}/there.pmtiles` }).end(),
  )
  const there = await openApp({ FLOTTA_MAP_STYLE: `${base}/there.pmtiles` })
  expect((await there.call(style, { params: { theme: 'light' }, query: {} })).status).toBe(200)
  expect((await there.call(tile, at('protomaps', 5, 16, 11))).status).toBe(200)
  await app?.close()
  requestedPaths.length = 0
  const moved = await openApp({ FLOTTA_MAP_STYLE: `${base}/moved.pmtiles` })
  expect((await moved.call(style, { params: { theme: 'light' }, query: {} })).status).toBe(503)
  expect(requestedPaths).not.toContain('/there.pmtiles')
})

test('the running server draws an added map file, and stops when it is removed [places.35]', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'flotta-streets-'))
  const path = streetsPath({ FLOTTA_DATA_DIR: directory })
  const caller = await openApp({ FLOTTA_DATA_DIR: directory })
  const abilities = async () => (await caller.call(about, {})).data?.map
  expect(await abilities()).toEqual({ max_zoom: 11, style: false, public_style: null })
  const signal = new AbortController().signal
  const source = join(directory, 'given.pmtiles')
  await writeFile(source, mapFile())
  await addMapFile(source, path, { note: () => {}, signal })
  await expect.poll(abilities).toEqual({ max_zoom: 19, style: true, public_style: null })
  const { data } = await caller.call(style, {
    params: { theme: 'light' },
    query: { language: 'de' },
  })
  expect(JSON.stringify(data)).toContain('"name:de"')
  expect((await caller.call(tile, at('protomaps', 0, 0, 0))).status).toBe(200)
  await removeMapFile(path)
  await expect.poll(async () => (await abilities())?.style).toBe(false)
  await rm(directory, { recursive: true })
})
test('the public service is named to browsers, and allowed by the page’s policy, only while it is on [places.38]', async () => {
  const web = await mkdtemp(join(tmpdir(), 'flotta-web-'))
  await writeFile(join(web, 'index.html'), '<!doctype html><html></html>')
  app = await testApp({
    webDir: web,
    env: {
      FLOTTA_MAP_PUBLIC_STYLE: `${base}/style.json`,
      FLOTTA_MAP_PUBLIC_STYLE_DARK: `${base}/dark.json`,
    },
  })
  const caller = await app.as(await app.make.user((await app.make.customer()).id, 'view'))
  const policy = async () => {
    const answer = await app?.server.app.inject({ url: '/', headers: { accept: 'text/html' } })
    return String(answer?.headers['content-security-policy'])
  }
  expect(await policy()).not.toContain(base)
  await setInstallationMap(app.ctx.db, 'streets')
  await expect
    .poll(async () => (await caller.call(about, {})).data?.map)
    .toEqual({
      max_zoom: 19,
      style: false,
      public_style: { light: `${base}/style.json`, dark: `${base}/dark.json` },
    })
  expect(await policy()).toContain(`connect-src 'self' ${base};`)
  await setInstallationMap(app.ctx.db, 'essential')
  await expect.poll(policy).not.toContain(base)
  await rm(web, { recursive: true })
})
