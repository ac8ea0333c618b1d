// Messages about a company's vehicles on a real Mosquitto (skipped where it is not installed): the last state, incidents at least once, nothing about
// other companies and private times.
import { agreement } from '@flotta/features/fleet/agreements/contract.ts'
import { makeDriver } from '@flotta/features/fleet/drivers/testing.ts'
import { startPublisher } from '@flotta/features/integrations/mqtt/publisher.ts'
import { type TestApp, testApp, type Vehicle } from '@flotta/features/testing/app.ts'
import { metricsText } from '@flotta/platform/metrics.ts'
import { sql } from 'kysely'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Broker, isMosquittoInstalled, makeBroker } from './faults/broker.ts'

const IDLING = 38
let broker: Broker
let app: TestApp
let stop: () => Promise<void>
let client: MqttClient
/** Topic → all its messages since the client connected. */
const messages = new Map<string, string[]>()
const last = (topic: string) => {
  const text = messages.get(topic)?.at(-1)
  return text === undefined || text === '' ? text : JSON.parse(text)
}
const topicsOf = (part: string) =>
  [...messages]
    .filter(([topic, texts]) => topic.includes(part) && texts.at(-1) !== '')
    .map(([topic]) => topic)
const arrives = (topic: string, content: unknown) =>
  vi.waitFor(() => expect(last(topic)).toEqual(content))
/** A new client also receives retained messages. */
async function listen() {
  messages.clear()
  client = mqtt.connect(broker.deviceUrl, { reconnectPeriod: 100, protocolVersion: 4 })
  client.on('error', () => {})
  client.on('message', (topic, payload) => {
    messages.set(topic, [...(messages.get(topic) ?? []), payload.toString()])
  })
  await client.subscribeAsync('#', { qos: 1 })
}

async function company(mqtt_active: '0' | '1') {
  const { id } = await app.make.customer({ configurations: { mqtt_active } })
  return id
}
async function driving(customer_id: number, plate: string): Promise<Vehicle> {
  const vehicle = await app.make.vehicle(customer_id, { plate })
  await app.make.agreement(vehicle.id, customer_id, agreement.eyegeo)
  await app.make.state(vehicle.id)
  return vehicle
}
/** Its incidents are published from now on: those of before its first round are not. */
const begun = (customer_id: number) =>
  vi.waitFor(async () => {
    const { rows } =
      await sql`select from mqtt_progress where customer_id = ${customer_id}`.execute(app.ctx.db)
    expect(rows).toHaveLength(1)
  })
const switchTo = async (customer_id: number, mqtt_active: '0' | '1') =>
  void (await sql`update customers set configurations = ${JSON.stringify({ mqtt_active })} where id = ${customer_id}`.execute(
    app.ctx.db,
  ))

