// Areas as map files: each format, by Accept or by name, and back by the import.
import { MapFileFormat } from '@flotta/core/map-files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { exportHubs, exportPois, hubs, importHubs } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const person = async (): Promise<Caller> =>
  app.as(await app.make.user((await app.make.customer()).id, 'edit'))
const square: [number, number][] = [
  [9, 45],
  [9.1, 45],
  [9.1, 45.1],
  [9, 45],
]
const area = { color: '#ff8800', address: null, city: 'Lodi', zip_code: '26900' }
const three = [
  { ...area, name: 'Deposito', code: 'A', radius: 250, latitude: 45.4642, longitude: 9.19 },
  {
    ...area,
    name: 'Cantiere & figli',
    code: 'B',
    shape: { type: 'polygon' as const, points: square },
  },
  {
    ...area,
    name: 'Tangenziale',
    code: 'C',
    shape: { type: 'corridor' as const, points: square.slice(0, 3), width: 20 },
  },
]

test('areas are exported as GeoJSON, and importing the file makes the same areas [areas.42, areas.43]', async () => {
  const [caller, other] = [await person(), await person()]
  for (const body of three) expect((await caller.call(hubs.create, { body })).status).toBe(201)
  const file = await caller.call(exportHubs, { query: {} })
  expect(file.headers['content-type']).toBe('application/geo+json')
  const body = JSON.parse(file.text)
  expect((await other.call(importHubs, { body, query: {} })).status).toBe(201)
  const plain = async (of: Caller) =>
    (await of.call(hubs.all, {})).data.map(({ id: _, ...rest }) => rest)
  expect(await plain(other)).toEqual(await plain(caller))
  // an empty list is a valid file
  expect(JSON.parse((await other.call(exportPois, { query: {} })).text).features).toEqual([])
})
test.each(MapFileFormat.options)(
  '%s is chosen by its name and by Accept [areas.42]',
  async format => {
    const caller = await person()
    for (const body of three) await caller.call(hubs.create, { body })
    const named = await caller.call(exportHubs, { query: { format } })
    const accept = named.headers['content-type'] ?? ''
    const accepted = await caller.call(exportHubs, { query: {} }, { headers: { accept } })
    expect([accepted.status, accepted.text]).toEqual([200, named.text])
    expect(named.text).toContain('Tangenziale')
  },
)
test('an export has only the areas of the own company', async () => {
  const [caller, other] = [await person(), await person()]
  for (const body of three) await caller.call(hubs.create, { body })
  expect((await other.call(exportHubs, { query: {} })).text).not.toContain('Deposito')
})
