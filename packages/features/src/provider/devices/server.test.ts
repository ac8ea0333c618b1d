// The provider's calls for trackers: mounted, moved, replaced, unclaimed, and the checks of new ones.
import { randomUUID } from 'node:crypto'
import { IoWriter } from '@flotta/core/io.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { parseCommandLine } from '@flotta/platform/cli.ts'
import { runAudited } from '@flotta/platform/cli-trail.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visits } from '../../fleet/privacy/contract.ts'
import { makeProvider } from '../../people/users/testing.ts'
import * as own from '../../telemetry/devices/contract.ts'
import { noteChecks, noteHeard } from '../../telemetry/registry/checks.ts'
import { commands } from '../../telemetry/registry/cli.ts'
import { writeReplies } from '../../telemetry/registry/commands.ts'
import registry from '../../telemetry/registry/server.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { openVisit } from '../visits/contract.ts'
import * as contract from './contract.ts'
import { askDevice } from './requests.ts'

const family = (code: string, protocol: string, more: Partial<Profile> = {}): Profile => ({
  code,
  name: code,
  protocol,
  reporting_interval: 60,
  parameters: [],
  ...more,
})
const profiles = new Map(
  [
    family('fmb1xx', 'teltonika', {
      parameters: [
        { id: 1, word: 'in1' },
        { id: 2, word: 'in2' },
        { id: 179, word: 'out1' },
      ],
      sms: ['{login} {password} set {host}:{port}'],
      commandText({ command, command_data: { seconds } }) {
        if (command === 'interval')
          return Number(seconds) % 60 === 0 ? `every ${seconds}` : undefined
        return command === 'position' ? 'where?' : undefined
      },
      device_parameters: {
        read: ids => `get ${ids.join()}`,
        write: values => `set ${values.map(({ id, value }) => `${id}=${value}`).join()}`,
        valuesOf: (_, answer): Record<string, string> => {
          const [id = '', value] = answer.split('=')
          return value === undefined ? {} : { [id]: value }
        },
      },
    }),
    family('teltonika', 'teltonika', { generic: true }),
    family('gt06', 'gt06', { generic: true }),
  ].map(p => [p.code, p]),
)

let app: TestApp
let provider: Caller
let vehicle_id: number
beforeAll(async () => {
  app = await testApp({ profiles })
  provider = await app.as(await makeProvider(app.ctx))
})
afterAll(() => app.close())
beforeEach(async () => {
  vehicle_id = (await app.make.vehicle((await app.make.customer()).id)).id
})

let serial = 0
const newImei = () => String(357_000_000_000_000 + ++serial)
const make = async (values: object = {}) =>
  (
    await provider.call(contract.devices.create, {
      body: { identifier: newImei(), vehicle_id, ...values },
    })
  ).data
const check = async (id: number) => (await provider.call(contract.check, { params: { id } })).data
const connect = (device_id: number, at: number) =>
  app.ctx.pool.query(
    `insert into connections (device_id, gateway, session, protocol, address, opened_at, last_seen_at) values ($1, 'g', gen_random_uuid(), 'teltonika', '192.0.2.1', $2, $2)`,
    [device_id, new Date(at)],
  )

