// A command's way to a device and its reply's way back, over the real bus and a real database; the test plays the gateway through its topics.
import { randomUUID } from 'node:crypto'
import { address } from '@flotta/platform/bus.ts'
import {
  commandNews,
  type DeviceReplies,
  type OutgoingCommand,
  outgoing,
  replies,
} from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import commands from '../../services/commands/server.ts'
import { type TelemetryTest, telemetryContext } from '../pipeline/testing.ts'
import { commandOf, sendCommand, tidyCommands } from './commands.ts'
import { writeConnections } from './connections.ts'

let t: TelemetryTest
const sentCommands: OutgoingCommand[] = []
beforeAll(async () => {
  t = await telemetryContext()
  for (const c of commands.consumers ?? [])
    t.ctx.bus.consume(c.topic, c.group, c.batching, payloads => c.run(payloads, t.ctx))
  t.ctx.bus.consume(
    address(outgoing, 'g'),
    'gateway',
    { batch: 1, linger: 0 },
    async commands => void sentCommands.push(...commands),
  )
})
afterAll(() => t.close())

const connectedDevice = async () => {
  const { device_id } = await t.vehicle()
  const session = randomUUID()
  const at = t.clock.now
  await writeConnections(
    [
      {
        device_id,
        vehicle_id: null,
        event: 'open',
        gateway: 'g',
        session,
        protocol: 'test',
        address: '10.0.0.1',
        sign_in: at,
        opened_at: at,
        at,
      },
    ],
    t.ctx,
  )
  return { device_id, session }
}
const reply = (
  of: { device_id: number; session: string },
  text: string,
  more: Partial<DeviceReplies['replies'][number]> = {},
): DeviceReplies => ({
  ...of,
  id: randomUUID(),
  received_at: t.clock.now,
  replies: [{ text, ...more }],
})
const news = (
  command_id: string,
  of: { device_id: number; session: string },
  outcome: 'sent' | 'offline' = 'sent',
) =>
  t.ctx.bus.publish(commandNews, {
    command_id,
    device_id: of.device_id,
    outcome,
    session: outcome === 'sent' ? of.session : null,
    at: t.clock.now,
  })

test('a command goes to the gateway that holds its device, and its outcome and its reply are stored', async () => {
  const device = await connectedDevice()
  const id = await sendCommand(t.ctx, device.device_id, 'getver')
  await vi.waitFor(() =>
    expect(sentCommands).toContainEqual(
      expect.objectContaining({ command_id: id, text: 'getver', expires_at: t.clock.now + 60_000 }),
    ),
  )
  expect(await commandOf(t.ctx, id)).toMatchObject({ state: 'queued', reply: null })
  await news(id, device)
  expect(await commandOf(t.ctx, id)).toMatchObject({
    state: 'sent',
    sent_at: new Date(t.clock.now),
  })
  const answer = reply(device, 'ver\u0000 1')
  await t.ctx.bus.publish(replies, answer)
  await t.ctx.bus.publish(replies, answer)
  expect(await commandOf(t.ctx, id)).toMatchObject({ state: 'answered', reply: 'ver 1' })
  expect(
    (await t.ctx.pool.query('select from device_replies where device_id = $1', [device.device_id]))
      .rowCount,
  ).toBe(1)
})

test('a reply answers or refuses the oldest open command, even before the news that the command was sent, and a message of the device’s own answers none', async () => {
  const device = await connectedDevice()
  const first = await sendCommand(t.ctx, device.device_id, 'one')
  t.clock.now += 1_000
  const second = await sendCommand(t.ctx, device.device_id, 'two')
  await t.ctx.bus.publish(replies, reply(device, 'camera', { unsolicited: true }))
  await t.ctx.bus.publish(replies, reply(device, 'no', { refused: true }))
  await t.ctx.bus.publish(replies, reply({ ...device, session: randomUUID() }, 'yes'))
  await news(first, device)
  expect(await commandOf(t.ctx, first)).toMatchObject({
    state: 'refused',
    reply: 'no',
    sent_at: new Date(t.clock.now),
  })
  expect(await commandOf(t.ctx, second)).toMatchObject({ state: 'answered', reply: 'yes' })
})

test('a command to an unconnected device is offline at once, one that no gateway takes expires, and all are deleted after 90 days', async () => {
  const { device_id } = await t.vehicle()
  const offline = await sendCommand(t.ctx, device_id, 'getver')
  expect(await commandOf(t.ctx, offline)).toMatchObject({ state: 'offline' })
  const device = await connectedDevice()
  const lostCommand = await sendCommand(t.ctx, device.device_id, 'getver')
  await news(lostCommand, device, 'offline')
  expect(await commandOf(t.ctx, lostCommand)).toMatchObject({ state: 'offline', sent_at: null })
  const waiting = await sendCommand(t.ctx, device.device_id, 'getver')
  t.clock.now += 121_000
  await tidyCommands(t.ctx)
  expect(await commandOf(t.ctx, waiting)).toMatchObject({ state: 'expired' })
  t.clock.now += 91 * 86_400_000
  await tidyCommands(t.ctx)
  expect(
    await Promise.all([offline, lostCommand, waiting].map(id => commandOf(t.ctx, id))),
  ).toEqual([null, null, null])
})
