// Devices behind a real Mosquitto (skipped where it is not installed): stored before they are acknowledged, commanded, and whole after the broker was killed.
import commands from '@flotta/features/services/commands/server.ts'
import telemetry from '@flotta/features/telemetry/pipeline/server.ts'
import { commandOf, sendCommand } from '@flotta/features/telemetry/registry/commands.ts'
import { gatewayBook } from '@flotta/features/telemetry/registry/gateways.ts'
import {
  createDevice,
  listDevices,
  listUnclaimed,
} from '@flotta/features/telemetry/registry/queries.ts'
import devices from '@flotta/features/telemetry/registry/server.ts'
import { productDatabase } from '@flotta/features/testing/database.ts'
import { brokerAnswers } from '@flotta/platform/broker.ts'
import { readConfig } from '@flotta/platform/config.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type Gateway, openGateway } from '@flotta/platform/gateway.ts'
import { metricsText } from '@flotta/platform/metrics.ts'
import type { TestDatabase } from '@flotta/platform/testing.ts'
import { startWorker, type Worker } from '@flotta/platform/worker.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anyDevicePorts } from './bench/ports.ts'
import { openPlatform, type Platform } from './context.ts'
import {
  type Broker,
  canMakeCertificates,
  isMosquittoInstalled,
  makeBroker,
} from './faults/broker.ts'

/** When the records of these devices begin: an hour ago, to the second. */
const AT = Math.floor((Date.now() - 3_600_000) / 1_000)
const IMEI = '352093081452251'

let broker: Broker
let database: TestDatabase
let platform: Platform
let ctx: Context
let worker: Worker
const gateways: Gateway[] = []
let device: MqttClient
let customer = 0

