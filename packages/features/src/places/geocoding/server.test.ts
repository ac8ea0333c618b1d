// Places, with the embedded geocoder and with one reached by HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { languages } from '@flotta/core/languages.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { autocomplete, reverse, where } from './contract.ts'

describe('without a provider', () => {
  let app: TestApp
  let caller: Caller
  beforeAll(async () => {
    app = await testApp()
    caller = await app.as(await app.make.user((await app.make.customer()).id))
  })
  afterAll(() => app.close())

  test.each([
    [45.4642, 9.19, 'Milano (MI)'],
    [41.8933, 12.4829, 'Roma (RM)'],
    [45.4384, 10.9917, 'Verona (VR)'],
    [48.1372, 11.5755, 'Monaco di Baviera, Germania'],
    [43.1122, 12.3888, 'Perugia (PG)'],
    [46.5405, 11.4572, 'Renon (BZ)'],
  ])('%d, %d is in %s [places.5]', async (lat, lon, name) => {
    const [place] = (await caller.call(reverse, { query: { lat, lon } })).data
    expect(place).toMatchObject({
      display_name: name,
      approximate: true,
      address: { name: null, postcode: null },
    })
  })
  test('a town abroad has its name in the reader’s language, or else its own name', async () => {
    const [place] = (
      await caller.call(reverse, { query: { lat: 48.1372, lon: 11.5755 } }, { language: 'en' })
    ).data
    expect(place?.display_name).toBe('Munich, Germany')
    const places = (await caller.call(autocomplete, { query: { q: 'monaco di bav' } })).data
    expect(places[0]).toMatchObject({ display_name: 'Monaco di Baviera, Germania' })
  })
  test.each([
    [
      41.9029,
      12.4534,
      {
        it: 'Città del Vaticano',
        en: 'Vatican City',
        es: 'Ciudad del Vaticano',
        de: 'Vatikanstadt',
      },
    ],
    [43.7333, 7.4167, { it: 'Monaco', en: 'Monaco', es: 'Mónaco', de: 'Monaco' }],
    [49.6117, 6.13, { it: 'Lussemburgo', en: 'Luxembourg', es: 'Luxemburgo', de: 'Luxemburg' }],
    [45.4642, 9.19, { it: 'Milano (MI)', en: 'Milan (MI)', es: 'Milán (MI)', de: 'Mailand (MI)' }],
    [
      48.2082,
      16.3738,
      {
        it: 'Vienna, Austria',
        en: 'Vienna, Austria',
        es: 'Viena, Austria',
        de: 'Wien, Österreich',
      },
    ],
    [
      46.2044,
      6.1432,
      {
        it: 'Ginevra, Svizzera',
        en: 'Geneva, Switzerland',
        es: 'Ginebra, Suiza',
        de: 'Genf, Schweiz',
      },
    ],
  ])('the place at %d, %d has one name in each language', async (lat, lon, names) => {
    for (const language of languages) {
      const [place] = (await caller.call(reverse, { query: { lat, lon } }, { language })).data
      expect([language, place?.display_name]).toEqual([language, names[language]])
    }
  })
  test.each(['ciudad del vat', 'Vatikanst', 'vatican'])(
    'a town is found by its name in each language: %s',
    async q => {
      expect(
        (await caller.call(autocomplete, { query: { q } }, { language: 'it' })).data[0],
      ).toMatchObject({ display_name: 'Città del Vaticano' })
    },
  )
  test('one call gives the places of a page of positions, in their order', async () => {
    const positions = [
      { latitude: 44.8015, longitude: 10.3279 },
      { latitude: 40, longitude: 6 },
      { latitude: 45.6669, longitude: 12.243 },
    ]
    expect((await caller.call(where, { body: { positions } })).data).toEqual([
      'Parma (PR)',
      '',
      'Treviso (TV)',
    ])
    expect(
      (
        await caller.call(where, {
          body: {
            positions: Array.from(
              { length: 101 },
              () => positions[0] as (typeof positions)[number],
            ),
          },
        })
      ).status,
    ).toBe(422)
  })
  test.each([', , ,', '((((', '   ,mi'])('words without a name (%s) find nothing', async q => {
    expect((await caller.call(autocomplete, { query: { q } })).data ?? []).toEqual([])
  })
  test('a position may have either spelling of its coordinates, and a place is answered in both [api.125]', async () => {
    const [older, one] = [
      await caller.call(reverse, { query: { lat: 44.8, lon: 10.33 } }),
      await caller.call(reverse, { query: { latitude: 44.8, longitude: 10.33 } }),
    ]
    expect(one.data).toEqual(older.data)
    const [place] = one.data
    expect(place).toMatchObject({ latitude: place?.lat, longitude: place?.lon })
    expect(place?.latitude).toBeCloseTo(44.8, 1)
  })
  test.each([
    [{ lat: 44.8 }, 'lon'],
    [{ latitude: 44.8 }, 'longitude'],
    [{ latitude: 91, longitude: 9 }, 'latitude'],
    [{}, 'lat'],
  ])('%o is refused on %s [api.125]', async (query, field) => {
    const { status, failure } = await caller.call(reverse, { query })
    expect([status, failure.data]).toEqual([
      422,
      expect.objectContaining({ [field]: [expect.any(String)] }),
    ])
  })
  test('the open sea has no place', async () => {
    expect((await caller.call(reverse, { query: { lat: 40, lon: 6 } })).data).toEqual([])
  })
  test.each([
    ['milan', 'Milano (MI)'],
    ['Forli', 'Forlì (FC)'],
    ['san giovanni, mi', 'Sesto San Giovanni (MI)'],
  ])('%s finds %s', async (q, name) => {
    expect(
      (await caller.call(autocomplete, { query: { q } })).data.map(p => p.display_name),
    ).toContain(name)
  })
  test('a search gives ten places at most, none for nonsense, and needs three letters [places.19]', async () => {
    expect((await caller.call(autocomplete, { query: { q: 'san' } })).data).toHaveLength(10)
    expect((await caller.call(autocomplete, { query: { q: 'zzzzqq' } })).data).toEqual([])
    expect((await caller.call(autocomplete, { query: { q: 'mi' } })).status).toBe(422)
  })
})

