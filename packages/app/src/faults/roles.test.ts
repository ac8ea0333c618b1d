// Gateway, worker and API as three processes on one database, joined by NATS: from an empty database to a viewer who sees a device's record.
import { packMessage } from '@flotta/core/message-bytes.ts'
import { freePort } from '@flotta/platform/postgres.ts'
import { type Nats, startNats } from '@flotta/platform/testing.nats.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { type TestDatabase, testDatabase } from '@flotta/platform/testing.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, makeCompanies, signIn } from '../bench/fleet.ts'
import { until } from '../bench/harness.ts'
import { anyDevicePorts } from '../bench/ports.ts'
import { removeDirectory, temporaryDirectory } from '../bench/product.ts'
import { openViewer } from '../bench/stream.ts'
import { type Bundle, bundleServer } from './bundle.ts'
import { startDevices } from './devices.ts'
import { endAll, type RunningProcess, start } from './process.ts'

const roles = ['gateway', 'worker', 'api'] as const

describe.skipIf(findTool('nats-server') === undefined)('roles apart', () => {
  let bundle: Bundle
  let database: TestDatabase
  let nats: Nats
  let dir: string
  const health = new Map<string, number>()
  const processes = new Map<string, RunningProcess>()
  let http = 0
  let devicePort = 0
  let company: Company
  beforeAll(async () => {
    bundle = await bundleServer()
    database = await testDatabase()
    nats = await startNats()
    dir = temporaryDirectory('roles')
    ;[http, devicePort] = [await freePort(), await freePort()]
  })
  afterAll(async () => {
    await endAll()
    await nats.stop()
    await database.close()
    removeDirectory(dir)
  })
  const common = () => ({
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    FLOTTA_DATA_DIR: dir,
    FLOTTA_DEMO: '0',
    FLOTTA_LOG_LEVEL: 'info',
    FLOTTA_MIGRATE: '0',
  })
  const begin = async (role: (typeof roles)[number], instance: string) => {
    health.set(instance, await freePort())
    const env = {
      FLOTTA_ROLES: role,
      FLOTTA_INSTANCE: instance,
      FLOTTA_METRICS_PORT: String(health.get(instance)),
      FLOTTA_HTTP_PORT: String(http),
    }
    processes.set(
      instance,
      start([bundle.main], {
        ...common(),
        ...env,
        ...anyDevicePorts,
        [teltonika.port.variable]: String(devicePort),
        FLOTTA_DRAIN_SECONDS: '1',
      }),
    )
  }
  const outputOf = (instance: string) => processes.get(instance)?.said ?? ''
  const readyz = (instance: string) =>
    fetch(`http://127.0.0.1:${health.get(instance)}/readyz`).then(
      async answer => ({
        status: answer.status,
        body: (await answer.json()) as { status: string; checks: { name: string; ok: boolean }[] },
      }),
      () => null,
    )
  const ready = (instance: string) =>
    until(`${instance} ready`, async () => {
      if (processes.get(instance)?.code !== null) throw new Error(outputOf(instance))
      return (await readyz(instance))?.status === 200
    })
  const connections = async () =>
    (
      await database.pool.query<{ gateway: string; open: boolean }>(
        'select gateway, closed_at is null as open from connections',
      )
    ).rows

  test('wait for the migrations, start, and carry a record from a device to a viewer [installation.45]', async () => {
    for (const role of roles) await begin(role, `${role}-1`)
    for (const role of roles)
      await until(`${role} waits`, async () =>
        outputOf(`${role}-1`).includes('This process waits for it'),
      )
    expect((await readyz('worker-1'))?.body).toEqual({ status: 'starting', checks: [] })
    const migrate = start([bundle.cli, 'migrate'], common())
    expect(await migrate.ended).toBe(0)
    expect(migrate.said).toContain('_devices.sql')
    for (const role of roles) await ready(`${role}-1`)
    expect((await readyz('gateway-1'))?.body.checks.map(c => c.name)).toEqual(
      expect.arrayContaining(['database', 'consumers', 'bus', 'gateway']),
    )

    company = (await makeCompanies(database.url, [2]))[0] as Company
    const vehicles = new Set<string>()
    const viewer = await openViewer(
      `http://127.0.0.1:${http}`,
      company,
      event => void vehicles.add(event.event),
    )
    const devices = startDevices({
      port: devicePort,
      count: 2,
      records: 2,
      every: 50,
      from: Date.now() - 600_000,
      step: 1_000,
    })
    await until('a record on the stream', async () => vehicles.has('pins'))
    viewer.close()
    await until('the connections of both', async () => (await connections()).length === 2)
    expect(await connections()).toEqual(Array(2).fill({ gateway: 'gateway-1', open: true }))
    await devices.finish()
    expect((await database.pool.query('select name from gateways')).rows).toEqual([
      { name: 'gateway-1' },
    ])
    devices.stop()
    const lines = outputOf('gateway-1')
      .split('\n')
      .filter(line => line.startsWith('{'))
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ instance: 'gateway-1', roles: ['gateway'] })
  })

  test('what the command line takes in is seen at once [installation.31]', async () => {
    const last = company.vehicle_ids.at(-1) ?? 0
    const fix = {
      latitude_e7: 454_642_000,
      longitude_e7: 91_900_000,
      altitude: 120,
      direction: 0,
      speed: 0,
      satellites: 9,
    }
    await database.pool.query(
      `insert into quarantine (device_id, reason, record, message_datetime, received_at)
       select m.device_id, 'future', $2, now() + interval '1 hour', now() from device_mounts m where m.vehicle_id = $1`,
      [last, Buffer.from(packMessage({ at: Date.now() + 3_600_000, fix, io: new Uint8Array() }))],
    )
    const events: string[] = []
    const viewer = await openViewer(`http://127.0.0.1:${http}`, company, event => {
      if (event.event === 'pins')
        events.push(
          ...event.kinds.flatMap(([vehicle_id, kinds]) => (vehicle_id === last ? kinds : [])),
        )
    })
    const release = start([bundle.cli, 'quarantine', 'release', '--offset=-3600'], common())
    expect([await release.ended, release.said]).toEqual([0, expect.stringMatching(/1/)])
    await until('the record on the stream', async () => events.includes('position'))
    viewer.close()
  })

  test('while NATS is away people read on and sign in; what needs it is refused in their words, and streams tell them to ask [installation.46, installation.47]', async () => {
    const api = `http://127.0.0.1:${http}`
    const vehicle_id = company.vehicle_ids[0] ?? 0
    await database.pool.query(
      `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from) values ($1, $2, 31, now() - interval '1 year')`,
      [vehicle_id, company.customer_id],
    )
    const viewerEvents: string[] = []
    const viewer = await openViewer(api, company, event => void viewerEvents.push(event.event))
    await nats.kill()
    await until('an API that serves on', async () => {
      const answer = await readyz('api-1')
      return (
        answer?.status === 200 &&
        answer.body.status === 'degraded' &&
        answer.body.checks.some(({ name, ok }) => name === 'bus' && !ok)
      )
    })
    for (const unready of ['gateway-1', 'worker-1'])
      await until(`${unready} unready`, async () => (await readyz(unready))?.status === 503)

    const headers = {
      authorization: `Bearer ${await signIn(api, company)}`,
      'accept-language': 'it',
    }
    const { data: pins } = (await (await fetch(`${api}/api/v1/pins`, { headers })).json()) as {
      data: unknown[]
    }
    expect(pins).toHaveLength(2)
    expect((await fetch(`${api}/api/v1/vehicles`, { headers })).status).toBe(200)
    const order = () =>
      fetch(`${api}/api/v1/services/eyesafe/${vehicle_id}/start_lock`, { method: 'PUT', headers })
    const refusal = await order()
    expect([refusal.status, refusal.headers.get('retry-after'), await refusal.json()]).toEqual([
      503,
      '5',
      {
        code: 'unavailable',
        message:
          'I comandi non possono essere inviati in questo momento. Riprova tra qualche istante',
      },
    ])
    expect((await database.pool.query('select from commands')).rowCount).toBe(0)
    const late: string[] = []
    const latecomer = await openViewer(api, company, event => void late.push(event.event))
    await until('both to be told', async () =>
      [viewerEvents, late].every(events => events.includes('paused')),
    )

    await nats.again()
    for (const role of roles) await ready(`${role}-1`)
    await until('both to be told', async () =>
      [viewerEvents, late].every(events =>
        events.slice(events.indexOf('paused')).includes('resync'),
      ),
    )
    expect((await order()).status).not.toBe(503)
    for (const stream of [viewer, latecomer]) stream.close()
  })

  test('a process whose name is taken refuses; a gateway that stops leaves nothing open', async () => {
    const second = start([bundle.main], {
      ...common(),
      FLOTTA_ROLES: 'worker',
      FLOTTA_INSTANCE: 'worker-1',
    })
    expect(await second.ended).toBe(1)
    expect(second.said).toMatch(/worker-1/)
    const devices = startDevices({
      port: devicePort,
      count: 2,
      records: 2,
      every: 50,
      from: Date.now() - 300_000,
      step: 1_000,
    })
    await until('acknowledgements', async () => devices.acknowledgements > 4)
    processes.get('gateway-1')?.kill('SIGTERM')
    await until('unready', async () => (await readyz('gateway-1'))?.status !== 200)
    expect(await processes.get('gateway-1')?.ended).toBe(0)
    devices.stop()
    await until('nothing open', async () => (await connections()).every(({ open }) => !open))
    expect((await database.pool.query('select from gateways')).rowCount).toBe(0)
  })

  test('beside what a newer version has added they go on, beside what it took away they end with one line', async () => {
    await database.pool.query(
      `insert into migrations (name, contracts) values ('29991231_9998_more.sql', false)`,
    )
    await database.pool.query(`select pg_notify('changed', '{"table":"migrations"}')`)
    await begin('gateway', 'gateway-2')
    await ready('gateway-2')
    await ready('worker-1')
    await database.pool.query(`insert into migrations (name) values ('29991231_9999_less.sql')`)
    await database.pool.query(`select pg_notify('changed', '{"table":"migrations"}')`)
    for (const instance of ['gateway-2', 'worker-1', 'api-1']) {
      expect(await processes.get(instance)?.ended).toBe(1)
      expect(outputOf(instance)).toContain(
        'The database was changed by a newer Flotta (29991231_9999_less.sql)',
      )
    }
  })
})
