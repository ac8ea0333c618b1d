// Contested devices, as which two connections sign in, on a real database: what is stored, what is reported, and what survives.
import { randomUUID } from 'node:crypto'
import type { ConnectionEvent } from '@flotta/platform/topics.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TelemetryTest, telemetryContext } from '../pipeline/testing.ts'
import { alternations, tellAlternations } from './alternations.ts'
import { writeConnections } from './connections.ts'
import { listDevices } from './device-list.ts'
import { closeDead, gatewayBook } from './gateways.ts'

const MINUTE = 60_000
let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext({ FLOTTA_CONTACT_EMAIL: 'provider@example.com' })
})
afterAll(() => t.close())

let sign_ins = 0
/** A device, and functions that publish events of its connections. */
async function box() {
  const { device_id, vehicle_id } = await t.vehicle()
  const tell = (more: Partial<ConnectionEvent> = {}) => {
    const at = t.clock.now
    const event: ConnectionEvent = {
      device_id,
      vehicle_id,
      event: 'open',
      gateway: 'g',
      session: randomUUID(),
      protocol: 'test',
      address: '10.0.0.1',
      sign_in: ++sign_ins,
      opened_at: at,
      at,
      ...more,
    }
    return writeConnections([event], t.ctx)
  }
  const record = async () => (await listDevices(t.ctx, vehicle_id))[0]
  return {
    device_id,
    vehicle_id,
    tell,
    record,
    contested: async () => (await record())?.contested_until ?? null,
  }
}
const mails = async () =>
  (
    await sql<{
      recipient: string
      subject: string
      body: string
    }>`select recipient, subject, body from mails order by id`.execute(t.ctx.db)
  ).rows

test('a connection that displaces another makes its device contested for 5 minutes in every process, without an incident or a mail', async () => {
  const { tell, contested, record } = await box()
  await tell()
  expect(await contested()).toBeNull()
  const at = t.clock.now
  await tell({ takeover: { at, times: 1, address: '10.0.0.1' }, address: '203.0.113.7' })
  expect(await contested()).toEqual(new Date(at + 5 * MINUTE))
  t.clock.now += 5 * MINUTE - 1
  expect(await contested()).not.toBeNull()
  t.clock.now += 1
  expect(await contested()).toBeNull()
  await tellAlternations(t.ctx)
  expect([(await record())?.alternated_at, await mails()]).toEqual([null, []])
})

test('a connection over another gateway makes its device contested too, by the rows or by the event of the first gateway, and counts once', async () => {
  const { tell, contested, record } = await box()
  const [here, there] = ['here', 'there'].map(instance =>
    gatewayBook({ ...t.ctx, instance, config: { ...t.ctx.config, NATS_URL: 'nats://127.0.0.1' } }),
  )
  await here?.alive(1)
  await there?.alive(1)
  const session = randomUUID()
  await tell({ gateway: 'here', session })
  const first = sign_ins
  const at = t.clock.now + 1_000
  t.clock.now = at
  await tell({ gateway: 'there', address: '203.0.113.7' })
  expect(await contested()).toEqual(new Date(at + 5 * MINUTE))
  await tell({
    gateway: 'here',
    session,
    sign_in: first,
    event: 'close',
    takeover: { at: at + 20, times: 1, address: '203.0.113.7' },
  })
  expect(await contested()).toEqual(new Date(at + 20 + 5 * MINUTE))
  expect((await record())?.alternated_at).toBeNull()
  await Promise.all([here?.leave(), there?.leave()])
})

test('a device that comes over from a dead gateway is contested only until the gateway is known to be dead', async () => {
  const { tell, contested } = await box()
  const [dying, other] = ['dying', 'other'].map(instance =>
    gatewayBook({ ...t.ctx, instance, config: { ...t.ctx.config, NATS_URL: 'nats://127.0.0.1' } }),
  )
  await dying?.alive(1)
  await other?.alive(1)
  await tell({ gateway: 'dying' })
  await tell({ gateway: 'other' })
  expect(await contested()).not.toBeNull()
  await dying?.leave()
  await closeDead(t.ctx)
  expect(await contested()).toBeNull()
  await other?.leave()
})

test('connections that alternate make an incident, which the provider sees and gets by mail once a day [gateway.23]', async () => {
  const { device_id, tell, record } = await box()
  const session = randomUUID()
  await tell()
  const began = t.clock.now
  await tell({ takeover: { at: began, times: 1, address: '10.0.0.1' }, address: '203.0.113.7' })
  t.clock.now += 2 * MINUTE
  const second = { session, takeover: { at: t.clock.now, times: 2, address: '203.0.113.7' } }
  await tell(second)
  const sign_in = sign_ins
  // A repeated event changes nothing.
  await tell({ ...second, sign_in, event: 'alive' })
  expect(await record()).toMatchObject({
    alternated_at: new Date(began + 2 * MINUTE),
    contested_until: new Date(began + 7 * MINUTE),
  })
  expect(await alternations(t.ctx, 60 * MINUTE)).toMatchObject([
    { device_id, last_at: new Date(began + 2 * MINUTE), addresses: ['10.0.0.1', '203.0.113.7'] },
  ])
  await tellAlternations(t.ctx)
  await tellAlternations(t.ctx)
  const [mail, ...more] = await mails()
  expect(mail).toMatchObject({
    recipient: 'provider@example.com',
    subject: 'registry.alternation.subject',
  })
  expect(mail?.body).toContain('10.0.0.1, 203.0.113.7')
  expect(more).toEqual([])
  // an hour later the connections alternate again: noted, but not mailed again
  t.clock.now += 60 * MINUTE
  await tell({ takeover: { at: t.clock.now, times: 2, address: '10.0.0.1' } })
  await tellAlternations(t.ctx)
  expect([(await alternations(t.ctx, 10 * MINUTE)).length, (await mails()).length]).toEqual([1, 1])
  t.clock.now += 25 * 60 * MINUTE
  await tell({ takeover: { at: t.clock.now, times: 2, address: '10.0.0.1' } })
  await tellAlternations(t.ctx)
  expect(await mails()).toHaveLength(2)
})