describe('a provider that speaks Nominatim’s language', () => {
  let app: TestApp
  let caller: Caller
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const paths: string[] = []
  const lines: Readonly<Record<string, unknown>>[] = []
  const provider = createServer((request, response) => {
    paths.push(request.url ?? '')
    answer(request, response)
  })
  const json = (value: unknown) => (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const house = {
    display_name: 'Via Roma 1, Torino',
    lat: '45.07',
    lon: '7.68',
    address: { road: 'Via Roma', house_number: '1', town: 'Torino', postcode: '10121' },
  }
  beforeAll(async () => {
    await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
    app = await testApp({
      env: {
        FLOTTA_GEOCODER_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
        FLOTTA_GEOCODER_KEY: 'k3y',
      },
      onLog: line => void lines.push(line),
    })
    caller = await app.as(await app.make.user((await app.make.customer()).id))
  })
  afterAll(async () => {
    await app.close()
    provider.close()
  })

  test('gets one question for a place, with the key and the reader’s language [places.10, places.20, places.21]', async () => {
    answer = json(house)
    for (let i = 0; i < 3; i++) {
      const { data } = await caller.call(
        reverse,
        { query: { lat: 45.07, lon: 7.68 } },
        { language: 'de' },
      )
      expect(data).toEqual([
        {
          display_name: house.display_name,
          short: 'Torino',
          latitude: 45.07,
          longitude: 7.68,
          lat: 45.07,
          lon: 7.68,
          approximate: false,
          address: { name: 'Via Roma 1', city: 'Torino', postcode: '10121' },
        },
      ])
    }
    expect(paths).toHaveLength(1)
    expect(paths[0]).toMatch(/^\/reverse\?lat=45.07&lon=7.68&.*accept-language=de&key=k3y/)
  })
  test('does not delay a list: an unknown place is null first, known at the next look, and then kept', async () => {
    answer = json({
      ...house,
      address: { road: 'Autostrada del Sole A1', 'ISO3166-2-lvl6': 'IT-PR', town: 'Parma' },
    })
    const positions = [{ latitude: 44.85, longitude: 10.33 }]
    const before = paths.length
    expect((await caller.call(where, { body: { positions } })).data).toEqual([null])
    await vi.waitFor(async () =>
      expect((await caller.call(where, { body: { positions } })).data).toEqual(['A1 · PR']),
    )
    expect(
      (
        await caller.call(where, {
          body: { positions: [{ latitude: 44.8502, longitude: 10.3298 }] },
        })
      ).data,
    ).toEqual(['A1 · PR'])
    expect(paths.length - before).toBe(1)
  })
  test('that fails leaves places unknown, and is left alone for a minute', async () => {
    const positions = [{ latitude: 41, longitude: 14 }]
    answer = (_, response) => void response.writeHead(500).end()
    await caller.call(where, { body: { positions } })
    await vi.waitFor(async () =>
      expect((await caller.call(where, { body: { positions } })).data).toEqual(['']),
    )
    answer = json(house)
    app.clock.now += 61_000
    await vi.waitFor(async () =>
      expect((await caller.call(where, { body: { positions } })).data).toEqual(['Torino']),
    )
  })
  test('gives the places that it finds', async () => {
    answer = json([house, { nonsense: true }])
    expect((await caller.call(autocomplete, { query: { q: 'via roma' } })).data).toHaveLength(1)
  })
  test.each([
    ['fails', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end()],
    [
      'is redirected elsewhere',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'speaks nonsense',
      (_: IncomingMessage, response: ServerResponse) => void response.end('<html>'),
    ],
    ['hangs up', (_: IncomingMessage, response: ServerResponse) => void response.destroy()],
  ])(
    'that %s leads to an empty list and a line in the log without places and key, and is asked again later [places.16, places.17]',
    async (name, how) => {
      answer = how
      const lat = 40 + name.length / 100
      lines.length = 0
      expect((await caller.call(reverse, { query: { lat, lon: 9 } })).data).toEqual([])
      expect(lines).toMatchObject([
        { level: 40, msg: 'the geocoder failed', setting: 'FLOTTA_GEOCODER_URL' },
      ])
      expect(String(lines[0]?.error)).not.toMatch(/k3y|lat=|40\./)
      answer = json(house)
      expect((await caller.call(reverse, { query: { lat, lon: 9 } })).data).toHaveLength(1)
    },
  )
})
