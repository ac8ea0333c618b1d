// Deliveries of alerts: from the incident's transaction to the message in the outbox, in the recipient's language; collected, recalled, counted.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as vehicles from '../../fleet/vehicles/contract.ts'
import * as notifications from '../../people/notifications/contract.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { alertConfigurations } from '../alert-configurations/contract.ts'
import { raise } from '../incidents/conditions.ts'
import { recallOver, reportFailures } from './jobs.ts'
import { tellWaiting } from './messages.ts'

const [EMAIL, SMS] = [1, 2]
const [TEMPERATURE, SPEED, FGAS] = [2, 1, 21]
const [EYEGEO, EYECOLD, FGAS_CHECK] = [2, 3, 23]
const TO = 'capo@rossi.example'

let app: TestApp
let customer_id: number
let user: User
let caller: Caller
let vehicle: Vehicle
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = Date.parse('2026-11-22T09:30:00Z')
  await app.ctx.pool.query('truncate deliveries, mails, alert_configurations, incidents cascade')
  const customer = await app.make.customer({
    name: 'Rossi Trasporti',
    configurations: { alert_sms: '1' },
  })
  customer_id = customer.id
  user = await app.make.user(customer_id, 'edit', { language: 'de' })
  caller = await app.as(user)
  vehicle = await ownVehicle('FR123KL')
})
async function ownVehicle(plate: string): Promise<Vehicle> {
  const vehicle = await app.make.vehicle(customer_id, { plate })
  for (const id of [EYEGEO, EYECOLD, FGAS_CHECK])
    await app.make.agreement(vehicle.id, customer_id, id)
  return vehicle
}
const configure = async (values: object = {}) =>
  (
    await caller.call(alertConfigurations.create, {
      body: {
        vehicle_id: vehicle.id,
        alert_id: TEMPERATURE,
        alert_channel_id: EMAIL,
        destination: TO,
        ...values,
      },
    })
  ).data
const minutesAgo = (n: number) => new Date(app.clock.now - n * MINUTE)
/** An incident as ingest writes it. */
async function incident(
  values: {
    alert_id?: number
    vehicle_id?: number
    customer_id?: number | null
    opened?: number
    closed?: number | null
    late?: boolean
    data?: object
  } = {},
) {
  const {
    alert_id = TEMPERATURE,
    vehicle_id = vehicle.id,
    customer_id = null,
    opened = 6,
    closed = null,
    late = false,
    data = {},
  } = values
  const { rows } = await app.ctx.pool.query<{ id: string }>(
    `insert into incidents (vehicle_id, id, alert_id, customer_id, origin, opened_at, closed_at, closed_as, late, data, raised_by, updated_at, gps_datetime, latitude_e7, longitude_e7)
     values ($1, gen_random_uuid(), $2, $3, 'records', $4, $5, $6, $7, $8, $9, $10, $4, 448000000, 103300000) returning id`,
    [
      vehicle_id,
      alert_id,
      customer_id,
      minutesAgo(opened),
      closed === null ? null : minutesAgo(closed),
      closed === null ? null : 'cleared',
      late,
      JSON.stringify(data),
      minutesAgo(1),
      new Date(app.clock.now),
    ],
  )
  return rows[0]?.id ?? ''
}
const mails = async (): Promise<
  { channel: string; recipient: string; subject: string; body: string; html: string | null }[]
> =>
  (
    await app.ctx.pool.query(
      'select channel, recipient, subject, body, html from mails order by id',
    )
  ).rows
const deliveries = async () =>
  (await app.ctx.pool.query('select destination, state, fault from deliveries order by id')).rows
const sendWaiting = () => tellWaiting(app.ctx)

