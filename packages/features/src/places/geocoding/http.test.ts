// Real answers of geocoders, by their documentation: different fields, missing fields, and refusals; and a geocoder that is slow, wrong, down or limits
// calls.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Limits, memoryLimits } from '@flotta/platform/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { locationiq, nominatim } from './http.ts'
import { remembering } from './provider.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let answer: Answer
const requests: URL[] = []
const provider = createServer((request, response) => {
  requests.push(new URL(request.url ?? '', 'http://provider'))
  answer(request, response)
})
let url: string
let limits: Limits
beforeAll(async () => {
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  limits = memoryLimits(Date.now)
  requests.length = 0
})
const says =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) =>
    void response
      .writeHead(status, {
        'content-type': typeof body === 'string' ? 'text/html' : 'application/json; charset=utf-8',
        ...headers,
      })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/** As Nominatim 5 answers `/reverse?format=json&addressdetails=1`. */
const osm = (
  display_name: string,
  address: Readonly<Record<string, unknown>>,
  some: object = {},
) => ({
  place_id: 63_812_011,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'way',
  osm_id: 24_893_921,
  lat: '44.8015',
  lon: '10.3279',
  class: 'highway',
  type: 'residential',
  place_rank: 26,
  importance: 0.053,
  addresstype: 'road',
  name: 'Via Emilia Est',
  display_name,
  address: { ...address, country: 'Italia', country_code: 'it' },
  boundingbox: ['44.80', '44.81', '10.32', '10.33'],
  ...some,
})
/** As LocationIQ answers `/autocomplete`. */
const iq = (
  display_name: string,
  address: Readonly<Record<string, unknown>>,
  some: object = {},
) => ({
  place_id: '323567106079',
  osm_id: '67284172',
  osm_type: 'way',
  licence: 'https://locationiq.com/attribution',
  lat: '44.8015',
  lon: '10.3279',
  boundingbox: ['44.80', '44.81', '10.32', '10.33'],
  class: 'building',
  type: 'yes',
  display_name,
  display_place: display_name.split(',')[0],
  display_address: display_name.split(', ').slice(1).join(', '),
  address: { ...address, country: 'Italy', country_code: 'it' },
  ...some,
})
const parma = {
  county: 'Parma',
  'ISO3166-2-lvl6': 'IT-PR',
  state: 'Emilia-Romagna',
  'ISO3166-2-lvl4': 'IT-45',
  postcode: '43121',
}

