// Replays of tracks, some made here and some recorded, against a server that decodes them.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distance } from '@flotta/core/geo.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { fmb1xx } from '@flotta/protocols/teltonika/profiles/fmb1xx.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ReplayOptions, replayTrack } from './replay.ts'
import { readTrack } from './simulator/gpx.ts'
import { type TestServer, testServer } from './simulator/testing.ts'

const IMEI = '001015000000015'
const DRIVES = join(import.meta.dirname, '../../../../shared/data/drives')
const NOW = Date.parse('2026-11-20T12:00:00Z')
let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flotta-replay-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

const point = (n: number, inner = '') =>
  `<trkpt lat="${45 + n / 1000}" lon="9"><ele>120</ele><time>2024-05-01T10:00:${String(n).padStart(2, '0')}Z</time>${inner}</trkpt>`
const gpx = (points: string, version = '1.1') =>
  `<?xml version="1.0"?><gpx version="${version}" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points}</trkseg></trk></gpx>`
async function file(text: string): Promise<string> {
  const path = join(folder, 'track.gpx')
  await writeFile(path, text)
  return path
}
const replay = (path: string, more: Partial<ReplayOptions> = {}) =>
  replayTrack({
    file: path,
    imei: IMEI,
    server: `127.0.0.1:${server.port}`,
    speedup: 0,
    keepTimes: false,
    now: () => NOW,
    note: () => {},
    ...more,
  })
const messages = () => server.packets.flatMap(p => p.messages)

test('the track is moved so that it ends now; its seconds and places stay', async () => {
  const result = await replay(
    await file(gpx(Array.from({ length: 60 }, (_, n) => point(n)).join(''))),
  )
  expect(result).toMatchObject({
    imei: IMEI,
    records: 60,
    to: '2026-11-20T12:00:00.000Z',
    from: '2026-11-20T11:59:01.000Z',
  })
  expect(result.kilometres).toBeCloseTo(6.6, 1)
  const stream = messages()
  expect(stream.map(m => m.at)).toEqual(Array.from({ length: 60 }, (_, n) => NOW - (59 - n) * 1000))
  expect(stream[30]?.fix).toMatchObject({
    latitude_e7: 450_300_000,
    altitude: 120,
    direction: 0,
    speed: 400,
  })
  const { read } = profileReader(fmb1xx)
  expect(stream.map(m => read(m.io).ignition)).toEqual([...Array(59).fill(1), 0])
})

test('with --keep-times the records have the times of the file', async () => {
  await replay(await file(gpx(point(0) + point(1))), { keepTimes: true })
  expect(messages().map(m => m.at)).toEqual([
    Date.parse('2024-05-01T10:00:00Z'),
    Date.parse('2024-05-01T10:00:01Z'),
  ])
})

test('with a pace no record is sent before its time, and the last one is sent at the end', async () => {
  const result = await replay(
    await file(gpx(Array.from({ length: 5 }, (_, n) => point(n * 10)).join(''))),
    { speedup: 100, now: Date.now },
  )
  expect(Date.parse(result.to)).toBeLessThanOrEqual(Date.now())
  expect(messages().map(m => m.at - (messages()[0]?.at ?? 0))).toEqual([
    0, 10_000, 20_000, 30_000, 40_000,
  ])
  expect(server.packets.length).toBeGreaterThan(1)
})

test.each([
  [
    'its own speed and course in km/h',
    '1.1',
    '<extensions><speed>36</speed><course>90</course></extensions>',
    36,
    90,
  ],
  [
    'speed by the schema of GPX 1.0 in m/s',
    '1.0',
    '<speed>10</speed><course>181</course>',
    36,
    181,
  ],
  [
    'Garmin’s extension in m/s',
    '1.1',
    '<extensions><x:TrackPointExtension xmlns:x="g"><x:speed>5</x:speed><x:course>270</x:course></x:TrackPointExtension></extensions>',
    18,
    270,
  ],
])('%s', (_, version, inner, speed, direction) => {
  expect(readTrack(gpx(point(0, inner) + point(1, inner), version), 'x.gpx')[0]).toMatchObject({
    speed,
    direction,
  })
})

test.each([
  ['no GPX', 'hello', 'is no GPX'],
  ['broken XML', '<gpx><trk>', 'is no GPX'],
  ['another document', '<kml></kml>', 'outermost element is not <gpx>'],
  ['no track', '<gpx version="1.1"><wpt lat="1" lon="2"/></gpx>', 'has no track'],
  [
    'a route',
    '<gpx version="1.1"><rte><rtept lat="1" lon="2"/></rte></gpx>',
    'a route has no times',
  ],
  ['no times', gpx('<trkpt lat="45" lon="9"/>'), 'point 1 has no <time>'],
  ['a wrong time', gpx('<trkpt lat="45" lon="9"><time>noon</time></trkpt>'), 'noon is no time'],
  [
    'wrong degrees',
    gpx('<trkpt lat="145" lon="9"><time>2024-05-01T10:00:00Z</time></trkpt>'),
    'not degrees',
  ],
])('%s is refused with what is wrong, and nothing is sent', async (_, text, message) => {
  await expect(replay(await file(text))).rejects.toThrow(message)
  expect(server.logins.size).toBe(0)
})

test('a missing file, an unknown device and a silent server each have a message of their own', async () => {
  await expect(replay(join(folder, 'none.gpx'))).rejects.toThrow('none.gpx cannot be read')
  const path = await file(gpx(point(0) + point(1)))
  const strict = await testServer({ accepts: () => false })
  await expect(replay(path, { server: `127.0.0.1:${strict.port}` })).rejects.toThrow(
    `The server refuses ${IMEI}: register it first`,
  )
  await strict.close()
  await expect(replay(path, { server: `127.0.0.1:${strict.port}`, patience: 100 })).rejects.toThrow(
    'is the server running there?',
  )
})

describe.skipIf(!existsSync(DRIVES))('recorded drives', () => {
  test.each([
    ['munich-car-1hz.gpx', 1_190, 13.6],
    ['myanmar-truck.gpx', 930, 31.2],
  ])('%s', async (name, least, kilometres) => {
    const result = await replay(join(DRIVES, name))
    expect(result.records).toBeGreaterThanOrEqual(least)
    expect(Math.abs(result.kilometres - kilometres)).toBeLessThan(0.5)
    const stream = messages()
    expect(stream).toHaveLength(result.records)
    expect(stream.at(-1)?.at).toBe(NOW)
    let sum = 0
    stream.forEach((m, i) => {
      const before = stream[i - 1]?.fix
      if (before && m.fix)
        sum += distance(
          before.latitude_e7 / 1e7,
          before.longitude_e7 / 1e7,
          m.fix.latitude_e7 / 1e7,
          m.fix.longitude_e7 / 1e7,
        )
    })
    expect(Math.abs(sum / 1000 - result.kilometres)).toBeLessThan(0.1)
  })
})