describe('a tracker', () => {
  test('has an identifier, a protocol and a profile, and a vehicle or none [installation.70]', async () => {
    const mounted = await make({ profile: 'fmb1xx' })
    expect(mounted).toMatchObject({ protocol: 'teltonika', profile: 'fmb1xx', vehicle_id })
    const free = await make({ vehicle_id: null, protocol: 'gt06' })
    expect(free).toMatchObject({ protocol: 'gt06', profile: 'gt06', vehicle_id: null, plate: null })
    const params = { id: free.id }
    const refusal = await provider.call(contract.devices.update, { params, body: { vehicle_id } })
    expect([refusal.status, Object.keys(refusal.failure.data ?? {})]).toEqual([422, ['vehicle_id']])
    await provider.call(contract.devices.update, {
      params: { id: mounted.id },
      body: { vehicle_id: null },
    })
    const moved = await provider.call(contract.devices.update, { params, body: { vehicle_id } })
    expect(moved.data.vehicle_id).toBe(vehicle_id)
    const configured = await provider.call(contract.devices.update, {
      params,
      body: { unit_code: 'A7' },
    })
    expect(configured.data).toMatchObject({ vehicle_id, unit_code: 'A7' })
    expect((await provider.call(contract.devices.remove, { params })).status).toBe(204)
  })
  test.each([
    ['an invalid identifier', { identifier: 'x y' }, 'identifier'],
    ['too few digits', { identifier: '123' }, 'identifier'],
    ['no such protocol', { protocol: 'morse' }, 'protocol'],
    ['a profile of another protocol', { protocol: 'gt06', profile: 'fmb1xx' }, 'profile'],
    ['no such vehicle', { vehicle_id: 2_000_000_000 }, 'vehicle_id'],
  ])('with %s is refused on the field', async (_, values, field) => {
    const body = { identifier: newImei(), vehicle_id, ...values }
    const { status, failure } = await provider.call(contract.devices.create, { body })
    expect([status, Object.keys(failure.data ?? {})]).toEqual([422, [field]])
  })
  test('is replaced on its vehicle, while the old one is unmounted and kept [devices.13, devices.14]', async () => {
    const old = await make()
    app.clock.now += 1_000
    const identifier = newImei()
    const params = { id: old.id }
    const replacement = await provider.call(contract.replace, {
      params,
      body: { identifier, protocol: 'gt06' },
    })
    expect([replacement.status, replacement.data]).toMatchObject([
      201,
      { identifier, vehicle_id, wiring: {} },
    ])
    expect((await provider.call(contract.devices.one, { params })).data.vehicle_id).toBeNull()
    const again = await provider.call(contract.replace, { params, body: { identifier: newImei() } })
    expect(again.status).toBe(409)
    const repeated = await provider.call(contract.replace, {
      params: { id: replacement.data.id },
      body: { identifier },
    })
    expect([repeated.status, Object.keys(repeated.failure.data ?? {})]).toEqual([
      422,
      ['identifier'],
    ])
    expect(
      (await provider.call(contract.devices.one, { params: { id: replacement.data.id } })).data
        .vehicle_id,
    ).toBe(vehicle_id)
  })
})

test.each(['create', 'add'])(
  'the command line makes device %s with --identifier and --protocol, or with --imei [installation.71]',
  async verb => {
    const run = (...options: readonly string[]) => {
      const typed = parseCommandLine(['device', verb, ...options], commands)
      if (typed.kind !== 'run') throw new Error('there is no such command')
      return runAudited(typed, app.ctx)
    }
    const identifier = newImei()
    expect(await run('--identifier', identifier, '--protocol', 'gt06')).toMatchObject({
      imei: identifier,
      protocol: 'gt06',
      vehicle_id: null,
    })
    expect(
      await run('--imei', newImei(), '--profile', 'fmb1xx', '--vehicle', String(vehicle_id)),
    ).toMatchObject({ profile: 'fmb1xx', vehicle_id })
    await expect(run('--protocol', 'gt06')).rejects.toMatchObject({ code: 'invalid' })
  },
)

describe('an unknown tracker that connects', () => {
  test('is listed with its protocol, and claiming it takes it off the list and keeps the protocol [installation.72, gateway.13, gateway.39]', async () => {
    const identifier = newImei()
    const knock = (address: string) =>
      registry.resolvers?.device?.(
        identifier,
        { protocol: 'gt06', address, certificate: null },
        app.ctx,
      )
    const firstAt = app.clock.now
    expect(await knock('192.0.2.7')).toBe('refused')
    app.clock.now += 60_000
    expect(await knock('192.0.2.8')).toBe('refused')
    const list = () => provider.call(contract.unclaimedDevices, { query: { search: identifier } })
    const knocks = await list()
    expect(knocks.data).toMatchObject([
      {
        identifier,
        protocol: 'gt06',
        address: '192.0.2.8',
        count: 2,
        first_seen: new Date(firstAt).toISOString(),
        last_seen: new Date(app.clock.now).toISOString(),
      },
    ])
    expect(knocks.meta.total).toBe(1)
    expect(await make({ identifier })).toMatchObject({ protocol: 'gt06', profile: 'gt06' })
    expect((await list()).data).toEqual([])
  })
})

