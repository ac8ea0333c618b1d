// Starter and lock through the contract: what each agreement shows, what is refused, and the histories.
import { address } from '@flotta/platform/bus.ts'
import { commandNews, type OutgoingCommand, outgoing } from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeConnections } from '../../telemetry/registry/connections.ts'
import { type Caller, type TestApp, testApp, type User } from '../../testing/app.ts'
import * as eyecontrol from '../eyecontrol/contract.ts'
import * as eyesafe from './contract.ts'

let app: TestApp
let user: User
let caller: Caller
beforeAll(async () => {
  app = await testApp()
  ;(app.ctx.profiles as Map<string, unknown>).set('fmb1xx', {
    commandText: ({ command_data }: { command_data: { output: string; on: boolean } }) =>
      `set ${command_data.output} ${command_data.on}`,
  })
  app.ctx.bus.consume(
    address(outgoing, 'g'),
    'gateway',
    { batch: 1, linger: 0 },
    async (given: readonly OutgoingCommand[]) => {
      for (const { command_id, device_id } of given)
        await app.ctx.bus.publish(commandNews, {
          command_id,
          device_id,
          outcome: 'sent',
          session: null,
          at: app.clock.now,
        })
    },
  )
  user = await app.make.user((await app.make.customer()).id, 'control', { name: 'Anna' })
  caller = await app.as(user)
})
afterAll(() => app.close())

async function truck(latest: Record<string, unknown> = {}, agreements = [31, 32, 16]) {
  const { id } = await app.make.vehicle(user.customer_id)
  const device = await app.make.device(id)
  await app.ctx.db
    .updateTable('devices')
    .set({ wiring: '{"start_enabled":"out1","start_blocked":"out2","lock_open":"out3"}' })
    .where('id', '=', device.id)
    .execute()
  for (const agreement of agreements) await app.make.agreement(id, user.customer_id, agreement)
  const at = app.clock.now
  await app.make.state(id, {
    ignition: false,
    moving: false,
    latest: Object.fromEntries(
      Object.entries(latest).map(([k, v]) => [k, [at / 1000, v]]),
    ) as never,
  })
  await writeConnections(
    [
      {
        device_id: device.id,
        vehicle_id: id,
        event: 'open',
        gateway: 'g',
        session: crypto.randomUUID(),
        protocol: 'test',
        address: '10.0.0.1',
        sign_in: at,
        opened_at: at,
        at,
      },
    ],
    app.ctx,
  )
  return id
}
const period = () => ({
  period_from: new Date(app.clock.now - 3_600_000).toISOString(),
  period_to: new Date(app.clock.now + 1).toISOString(),
})

test('the status is that of outputs and inputs, and null before any report [eyesafe.2, eyesafe.6, eyesafe.7]', async () => {
  const id = await truck({ starter: [1, 1], ignition: [false], lock: [1, 0, null] })
  const datetime = new Date(app.clock.now).toISOString()
  const motion = { speed: 50, moving: false }
  const ignition = { status: 2, ignition: 0, datetime, ...motion }
  const lock = { status: 1, door1_status: 0, door2_status: null, datetime, ...motion }
  expect((await caller.call(eyesafe.data, { params: { id } })).data).toEqual({ ignition, lock })
  expect((await caller.call(eyesafe.ignitionStatus, { params: { id } })).data).toEqual(ignition)
  expect((await caller.call(eyesafe.lockStatus, { params: { id } })).data).toEqual(lock)
  const silent = await truck()
  expect((await caller.call(eyesafe.data, { params: { id: silent } })).data).toEqual({
    ignition: { status: null, ignition: null, datetime: null, ...motion },
    lock: { status: null, door1_status: null, door2_status: null, datetime: null, ...motion },
  })
})

test('each section is shown and commanded under its own agreement [eyesafe.1, eyesafe.20, eyesafe.21]', async () => {
  const id = await truck({ starter: [1, 0] }, [31])
  expect((await caller.call(eyesafe.data, { params: { id } })).data).toMatchObject({
    ignition: { status: 1 },
    lock: null,
  })
  for (const e of [eyesafe.lockStatus, eyesafe.lockLastCommand, eyesafe.doorUnlock])
    expect([e.path, (await caller.call(e, { params: { id } })).status]).toEqual([e.path, 403])
  expect((await caller.call(eyesafe.startLock, { params: { id } })).status).toBe(200)
  const editor = await app.as(await app.make.user(user.customer_id, 'edit'))
  expect((await editor.call(eyesafe.startLock, { params: { id } })).status).toBe(403)
})

