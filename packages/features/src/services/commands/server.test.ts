// Remote commands from the order to their end, over the real bus and a real database; the test plays the gateway and the device through their topics.
import { randomUUID } from 'node:crypto'
import { type CommandArgs, commandStatus } from '@flotta/core/command.ts'
import type { Role } from '@flotta/core/contract.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { address } from '@flotta/platform/bus.ts'
import {
  type ConnectionEvent,
  commandNews,
  type DeviceReplies,
  type OutgoingCommand,
  outgoing,
  replies,
  updates,
} from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commandKinds } from '../../commands.ts'
import { visibleVehicle } from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { connectionStatus, vehicleById } from '../../fleet/vehicles/contract.ts'
import { kindOf } from '../../kinds.ts'
import { writeConnections } from '../../telemetry/registry/connections.ts'
import { type TestApp, testApp, type User } from '../../testing/app.ts'
import { doorUnlock, startLock } from '../eyesafe/contract.ts'
import { advanceCommands } from './jobs.ts'
import { orderCommand } from './order.ts'
import { commandHistory, contestedUntil, lastCommand, pendingCommands } from './queries.ts'
import commands from './server.ts'

const profile: Profile = {
  code: 'fmb1xx',
  name: 'Test',
  protocol: 'teltonika',
  reporting_interval: 60,
  parameters: [],
  commandText: ({ command, command_data }) =>
    command === 'switch' && /^out/.test(String(command_data.output))
      ? `set ${command_data.output} ${command_data.on === true ? 1 : 0}`
      : undefined,
  answersOther: (_, answer) => answer === 'Ver:1',
}
let app: TestApp
let user: User
const takenCommands: OutgoingCommand[] = []
const sentUpdates: number[] = []
beforeAll(async () => {
  app = await testApp()
  ;(app.ctx.profiles as Map<string, Profile>).set('fmb1xx', profile)
  for (const c of commands.consumers ?? [])
    app.ctx.bus.consume(c.topic, c.group, c.batching, payloads => c.run(payloads, app.ctx))
  app.ctx.bus.consume(
    address(outgoing, 'g'),
    'gateway',
    { batch: 1, linger: 0 },
    async given => void takenCommands.push(...given),
  )
  app.ctx.bus.subscribe(
    updates,
    news =>
      void sentUpdates.push(
        ...news.flatMap(n => (n.kinds.includes('command') ? [n.vehicle_id] : [])),
      ),
  )
  user = await app.make.user((await app.make.customer({ name: 'Nostra' })).id, 'control', {
    name: 'Anna',
  })
})
afterAll(() => app.close())

const WIRING = { start_enabled: 'out1', start_blocked: 'out2', lock_open: '!out3' }
/** A vehicle at rest whose device is connected. */
async function truck(wiring: Record<string, string> = WIRING) {
  const { make, ctx, clock } = app
  const { id } = await make.vehicle(user.customer_id)
  const device = await make.device(id)
  for (const agreement of [16, 31, 32]) await make.agreement(id, user.customer_id, agreement)
  await make.state(id, { ignition: false, moving: false, speed: 0 })
  await ctx.db
    .updateTable('devices')
    .set({ wiring: JSON.stringify(wiring) })
    .where('id', '=', device.id)
    .execute()
  const line = { device_id: device.id, session: randomUUID() }
  const event = (
    kind: 'open' | 'close',
    session = line.session,
    more: Partial<ConnectionEvent> = {},
  ) =>
    writeConnections(
      [
        {
          device_id: device.id,
          vehicle_id: id,
          event: kind,
          gateway: 'g',
          session,
          protocol: 'test',
          address: '10.0.0.1',
          sign_in: clock.now,
          opened_at: clock.now,
          at: clock.now,
          ...more,
        },
      ],
      ctx,
    )
  await event('open')
  const visible = async () =>
    (await visibleVehicle(id, user, ctx)) ?? Promise.reject(new Error('not seen'))
  return {
    id,
    device_id: device.id,
    line,
    event,
    visible,
    order: async (action: string, key?: string) =>
      orderCommand(ctx, await visible(), { user_id: user.id }, action, {}, key),
    status: async (command: number) =>
      await ctx.db
        .selectFrom('commands')
        .select(['status', 'reason'])
        .where('id', '=', command)
        .executeTakeFirstOrThrow(),
    /** The commands that the gateway received for this device, in order. */
    given: () => takenCommands.filter(t => t.device_id === device.id),
    async gateway(n: number, outcome: 'sent' | 'offline' | 'invalid' | 'expired' = 'sent') {
      await vi.waitFor(() =>
        expect(takenCommands.filter(t => t.device_id === device.id).length).toBeGreaterThan(n),
      )
      const command_id = takenCommands.filter(t => t.device_id === device.id)[n]?.command_id ?? ''
      await ctx.bus.publish(commandNews, {
        command_id,
        device_id: device.id,
        outcome,
        session: outcome === 'sent' ? line.session : null,
        at: clock.now,
      })
    },
    says: (text: string, more: Partial<DeviceReplies['replies'][number]> = {}) =>
      ctx.bus.publish(replies, {
        ...line,
        id: randomUUID(),
        received_at: clock.now,
        replies: [{ text, ...more }],
      }),
  }
}
const trailOf = async (command: number) =>
  (
    await app.ctx.pool.query(
      'select status, reason, user_name, action, text from command_trail where command_id = $1 order by id',
      [command],
    )
  ).rows as {
    status: number
  }[]