describe('the check of a new tracker', () => {
  const none = {
    heard_at: null,
    known_at: null,
    fix_at: null,
    ignition_at: null,
    supply_at: null,
    sensors_at: null,
  }
  test('begins with nothing, and follows its contact and its data by the clock of the server [devices.15, devices.16]', async () => {
    const { id } = await make()
    expect(await check(id)).toEqual(none)
    app.clock.now += 1_000
    const moment = app.clock.now
    await connect(id, moment)
    const at = new Date(moment).toISOString()
    expect(await check(id)).toEqual({ ...none, heard_at: at, known_at: at })
    app.clock.now += 1_000
    await app.make.state(vehicle_id, {
      ignition: null,
      latest: { power: [Math.floor(app.clock.now / 1_000), [27.4, 4]] },
    })
    const checkedAt = new Date(app.clock.now).toISOString()
    await noteChecks(app.ctx)
    app.clock.now += 60_000
    expect(await check(id)).toEqual({
      ...none,
      heard_at: at,
      known_at: at,
      fix_at: checkedAt,
      supply_at: checkedAt,
    })
    await app.ctx.pool.query(
      `update vehicle_state set ignition = false, updated_at = $2, latest = $3 where vehicle_id = $1`,
      [
        vehicle_id,
        new Date(app.clock.now),
        JSON.stringify({ temperature: [Math.floor(app.clock.now / 1_000), [null, 4.5]] }),
      ],
    )
    const later = new Date(app.clock.now).toISOString()
    expect(await check(id)).toMatchObject({
      fix_at: checkedAt,
      ignition_at: later,
      supply_at: checkedAt,
      sensors_at: later,
    })
  })
  test('is noted by each run of the job, whether somebody looks or not [devices.30]', async () => {
    const { id } = await make()
    await noteChecks(app.ctx)
    app.clock.now += 30_000
    const moment = app.clock.now
    await connect(id, moment)
    app.clock.now += 1_000
    await noteChecks(app.ctx)
    const { rows } = await app.ctx.pool.query(
      'select heard_at from device_checks where device_id = $1',
      [id],
    )
    expect(rows).toEqual([{ heard_at: new Date(moment) }])
  })
  test('shows a tracker that came and was refused as heard, and nothing more', async () => {
    const { id } = await make()
    await noteHeard(app.ctx, id)
    expect(await check(id)).toEqual({ ...none, heard_at: new Date(app.clock.now).toISOString() })
  })
  test('counts nothing that an earlier tracker of the vehicle has sent [devices.16]', async () => {
    const old = await make()
    await connect(old.id, app.clock.now)
    await app.make.state(vehicle_id, { latest: { temperature: [app.clock.now, { T1: 4 }] } })
    app.clock.now += 10_000
    const { data } = await provider.call(contract.replace, {
      params: { id: old.id },
      body: { identifier: newImei() },
    })
    expect(await check(data.id)).toEqual(none)
    expect(await check(old.id)).toMatchObject({ heard_at: expect.any(String) })
  })
})

const answerTo = (id: number, command_id: string) =>
  provider.call(contract.parameterAnswer, { params: { id }, query: { command_id } })
const answered = (device_id: number, text: string) =>
  writeReplies(
    [
      {
        id: randomUUID(),
        device_id,
        session: randomUUID(),
        received_at: app.clock.now,
        replies: [{ text }],
      },
    ],
    app.ctx,
  )