describe('Nominatim', () => {
  const geocoder = () => nominatim(url, 'k', limits)
  const at = async (body: unknown, status = 200) => {
    answer = says(status, body)
    return geocoder().reverse(44.8015, 10.3279, 'it')
  }
  test.each<[string, Readonly<Record<string, unknown>>, object, string]>([
    [
      'a house',
      { house_number: '12/A', road: 'Via Emilia Est', city: 'Parma', ...parma },
      { name: 'Via Emilia Est 12/A', city: 'Parma', postcode: '43121' },
      'Parma (PR)',
    ],
    [
      'no house number',
      { road: 'Via Emilia Est', city: 'Parma', ...parma },
      { name: 'Via Emilia Est', city: 'Parma', postcode: '43121' },
      'Parma (PR)',
    ],
    [
      'a town for a city',
      { road: 'Via Roma', town: 'Fidenza', ...parma },
      { name: 'Via Roma', city: 'Fidenza', postcode: '43121' },
      'Fidenza (PR)',
    ],
    [
      'a village',
      { road: 'Via Roma', village: 'Berceto', ...parma },
      { name: 'Via Roma', city: 'Berceto', postcode: '43121' },
      'Berceto (PR)',
    ],
    [
      'a municipality',
      { road: 'Strada', municipality: 'Unione Pedemontana', ...parma },
      { name: 'Strada', city: 'Unione Pedemontana', postcode: '43121' },
      'Unione Pedemontana (PR)',
    ],
    [
      'a hamlet without a street',
      { hamlet: 'Casale', ...parma },
      { name: null, city: 'Casale', postcode: '43121' },
      'Casale (PR)',
    ],
    [
      'a motorway',
      { road: 'Autostrada del Sole A1', town: 'Fidenza', ...parma },
      { name: 'Autostrada del Sole A1', city: 'Fidenza', postcode: '43121' },
      'A1 · PR',
    ],
    [
      'a square of walkers',
      { pedestrian: 'Piazza Garibaldi', city: 'Parma', ...parma },
      { name: 'Piazza Garibaldi', city: 'Parma', postcode: '43121' },
      'Parma (PR)',
    ],
    [
      'no postcode',
      { road: 'Via Roma', city: 'Parma' },
      { name: 'Via Roma', city: 'Parma', postcode: null },
      'Parma',
    ],
    [
      'several postcodes',
      { road: 'Via Roma', city: 'Parma', postcode: '43121;43122' },
      { name: 'Via Roma', city: 'Parma', postcode: '43121' },
      'Parma',
    ],
    [
      'numbers for texts',
      { house_number: 12, road: 'Via Roma', city: 'Parma', postcode: 43121 },
      { name: 'Via Roma 12', city: 'Parma', postcode: '43121' },
      'Parma',
    ],
    [
      'neither street nor town',
      { county: 'Parma' },
      { name: null, city: null, postcode: null },
      'qui',
    ],
    [
      'empty texts',
      { road: ' ', city: '', postcode: '' },
      { name: null, city: null, postcode: null },
      'qui',
    ],
  ])('%s', async (_, address, parts, short) => {
    expect(await at(osm('qui', address))).toEqual([
      {
        display_name: 'qui',
        short,
        lat: 44.8015,
        lon: 10.3279,
        approximate: false,
        address: parts,
      },
    ])
  })
  test('finds nothing in the sea, which the provider answers with 200 and an error', async () => {
    expect(await at({ error: 'Unable to geocode' })).toEqual([])
  })
  test('leaves the address of a place without details empty', async () => {
    const { address: _, ...bare } = osm('Parma', {})
    expect(await at(bare)).toMatchObject([
      { display_name: 'Parma', address: { name: null, city: null, postcode: null } },
    ])
  })
  test.each([
    ['no position', { lat: undefined }],
    ['an empty position', { lat: '' }],
    ['an invalid position', { lat: 'north' }],
    ['a position beside the earth', { lat: '144.8' }],
    ['no name', { display_name: '' }],
  ])('leaves out a place with %s', async (_, some) => {
    expect(await at(osm('x', { city: 'Parma' }, some))).toEqual([])
  })
  test('gives a search as a list, in its order and up to a limit, and nothing for an empty answer', async () => {
    answer = says(200, [
      osm(
        'Parma, Emilia-Romagna, Italia',
        { city: 'Parma', ...parma },
        { class: 'boundary', type: 'administrative' },
      ),
      osm('b', {}),
      osm('c', {}),
    ])
    expect((await geocoder().autocomplete('parma', 2, 'it')).map(p => p.display_name)).toEqual([
      'Parma, Emilia-Romagna, Italia',
      'b',
    ])
    answer = says(200, [])
    expect(await geocoder().autocomplete('zzzz', 10, 'it')).toEqual([])
  })
  test('gets its questions with its own parameters, in the reader’s language', async () => {
    answer = says(200, [])
    await geocoder().autocomplete('via emilia & co', 10, 'de')
    await nominatim(`${url}/maps/`, undefined, limits).reverse(44.5, 10, 'it')
    expect(requests.map(u => [u.pathname, Object.fromEntries(u.searchParams)])).toEqual([
      [
        '/search',
        {
          q: 'via emilia & co',
          limit: '10',
          format: 'json',
          addressdetails: '1',
          'accept-language': 'de',
          key: 'k',
        },
      ],
      [
        '/maps/reverse',
        { lat: '44.5', lon: '10', format: 'json', addressdetails: '1', 'accept-language': 'it' },
      ],
    ])
  })
  test.each([
    [400, { error: { code: 400, message: 'Need coordinates or OSM object to lookup.' } }],
    [403, '<html><head><title>Access blocked</title></head></html>'],
    [404, '<html><head><title>404 Not Found</title></head></html>'],
    [500, { error: { code: 500, message: 'Query took too long.' } }],
    [502, '<html>Bad Gateway</html>'],
    [200, '<html>maintenance</html>'],
  ])('takes a refusal (%d) for a failure, not for an empty answer', async (status, body) => {
    await expect(at(body, status)).rejects.toThrow(/the geocoder answered/)
  })
})