test('a mail describes an alert completely, in the language of the person who configured it [deliveries.2, deliveries.3]', async () => {
  await configure()
  await incident({ data: { temperature: -12.25, setpoint: -20 } })
  expect(await deliveries()).toEqual([{ destination: TO, state: 'waiting', fault: null }])
  await sendWaiting()
  const [mail] = await mails()
  expect(mail).toMatchObject({
    channel: 'email',
    recipient: TO,
    subject: expect.stringMatching(/^Alarm · FR123KL · /),
  })
  const link = `http://localhost/global-map?v=${vehicle.id}&a=temperature_out_of_range&lat=44.8&lng=10.33&t=2026-11-22T09%3A24%3A00.000Z`
  for (const phrase of [
    'Fahrzeug: FR123KL',
    'Schwere: Alarm',
    'Seit: 22/11/2026 10:24',
    'Temperatur: -12,3 °C',
    'Sollwert: -20,0 °C',
    link,
    'Rossi Trasporti',
  ])
    expect(mail?.body).toContain(phrase)
  expect(mail?.body).not.toContain('verspätet')
  expect(mail?.html).toContain('lang="de"')
  await sendWaiting()
  expect(await mails()).toHaveLength(1)
})
test('the times in a message are those of the company’s zone, of Rome where it has set none [deliveries.4]', async () => {
  await configure()
  await incident({ closed: 3 })
  await sendWaiting()
  await app.ctx.pool.query(`update customers set timezone = 'America/New_York' where id = $1`, [
    customer_id,
  ])
  await incident({ closed: 3 })
  await sendWaiting()
  const timesIn = ({ body }: { readonly body: string }) => body.match(/22\/11\/2026 \d\d:\d\d/g)
  expect((await mails()).map(timesIn)).toEqual([
    ['22/11/2026 10:24', '22/11/2026 10:27'],
    ['22/11/2026 04:24', '22/11/2026 04:27'],
  ])
})
test('each destination receives an alert once, and nobody of another alert, vehicle or customer receives it [deliveries.1]', async () => {
  const otherVehicle = await ownVehicle('ZZ999ZZ')
  await configure()
  await configure({ destination: 'turno@rossi.example' })
  await configure({ alert_id: SPEED, destination: 'altro@rossi.example' })
  await configure({ vehicle_id: otherVehicle.id, destination: 'altro@rossi.example' })
  const strangers = await app.make.customer()
  await incident()
  await incident({ alert_id: SPEED, customer_id: strangers.id })
  await sendWaiting()
  expect((await mails()).map(m => m.recipient)).toEqual([TO, 'turno@rossi.example'])
})
test('an alert that a job raises is delivered in the same way, in the transaction of the job [deliveries.5]', async () => {
  await configure({ alert_id: FGAS })
  const holding = [
    {
      vehicle_id: vehicle.id,
      alert_id: FGAS,
      customer_id: null,
      at: app.clock.now - HOUR,
      data: { due_date: '2026-11-30' },
    },
  ]
  const failed = app.ctx.db.transaction().execute(async tx => {
    await raise(tx, holding, app.clock.now)
    throw new Error('the rest failed')
  })
  await expect(failed).rejects.toThrow('the rest failed')
  expect(await deliveries()).toEqual([])
  await raise(app.ctx.db, holding, app.clock.now)
  await sendWaiting()
  expect((await mails())[0]?.body).toContain('Fällig am: 30/11/2026')
})
test('a message about late data gives the delay [deliveries.6]', async () => {
  await configure()
  const id = await incident({ opened: 50 })
  await app.ctx.pool.query('update deliveries set created_at = $1', [new Date(app.clock.now)])
  await app.ctx.pool.query('update incidents set raised_by = $2 where id = $1', [
    id,
    minutesAgo(45),
  ])
  await sendWaiting()
  expect((await mails())[0]?.body).toContain('Daten verspätet um: 45 min')
})

