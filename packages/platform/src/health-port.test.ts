// The health port: alive at once, ready when every check succeeds, and 404 for everything else.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { healthOf } from './health.ts'
import { type HealthPort, openHealthPort } from './health-port.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
let port: HealthPort
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('create unlogged table storage_probe (filler text)')
  port = await openHealthPort('127.0.0.1', 0, ['gateway'])
})
afterAll(async () => {
  await port.close()
  await database.close()
})
const get = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port.port}${path}`)
  return { status: answer.status, text: await answer.text() }
}

test('a process that starts is alive but not ready, and already serves its metrics [installation.2, installation.6]', async () => {
  expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"alive"}' })
  expect(await get('/readyz')).toEqual({ status: 503, text: '{"status":"starting","checks":[]}' })
  expect((await get('/metrics')).text).toContain('process_cpu_seconds_total')
  expect((await get('/other')).status).toBe(404)
})

test('a process is ready while every check is well, degraded while only optional ones fail, and names the failing ones and why [installation.4]', async () => {
  const health = healthOf({
    pool: database.pool,
    log: pino({ level: 'silent' }),
    config: readConfig({ DATABASE_URL: database.url }),
  })
  port.watch(health)
  const well = [
    { name: 'database', ok: true, needed: true, detail: null },
    { name: 'consumers', ok: true, needed: true, detail: null },
  ]
  await vi.waitFor(async () =>
    expect(JSON.parse((await get('/readyz')).text)).toEqual({ status: 'ready', checks: well }),
  )
  const forget = health.watch('gateway', () => 'it drains')
  const answer = await get('/readyz')
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    503,
    {
      status: 'waiting',
      checks: [...well, { name: 'gateway', ok: false, needed: true, detail: 'it drains' }],
    },
  ])
  forget()
  const back = health.watch('bus', () => 'NATS is away', false)
  const less = await get('/readyz')
  expect([less.status, JSON.parse(less.text)]).toEqual([
    200,
    {
      status: 'degraded',
      checks: [...well, { name: 'bus', ok: false, needed: false, detail: 'NATS is away' }],
    },
  ])
  back()
  health.worked('incoming store', new Error('no room'))
  expect((await get('/readyz')).text).toContain('"detail":"incoming store: no room"')
  health.worked('incoming store', null)
  expect((await get('/readyz')).status).toBe(200)
})