test('a command is stored, sent and answered, and each step is streamed live and recorded in the trail [commands.6, commands.7, commands.35, commands.37]', async () => {
  const v = await truck()
  const command = await v.order('start_lock')
  expect(command).toMatchObject({
    status: 1,
    user: 'Anna',
    action: 'start_lock',
    command: 'set out2 1',
    command_data: { start_blocked: 1 },
    reason: null,
  })
  await v.gateway(0)
  expect(await v.status(command.id)).toEqual({ status: 4, reason: null })
  await v.says('DOUT2:1')
  expect(await v.status(command.id)).toEqual({ status: 2, reason: null })
  expect(sentUpdates.filter(id => id === v.id).length).toBeGreaterThanOrEqual(3)
  expect(await trailOf(command.id)).toMatchObject(
    [1, 4, 2].map(status => ({
      status,
      user_name: 'Anna',
      action: 'start_lock',
      text: 'set out2 1',
    })),
  )
  expect(await lastCommand(app.ctx, await v.visible(), ['start_lock'])).toMatchObject({
    id: command.id,
    status: 2,
    answer: 'DOUT2:1',
  })
  expect(await pendingCommands(app.ctx, await v.visible(), ['start_lock'])).toMatchObject([
    { command: { id: command.id, status: 2 }, since: app.clock.now },
  ])
})

test.each<[string, string, Partial<DeviceReplies['replies'][number]>, number, string]>([
  [
    'an answer that does not know the command makes it invalid',
    'Unknown command',
    {},
    7,
    'refused',
  ],
  ['the protocol’s own refusal makes a command invalid', '', { refused: true }, 7, 'refused'],
  ['an error makes a command fail', 'ERROR', {}, 3, 'device_failed'],
  ['an answer to another question makes a command fail', 'Ver:1', {}, 3, 'other_answer'],
])('%s', async (_, text, more, status, reason) => {
  const v = await truck()
  const { id } = await v.order('start_unlock')
  await v.gateway(0)
  await v.says(text, more)
  expect(await v.status(id)).toEqual({ status, reason })
})

test('a command without a text for the device is invalid at once, and nothing is sent [commands.34]', async () => {
  const v = await truck({ start_enabled: 'in1' })
  expect(await v.order('start_unlock')).toMatchObject({
    status: 7,
    reason: 'no_text',
    command: null,
  })
  expect(await v.order('door_unlock')).toMatchObject({ status: 7, reason: 'no_text' })
  expect(v.given()).toEqual([])
})
test('inverted wiring reverses the text, and the vehicle’s own text takes precedence [commands.33, commands.36]', async () => {
  const v = await truck()
  expect(await v.order('door_unlock')).toMatchObject({
    command: 'set out3 0',
    command_data: { lock_open: 1 },
  })
  await app.ctx.pool.query(
    `update vehicles set configurations = '{"cmd_start_unlock": "pulse 5"}' where id = $1`,
    [v.id],
  )
  expect(await v.order('start_unlock')).toMatchObject({ command: 'pulse 5' })
})