describe('an alert that has ended', () => {
  test('long before it was found is delivered to nobody [alerts.80, deliveries.7]', async () => {
    await configure()
    await incident({ opened: 90, closed: 60, late: true })
    expect(await deliveries()).toEqual([])
  })
  test('just before is delivered with its end', async () => {
    await configure()
    await incident({ closed: 5 })
    await sendWaiting()
    expect((await mails())[0]?.body).toContain('Beendet: 22/11/2026 10:25')
  })
  test('before its message could be sent is not delivered', async () => {
    await configure()
    await incident({ closed: 5 })
    app.clock.now += 10 * MINUTE
    await sendWaiting()
    expect([await mails(), await deliveries()]).toEqual([
      [],
      [{ destination: TO, state: 'dropped', fault: 'over' }],
    ])
  })
  test('because later data disproved it is not delivered [deliveries.8]', async () => {
    await configure()
    const id = await incident()
    await app.ctx.pool.query(
      `update incidents set closed_at = $2, closed_as = 'corrected' where id = $1`,
      [id, minutesAgo(1)],
    )
    await sendWaiting()
    expect([await mails(), await deliveries()]).toEqual([
      [],
      [{ destination: TO, state: 'dropped', fault: 'corrected' }],
    ])
  })
  test('and that later data open again is delivered once', async () => {
    await configure()
    const id = await incident({ opened: 90, closed: 60, late: true })
    const reopen = () =>
      app.ctx.pool.query(
        `update incidents set closed_at = null, closed_as = null, updated_at = $2 where id = $1`,
        [id, new Date(app.clock.now)],
      )
    await reopen()
    await sendWaiting()
    await app.ctx.pool.query(
      `update incidents set closed_at = $2, closed_as = 'cleared' where id = $1`,
      [id, minutesAgo(1)],
    )
    await reopen()
    await sendWaiting()
    expect(await mails()).toHaveLength(1)
  })
  test('as usual is not delivered a second time, nor to a recipient who was added meanwhile', async () => {
    await configure()
    const id = await incident()
    await sendWaiting()
    await configure({ destination: 'nuovo@rossi.example' })
    await app.ctx.pool.query(
      `update incidents set closed_at = $2, closed_as = 'cleared', updated_at = $2 where id = $1`,
      [id, new Date(app.clock.now)],
    )
    await sendWaiting()
    expect((await mails()).map(m => m.recipient)).toEqual([TO])
  })
  test('a company that has lost the agreement or removed the configuration receives nothing [deliveries.9]', async () => {
    await configure()
    await incident()
    await app.ctx.pool.query('update vehicle_agreements set active_to = $2 where vehicle_id = $1', [
      vehicle.id,
      minutesAgo(1),
    ])
    await sendWaiting()
    expect(await deliveries()).toMatchObject([{ state: 'dropped', fault: 'lost' }])
    const otherVehicle = await ownVehicle('ZZ999ZZ')
    const settings = await configure({ vehicle_id: otherVehicle.id })
    await incident({ vehicle_id: otherVehicle.id })
    await caller.call(alertConfigurations.remove, { params: { id: settings.id } })
    await sendWaiting()
    expect(await mails()).toEqual([])
    expect(await deliveries()).toMatchObject([
      { fault: 'lost' },
      { state: 'dropped', fault: 'removed' },
    ])
  })
  test('a message that no server has accepted is withdrawn when its alert is over', async () => {
    await configure()
    const id = await incident()
    await sendWaiting()
    await app.ctx.pool.query(`update mails set attempts = 1, fault = 'unreachable', error = 'down'`)
    await recallOver(app.ctx)
    expect(await mails()).toHaveLength(1)
    await app.ctx.pool.query(
      `update incidents set closed_at = $2, closed_as = 'cleared' where id = $1`,
      [id, new Date(app.clock.now)],
    )
    app.clock.now += 16 * MINUTE
    await recallOver(app.ctx)
    expect([await mails(), await deliveries()]).toEqual([
      [],
      [{ destination: TO, state: 'dropped', fault: 'over' }],
    ])
  })
})

test('the place of the vehicle is sent only to those who may see it [deliveries.10]', async () => {
  const guest = await app.make.customer()
  const guestCaller = await app.as(await app.make.user(guest.id, 'edit'))
  await app.make.agreement(vehicle.id, guest.id, EYECOLD)
  await guestCaller.call(alertConfigurations.create, {
    body: {
      vehicle_id: vehicle.id,
      alert_id: TEMPERATURE,
      alert_channel_id: EMAIL,
      destination: 'ospite@verdi.example',
    },
  })
  await incident()
  await sendWaiting()
  expect((await mails())[0]?.body).toContain(`http://localhost/global-map?v=${vehicle.id}\n`)
})