describe('a request to a device', () => {
  const ask = (id: number, body: contract.DeviceRequest) =>
    provider.call(contract.requestDevice, { params: { id }, body })
  const connected = async () => {
    const { id } = await make({ profile: 'fmb1xx' })
    await connect(id, app.clock.now)
    return id
  }
  const intervalOf = async (id: number) =>
    (
      await app.ctx.db
        .selectFrom('devices')
        .select('reporting_interval')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).reporting_interval

  test('is refused while the gateways cannot be reached, and nothing is queued [installation.47]', async () => {
    const id = await connected()
    const bus = Object.create(app.ctx.bus, { state: { value: 'away' } })
    await expect(askDevice({ ...app.ctx, bus }, id, { request: 'position' })).rejects.toMatchObject(
      { code: 'unavailable' },
    )
    const { rows } = await app.ctx.pool.query('select from device_commands where device_id = $1', [
      id,
    ])
    expect(rows).toEqual([])
  })
  test('for its position is recorded in the trail, and its answer is not shown [devices.31, devices.34]', async () => {
    const id = await connected()
    const { status, data } = await ask(id, { request: 'position' })
    expect([status, data]).toMatchObject([202, { state: 'queued', text: 'where?' }])
    await answered(id, 'lat=45.46')
    expect((await answerTo(id, data.command_id)).data).toEqual({
      command_id: data.command_id,
      state: 'answered',
      text: 'where?',
      answer: null,
      values: null,
    })
    const { rows } = await app.ctx.pool.query(
      `select arguments from provider_commands where record_id = $1 and command like '%/requests'`,
      [id],
    )
    expect(rows).toEqual([{ arguments: { request: 'position' } }])
  })
  test.each([
    ['a yes', 'every 120 s', 120],
    ['a refusal', 'Unknown command', null],
    ['a failure', 'ERROR: 120', null],
  ])(
    'for an interval makes it the device’s own after %s [devices.31, devices.36]',
    async (_, words, expected) => {
      const id = await connected()
      const { data } = await ask(id, { request: 'interval', seconds: 120 })
      expect(data).toMatchObject({ text: 'every 120', answer: null })
      expect(await intervalOf(id)).toBeNull()
      await answered(id, words)
      expect((await answerTo(id, data.command_id)).data).toMatchObject({
        state: 'answered',
        answer: words,
      })
      expect(await intervalOf(id)).toBe(expected)
    },
  )
  test('is refused with the reason when the family cannot answer it or the device is away [devices.32]', async () => {
    const { id: away } = await make({ profile: 'fmb1xx' })
    const { id: other } = await make({ vehicle_id: null, protocol: 'gt06' })
    await connect(other, app.clock.now)
    for (const [id, body, reason] of [
      [away, { request: 'position' }, 'non è collegato'],
      [other, { request: 'position' }, 'posizione'],
      [other, { request: 'interval', seconds: 60 }, 'intervallo'],
    ] as const) {
      const { status, failure } = await ask(id, body)
      expect([status, failure.message]).toEqual([409, expect.stringContaining(reason)])
    }
  })
  test.each([4, 86_401, 61])(
    'for an interval of %i s is refused on its field [devices.32]',
    async seconds => {
      const { status, failure } = await ask(await connected(), { request: 'interval', seconds })
      expect([status, failure.data]).toEqual([422, { seconds: [expect.any(String)] }])
    },
  )
})