test('a device receives one command at a time, and of waiting commands of one kind only the newest [commands.8, commands.9]', async () => {
  const v = await truck()
  const [first, second, third] = [
    await v.order('start_lock'),
    await v.order('start_unlock'),
    await v.order('start_unlock'),
  ]
  const unlock = await v.order('door_unlock')
  await v.gateway(0)
  expect(await Promise.all([first, second, third, unlock].map(c => v.status(c.id)))).toMatchObject([
    { status: 4 },
    { status: 5, reason: 'newer' },
    { status: 1 },
    { status: 1 },
  ])
  expect(v.given().map(g => g.text)).toEqual(['set out2 1'])
  await v.says('OK')
  await v.gateway(1)
  await v.says('OK')
  await v.gateway(2)
  await v.says('OK')
  expect(v.given().map(g => g.text)).toEqual(['set out2 1', 'set out1 1', 'set out3 0'])
  expect(await Promise.all([first, third, unlock].map(c => v.status(c.id)))).toMatchObject([
    { status: 2 },
    { status: 2 },
    { status: 2 },
  ])
})

test('a waiting command is replaced by one of the same action and compartment alone [commands.10]', async () => {
  const v = await truck()
  await app.make.agreement(v.id, user.customer_id, agreement.eyecold)
  await app.ctx.db
    .updateTable('vehicles')
    .set({
      configurations: JSON.stringify({
        eyecold_cmd_enabled: 'true',
        cmd_setpoint: 'set {compartment} {value}',
        cmd_on: 'on {compartment}',
      }),
    })
    .where('id', '=', v.id)
    .execute()
  const order = async (action: string, args: CommandArgs) =>
    orderCommand(app.ctx, await v.visible(), { user_id: user.id }, action, args)
  // the first command is under way, so that the others wait
  await v.order('start_lock')
  const waiting = [
    await order('setpoint', { compartment: 1, value: 2 }),
    await order('setpoint', { compartment: 2, value: 2 }),
    await order('on', { compartment: 1 }),
    await order('setpoint', { compartment: 1, value: -18 }),
  ]
  expect(await Promise.all(waiting.map(c => v.status(c.id)))).toMatchObject([
    { status: commandStatus.overwritten, reason: 'newer' },
    { status: commandStatus.queued },
    { status: commandStatus.queued },
    { status: commandStatus.queued },
  ])
})

test('processes that send at the same moment send a command once [commands.45]', async () => {
  const v = await truck()
  await v.order('start_lock')
  await v.order('start_unlock')
  await v.gateway(0)
  await Promise.all(Array.from({ length: 8 }, () => advanceCommands(app.ctx, [v.device_id])))
  await v.says('OK')
  await Promise.all(Array.from({ length: 8 }, () => advanceCommands(app.ctx, [v.device_id])))
  expect(v.given()).toHaveLength(2)
  expect(
    (
      await app.ctx.pool.query(
        'select count(*)::int as n from command_trail t join commands c on c.id = command_id where vehicle_id = $1',
        [v.id],
      )
    ).rows[0]?.n,
  ).toBe(4)
})

describe('a device that two connections claim to be', () => {
  const takeover = () => ({ takeover: { at: app.clock.now, times: 1, address: '203.0.113.7' } })
  const MINUTE = 60_000

  test.each(['start_lock', 'start_unlock', 'door_unlock'])(
    'refuses %s with a reason, until one of them has been silent for 5 minutes [commands.42]',
    async action => {
      const v = await truck()
      await v.event('open', randomUUID(), takeover())
      await expect(v.order(action)).rejects.toMatchObject({
        code: 'conflict',
        message: 'commands.contested',
      })
      expect(await contestedUntil(app.ctx, await v.visible())).toBe(
        new Date(app.clock.now + 5 * MINUTE).toISOString(),
      )
      app.clock.now += 5 * MINUTE
      expect(await contestedUntil(app.ctx, await v.visible())).toBeNull()
      expect(await v.order(action)).toMatchObject({ status: 1 })
      expect(v.given()).toHaveLength(1)
    },
  )
  test('receives a waiting command only when one connection is left, and only once', async () => {
    const v = await truck()
    const [first, second] = [await v.order('start_lock'), await v.order('start_unlock')]
    await v.event('open', randomUUID(), takeover())
    await v.gateway(0, 'offline')
    await advanceCommands(app.ctx)
    expect(await Promise.all([first, second].map(c => v.status(c.id)))).toMatchObject([
      { status: 1 },
      { status: 1 },
    ])
    expect(v.given()).toHaveLength(1)
    app.clock.now += 5 * MINUTE
    await advanceCommands(app.ctx)
    await vi.waitFor(() => expect(v.given().map(g => g.text)).toEqual(['set out2 1', 'set out2 1']))
  })
  test('never receives a command that has waited for 10 minutes, and the command names this reason', async () => {
    const v = await truck()
    const { id } = await v.order('start_lock')
    for (let n = 0; n < 4; n++) {
      await v.event('open', randomUUID(), takeover())
      if (n === 0) await v.gateway(0, 'offline')
      app.clock.now += 3 * MINUTE
      await advanceCommands(app.ctx)
    }
    expect(await v.status(id)).toEqual({ status: 6, reason: 'contested' })
    expect(v.given()).toHaveLength(1)
  })
})

