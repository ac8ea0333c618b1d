// Devices behind a real Mosquitto (skipped where it is not installed): stored before they are acknowledged, commanded, and complete after the broker
// was killed.
import { commandOf, sendCommand } from '@flotta/features/telemetry/registry/commands.ts'
import { listDevices, listUnclaimed } from '@flotta/features/telemetry/registry/device-list.ts'
import { brokerAnswers } from '@flotta/platform/broker.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { metricsText } from '@flotta/platform/metrics.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Broker,
  canMakeCertificates,
  isMosquittoInstalled,
  makeBroker,
} from './faults/broker.ts'
import { type BrokerSite, codecJson, openBrokerSite } from './faults/testing-broker-site.ts'

/** When the records of these devices begin: an hour ago, to the second. */
const AT = Math.floor((Date.now() - 3_600_000) / 1_000)
const IMEI = '352093081452251'

let broker: Broker
let site: BrokerSite
let ctx: BrokerSite['ctx']
let device: MqttClient

describe.skipIf(!isMosquittoInstalled)('behind a broker', () => {
  beforeAll(async () => {
    broker = await makeBroker()
    site = await openBrokerSite(broker)
    ctx = site.ctx
    await site.openGateway('first')
    device = mqtt.connect(broker.deviceUrl, {
      clientId: 'tracker',
      clean: false,
      reconnectPeriod: 100,
      protocolVersion: 4,
    })
    device.on('error', () => {})
    await vi.waitFor(() => expect(site.gateways.map(g => g.stats.mqtt_connected)).toEqual([1]))
    await vi.waitFor(() => expect(device.connected).toBe(true))
  })
  afterAll(async () => {
    device?.end(true)
    await site?.close()
    await broker?.remove()
  })

  test('Codec JSON is the same device as over TCP [protocols.29]', async () => {
    const tracker = await site.newDevice(IMEI, 'teltonika')
    await device.publishAsync(`${IMEI}/data`, codecJson(AT), { qos: 1 })
    await vi.waitFor(async () =>
      expect(await site.placesOf(tracker.vehicle_id)).toEqual([
        { at: AT, latitude_e7: 454_634_000, speed: 62 },
      ]),
    )
    // Connections are stored in groups, shortly after they began.
    await vi.waitFor(async () =>
      expect(await listDevices(ctx, tracker.vehicle_id ?? 0)).toMatchObject([{ connected: true }]),
    )
  })

  test('a record of Codec JSON that comes twice is one row, also from a forwarder [protocols.78]', async () => {
    const imei = '352093081452228'
    const { vehicle_id } = await site.newDevice(imei, 'teltonika')
    const { reported } = JSON.parse(codecJson(AT)).state
    const passedOn = Object.fromEntries(
      Object.entries(reported).map(([name, value]) => [name, String(value)]),
    )
    for (const text of [
      codecJson(AT),
      codecJson(AT),
      JSON.stringify({ state: { reported: passedOn } }),
      codecJson(AT + 60),
    ])
      await device.publishAsync(`${imei}/data`, text, { qos: 1 })
    await vi.waitFor(async () =>
      expect((await site.placesOf(vehicle_id)).map(({ at }) => at)).toEqual([AT, AT + 60]),
    )
  })
  test('OwnTracks and any JSON are read, by the mapping of their profile [protocols.64]', async () => {
    const phone = await site.newDevice('anna/moto', 'mqtt', 'owntracks')
    const box = await site.newDevice('box-7', 'mqtt')
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
        expect(await site.placesOf(vehicle_id)).toEqual([
          { at: AT, latitude_e7: 454_634_000, speed },
        ]),
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
    await device.publishAsync(`${IMEI}/data`, codecJson(AT + 1), { qos: 1 })
    await vi.waitFor(async () =>
      expect(await listUnclaimed(ctx)).toMatchObject([
        { identifier: 'stranger', protocol: 'mqtt' },
      ]),
    )
  })

  test('nothing is lost and nothing doubled when the broker is killed, and of two gateways one reads [protocols.66]', async () => {
    const tracker = await site.newDevice('352093081452293', 'teltonika')
    await site.openGateway('second')
    const seconds = Array.from({ length: 300 }, (_, i) => AT + i)
    const published = seconds.map(at =>
      device.publishAsync('352093081452293/data', codecJson(at), { qos: 1 }),
    )
    await vi.waitFor(async () =>
      expect((await site.placesOf(tracker.vehicle_id)).length).toBeGreaterThan(20),
    )
    await broker.kill('SIGTERM')
    await vi.waitFor(() => expect(site.gateways.map(g => g.stats.mqtt_connected)).toEqual([0, 0]))
    await broker.start()
    await Promise.all(published)
    await vi.waitFor(async () =>
      expect((await site.placesOf(tracker.vehicle_id)).map(({ at }) => at)).toEqual(seconds),
    )
    // On a quick machine everything is stored before the broker ends, and no process reads yet when it is back.
    await vi.waitFor(() =>
      expect(site.gateways.reduce((n, g) => n + g.stats.mqtt_connected, 0)).toBe(1),
    )
    // The reading gateway stops, and the other takes over.
    const reader = site.gateways.findIndex(g => g.stats.mqtt_connected === 1)
    await site.gateways.splice(reader, 1)[0]?.stop()
    await device.publishAsync('352093081452293/data', codecJson(AT + 400), { qos: 1 })
    await vi.waitFor(async () => expect(await site.placesOf(tracker.vehicle_id)).toHaveLength(301))
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