describe('the own parameters of a device', () => {
  const ask = (id: number, ids = ['2004']) =>
    provider.call(contract.readParameters, { params: { id }, body: { ids } })

  test('come with the SMS and the port by which the family is set up for this server [devices.17]', async () => {
    const device = await make({ profile: 'fmb1xx' })
    const { data } = await provider.call(contract.setUp, { params: { id: device.id } })
    expect(data).toEqual({
      sms: ['{login} {password} set {host}:{port}'],
      port: 5000,
      parameters: true,
      position: true,
      intervals: [60, 120, 300, 600, 1_800, 3_600],
    })
    const deviceElsewhere = await make({ vehicle_id: null, protocol: 'gt06' })
    const { data: none } = await provider.call(contract.setUp, {
      params: { id: deviceElsewhere.id },
    })
    expect(none).toEqual({
      sms: [],
      port: 5000,
      parameters: false,
      position: false,
      intervals: [],
    })
  })
  test('are requested by a command, and its answer is found by its id [devices.18]', async () => {
    const { id } = await make({ profile: 'fmb1xx' })
    await connect(id, app.clock.now)
    const command = await ask(id, ['2004', '2005'])
    expect([command.status, command.data]).toMatchObject([
      202,
      { state: 'queued', text: 'get 2004,2005', answer: null, values: null },
    ])
    await answered(id, '2004=example.com')
    const { data } = await answerTo(id, command.data.command_id)
    expect(data).toMatchObject({
      state: 'answered',
      answer: '2004=example.com',
      values: { 2004: 'example.com' },
    })
  })
  test('are written, and the trail names them without their values [devices.19]', async () => {
    const { id } = await make({ profile: 'fmb1xx' })
    await connect(id, app.clock.now)
    const body = { values: [{ id: '3004', value: 'secret' }] }
    const { data } = await provider.call(contract.writeParameters, { params: { id }, body })
    expect(data.text).toBe('set 3004=secret')
    const { rows } = await app.ctx.pool.query(
      `select arguments from provider_commands where record_id = $1 and command like '%parameters/write'`,
      [id],
    )
    expect(rows).toEqual([{ arguments: { id, ids: ['3004'] } }])
  })
  test('are missing from an answer in other words, which is shown as it is [devices.18]', async () => {
    const { id } = await make({ profile: 'fmb1xx' })
    await connect(id, app.clock.now)
    const { data: asked } = await ask(id)
    await answered(id, 'busy')
    const { data } = await answerTo(id, asked.command_id)
    expect(data).toMatchObject({ answer: 'busy', values: null })
  })
  test('are not requested from a device that is away, or of a family without parameters [devices.20]', async () => {
    const { id } = await make({ profile: 'fmb1xx' })
    expect((await ask(id)).status).toBe(409)
    const { id: other } = await make({ vehicle_id: null, protocol: 'gt06' })
    await connect(other, app.clock.now)
    expect((await ask(other)).status).toBe(409)
  })
  test.each([
    ['no id', { ids: [] }],
    ['an id that is no number', { ids: ['2004;2005'] }],
  ])('are refused with %s', async (_, body) => {
    const { id } = await make({ profile: 'fmb1xx' })
    expect((await provider.call(contract.readParameters, { params: { id }, body })).status).toBe(
      422,
    )
  })
  test('do not take a value that would begin another parameter', async () => {
    const { id } = await make({ profile: 'fmb1xx' })
    const body = { values: [{ id: '2001', value: 'web;2004:evil.example' }] }
    expect((await provider.call(contract.writeParameters, { params: { id }, body })).status).toBe(
      422,
    )
  })
  test('do not include the answer of another device, which is not found', async () => {
    const { id } = await make({ profile: 'fmb1xx' })
    await connect(id, app.clock.now)
    const { data } = await ask(id)
    const deviceElsewhere = await make({ vehicle_id: null })
    expect((await answerTo(deviceElsewhere.id, data.command_id)).status).toBe(404)
  })
})

