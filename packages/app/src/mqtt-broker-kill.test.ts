// A broker that is killed (kill -9) while devices publish: everything that Flotta acknowledged is stored once, and the broker forgets only messages
// that it had acknowledged itself.
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Broker, isMosquittoInstalled, makeBroker } from './faults/broker.ts'
import { type BrokerSite, codecJson, openBrokerSite } from './faults/testing-broker-site.ts'

const IMEI = '352093081452277'
/** When the records begin: an hour ago, to the second. */
const AT = Math.floor((Date.now() - 3_600_000) / 1_000)

let broker: Broker
let site: BrokerSite
let device: MqttClient | undefined
afterEach(async () => {
  device?.end(true)
  await site?.close()
  await broker?.remove()
})
/** A tracker connects to the broker; unacknowledged messages are sent again. */
async function connect(): Promise<MqttClient> {
  const client = mqtt.connect(broker.deviceUrl, { clientId: 'tracker', reconnectPeriod: 0 })
  client.on('error', () => {})
  await vi.waitFor(() => expect(client.connected).toBe(true))
  return client
}
async function open(isPersistent: boolean) {
  broker = await makeBroker({ isPersistent })
  site = await openBrokerSite(broker)
  const { vehicle_id } = await site.newDevice(IMEI, 'teltonika')
  device = await connect()
  return {
    timesOf: async () => (await site.placesOf(vehicle_id)).map(({ at }) => at),
    reads: () =>
      vi.waitFor(() =>
        expect(site.gateways.reduce((n, g) => n + g.stats.mqtt_connected, 0)).toBe(1),
      ),
  }
}
/** Publishes records with these seconds; the set receives those that the broker acknowledges. */
function publish(seconds: readonly number[]) {
  const acknowledged = new Set<number>()
  for (const at of seconds)
    device?.publish(`${IMEI}/data`, codecJson(at), { qos: 1 }, error => {
      if (error == null) acknowledged.add(at)
    })
  const all = () => vi.waitFor(() => expect(acknowledged.size).toBe(seconds.length))
  return { acknowledged, all }
}
const secondsFrom = (begin: number, count: number) =>
  Array.from({ length: count }, (_, i) => AT + begin + i)

describe.skipIf(!isMosquittoInstalled)('a broker that is killed hard', () => {
  test.each([
    ['that writes down what waits in it', true],
    ['that keeps nothing', false],
  ])(
    '%s, while devices publish: nothing is stored twice, what the devices still hold comes, and reading goes on [protocols.66, protocols.76]',
    async (_, isPersistent) => {
      const { timesOf, reads } = await open(isPersistent)
      await site.openGateway('first')
      await reads()
      const seconds = secondsFrom(0, 400)
      const { acknowledged } = publish(seconds)
      await vi.waitFor(async () => expect((await timesOf()).length).toBeGreaterThan(10))
      await broker.kill('SIGKILL')
      device?.end(true)
      await vi.waitFor(() => expect(site.gateways[0]?.stats.mqtt_connected).toBe(0))
      const storedBefore = await timesOf()
      const unacknowledged = seconds.filter(at => !acknowledged.has(at))
      await broker.start()
      await reads()
      device = await connect()
      const later = secondsFrom(1_000, 20)
      await publish([...unacknowledged, ...later]).all()
      await vi.waitFor(async () => {
        const times = new Set(await timesOf())
        const wanted = [...storedBefore, ...unacknowledged, ...later]
        expect(wanted.filter(at => !times.has(at))).toEqual([])
      })
      const times = await timesOf()
      expect(times).toHaveLength(new Set(times).size)
    },
  )

  test('gives back what it had written down and nobody had read yet [protocols.76]', async () => {
    const { timesOf, reads } = await open(true)
    const gateway = await site.openGateway('first')
    await reads()
    await gateway.stop()
    site.gateways.length = 0
    const seconds = secondsFrom(0, 50)
    await publish(seconds).all()
    await broker.save()
    await broker.kill('SIGKILL')
    await broker.start()
    await site.openGateway('second')
    await vi.waitFor(async () => expect(await timesOf()).toEqual(seconds))
  })
})