test('a command is answered in full and becomes the last one and part of the histories, and the same key gives the same command [eyecontrol.1, eyecontrol.2, eyesafe.8, eyesafe.9]', async () => {
  const id = await truck({ starter: [1, 0] })
  const headers = { 'idempotency-key': 'k-1' }
  const first = await caller.call(eyesafe.startLock, { params: { id } }, { headers })
  expect(first.data).toMatchObject({
    status: 1,
    action: 'start_lock',
    user: 'Anna',
    command: 'set out2 true',
    command_data: { start_blocked: 1 },
  })
  expect((await caller.call(eyesafe.startLock, { params: { id } }, { headers })).data).toEqual(
    first.data,
  )
  expect((await caller.call(eyesafe.startUnlock, { params: { id } }, { headers })).status).toBe(409)
  const unlock = await caller.call(eyesafe.doorUnlock, { params: { id } })
  expect((await caller.call(eyesafe.ignitionLastCommand, { params: { id } })).data).toMatchObject({
    id: first.data.id,
  })
  expect((await caller.call(eyesafe.lockLastCommand, { params: { id } })).data).toMatchObject({
    id: unlock.data.id,
  })
  const ids = async (e: typeof eyesafe.history) =>
    (await caller.call(e, { params: { id }, query: period() })).data.map(c => c.id)
  expect(await ids(eyesafe.history)).toEqual([first.data.id, unlock.data.id])
  expect(await ids(eyecontrol.history as never)).toEqual([first.data.id, unlock.data.id])
  expect(await ids(eyesafe.ignitionCommandHistory as never)).toEqual([first.data.id])
  expect(await ids(eyesafe.lockCommandHistory as never)).toEqual([unlock.data.id])
  expect((await caller.call(eyecontrol.data, { params: { id } })).data).toMatchObject({
    id: unlock.data.id,
  })
})

test('a command that the state does not allow is refused with the reason', async () => {
  const id = await truck({ starter: [1, 1] })
  const refused = await caller.call(eyesafe.startLock, { params: { id } }, { language: 'it' })
  expect([refused.status, refused.failure.message]).toEqual([
    409,
    'L’avviamento da chiave è già disabilitato',
  ])
  await app.ctx.db
    .updateTable('vehicle_state')
    .set({ ignition: true, moving: true })
    .where('vehicle_id', '=', id)
    .execute()
  for (const e of [eyesafe.startUnlock, eyesafe.startReset, eyesafe.doorUnlock])
    expect((await caller.call(e, { params: { id } })).status).toBe(409)
  await app.ctx.db
    .updateTable('connections')
    .set({ closed_at: new Date(app.clock.now) })
    .execute()
  await app.ctx.db
    .updateTable('vehicle_state')
    .set({ ignition: false, moving: false })
    .where('vehicle_id', '=', id)
    .execute()
  expect((await caller.call(eyesafe.startReset, { params: { id } })).failure.message).toContain(
    'non è in ascolto',
  )
})

test('the events are the ignition with its driver and the executed remote commands, oldest first [eyesafe.10, eyesafe.12]', async () => {
  const id = await truck({ starter: [1, 0] })
  const at = app.clock.now
  const driver = await app.ctx.db
    .insertInto('drivers')
    .values({
      customer_id: user.customer_id,
      name: 'Ugo',
      surname: 'Neri',
      ibutton_id: 'A1',
      ibutton_key: 'A1',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.ctx.pool.query(
    `insert into driver_activities (customer_id, vehicle_id, driver_id, period_from) values ($1, $2, $3, $4)`,
    [user.customer_id, id, driver.id, new Date(at - 60_000)],
  )
  await app.ctx.pool.query(
    `select create_month('readings', date_trunc('month', $1::timestamptz)::date)`,
    [new Date(at)],
  )
  for (const [ago, on] of [
    [120_000, true],
    [90_000, false],
    [30_000, true],
  ] as const)
    await app.ctx.pool.query(
      `insert into readings (vehicle_id, kind, message_datetime, seq, data) values ($1, 'ignition', $2, 1, $3)`,
      [id, new Date(at - ago), JSON.stringify({ ignition: on })],
    )
  const { data } = await caller.call(eyesafe.startLock, { params: { id } })
  await app.ctx.pool.query('update commands set status = 2 where id = $1', [data.id])
  const { data: events } = await caller.call(
    eyesafe.ignitionEventHistory,
    { params: { id }, query: period() },
    { language: 'it' },
  )
  expect(events.map(({ type, message, user_name }) => [type, message, user_name])).toEqual([
    ['driver', 'Quadro acceso', null],
    ['driver', 'Quadro spento', null],
    ['driver', 'Quadro acceso', 'Ugo Neri'],
    ['REMOTE', 'Disabilita avviamento da chiave', 'Anna'],
  ])
  expect((await caller.call(eyesafe.authorizedDrivers, { params: { id } })).data).toEqual([
    { id: driver.id, name: 'Ugo', surname: 'Neri' },
  ])
  const guest = await app.make.user((await app.make.customer()).id, 'control')
  await app.make.agreement(id, guest.customer_id, 31)
  expect(
    (await (await app.as(guest)).call(eyesafe.authorizedDrivers, { params: { id } })).data,
  ).toEqual([])
})

test('a guest with the right role gives the commands of its agreement, and no others [commands.30]', async () => {
  const id = await truck({ starter: [0, 0], ignition: [false], lock: [0, 0, null] })
  const company = await app.make.customer()
  await app.make.agreement(id, company.id, 31)
  const as = async (role: 'edit' | 'control') => app.as(await app.make.user(company.id, role))
  const [editor, guest] = [await as('edit'), await as('control')]
  expect((await editor.call(eyesafe.startUnlock, { params: { id } })).status).toBe(403)
  expect((await guest.call(eyesafe.doorUnlock, { params: { id } })).status).toBe(403)
  const answer = await guest.call(eyesafe.startUnlock, { params: { id } })
  expect([answer.status, answer.data.action]).toEqual([200, 'start_unlock'])
})