async function newDevice(imei: string, protocol: string, profile?: string) {
  const { id } = await ctx.db
    .insertInto('vehicles')
    .values({ customer_id: customer, plate: imei, vehicle_type: 'V', configurations: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return createDevice(ctx, { imei, vehicle_id: id, protocol, ...(profile && { profile }) })
}
const placesOf = async (vehicle_id: number | null) =>
  (
    await ctx.pool.query<{ at: number; latitude_e7: number; speed: number }>(
      'select extract(epoch from message_datetime)::float8 as at, latitude_e7, speed from positions where vehicle_id = $1 order by 1',
      [vehicle_id],
    )
  ).rows
const teltonika = (ts: number, more: object = {}) =>
  JSON.stringify({
    state: {
      reported: {
        ts: ts * 1_000,
        pr: 0,
        latlng: '45.4634,9.1877',
        alt: 120,
        ang: 187,
        sat: 12,
        sp: 62,
        evt: 0,
        239: 1,
        ...more,
      },
    },
  })

const openOne = async (instance: string) => {
  const ownContext = { ...ctx, instance }
  const gateway = await openGateway(protocols, ownContext, {
    book: gatewayBook(ownContext),
    identify: (...a) =>
      devices.resolvers?.device?.(...a) ?? Promise.reject(new Error('no resolver')),
    address: '127.0.0.1',
  })
  gateways.push(gateway)
  return gateway
}

describe.skipIf(!isMosquittoInstalled)('behind a broker', () => {
  beforeAll(async () => {
    broker = await makeBroker()
    database = await productDatabase()
    platform = await openPlatform(
      readConfig({
        DATABASE_URL: database.url,
        FLOTTA_LOG_LEVEL: 'silent',
        FLOTTA_MQTT_URL: broker.url,
        ...anyDevicePorts,
      }),
      { application: 'mqtt test', say: (_, words) => words.key, note: () => undefined },
    )
    ctx = platform.ctx
    const { id } = await ctx.db
      .insertInto('customers')
      .values({ name: 'Trasporti Verdi', configurations: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    customer = id
    worker = startWorker([devices, commands, telemetry], ctx)
    await openOne('first')
    device = mqtt.connect(broker.deviceUrl, {
      clientId: 'tracker',
      clean: false,
      reconnectPeriod: 100,
      protocolVersion: 4,
    })
    device.on('error', () => {})
    await vi.waitFor(() => expect(gateways.map(g => g.stats.mqtt_connected)).toEqual([1]))
    await vi.waitFor(() => expect(device.connected).toBe(true))
  })
  afterAll(async () => {
    device?.end(true)
    for (const gateway of gateways) await gateway.stop()
    await worker?.stop()
    await platform?.close()
    await database?.close()
    await broker?.remove()
  })

  test('Codec JSON is the same device as over TCP [protocols.29]', async () => {
    const tracker = await newDevice(IMEI, 'teltonika')
    await device.publishAsync(`${IMEI}/data`, teltonika(AT), { qos: 1 })
    await vi.waitFor(async () =>
      expect(await placesOf(tracker.vehicle_id)).toEqual([
        { at: AT, latitude_e7: 454_634_000, speed: 62 },
      ]),
    )
    // connections are written down in groups, shortly after they began
    await vi.waitFor(async () =>
      expect(await listDevices(ctx, tracker.vehicle_id ?? 0)).toMatchObject([{ connected: true }]),
    )
  })

  test('OwnTracks and any JSON are read, by the mapping of their profile [protocols.64]', async () => {
    const phone = await newDevice('anna/moto', 'mqtt', 'owntracks')
    const box = await newDevice('box-7', 'mqtt')
    const location = { _type: 'location', lat: 45.4634, lon: 9.1877, tst: AT, vel: 40, batt: 80 }
    await device.publishAsync('owntracks/anna/moto', JSON.stringify(location), { qos: 1 })
    await device.publishAsync('owntracks/anna/moto', JSON.stringify({ _type: 'lwt', tst: AT }))
    const record = {
      time: new Date(AT * 1_000).toISOString(),
      position: { lat: 45.4634, lng: 9.1877 },
    }
    await device.publishAsync('flotta/box-7/data', JSON.stringify([{ ...record, speed: 20 }]), {
      qos: 1,
    })
    for (const [{ vehicle_id }, speed] of [
      [phone, 40],
      [box, 20],
    ] as const)
      await vi.waitFor(async () =>
        expect(await placesOf(vehicle_id)).toEqual([{ at: AT, latitude_e7: 454_634_000, speed }]),
      )
  })

  test('a command goes to the topic of its device, and its answer ends it [protocols.65]', async () => {
    const [tracker] = (await listDevices(ctx)).filter(({ imei }) => imei === IMEI)
    await device.subscribeAsync(`${IMEI}/commands`, { qos: 1 })
    const command = new Promise<string>(resolve =>
      device.once('message', (_, payload) => resolve(payload.toString())),
    )
    const id = await sendCommand(ctx, tracker?.id ?? 0, 'getver')
    expect(JSON.parse(await command)).toEqual({ CMD: 'getver' })
    await device.publishAsync(`${IMEI}/data`, JSON.stringify({ RSP: 'Ver:03.28' }), { qos: 1 })
    await vi.waitFor(async () =>
      expect(await commandOf(ctx, id)).toMatchObject({ state: 'answered', reply: 'Ver:03.28' }),
    )
  })

  test('what is not known or no JSON stops nobody, and is in the unclaimed list', async () => {
    await device.publishAsync('flotta/stranger/data', '{"lat":45,"lon":9}', { qos: 1 })
    await device.publishAsync(`${IMEI}/data`, 'no json', { qos: 1 })
    await device.publishAsync(`${IMEI}/data`, teltonika(AT + 1), { qos: 1 })
    await vi.waitFor(async () =>
      expect(await listUnclaimed(ctx)).toMatchObject([
        { identifier: 'stranger', protocol: 'mqtt' },
      ]),
    )
  })

  test('nothing is lost and nothing doubled when the broker is killed, and of two gateways one reads [protocols.66]', async () => {
    const tracker = await newDevice('352093081452269', 'teltonika')
    await openOne('second')
    const seconds = Array.from({ length: 300 }, (_, i) => AT + i)
    const published = seconds.map(at =>
      device.publishAsync('352093081452269/data', teltonika(at), { qos: 1 }),
    )
    await vi.waitFor(async () =>
      expect((await placesOf(tracker.vehicle_id)).length).toBeGreaterThan(20),
    )
    await broker.kill('SIGTERM')
    await vi.waitFor(() => expect(gateways.map(g => g.stats.mqtt_connected)).toEqual([0, 0]))
    await broker.start()
    await Promise.all(published)
    await vi.waitFor(async () =>
      expect((await placesOf(tracker.vehicle_id)).map(({ at }) => at)).toEqual(seconds),
    )
    // On a quick machine all is stored before the broker ends, and nobody reads yet when it is back.
    await vi.waitFor(() => expect(gateways.reduce((n, g) => n + g.stats.mqtt_connected, 0)).toBe(1))
    // The one that reads stops, and the other takes over.
    const reader = gateways.findIndex(g => g.stats.mqtt_connected === 1)
    await gateways.splice(reader, 1)[0]?.stop()
    await device.publishAsync('352093081452269/data', teltonika(AT + 400), { qos: 1 })
    await vi.waitFor(async () => expect(await placesOf(tracker.vehicle_id)).toHaveLength(301))
  })

  test('its state stands in the figures and in the doctor’s findings [protocols.67]', async () => {
    expect(await metricsText(['gateway'])).toMatch(/^flotta_gateway_mqtt_connected 1$/m)
    await expect(
      brokerAnswers({ ...ctx.config, FLOTTA_MQTT_URL: broker.url }),
    ).resolves.toBeUndefined()
    const wrong = broker.url.replace('Sesamo1', 'other')
    await expect(brokerAnswers({ ...ctx.config, FLOTTA_MQTT_URL: wrong })).rejects.toThrow(
      /authoriz/i,
    )
  })
})

describe.skipIf(!isMosquittoInstalled || !canMakeCertificates)('a broker that speaks TLS', () => {
  let broker: Broker
  beforeAll(async () => {
    broker = await makeBroker({ tls: true })
  })
  afterAll(() => broker?.remove())

  test('is believed by the certificate of FLOTTA_MQTT_CA, and by no other [protocols.73]', async () => {
    const config = readConfig({ FLOTTA_MQTT_URL: broker.url })
    await expect(brokerAnswers({ ...config, FLOTTA_MQTT_CA: broker.ca })).resolves.toBeUndefined()
    await expect(brokerAnswers(config)).rejects.toThrow(/certificate/)
  })
})