describe('silence', () => {
  test('of 60 s is a timeout; a late answer answers no command, and the next command is answered by its own answer [commands.19]', async () => {
    const v = await truck()
    const first = await v.order('start_lock')
    await v.gateway(0)
    const second = await v.order('start_unlock')
    app.clock.now += 60_000
    await advanceCommands(app.ctx)
    expect(await v.status(first.id)).toEqual({ status: 6, reason: 'no_answer' })
    await v.gateway(1)
    await v.says('OK')
    expect(await v.status(first.id)).toMatchObject({ status: 6 })
    expect(await v.status(second.id)).toMatchObject({ status: 2 })
    expect(v.given()).toHaveLength(2)
  })
  test('of a lost connection is a timeout, and the command is never sent again [commands.20]', async () => {
    const v = await truck()
    const { id } = await v.order('start_lock')
    await v.gateway(0)
    await v.event('close')
    app.clock.now += 3_000
    await advanceCommands(app.ctx)
    expect(await v.status(id)).toEqual({ status: 6, reason: 'lost' })
    await v.event('open', randomUUID())
    await advanceCommands(app.ctx)
    expect(v.given()).toHaveLength(1)
  })
  test('of a gateway that never confirms the sending is a timeout', async () => {
    const v = await truck()
    const { id } = await v.order('start_lock')
    app.clock.now += 66_000
    await advanceCommands(app.ctx)
    expect(await v.status(id)).toEqual({ status: 6, reason: 'no_answer' })
  })
})

describe('a connection lost between queueing and sending', () => {
  test('delays the command until it is open again [commands.21]', async () => {
    const v = await truck()
    const { id } = await v.order('start_lock')
    await v.event('close')
    await v.gateway(0, 'offline')
    expect(await v.status(id)).toEqual({ status: 1, reason: null })
    app.clock.now += 9 * 60_000
    await v.event('open', randomUUID())
    await advanceCommands(app.ctx)
    await v.gateway(1)
    expect(await v.status(id)).toMatchObject({ status: 4 })
  })
  test('for more than ten minutes ends the command as a timeout [commands.22]', async () => {
    const v = await truck()
    const { id } = await v.order('start_lock')
    await v.event('close')
    await v.gateway(0, 'offline')
    app.clock.now += 10 * 60_000
    await advanceCommands(app.ctx)
    expect(await v.status(id)).toEqual({ status: 6, reason: 'expired' })
    expect(v.given()).toHaveLength(1)
  })
})