describe('a storm', () => {
  beforeEach(() =>
    app.ctx.pool.query(
      `update customers set configurations = '{"alert_sms": "1", "alert_digest_count": "2", "alert_digest_minutes": "10"}' where id = $1`,
      [customer_id],
    ),
  )
  const fleet = async (n: number) => {
    const all = [vehicle]
    for (let i = 1; i < n; i++) all.push(await ownVehicle(`ST00${i}ST`))
    for (const v of all) await configure({ vehicle_id: v.id })
    return all
  }
  test('is gathered in one message, and what follows in another one ten minutes later [deliveries.11]', async () => {
    const [a, b, c, d, e, f] = (await fleet(6)).map(v => v.id)
    for (const vehicle_id of [a, b]) await incident({ vehicle_id: vehicle_id ?? 0 })
    await sendWaiting()
    expect(await mails()).toHaveLength(2)
    await incident({ vehicle_id: c ?? 0 })
    await incident({ vehicle_id: d ?? 0 })
    await sendWaiting()
    expect((await mails()).slice(2)).toMatchObject([
      {
        recipient: TO,
        subject: '2 Meldungen (Fahrzeuge: 2)',
        body: expect.stringMatching(/ST002ST[\s\S]*ST003ST|ST003ST[\s\S]*ST002ST/),
      },
    ])
    await incident({ vehicle_id: e ?? 0 })
    await sendWaiting()
    app.clock.now += 5 * MINUTE
    await incident({ vehicle_id: f ?? 0, opened: 1 })
    await sendWaiting()
    expect(await mails()).toHaveLength(3)
    expect((await deliveries()).slice(4)).toMatchObject([{ state: 'held' }, { state: 'held' }])
    app.clock.now += 5 * MINUTE
    await sendWaiting()
    expect((await mails()).slice(3)).toMatchObject([
      {
        subject: '2 Meldungen (Fahrzeuge: 2)',
        body: expect.stringContaining('http://localhost/active-alerts'),
      },
    ])
    expect((await deliveries()).map(x => x.state)).toEqual(Array(6).fill('queued'))
  })
  test('of SMS is sent as one short message and counted once', async () => {
    const all = await fleet(5)
    for (const v of all)
      await configure({ vehicle_id: v.id, alert_channel_id: SMS, destination: '3331234567' })
    for (const v of all) await incident({ vehicle_id: v.id })
    await sendWaiting()
    const sms = (await mails()).filter(m => m.channel === 'sms')
    expect(sms).toMatchObject([
      {
        recipient: '+393331234567',
        body: expect.stringMatching(
          /^5 Meldungen \(Fahrzeuge: 5\): .*; \+1\. http:\/\/localhost\/active-alerts$/,
        ),
      },
    ])
    const counted = (await caller.call(vehicles.all, {})).data.map(
      v => v.current_month_sms_count ?? 0,
    )
    expect(counted.reduce((sum, n) => sum + n, 0)).toBe(1)
  })
})

describe('SMS', () => {
  beforeEach(() => configure({ alert_channel_id: SMS, destination: '333 123 4567' }))
  test('give the most important values in a few letters, and count for the vehicle and the month [deliveries.12, deliveries.13]', async () => {
    await incident({ data: { temperature: -12.25, setpoint: -20 } })
    await sendWaiting()
    expect(await mails()).toMatchObject([
      { channel: 'sms', recipient: '+393331234567', subject: '', html: null },
    ])
    const [sms] = await mails()
    expect(sms?.body).toMatch(
      /^Alarm: FR123KL .+\. Seit 22\/11\/2026 10:24\. Temperatur -12,3 C\. Sollwert -20,0 C\. http:\/\/localhost\/global-map\?v=/,
    )
    expect((await caller.call(vehicles.vehiclesWithRent, { query: {} })).data).toMatchObject([
      { plate: 'FR123KL', current_month_sms_count: 1 },
    ])
  })
  test('are not sent for a customer who no longer has them [deliveries.14]', async () => {
    await app.ctx.pool.query(`update customers set configurations = '{}' where id = $1`, [
      customer_id,
    ])
    await incident()
    await sendWaiting()
    expect([await mails(), await deliveries()]).toEqual([
      [],
      [{ destination: '+393331234567', state: 'dropped', fault: 'no_sms' }],
    ])
  })
})

