// A map file is added only when it is complete and streets can be drawn from it; after any failure the former map stays.
import { existsSync, mkdtempSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMapFile, examineMapFile, removeMapFile, streetsPath } from './map-file.ts'
import { mapFile } from './testing.ts'

const directory = mkdtempSync(join(tmpdir(), 'flotta-maps-'))
const target = streetsPath({ FLOTTA_DATA_DIR: directory })
const notes: string[] = []
const ending = new AbortController()
const options = { note: (line: string) => void notes.push(line), signal: ending.signal }
const answers = new Map<string, (response: ServerResponse) => void>()
const server = createServer((request, response) => answers.get(request.url ?? '')?.(response))
let base = ''

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => rm(dirname(target), { recursive: true, force: true }))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(directory, { recursive: true, force: true })
})
async function written(bytes: Buffer | string): Promise<string> {
  const path = join(directory, 'given.pmtiles')
  await writeFile(path, bytes)
  return path
}

test('a map file is copied into the data directory, and its area, levels and size are known [places.35]', async () => {
  const facts = await addMapFile(await written(mapFile()), target, options)
  expect(facts).toEqual({
    bounds: [6.5, 35.4, 18.7, 47.2],
    min_zoom: 0,
    max_zoom: 0,
    bytes: mapFile().length,
    attribution: '<a href="https://osm.org">© OpenStreetMap</a>',
  })
  expect(await readFile(target)).toEqual(mapFile())
  expect(await examineMapFile(target)).toEqual(facts)
})
test.each([
  ['a text', 'no map', /is no PMTiles file/],
  ['an empty file', '', /is no PMTiles file/],
  ['a file that is cut in half', mapFile().subarray(0, -32), /is cut short/],
  ['pictures', mapFile({ tileType: 2 }), /holds pictures/],
  ['another layout', mapFile({ layers: ['transportation', 'water'] }), /lacks the layers earth/],
])(
  '%s is refused in plain words, and the earlier map stays [places.36]',
  async (_, bytes, reason) => {
    await addMapFile(await written(mapFile()), target, options)
    await expect(addMapFile(await written(bytes), target, options)).rejects.toThrow(reason)
    expect(await readFile(target)).toEqual(mapFile())
    expect(await readdir(dirname(target))).toEqual(['streets.pmtiles'])
  },
)
test('a map file is downloaded from an address, even after a redirect [places.35]', async () => {
  answers.set('/map', response => void response.writeHead(302, { location: '/there' }).end())
  answers.set('/there', response => void response.writeHead(200).end(mapFile()))
  expect(await addMapFile(`${base}/map`, target, options)).toMatchObject({ max_zoom: 0 })
  expect(await readFile(target)).toEqual(mapFile())
})
test.each([
  [
    'answers 404',
    (response: ServerResponse) => void response.writeHead(404).end(),
    /the server answers 404/,
  ],
  [
    'hangs up in the middle',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': mapFile().length })
      response.write(mapFile().subarray(0, 200), () => response.destroy())
    },
    /Nothing was changed/,
  ],
  [
    'brings half of the file',
    (response: ServerResponse) => void response.writeHead(200).end(mapFile().subarray(0, -32)),
    /\/map is cut short/,
  ],
])('an address that %s leaves nothing behind [places.36]', async (_, answer, reason) => {
  answers.set('/map', answer)
  await expect(addMapFile(`${base}/map`, target, options)).rejects.toThrow(reason)
  expect(await readdir(dirname(target))).toEqual([])
})
test('a download that somebody ends leaves nothing behind', async () => {
  const person = new AbortController()
  answers.set('/map', response => {
    response.writeHead(200)
    response.write(mapFile().subarray(0, 200), () => person.abort())
  })
  await expect(
    addMapFile(`${base}/map`, target, { ...options, signal: person.signal }),
  ).rejects.toThrow('Ended before the map was there')
  expect(await readdir(dirname(target))).toEqual([])
})
test('a map file is removed, and removing a missing one fails with a message', async () => {
  await addMapFile(await written(mapFile()), target, options)
  await removeMapFile(target)
  expect(existsSync(target)).toBe(false)
  await expect(removeMapFile(target)).rejects.toThrow('There is no file')
})