describe.skipIf(!isMosquittoInstalled)('at a broker', () => {
  beforeAll(async () => {
    broker = await makeBroker()
    app = await testApp({ env: { FLOTTA_MQTT_URL: broker.url } })
    stop = startPublisher(app.ctx)
    await listen()
  })
  afterAll(async () => {
    client?.end(true)
    await stop?.()
    await app?.close()
    await broker?.remove()
  })

  test('position, state and the entities of Home Assistant are published, only of companies that turned it on [mqtt.1, mqtt.2, mqtt.4, mqtt.5]', async () => {
    const silent = await company('0')
    const silentVehicle = await driving(silent, 'EX111EX')
    const customer = await company('1')
    const vehicle = await driving(customer, 'FG 123/HJ')
    const base = `flotta/${customer}/${vehicle.id}`
    const at = new Date(app.clock.now).toISOString()
    await arrives(`${base}/position`, {
      latitude: 45.4642,
      longitude: 9.19,
      gps_datetime: at,
      speed: 50,
      direction: 90,
    })
    await vi.waitFor(() => expect(last(`${base}/state`)).toMatchObject({ speed: 50 }))
    expect(last(`${base}/state`)).not.toHaveProperty('latitude')
    const id = `flotta_${customer}_${vehicle.id}`
    await vi.waitFor(() =>
      expect(last(`homeassistant/device_tracker/${id}/config`)).toMatchObject({
        unique_id: id,
        source_type: 'gps',
        json_attributes_topic: `${base}/position`,
        availability_topic: 'flotta/status',
        device: { identifiers: [id], name: 'FG 123/HJ' },
      }),
    )
    await vi.waitFor(() =>
      expect(last(`homeassistant/sensor/${id}_speed/config`)).toMatchObject({
        name: 'Velocità',
        state_topic: `${base}/state`,
        value_template: '{{ value_json.speed | default(none) }}',
        unit_of_measurement: 'km/h',
      }),
    )
    expect(messages.get('flotta/status')).toEqual(['online'])
    expect(topicsOf(`/${silent}/${silentVehicle.id}/`)).toEqual([])
    expect(await metricsText(['worker'])).toMatch(/^flotta_mqtt_publishing 1$/m)
    // A client that connects later gets the retained messages.
    client.end(true)
    await listen()
    await vi.waitFor(() => expect(last(`${base}/position`)).toMatchObject({ speed: 50 }))
  })

  test('a private time shows neither place nor motion, and no incident [mqtt.6]', async () => {
    const customer = await company('1')
    const vehicle = await driving(customer, 'FG124HJ')
    const base = `flotta/${customer}/${vehicle.id}`
    await vi.waitFor(() => expect(last(`${base}/state`)).toMatchObject({ speed: 50 }))
    const driver = await makeDriver(app.ctx.db, customer)
    const from = new Date(app.clock.now - 60_000)
    await sql`insert into private_trips (customer_id, vehicle_id, driver_id, period_from, updated_at)
      values (${customer}, ${vehicle.id}, ${driver.id}, ${from}, ${from})`.execute(app.ctx.db)
    await app.make.incident(vehicle.id, IDLING)
    await arrives(`${base}/position`, { private: true })
    await arrives(`${base}/state`, { vehicle_id: vehicle.id, plate: 'FG124HJ', private: true })
    const openVehicle = await driving(customer, 'FG125HJ')
    const incident = await app.make.incident(openVehicle.id, IDLING)
    await vi.waitFor(() =>
      expect(last(`flotta/${customer}/${openVehicle.id}/incident`)).toMatchObject({ id: incident }),
    )
    expect(messages.has(`${base}/incident`)).toBe(false)
  })

  test('nothing is lost while the broker is away: then the state is published again, and the incidents in their order [mqtt.3, mqtt.7]', async () => {
    const customer = await company('1')
    const vehicle = await driving(customer, 'FG126HJ')
    const base = `flotta/${customer}/${vehicle.id}`
    await vi.waitFor(() => expect(last(`${base}/state`)).toMatchObject({ speed: 50 }))
    await begun(customer)
    await broker.kill('SIGKILL')
    await sql`update vehicle_state set speed = 70, updated_at = clock_timestamp() where vehicle_id = ${vehicle.id}`.execute(
      app.ctx.db,
    )
    const first = await app.make.incident(vehicle.id, IDLING)
    await sql`update incidents set closed_at = opened_at, closed_as = 'cleared' where id = ${first}`.execute(
      app.ctx.db,
    )
    const second = await app.make.incident(vehicle.id, IDLING)
    await broker.start()
    await vi.waitFor(() => expect(last(`${base}/position`)).toMatchObject({ speed: 70 }))
    await vi.waitFor(() => {
      const ids = (messages.get(`${base}/incident`) ?? []).map(text => JSON.parse(text).id)
      expect([...new Set(ids)]).toEqual([first, second])
    })
  })

  test('what a company does not show any more is removed at the broker, also after a restart [mqtt.8]', async () => {
    const customer = await company('1')
    const [former, present] = [
      await driving(customer, 'FG127HJ'),
      await driving(customer, 'FG128HJ'),
    ]
    const all = `flotta/${customer}/`
    await vi.waitFor(() => expect(topicsOf(all)).toHaveLength(4))
    await stop()
    await vi.waitFor(() => expect(messages.get('flotta/status')?.at(-1)).toBe('offline'))
    await sql`update vehicles set deleted_at = now() where id = ${former.id}`.execute(app.ctx.db)
    stop = startPublisher(app.ctx)
    await vi.waitFor(() => expect(topicsOf(all)).toHaveLength(2))
    await vi.waitFor(() => expect(topicsOf(`_${customer}_${former.id}`)).toEqual([]))
    expect(topicsOf(`_${customer}_${present.id}`)).not.toEqual([])
    await switchTo(customer, '0')
    await vi.waitFor(() => expect(topicsOf(all)).toEqual([]))
    await vi.waitFor(() => expect(topicsOf(`_${customer}_${present.id}`)).toEqual([]))
  })

  test('a company that stopped and began again hears nothing of the time between, and loses nothing of an outage after it [mqtt.1, mqtt.3]', async () => {
    const customer = await company('1')
    const vehicle = await driving(customer, 'FG130HJ')
    const base = `flotta/${customer}/${vehicle.id}`
    const idsOf = () => [
      ...new Set((messages.get(`${base}/incident`) ?? []).map(text => JSON.parse(text).id)),
    ]
    const close = () =>
      sql`update incidents set closed_at = opened_at, closed_as = 'cleared' where vehicle_id = ${vehicle.id}`.execute(
        app.ctx.db,
      )
    await vi.waitFor(() => expect(last(`${base}/state`)).toMatchObject({ speed: 50 }))
    await begun(customer)
    await switchTo(customer, '0')
    await vi.waitFor(() => expect(topicsOf(base)).toEqual([]))
    await app.make.incident(vehicle.id, IDLING)
    await close()
    await switchTo(customer, '1')
    await vi.waitFor(() => expect(last(`${base}/state`)).toMatchObject({ speed: 50 }))
    await begun(customer)
    const first = await app.make.incident(vehicle.id, IDLING)
    await vi.waitFor(() => expect(idsOf()).toContain(first))
    await broker.kill('SIGKILL')
    await close()
    const second = await app.make.incident(vehicle.id, IDLING)
    await broker.start()
    await vi.waitFor(() => expect(idsOf()).toContain(second))
    expect(idsOf()).toEqual([first, second])
  })

  test('of several workers one publishes; when it ends another goes on where it was, again and again [mqtt.3, mqtt.7]', async () => {
    const customer = await company('1')
    const vehicle = await driving(customer, 'FG129HJ')
    const base = `flotta/${customer}/${vehicle.id}`
    await vi.waitFor(() => expect(last(`${base}/state`)).toMatchObject({ speed: 50 }))
    await begun(customer)
    const idsOf = () => (messages.get(`${base}/incident`) ?? []).map(text => JSON.parse(text).id)
    const expected: string[] = []
    const raise = async () => {
      await sql`update incidents set closed_at = opened_at, closed_as = 'cleared' where vehicle_id = ${vehicle.id}`.execute(
        app.ctx.db,
      )
      expected.push(await app.make.incident(vehicle.id, IDLING))
    }
    for (let round = 1; round <= 3; round++) {
      const standby = startPublisher({ ...app.ctx, instance: `worker ${round}` })
      await raise()
      await vi.waitFor(() => expect([...new Set(idsOf())]).toEqual(expected))
      await stop()
      // No other process has taken over yet.
      await raise()
      const speed = 50 + round
      await sql`update vehicle_state set speed = ${speed}, updated_at = clock_timestamp() where vehicle_id = ${vehicle.id}`.execute(
        app.ctx.db,
      )
      stop = standby
      await vi.waitFor(() => expect(last(`${base}/position`)).toMatchObject({ speed }))
      await vi.waitFor(() => expect([...new Set(idsOf())]).toEqual(expected))
    }
    // The next process does not repeat incidents that were published already.
    const texts = messages.get(`${base}/incident`) ?? []
    expect(new Set(texts).size).toBe(texts.length)
    expect(messages.get('flotta/status')?.at(-1)).toBe('online')
  })
})