describe('the outcome of a delivery', () => {
  const ended = (fault: string | null) =>
    app.ctx.pool.query(
      'update mails set attempts = attempts + 1, fault = $1, sent_at = $2, failed_at = $3 where sent_at is null and failed_at is null',
      [
        fault,
        fault === null ? new Date(app.clock.now) : null,
        fault === null ? null : new Date(app.clock.now),
      ],
    )
  test('is kept with the configuration, even after the mail is deleted', async () => {
    const { id } = await configure()
    await incident()
    const last = async () =>
      (await caller.call(alertConfigurations.one, { params: { id } }, { language: 'it' })).data
        .last_delivery
    expect(await last()).toMatchObject({ state: 'waiting', error: null })
    await sendWaiting()
    await ended(null)
    await app.ctx.pool.query('delete from mails')
    expect(await last()).toEqual({
      at: new Date(app.clock.now).toISOString(),
      state: 'sent',
      error: null,
    })
  })
  test('of refusals is reported to the person who configured the destination, and again only after a day [deliveries.20, deliveries.21]', async () => {
    const { id } = await configure()
    const inbox = async () =>
      (await (await app.as(user)).call(notifications.list, { query: {} }, { language: 'it' })).data
    const refused = async () => {
      const one = await incident({ opened: 1 })
      await sendWaiting()
      await ended('refused')
      await reportFailures(app.ctx)
      await app.ctx.pool.query(
        `update incidents set closed_at = $2, closed_as = 'cleared', updated_at = $2 where id = $1`,
        [one, new Date(app.clock.now)],
      )
    }
    await refused()
    const { data } = await caller.call(
      alertConfigurations.one,
      { params: { id } },
      { language: 'it' },
    )
    expect(data.last_delivery).toMatchObject({
      state: 'failed',
      error: 'La destinazione ha rifiutato il messaggio: controllala',
    })
    expect((await inbox()).map(n => n.data)).toEqual([
      {
        message: `Gli avvisi per ${TO} non arrivano: controlla la destinazione.`,
        datetime: new Date(app.clock.now).toISOString(),
        url: `/alerts?v=${vehicle.id}`,
      },
    ])
    app.clock.now += HOUR
    await refused()
    expect(await inbox()).toHaveLength(1)
    app.clock.now += DAY
    await refused()
    expect(await inbox()).toHaveLength(2)
  })
})

describe('limits of mails', () => {
  let smallApp: TestApp
  beforeAll(async () => {
    smallApp = await testApp({ env: { FLOTTA_MAILS_PER_ADDRESS: '5' } })
  })
  afterAll(() => smallApp.close())
  test('gather the alerts beyond an address’s share of a day, delay them without losing any, and notify the person who configured them once [deliveries.22]', async () => {
    smallApp.clock.now = Date.parse('2026-11-22T09:30:00Z')
    const customer = await smallApp.make.customer({ configurations: { alert_digest_count: '100' } })
    const editor = await smallApp.make.user(customer.id, 'edit')
    const boss = await smallApp.as(editor)
    const incidents = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const truck = await smallApp.make.vehicle(customer.id)
        for (const id of [EYEGEO, EYECOLD]) await smallApp.make.agreement(truck.id, customer.id, id)
        await boss.call(alertConfigurations.create, {
          body: {
            vehicle_id: truck.id,
            alert_id: TEMPERATURE,
            alert_channel_id: EMAIL,
            destination: TO,
          },
        })
        await smallApp.make.incident(truck.id, TEMPERATURE, customer.id)
      }
      await tellWaiting(smallApp.ctx)
    }
    const deliveries = async () =>
      (
        await smallApp.ctx.pool.query<{ state: string; n: number }>(
          'select state, count(*)::int as n from deliveries group by 1 order by 1',
        )
      ).rows
    const mailCount = async () =>
      (await smallApp.ctx.pool.query('select 1 from mails where recipient = $1', [TO])).rowCount
    for (let i = 0; i < 5; i++) await incidents(1)
    expect([await mailCount(), await deliveries()]).toEqual([5, [{ state: 'queued', n: 5 }]])
    await incidents(3)
    await incidents(1)
    expect([await mailCount(), await deliveries()]).toEqual([
      5,
      [
        { state: 'held', n: 4 },
        { state: 'queued', n: 5 },
      ],
    ])
    const notes = (
      await (await smallApp.as(editor)).call(notifications.list, { query: {} }, { language: 'en' })
    ).data.map(note => JSON.stringify(note))
    expect(notes.filter(note => note.includes(TO))).toHaveLength(1)
    // after a fifth of a day one more may be sent: it contains all of them
    smallApp.clock.now += DAY / 5 + MINUTE
    await tellWaiting(smallApp.ctx)
    expect([await mailCount(), await deliveries()]).toEqual([6, [{ state: 'queued', n: 9 }]])
  })
})