describe('interlocks', () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'queued',
      (error: { status?: number; words?: { key: string } }) => [error.status, error.words?.key],
    )
  test('refuse a command when it is queued [eyesafe.14, eyesafe.19, commands.23, commands.25]', async () => {
    const v = await truck()
    const state = (values: object) =>
      app.ctx.db.updateTable('vehicle_state').set(values).where('vehicle_id', '=', v.id).execute()
    expect(await refusal(v.order('start_reset'))).toEqual([409, 'eyesafe.refused.not_disabled'])
    await state({ ignition: true, moving: true })
    for (const action of ['start_unlock', 'start_lock', 'start_reset'])
      expect(await refusal(v.order(action))).toEqual([409, 'eyesafe.refused.ignition_on'])
    expect(await refusal(v.order('door_unlock'))).toEqual([409, 'eyesafe.refused.moving'])
    await state({ ignition: false, moving: false })
    await v.event('close')
    expect(await refusal(v.order('start_lock'))).toEqual([409, 'commands.offline'])
    expect(
      (await app.ctx.pool.query('select from commands where vehicle_id = $1', [v.id])).rowCount,
    ).toBe(0)
  })
  test('ask for an open connection, whatever the status of the vehicle [commands.24, vehicles.15]', async () => {
    const v = await truck()
    const caller = await app.as(user)
    const statusOf = async () =>
      (await caller.call(vehicleById, { params: { id: v.id } })).data.status
    await v.event('close')
    expect([await statusOf(), await refusal(v.order('start_lock'))]).toEqual([
      connectionStatus.connected,
      [409, 'commands.offline'],
    ])
    const dayAgo = new Date(app.clock.now - 86_400_000)
    await app.ctx.db
      .updateTable('vehicle_state')
      .set({ message_datetime: dayAgo })
      .where('vehicle_id', '=', v.id)
      .execute()
    await v.event('open', randomUUID(), { sign_in: app.clock.now + 1 })
    expect(await refusal(v.order('start_lock'))).toBe('queued')
  })
  test('are checked again when the command is sent [commands.26]', async () => {
    const v = await truck()
    await v.order('door_unlock')
    const second = await v.order('start_lock')
    await v.gateway(0)
    await app.ctx.db
      .updateTable('vehicle_state')
      .set({ ignition: true })
      .where('vehicle_id', '=', v.id)
      .execute()
    await v.says('OK')
    expect(await v.status(second.id)).toEqual({ status: 3, reason: 'interlock' })
    expect(v.given()).toHaveLength(1)
  })
  test('stop a waiting command whose device has left the vehicle [commands.28]', async () => {
    const v = await truck()
    await v.order('door_unlock')
    const second = await v.order('start_lock')
    await v.gateway(0)
    await app.ctx.pool.query('update device_mounts set mounted_to = $2 where device_id = $1', [
      v.device_id,
      new Date(app.clock.now),
    ])
    await v.says('OK')
    expect(await v.status(second.id)).toEqual({ status: 3, reason: 'interlock' })
  })
  test.each<[string, (who: User, vehicle_id: number) => string]>([
    [
      'the person who gave it is removed',
      ({ id }) => `update users set deleted_at = now() where id = ${id}`,
    ],
    [
      'the person who gave it is disabled',
      ({ id }) => `update users set disabled = true where id = ${id}`,
    ],
    [
      'the person who gave it loses the right',
      ({ id }) => `update users set role = 'edit' where id = ${id}`,
    ],
    [
      'the company of that person is removed',
      ({ customer_id }) => `update customers set deleted_at = now() where id = ${customer_id}`,
    ],
    [
      'the agreement of the command ends',
      (_, vehicle_id) =>
        `delete from vehicle_agreements where vehicle_id = ${vehicle_id} and agreement_id = 31`,
    ],
  ])('stop a waiting command when %s meanwhile [commands.27]', async (_, change) => {
    const owner = user
    user = await app.make.user((await app.make.customer({ name: 'Altra' })).id, 'control', {
      name: 'Ugo',
    })
    try {
      const v = await truck()
      await v.order('door_unlock')
      const second = await v.order('start_lock')
      await v.gateway(0)
      await app.ctx.pool.query(change(user, v.id))
      await v.says('OK')
      expect(await v.status(second.id)).toEqual({ status: 3, reason: 'not_allowed' })
      expect(v.given()).toHaveLength(1)
    } finally {
      user = owner
    }
  })
  test('stop a waiting command of a removed vehicle, without delaying other vehicles’ commands', async () => {
    const [removedVehicle, otherVehicle] = [await truck(), await truck()]
    for (const v of [removedVehicle, otherVehicle]) await v.order('door_unlock')
    const [lost, sent] = [
      await removedVehicle.order('start_lock'),
      await otherVehicle.order('start_lock'),
    ]
    for (const v of [removedVehicle, otherVehicle]) await v.gateway(0)
    await app.ctx.pool.query('update vehicles set deleted_at = now() where id = $1', [
      removedVehicle.id,
    ])
    for (const v of [removedVehicle, otherVehicle]) await v.says('OK')
    await advanceCommands(app.ctx)
    expect(await removedVehicle.status(lost.id)).toEqual({ status: 3, reason: 'interlock' })
    expect(otherVehicle.given()).toHaveLength(2)
    expect(await otherVehicle.status(sent.id)).toMatchObject({ status: 1 })
  })
  test('include the agreement: without it a command is refused, whatever other agreements the vehicle has [commands.29]', async () => {
    const v = await truck()
    await app.ctx.pool.query(
      'delete from vehicle_agreements where vehicle_id = $1 and agreement_id = 32',
      [v.id],
    )
    expect(await refusal(v.order('door_unlock'))).toEqual([403, 'api.no_agreement'])
  })
})