describe('the wiring of a device', () => {
  const writer = new IoWriter()
  /** Values of the vehicle's device this many seconds ago. */
  const tell = async (ago: number, inputs: Readonly<Record<number, number>>) => {
    writer.reset()
    for (const [id, value] of Object.entries(inputs)) writer.putNumber(Number(id), value, 1)
    await app.ctx.pool.query(
      'insert into positions (vehicle_id, message_datetime, seq, io) values ($1, $2, 1, $3)',
      [vehicle_id, new Date(app.clock.now - ago * 1_000), Buffer.from(writer.take())],
    )
  }
  const wiringOf = (id: number) => provider.call(contract.wiring, { params: { id } })
  const wire = (id: number, wiring: Record<string, string>) =>
    provider.call(contract.setWiring, { params: { id }, body: { wiring } })

  test('shows the inputs of this tracker by their last change, and connects one to a sensor [devices.25, devices.26]', async () => {
    const old = await make({ profile: 'fmb1xx' })
    await tell(50, { 1: 1, 2: 1 })
    app.clock.now += MINUTE
    const { data: device } = await provider.call(contract.replace, {
      params: { id: old.id },
      body: { identifier: newImei(), profile: 'fmb1xx' },
    })
    app.clock.now += MINUTE
    await tell(9, { 1: 0, 2: 0, 179: 0 })
    await tell(5, { 1: 1, 2: 0, 179: 1 })
    const at = (ago: number) => new Date(app.clock.now - ago * 1_000).toISOString()
    expect((await wiringOf(device.id)).data).toEqual({
      wiring: {},
      inputs: [
        { word: 'in1', value: 1, at: at(5), before: 0, changed_at: at(5) },
        { word: 'in2', value: 0, at: at(5), before: null, changed_at: null },
      ],
    })
    expect((await wire(device.id, { door_1: '!in1', door_2: 'in2' })).data).toEqual({
      door_1: '!in1',
      door_2: 'in2',
    })
    expect((await wire(device.id, { door_2: '' })).data).toEqual({ door_1: '!in1' })
    const { rows } = await app.ctx.pool.query(
      `select arguments from provider_commands where record_id = $1 and command like 'PUT%wiring' order by id desc limit 1`,
      [device.id],
    )
    expect(rows).toEqual([{ arguments: { wiring: { door_2: '' } } }])
  })
  test.each([
    ['a word that its family does not speak', { door_1: 'in9' }, 'wiring'],
    ['an invalid word', { door_1: 'in 1' }, 'wiring.door_1'],
    ['an invalid meaning', { '1 door': 'in1' }, 'wiring.1 door'],
  ])('with %s is refused [devices.26]', async (_, wiring, field) => {
    const { id } = await make({ profile: 'fmb1xx' })
    const { status, failure } = await wire(id, wiring)
    expect([status, Object.keys(failure.data ?? {})]).toEqual([422, [field]])
  })
  test('shows a provider its inputs only during an open visit to the company, from a day after the device was made [devices.27]', async () => {
    const { id, customer_id } = await make({ profile: 'fmb1xx' })
    await app.ctx.pool.query('update device_checks set made_at = $2 where device_id = $1', [
      id,
      new Date(app.clock.now - DAY),
    ])
    expect((await wiringOf(id)).status).toBe(403)
    await provider.call(openVisit, {
      body: { customer_id: customer_id ?? 0, reason: 'Door sensor does not show' },
    })
    for (const _ of [1, 2]) expect((await wiringOf(id)).status).toBe(200)
    const manager = await app.as(await app.make.user(customer_id ?? 0, 'control'))
    expect((await manager.call(visits.list, { query: {} })).data).toMatchObject([{ looks: 1 }])
    expect((await wire(id, { door_1: 'in1' })).status).toBe(200)
  })
  test('of a company’s own devices is open to its edit users where the provider allows it [devices.28]', async () => {
    const someone = async (configurations: Record<string, string>) => {
      const { id: customer_id } = await app.make.customer({ configurations })
      const vehicle = await app.make.vehicle(customer_id)
      const device = await app.make.device(vehicle.id)
      return { device, caller: await app.as(await app.make.user(customer_id, 'edit')) }
    }
    const { device, caller } = await someone({ self_service: '1' })
    const body = { wiring: { door_1: 'in1' } }
    const params = { id: device.id }
    expect((await caller.call(own.setWiring, { params, body })).data).toEqual(body.wiring)
    expect((await caller.call(own.wiring, { params })).data).toEqual({ ...body, inputs: [] })
    const stranger = await someone({})
    const theirs = { id: stranger.device.id }
    expect((await caller.call(own.setWiring, { params: theirs, body })).status).toBe(404)
    expect((await stranger.caller.call(own.wiring, { params: theirs })).status).toBe(405)
  })
})
