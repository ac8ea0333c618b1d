// Devices on a real database: sign-in, connections, and the provider's operations.
import { randomUUID } from 'node:crypto'
import type { Profile } from '@flotta/core/protocol.ts'
import { memoryBus } from '@flotta/platform/bus.memory.ts'
import { listenChanges } from '@flotta/platform/changes.ts'
import { readConfig } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { memoryLimits } from '@flotta/platform/limits.ts'
import { openLog } from '@flotta/platform/log.ts'
import type { TestDatabase } from '@flotta/platform/testing.ts'
import { type ConnectionEvent, updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { commands as vehicleCommands } from '../../fleet/vehicles/cli.ts'
import { productDatabase } from '../../testing/database.ts'
import { writeConnections } from './connections.ts'
import { DeviceForm } from './contract.ts'
import { listDevices, listUnclaimed } from './device-list.ts'
import { configureDevice } from './device-settings.ts'
import { directoryOf } from './directory.ts'
import { closeDead, gatewayBook } from './gateways.ts'
import { removeDevice } from './mounts.ts'
import { createDevice } from './queries.ts'
import devices from './server.ts'
import { capUnclaimed, MOST_UNCLAIMED } from './unclaimed.ts'

const profile = (code: string): Profile => ({
  code,
  name: code,
  protocol: 'teltonika',
  reporting_interval: 60,
  parameters: [],
})
const MINUTE = 60_000

let database: TestDatabase
let ctx: Context
let customer: number
const clock = { now: Date.now() }
beforeAll(async () => {
  database = await productDatabase()
  const log = openLog('silent')
  ctx = {
    config: readConfig({ FLOTTA_UNCLAIMED_PER_MINUTE: '5' }),
    db: database.db,
    pool: database.pool,
    bus: memoryBus(),
    changes: await listenChanges(database.url, log),
    instance: 'test',
    log,
    limits: memoryLimits(() => clock.now),
    now: () => clock.now,
    say: (_, words) => words.key,
    profiles: new Map(
      [
        profile('fmb1xx'),
        profile('fmx6'),
        { ...profile('gateway'), identifier: /^GW-\d+$/ },
        { ...profile('lines'), protocol: 'lines', sign_in_password: true as const },
      ].map(p => [p.code, p]),
    ),
    demo: null,
    examine: async () => [],
  }
  customer = (
    await ctx.db
      .insertInto('customers')
      .values({ name: 'Rossi', configurations: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})
afterAll(async () => {
  await ctx.bus.close()
  await ctx.changes.close()
  await database.close()
})

let serial = 0
const newImei = () => String(356_000_000_000_000 + ++serial)
const newVehicle = async () =>
  (
    await ctx.db
      .insertInto('vehicles')
      .values({
        customer_id: customer,
        plate: `FL${++serial}`,
        vehicle_type: 'V',
        configurations: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const signIn = (
  imei: string,
  address = '10.1.2.3',
  protocol = 'teltonika',
  certificate: string | null = null,
  password?: string,
) => devices.resolvers?.device?.(imei, { protocol, address, certificate, password }, ctx)
const make = async (more: Partial<DeviceForm> = {}) =>
  createDevice(ctx, { imei: newImei(), vehicle_id: await newVehicle(), profile: 'fmb1xx', ...more })

describe('a sign-in', () => {
  it('is answered with the time zone of the device’s clock [gateway.42]', async () => {
    const { id, imei } = await make({ time_zone: '+01:00' })
    expect(await signIn(imei)).toMatchObject({ device_id: id, time_zone: '+01:00' })
    await configureDevice(ctx, id, { time_zone: '' })
    await vi.waitFor(async () => expect(await signIn(imei)).not.toHaveProperty('time_zone'))
  })
  it('needs the password that the device has [protocols.63]', async () => {
    const { id, imei, has_password } = await make({ profile: 'lines', password: 'Sesamo1' })
    expect(has_password).toBe(true)
    const by = (password?: string) => signIn(imei, '10.4.0.1', 'lines', null, password)
    expect(await by('Sesamo1')).toMatchObject({ device_id: id })
    expect(await by('sesamo1')).toBe('wrong_password')
    expect(await by()).toBe('wrong_password')
    await configureDevice(ctx, id, { password: 'other' })
    await vi.waitFor(async () => expect(await by('other')).toMatchObject({ device_id: id }))
    expect(await configureDevice(ctx, id, { password: '' })).toMatchObject({ has_password: false })
    await vi.waitFor(async () => expect(await by('')).toMatchObject({ device_id: id }))
  })
  it('cannot have a password where the protocol knows none', async () => {
    const fault = { fields: { password: [{ key: 'command_line.no_passwords' }] } }
    await expect(make({ password: 'x' })).rejects.toMatchObject(fault)
    const { id } = await make()
    await expect(configureDevice(ctx, id, { password: 'x' })).rejects.toMatchObject(fault)
    expect(DeviceForm.shape.password.safeParse('a;b').success).toBe(false)
  })
  it('is known as soon as the device is created, follows the device to another vehicle, and ends with its removal', async () => {
    const device = await make()
    expect(await signIn(device.imei)).toEqual({
      device_id: device.id,
      vehicle_id: device.vehicle_id,
      profile: 'fmb1xx',
    })
    const otherVehicle = await newVehicle()
    await ctx.db
      .updateTable('device_mounts')
      .set({ mounted_to: new Date(ctx.now()) })
      .where('device_id', '=', device.id)
      .execute()
    await ctx.db
      .insertInto('device_mounts')
      .values({
        device_id: device.id,
        vehicle_id: otherVehicle,
        mounted_from: new Date(ctx.now()),
        mounted_to: null,
      })
      .execute()
    await vi.waitFor(async () =>
      expect(await signIn(device.imei)).toEqual({
        device_id: device.id,
        vehicle_id: otherVehicle,
        profile: 'fmb1xx',
      }),
    )
    clock.now += MINUTE
    await removeDevice(ctx, device.id)
    await vi.waitFor(async () => expect(await signIn(device.imei, '10.1.2.4')).toBe('refused'))
    // Records that it sent before still belong to its vehicle.
    const identity = (await directoryOf(ctx).byIds([device.id])).get(device.id)
    expect(identity).toMatchObject({
      deleted: true,
      mounts: [{ vehicle_id: device.vehicle_id }, { vehicle_id: otherVehicle }],
    })
  })

  it('is accepted only from the device’s own networks and by its own protocol, and a refusal does not make the device unclaimed [gateway.18]', async () => {
    const { id, imei } = await make()
    await ctx.db
      .updateTable('devices')
      .set({ networks: ['10.9.0.0/16'] })
      .where('id', '=', id)
      .execute()
    await vi.waitFor(async () => expect(await signIn(imei, '10.8.0.1')).toBe('refused'))
    expect(await signIn(imei, '10.9.255.1')).toMatchObject({ device_id: id })
    expect(await signIn(imei, '10.9.255.1', 'gt06')).toBe('refused')
    expect((await listUnclaimed(ctx)).map(u => u.identifier)).not.toContain(imei)
  })

  it('fixes the protocol of a device by its first words where nobody has chosen one [gateway.44]', async () => {
    const generic = (protocol: string) =>
      [protocol, { ...profile(protocol), protocol, generic: true as const }] as const
    const any = { ...ctx, profiles: new Map(['teltonika', 'gt06', 'h02'].map(generic)) }
    // One address for each, because refused and unknown devices are counted by address.
    let addresses = 0
    const newAddress = () => `10.33.0.${++addresses}`
    const speaking = (imei: string, protocol: string, address = newAddress()) =>
      devices.resolvers?.device?.(imei, { protocol, address, certificate: null }, any)
    const newDevice = (form: Partial<DeviceForm> = {}) =>
      createDevice(any, { imei: newImei(), vehicle_id: null, ...form })

    const unsaid = await newDevice({ networks: ['10.9.0.0/16'] })
    expect(unsaid.protocol).toBe('teltonika')
    expect(await speaking(unsaid.imei, 'h02')).toBe('refused')
    expect(await speaking(unsaid.imei, 'gt06', '10.9.0.1')).toMatchObject({
      device_id: unsaid.id,
      profile: 'gt06',
    })
    expect(await speaking(unsaid.imei, 'teltonika', '10.9.0.1')).toBe('refused')
    expect(await speaking(unsaid.imei, 'gt06', '10.9.0.1')).toMatchObject({ profile: 'gt06' })

    const usual = await newDevice()
    expect(await speaking(usual.imei, 'teltonika')).toMatchObject({ device_id: usual.id })
    expect(await speaking(usual.imei, 'gt06')).toBe('refused')
    const named = await newDevice({ protocol: 'teltonika' })
    expect(await speaking(named.imei, 'gt06')).toBe('refused')
    await speaking('356999999999999', 'h02')
    const knocking = await newDevice({ imei: '356999999999999' })
    expect([knocking.protocol, await speaking(knocking.imei, 'gt06')]).toEqual(['h02', 'refused'])
  })

  it('is accepted only with one of the device’s own certificates where it has some, the older one too while a newer one replaces it [gateway.19]', async () => {
    const [older, newer] = ['a'.repeat(64), 'b'.repeat(64)]
    const { id, imei } = await make({ certificates: [older] })
    const by = (certificate: string | null) => signIn(imei, '10.3.0.1', 'teltonika', certificate)
    expect([await by(older), await by(null), await by(newer)]).toEqual([
      { device_id: id, vehicle_id: expect.any(Number), profile: 'fmb1xx' },
      'refused',
      'refused',
    ])
    expect(await configureDevice(ctx, id, { certificates: [older, newer] })).toMatchObject({
      certificates: [older, newer],
      networks: [],
    })
    await vi.waitFor(async () => expect(await by(newer)).toMatchObject({ device_id: id }))
    expect(
      await configureDevice(ctx, id, { networks: ['10.4.7.9/16', '2001:db8::/32'] }),
    ).toMatchObject({
      networks: ['10.4.0.0/16', '2001:db8::/32'],
      certificates: [older, newer],
    })
    await vi.waitFor(async () => expect(await by(newer)).toBe('refused'))
    expect(await configureDevice(ctx, id, { networks: [], certificates: [] })).toMatchObject({
      networks: [],
      certificates: [],
    })
    await vi.waitFor(async () => expect(await by(null)).toMatchObject({ device_id: id }))
    const form = { imei, vehicle_id: 1, profile: 'fmb1xx' }
    expect(
      DeviceForm.safeParse({ ...form, networks: ['10.0.0.0/33'] }).error?.issues,
    ).toMatchObject([{ path: ['networks', 0], message: 'command_line.network' }])
    expect(DeviceForm.safeParse({ ...form, certificates: ['AA:BB'] }).error?.issues).toMatchObject([
      { path: ['certificates', 0], message: 'command_line.certificate' },
    ])
    expect(DeviceForm.parse({ ...form, certificates: ['AB:'.repeat(32)] }).certificates).toEqual([
      'ab'.repeat(32),
    ])
  })

  it('of a stranger is refused and listed, and after too many from one network further strangers are ignored, while known devices there are served [gateway.14, gateway.15]', async () => {
    const device = await make()
    const strangers = Array.from({ length: 8 }, newImei)
    for (const [i, imei] of strangers.entries())
      expect(await signIn(imei, '10.5.0.1')).toBe(i < 5 ? 'refused' : 'ignored')
    expect(await signIn(strangers[0] as string, '10.5.0.2')).toBe('refused')
    const listed = await listUnclaimed(ctx)
    expect(
      listed
        .map(u => u.identifier)
        .filter(i => strangers.includes(i))
        .sort(),
    ).toEqual(strangers.slice(0, 5))
    expect(listed.find(u => u.identifier === strangers[0])).toMatchObject({
      count: 2,
      address: '10.5.0.2',
      protocol: 'teltonika',
    })
    expect(await signIn(device.imei, '10.5.0.1')).toMatchObject({ device_id: device.id })
    for (let i = 0; i < 6; i++)
      expect(await signIn(newImei(), `2001:db8:5::${i}`)).toBe(i < 5 ? 'refused' : 'ignored')
    expect(await signIn(strangers[0] as string, '2001:db8:5:1::1')).toBe('refused')
    expect(await signIn('odd\u0000name', '10.5.0.3')).toBe('refused')
    expect((await listUnclaimed(ctx)).map(u => u.identifier)).toContain('oddname')
  })

  it('of strangers fills a list of bounded length [gateway.16]', async () => {
    await ctx.pool.query(
      `insert into unclaimed_devices (identifier, protocol, address, last_seen) select 'old' || n, 'teltonika', '', '2001-01-01' from generate_series(1, $1) n`,
      [MOST_UNCLAIMED + 50],
    )
    const before = (await listUnclaimed(ctx)).filter(u => !u.identifier.startsWith('old')).length
    await capUnclaimed(ctx)
    const unclaimed = await listUnclaimed(ctx)
    expect(unclaimed).toHaveLength(MOST_UNCLAIMED)
    expect(unclaimed.filter(u => !u.identifier.startsWith('old'))).toHaveLength(before)
    await ctx.db.deleteFrom('unclaimed_devices').where('identifier', 'like', 'old%').execute()
  })

  it('works from memory while the database is away [gateway.35]', async () => {
    const device = await make()
    const queries = vi.spyOn(ctx.pool, 'query')
    // Once the directory has read the new device.
    await vi.waitFor(async () => {
      queries.mockClear()
      expect(await signIn(device.imei)).toMatchObject({ device_id: device.id })
      expect(queries).not.toHaveBeenCalled()
    })
    queries.mockRestore()
  })
})

describe('the provider', () => {
  it('creates a device that owns the records it buffered before, and takes it off the unclaimed list', async () => {
    const imei = newImei()
    await signIn(imei, '10.6.0.1')
    const device = await make({ imei })
    expect(device).toMatchObject({
      imei,
      protocol: 'teltonika',
      profile: 'fmb1xx',
      connected: false,
      last_seen_at: null,
      conflicts: 0,
    })
    expect(device.plate).not.toBeNull()
    expect((await listUnclaimed(ctx)).map(u => u.identifier)).not.toContain(imei)
    const mounts = (await directoryOf(ctx).byIds([device.id])).get(device.id)?.mounts
    expect(mounts).toMatchObject([
      { vehicle_id: device.vehicle_id, from: Date.UTC(2010, 0, 1), to: null },
    ])
  })

  it('gives a device that was in another vehicle to its new one from the day it left, and leaves its earlier records with the old one', async () => {
    const first = await make()
    expect((await directoryOf(ctx).byIds([first.id])).get(first.id)?.mounts).toHaveLength(1)
    await removeDevice(ctx, first.id)
    const leftAt = ctx.now()
    clock.now += MINUTE
    const again = await make({ imei: first.imei, profile: 'fmx6' })
    expect(again.id).not.toBe(first.id)
    const mounts = (await directoryOf(ctx).byIds([again.id])).get(again.id)?.mounts
    expect(mounts).toMatchObject([
      { device_id: first.id, vehicle_id: first.vehicle_id, to: leftAt, profile: 'fmb1xx' },
      {
        device_id: again.id,
        vehicle_id: again.vehicle_id,
        from: leftAt,
        to: null,
        profile: 'fmx6',
      },
    ])
    // Also where the former registration changes later.
    await ctx.db
      .updateTable('devices')
      .set({ wiring: '{"T1":"temp2"}' })
      .where('id', '=', first.id)
      .execute()
    await vi.waitFor(async () =>
      expect((await directoryOf(ctx).byImei(first.imei))?.mounts[0]).toMatchObject({
        wiring: { T1: 'temp2' },
      }),
    )
  })

  it('frees the device of a vehicle that is removed', async () => {
    const device = await make()
    const remove = vehicleCommands.find(c => c.verb === 'remove')
    clock.now += MINUTE
    await remove?.run({ id: device.vehicle_id ?? 0 } as never, ctx)
    expect(await listDevices(ctx, device.vehicle_id ?? 0)).toEqual([])
    const again = await make({ imei: device.imei })
    await vi.waitFor(async () =>
      expect(await signIn(device.imei)).toEqual({
        device_id: again.id,
        vehicle_id: again.vehicle_id,
        profile: 'fmb1xx',
      }),
    )
    expect((await directoryOf(ctx).byImei(device.imei))?.mounts.map(m => m.vehicle_id)).toEqual([
      device.vehicle_id,
      again.vehicle_id,
    ])
  })

  it.each([
    ['an unknown vehicle', { vehicle_id: 2_000_000_000 }, { code: 'not_found' }],
    [
      'an unknown profile',
      { profile: 'toaster' },
      {
        code: 'invalid',
        fields: {
          profile: [
            {
              key: 'command_line.unknown_profile',
              values: { known: 'fmb1xx, fmx6, gateway, lines' },
            },
          ],
        },
      },
    ],
    [
      'an unknown protocol',
      { protocol: 'smoke' },
      { code: 'invalid', fields: { protocol: [{ key: 'command_line.unknown_protocol' }] } },
    ],
  ])('gets an error for %s, and nothing is stored', async (_, wrong, problem) => {
    const imei = newImei()
    await expect((async () => make({ imei, ...wrong }))()).rejects.toMatchObject(problem)
    expect((await listDevices(ctx)).map(d => d.imei)).not.toContain(imei)
  })

  it('gets an error for an IMEI that is taken and for a vehicle that already has its device, and nothing is stored', async () => {
    const one = await make()
    await expect(make({ imei: one.imei })).rejects.toMatchObject({
      code: 'conflict',
      fields: { imei: [{ key: 'command_line.imei_taken' }] },
    })
    const imei = newImei()
    await expect(make({ imei, vehicle_id: one.vehicle_id ?? 0 })).rejects.toMatchObject({
      code: 'conflict',
      fields: { vehicle_id: [{ key: 'command_line.vehicle_has_device' }] },
    })
    expect((await listDevices(ctx)).map(d => d.imei)).not.toContain(imei)
  })

  it('names a device by 15 digits, or as its protocol prescribes', async () => {
    await expect(make({ imei: 'GW-1' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { imei: [{ key: 'command_line.imei' }] },
    })
    await expect(make({ imei: '123', profile: 'gateway' })).rejects.toMatchObject({
      code: 'invalid',
    })
    const device = await make({ imei: 'GW-1', profile: 'gateway' })
    expect(await signIn('GW-1')).toMatchObject({ device_id: device.id })
    expect(
      DeviceForm.safeParse({ imei: 'two words', vehicle_id: 1, profile: 'gateway' }).success,
    ).toBe(false)
  })

  it('removes a device once', async () => {
    const { id, vehicle_id } = await make()
    expect(await removeDevice(ctx, id)).toMatchObject({ id })
    await expect(removeDevice(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
    // the vehicle is free again
    await make({ vehicle_id: vehicle_id ?? 0 })
    expect(await listDevices(ctx, vehicle_id ?? 0)).toHaveLength(1)
  })
})

describe('connections', () => {
  let device: Awaited<ReturnType<typeof make>>
  let notices: VehicleUpdate[]
  beforeEach(async () => {
    device = await make()
    notices = []
    const stop = ctx.bus.subscribe(updates, u => void notices.push(...u))
    return stop
  })
  const event = (
    kind: ConnectionEvent['event'],
    session: string,
    sign_in: number,
    at: number,
    gateway = 'here',
  ): ConnectionEvent => ({
    device_id: device.id,
    vehicle_id: device.vehicle_id,
    event: kind,
    gateway,
    session,
    protocol: 'teltonika',
    address: '10.0.0.1',
    sign_in,
    opened_at: at,
    at,
  })
  const row = async () =>
    ctx.db
      .selectFrom('connections')
      .selectAll()
      .where('device_id', '=', device.id)
      .executeTakeFirst()
  const [a, b] = [randomUUID(), randomUUID()]

  it('are stored as they open, live and close, and change the status of the vehicle', async () => {
    await writeConnections(
      [event('open', a, 1, 1_000), { ...event('alive', a, 1, 5_000), opened_at: 1_000 }],
      ctx,
    )
    expect(await row()).toMatchObject({
      session: a,
      opened_at: new Date(1_000),
      last_seen_at: new Date(5_000),
      closed_at: null,
      conflicts: 0,
    })
    expect((await listDevices(ctx, device.vehicle_id ?? 0))[0]).toMatchObject({
      connected: true,
      address: '10.0.0.1',
    })
    await writeConnections([event('close', a, 1, 9_000)], ctx)
    expect(await row()).toMatchObject({ last_seen_at: new Date(5_000), closed_at: new Date(9_000) })
    await vi.waitFor(() =>
      expect(notices).toEqual(
        [1, 2].map(() => ({ vehicle_id: device.vehicle_id, kinds: ['status'] })),
      ),
    )
  })

  it('of one device keep the newest sign-in whatever clocks say, count conflicts, and ignore events that come again [gateway.21]', async () => {
    const events = [
      event('open', a, 1, 9_000),
      event('open', b, 2, 1_000, 'there'),
      event('close', a, 1, 9_100),
    ]
    await writeConnections(events, ctx)
    expect(await row()).toMatchObject({
      session: b,
      gateway: 'there',
      closed_at: null,
      conflicts: 1,
    })
    await writeConnections([event('alive', a, 1, 9_500), event('close', a, 1, 9_600)], ctx)
    expect(await row()).toMatchObject({ session: b, closed_at: null, conflicts: 1 })
    await writeConnections(
      [event('close', b, 2, 3_000, 'there'), event('alive', b, 2, 2_500, 'there')],
      ctx,
    )
    expect(await row()).toMatchObject({ session: b, closed_at: new Date(3_000) })
  })

  it('of a deleted device harm nobody', async () => {
    await writeConnections(
      [
        { ...event('open', randomUUID(), 1_000, 1_000), device_id: 2_000_000_000 },
        event('open', a, 1_000, 1_000),
      ],
      ctx,
    )
    expect(await row()).toMatchObject({ session: a })
  })

  it('of a dead gateway are closed by another, and open again if it lives after all', async () => {
    const at = ctx.now()
    const lostGateway = gatewayBook({ ...ctx, instance: 'gone' })
    await lostGateway.alive(1)
    await writeConnections([event('open', a, 10, at, 'gone')], ctx)
    const look = async (seconds: number) => {
      clock.now += seconds * 1_000
      await closeDead(ctx)
      return (await row())?.closed_at
    }
    // A process that has not looked for long, because the database was down, declares no gateway dead.
    expect([await look(0), await look(60), await look(4)]).toEqual([null, null, null])
    await lostGateway.alive(1)
    expect([await look(4), await look(4)]).toEqual([null, null])
    expect(await look(4)).toEqual(new Date(at))
    await vi.waitFor(() =>
      expect(notices.filter(u => u.vehicle_id === device.vehicle_id)).toHaveLength(2),
    )
    await writeConnections([event('alive', a, 10, at + 1, 'gone')], ctx)
    expect(await row()).toMatchObject({ session: a, closed_at: null })
    await lostGateway.leave()
    expect(await row()).toMatchObject({ closed_at: new Date(at + 1) })
  })

  it('that a process left open are closed when it begins again, or when another begins after the last one', async () => {
    const at = ctx.now()
    await writeConnections([event('open', a, 20, at, 'killed')], ctx)
    const next = gatewayBook({ ...ctx, instance: 'next' })
    expect(await next.alive(0)).toEqual([])
    expect(await row()).toMatchObject({ closed_at: new Date(at) })
    const many = { ...ctx, config: { ...ctx.config, NATS_URL: 'nats://127.0.0.1' } }
    const second = gatewayBook({ ...many, instance: 'second' })
    expect(await second.alive(7)).toEqual([0])
    expect(await next.alive(3)).toEqual([7])
    await writeConnections([event('open', b, 21, at, 'next')], ctx)
    await gatewayBook({ ...many, instance: 'second' }).alive(0)
    expect(await row()).toMatchObject({ closed_at: null })
    await Promise.all([next.leave(), second.leave()])
    expect(await next.signIns(3)).toEqual([
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
    ])
  })
})