test('the same key and request within a day gets the same answer and one command, and another request with that key is a conflict [commands.39]', async () => {
  const v = await truck()
  const key = randomUUID()
  const first = await v.order('start_lock', key)
  await v.gateway(0)
  await v.says('OK')
  expect(await v.order('start_lock', key)).toEqual(first)
  await expect(v.order('start_unlock', key)).rejects.toMatchObject({ status: 409 })
  await expect(v.order('start_unlock', 'two words')).rejects.toMatchObject({ status: 422 })
  const [a, b] = await Promise.all([
    v.order('start_unlock', `${key}2`),
    v.order('start_unlock', `${key}2`),
  ])
  expect(a).toEqual(b)
  app.clock.now += 86_400_001
  await v.event('open', randomUUID())
  expect((await v.order('start_lock', key)).id).not.toBe(first.id)
})

test('nobody can change the trail or a stored command, and both are deleted with their vehicle [commands.38]', async () => {
  const v = await truck()
  const { id } = await v.order('start_lock')
  const { pool } = app.ctx
  for (const statement of [
    'delete from command_trail',
    'update command_trail set status = 2',
    'truncate command_trail',
    'truncate commands cascade',
  ])
    await expect(pool.query(statement)).rejects.toThrow(/not changed|stays/)
  await expect(pool.query('delete from commands where id = $1', [id])).rejects.toThrow(
    'stays as long as its vehicle',
  )
  await expect(
    pool.query(`update commands set user_name = 'nobody' where id = $1`, [id]),
  ).rejects.toThrow('not changed')
  await pool.query('update commands set status = 2 where id = $1', [id])
  await expect(pool.query('update commands set status = 3 where id = $1', [id])).rejects.toThrow(
    'not changed',
  )
  await pool.query('update vehicles set deleted_at = now() where id = $1', [v.id])
  await pool.query('delete from commands where vehicle_id = $1', [v.id])
  expect(await trailOf(id)).toEqual([])
})

test('a guest with the role control gives the commands that its agreements cover [commands.30]', async () => {
  const v = await truck()
  const guest = (await app.make.customer()).id
  await app.make.agreement(v.id, guest, agreement.eyesafe_ignition)
  const statusOf = async (role: Role, endpoint: typeof startLock | typeof doorUnlock) => {
    const caller = await app.as(await app.make.user(guest, role))
    return (await caller.call(endpoint, { params: { id: v.id } } as never)).status
  }
  expect([
    await statusOf('control', startLock),
    await statusOf('control', doorUnlock),
    await statusOf('edit', startLock),
  ]).toEqual([200, 403, 403])
})
test('a guest sees the commands within its periods, oldest first [commands.44]', async () => {
  const v = await truck()
  const old = await v.order('door_unlock')
  app.clock.now += 60_000
  const guest = await app.make.user((await app.make.customer()).id, 'control')
  await app.make.agreement(v.id, guest.customer_id, 32, app.clock.now - 1_000)
  app.clock.now += 1
  const awaited = async (who: User) => {
    const vehicle = await visibleVehicle(v.id, who, app.ctx)
    return (
      vehicle && (await pendingCommands(app.ctx, vehicle, ['door_unlock'])).map(p => p.command.id)
    )
  }
  expect([await awaited(user), await awaited(guest)]).toEqual([[old.id], []])
  const newer = await v.order('door_unlock')
  expect([await awaited(user), await awaited(guest)]).toEqual([[newer.id], [newer.id]])
  const all = async (who: User, actions: readonly string[] | 'all') => {
    const vehicle = await visibleVehicle(v.id, who, app.ctx)
    if (vehicle === null) throw new Error('not seen')
    return (
      await commandHistory(app.ctx, vehicle, actions, app.clock.now - 3_600_000, app.clock.now)
    ).map(c => c.id)
  }
  expect(await all(user, ['door_unlock'])).toEqual([old.id, newer.id])
  expect(await all(user, 'all')).toEqual([old.id, newer.id])
  expect(await all(guest, ['door_unlock'])).toEqual([newer.id])
  expect(await all(guest, ['start_lock'])).toEqual([])
  expect(await all(guest, 'all')).toEqual([])
})

test('live messages about a command reach everybody who may see the command in a service', () => {
  const open = kindOf('command')?.open
  expect(
    [...commandKinds.values()]
      .flatMap(kind => kind.agreements)
      .filter(id => open === undefined || open === 'everybody' || !open.agreements.includes(id)),
  ).toEqual([])
})