describe('LocationIQ', () => {
  const geocoder = () => locationiq(url, 'pk.key', limits)
  const placesFrom = async (body: unknown, status = 200) => {
    answer = says(status, body)
    return geocoder().autocomplete('via', 10, 'it')
  }
  test.each<[string, object, object]>([
    [
      'a company by its street',
      iq('Barilla, 166, Via Mantova, Parma', {
        name: 'Barilla',
        house_number: '166',
        road: 'Via Mantova',
        city: 'Parma',
        postcode: '43122',
      }),
      { name: 'Via Mantova 166', city: 'Parma', postcode: '43122' },
    ],
    [
      'a street, which is only a name',
      iq(
        'Via Mantova, Parma',
        { name: 'Via Mantova', city: 'Parma', postcode: '43122' },
        { class: 'highway' },
      ),
      { name: 'Via Mantova', city: 'Parma', postcode: '43122' },
    ],
    [
      'a town, which is only a name',
      iq(
        'Parma, Emilia-Romagna',
        { name: 'Parma', county: 'Parma', state: 'Emilia-Romagna' },
        { class: 'place', type: 'city' },
      ),
      { name: null, city: 'Parma', postcode: null },
    ],
    [
      'a company without a street',
      iq('Interporto, Fontevivo', { name: 'Interporto', city: 'Fontevivo' }),
      { name: 'Interporto', city: 'Fontevivo', postcode: null },
    ],
  ])('%s', async (_, body, address) => {
    expect(await placesFrom([body])).toMatchObject([{ address }])
  })
  test.each([
    ['an answer 404, which means nothing found', 404, { error: 'Unable to geocode' }],
    ['an empty list', 200, []],
  ])('%s', async (_, status, body) => expect(await placesFrom(body, status)).toEqual([]))
  test.each([
    [400, { error: 'Invalid Request' }],
    [401, { error: 'Invalid key' }],
    [403, { error: 'Access restricted' }],
    [404, { error: 'Not Found' }],
    [500, { error: 'Unknown error - Please try again after some time' }],
  ])('takes a refusal (%d) for a failure, and hides the key', async (status, body) => {
    const failure = await placesFrom(body, status).catch(String)
    expect(failure).toMatch(/the geocoder answered/)
    expect(failure).not.toContain('pk.key')
  })
  test('gets its questions by its own search, which makes names of towns alike', async () => {
    await placesFrom([])
    expect([requests[0]?.pathname, Object.fromEntries(requests[0]?.searchParams ?? [])]).toEqual([
      '/autocomplete',
      {
        q: 'via',
        limit: '10',
        format: 'json',
        addressdetails: '1',
        'accept-language': 'it',
        normalizecity: '1',
        dedupe: '1',
        key: 'pk.key',
      },
    ])
  })
})

describe('a provider that misbehaves', () => {
  test.each<[string, Answer]>([
    ['is redirected elsewhere', says(302, '', { location: 'http://127.0.0.1:1/' })],
    ['hangs up', (_, response) => void response.destroy()],
    [
      'hangs up in the middle',
      (_, response) =>
        void response
          .writeHead(200, { 'content-length': '99999' })
          .write('[', () => response.destroy()),
    ],
    [
      'speaks without end',
      (_, response) => void response.writeHead(200).end('x'.repeat(1_200_000)),
    ],
  ])('that %s is a failure', async (_, how) => {
    answer = how
    await expect(nominatim(url, 'k', limits).reverse(1, 1, 'it')).rejects.toThrow()
  })
  test('that is down is a failure', async () => {
    await expect(nominatim('http://127.0.0.1:1', 'k', limits).reverse(1, 1, 'it')).rejects.toThrow()
  })
  test('that is slow is a failure after five seconds, even in the middle of an answer [places.13]', async () => {
    answer = (_, response) => void response.writeHead(200).write('[')
    const began = performance.now()
    await expect(nominatim(url, 'k', limits).reverse(1, 1, 'it')).rejects.toThrow(
      /timeout|aborted/i,
    )
    expect(performance.now() - began).toBeGreaterThan(4_500)
  })
  test('that gets too many requests is left alone for as long as it demands, and asked again afterwards [places.15]', async () => {
    let now = 0
    const geocoder = nominatim(
      url,
      'k',
      memoryLimits(() => now),
    )
    answer = says(429, { error: 'Rate Limited Second' }, { 'retry-after': '20' })
    await expect(geocoder.reverse(1, 1, 'it')).rejects.toThrow('429')
    answer = says(200, osm('qui', { city: 'Parma' }))
    await expect(geocoder.reverse(1, 1, 'it')).rejects.toThrow('left alone')
    await expect(geocoder.autocomplete('parma', 1, 'it')).rejects.toThrow('left alone')
    now = 19_999
    await expect(geocoder.reverse(1, 1, 'it')).rejects.toThrow('left alone')
    expect(requests).toHaveLength(1)
    now = 20_000
    expect(await geocoder.reverse(1, 1, 'it')).toHaveLength(1)
  })
})

describe('an answer', () => {
  test('is fetched once, even for several readers at the same moment, and a failure is fetched again', async () => {
    const geocoder = remembering(nominatim(url, 'k', limits))
    answer = says(500, '')
    await expect(geocoder.reverse(44.8, 10.3, 'it')).rejects.toThrow('500')
    answer = says(200, osm('qui', { city: 'Parma' }))
    const places = await Promise.all([1, 2, 3].map(() => geocoder.reverse(44.8, 10.3, 'it')))
    expect(places.map(([place]) => place?.short)).toEqual(['Parma', 'Parma', 'Parma'])
    await geocoder.reverse(44.8, 10.3, 'de')
    expect(requests.map(u => u.searchParams.get('accept-language'))).toEqual(['it', 'it', 'de'])
  })
  test('that was read longest ago makes room first', async () => {
    const geocoder = remembering(nominatim(url, 'k', limits), 2)
    answer = says(200, [])
    for (const words of ['uno', 'due', 'UNO', 'tre', 'uno', 'due'])
      await geocoder.autocomplete(words, 10, 'it')
    expect(requests.map(u => u.searchParams.get('q'))).toEqual(['uno', 'due', 'tre', 'due'])
  })
})
