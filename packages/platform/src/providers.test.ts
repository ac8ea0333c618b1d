// Providers that a setting names: a fault is reported in words, degrades the state and is logged once.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { healthOf, stateOf } from './health.ts'
import { openLog } from './log.ts'
import { fileThere, siteAnswers, watchProviders } from './providers.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
let site: Server
let url = ''
let status = 200
let dir = ''
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('create unlogged table storage_probe (filler text)')
  site = createServer((_, response) => void response.writeHead(status).end('x'))
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/route/v1/driving?key=s3cret`
  dir = await mkdtemp(join(tmpdir(), 'flotta-providers-'))
})
afterAll(async () => {
  site.close()
  await rm(dir, { recursive: true })
  await database.close()
})

test.each([
  [200, 'answers'],
  [401, 'answers'],
  [404, 'answers'],
  [502, /^127\.0\.0\.1:\d+ answers 502$/],
])('a server that answers %i counts as well or as failed', async (said, outcome) => {
  status = said
  await (typeof outcome === 'string'
    ? expect(siteAnswers(url)).resolves.toBeUndefined()
    : expect(siteAnswers(url)).rejects.toThrow(outcome))
})
test('a missing server is named without its path and key', async () => {
  await expect(siteAnswers('http://127.0.0.1:1/reverse?key=s3cret')).rejects.toThrow(
    /^127\.0\.0\.1:1 does not answer \(.+\)$/,
  )
})
test('a missing or unreadable file is reported with what is there instead', async () => {
  const file = join(dir, 'italy.pmtiles')
  await expect(fileThere(file)).rejects.toThrow(`there is no file ${file}`)
  await expect(fileThere(join(dir, 'none/italy.pmtiles'))).rejects.toThrow(/^there is no file /)
  await expect(fileThere(dir)).rejects.toThrow(`${dir} is no file`)
  await writeFile(file, '')
  await expect(fileThere(file)).resolves.toBeUndefined()
  if (process.getuid?.() === 0) return
  await chmod(file, 0)
  await expect(fileThere(file)).rejects.toThrow('may not be read by this account')
})

test('a fault degrades the state, is logged once with its setting, and ends when the provider works again', async () => {
  const lines: { msg: string; level: number }[] = []
  const log = openLog('info', { destination: { write: line => lines.push(JSON.parse(line)) } })
  const ctx = { pool: database.pool, log, config: readConfig({ DATABASE_URL: database.url }) }
  let wrong = true
  let looks = 0
  const look = async () => {
    looks++
    if (wrong) throw new Error('there is no file /srv/maps/italy.pmtiles')
  }
  const stop = watchProviders([{ name: 'map', setting: 'FLOTTA_MAP_STYLE', check: look }], ctx, 5)
  const map = async () => (await healthOf(ctx).checks()).find(check => check.name === 'map')
  await vi.waitFor(() => expect(looks).toBeGreaterThan(3))
  expect(await map()).toEqual({
    name: 'map',
    ok: false,
    needed: false,
    detail: 'FLOTTA_MAP_STYLE: there is no file /srv/maps/italy.pmtiles',
  })
  expect(stateOf(await healthOf(ctx).checks())).toBe('degraded')
  wrong = false
  await vi.waitFor(async () => expect(await map()).toMatchObject({ ok: true }))
  expect(lines.map(l => [l.level, l.msg])).toEqual([
    [40, 'FLOTTA_MAP_STYLE: there is no file /srv/maps/italy.pmtiles'],
    [30, 'FLOTTA_MAP_STYLE: it answers again'],
  ])
  stop()
  expect(await map()).toBeUndefined()
})
