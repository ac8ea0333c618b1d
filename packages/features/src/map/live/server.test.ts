// Live updates over a real socket, and the same by polls.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { publishVehicleUpdates } from '../../fleet/access/audience.ts'
import { agreement, agreementIds } from '../../fleet/agreements/contract.ts'
import { kinds as declaredKinds, readings } from '../../kinds.ts'
import { logout } from '../../people/auth/contract.ts'
import { notify } from '../../people/notifications/queries.ts'
import { door } from '../../services/eyedoor/kinds.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { StreamEvent, updates, vehicleUpdates } from './contract.ts'

let app: TestApp
let port: number
let user: User
let vehicle: Vehicle
const openStreams: AbortController[] = []
beforeAll(async () => {
  app = await testApp()
  port = await app.server.listen(0)
})
afterAll(async () => {
  for (const line of openStreams) line.abort()
  await app.close()
})
beforeEach(async () => {
  const customer = await app.make.customer()
  user = await app.make.user(customer.id, 'edit')
  vehicle = await app.make.vehicle(customer.id)
  await app.make.agreement(vehicle.id, customer.id, 2)
  await app.make.device(vehicle.id)
  await app.make.state(vehicle.id)
})

/** Opens the stream as a browser does and collects its events. */
async function listen(caller: Caller) {
  const line = new AbortController()
  openStreams.push(line)
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/stream`, {
    headers: { authorization: `Bearer ${caller.token}` },
    signal: line.signal,
  })
  const events: StreamEvent[] = []
  const state = { ended: false }
  if (response.ok && response.body !== null)
    void (async (body: ReadableStream<Uint8Array>) => {
      let rest = ''
      const decoder = new TextDecoder()
      for await (const chunk of body) {
        rest += decoder.decode(chunk, { stream: true })
        const parts = rest.split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts)
          if (part.startsWith('data: ')) events.push(StreamEvent.parse(JSON.parse(part.slice(6))))
      }
      state.ended = true
    })(response.body).catch(() => {})
  return { response, events, state, close: () => line.abort() }
}
const joinStream = async (caller: Caller) => {
  // changes that were made to set up the test are not part of it
  await app.ctx.changes.heard()
  const stream = await listen(caller)
  // a change during the greeting may arrive before it
  await vi.waitFor(() => expect(stream.events.map(e => e.event)).toContain('hello'))
  return stream
}
type Line = Awaited<ReturnType<typeof listen>>
const pinsIn = (stream: Line) => stream.events.flatMap(e => (e.event === 'pins' ? e.pins : []))
const newsIn = (stream: Line) => stream.events.flatMap(e => (e.event === 'news' ? [e.of] : []))
const move = async (latitude_e7: number) => {
  await app.ctx.pool.query(
    'update vehicle_state set latitude_e7 = $2, version = version + 1, updated_at = $3 where vehicle_id = $1',
    [vehicle.id, latitude_e7, new Date(app.clock.now)],
  )
  await publishVehicleUpdates(app.ctx, [{ vehicle_id: vehicle.id, kinds: ['position'] }])
}
const until = (assertion: () => void) => vi.waitFor(assertion, { interval: 20 })

describe('the stream', () => {
  test('needs a token and answers as a stream of events that nobody stores [live.7]', async () => {
    expect((await listen(app.with(null))).response.status).toBe(401)
    const { response } = await joinStream(await app.as(user))
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  })
  test('brings each move to every reader of the customer and to nobody else [live.8]', async () => {
    const [a, b] = [await joinStream(await app.as(user)), await joinStream(await app.as(user))]
    const stranger = await joinStream(
      await app.as(await app.make.user((await app.make.customer()).id)),
    )
    await move(460_000_000)
    await until(() => {
      expect(pinsIn(a).at(-1)).toMatchObject({ id: vehicle.id, latitude: 46 })
      expect(pinsIn(b).at(-1)).toMatchObject({ id: vehicle.id, latitude: 46 })
    })
    expect(a.events.flatMap(e => (e.event === 'pins' ? e.kinds : []))).toEqual([
      [vehicle.id, ['position']],
    ])
    expect(stranger.events.map(e => e.event)).toEqual(['hello'])
  })
  test('sends a vehicle at most once a second, and always its last place [live.9]', async () => {
    const stream = await joinStream(await app.as(user))
    const began = Date.now()
    for (let i = 1; i <= 40; i++) {
      await move(450_000_000 + i)
      await new Promise(resolve => setImmediate(resolve))
    }
    await until(() => expect(pinsIn(stream).at(-1)?.latitude).toBe(45.000004))
    expect(pinsIn(stream).length).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / 1000) + 1)
  })
  test('brings news of alerts, of the list of vehicles and of the inbox [live.10]', async () => {
    const stream = await joinStream(await app.as(user))
    await app.make.incident(vehicle.id, 1)
    await publishVehicleUpdates(app.ctx, [{ vehicle_id: vehicle.id, kinds: ['alert'] }])
    await until(() =>
      expect(stream.events.flatMap(e => (e.event === 'pins' ? e.kinds : []))).toEqual([
        [vehicle.id, ['alert']],
      ]),
    )
    expect(pinsIn(stream).at(-1)?.active_alerts).toHaveLength(1)
    await app.make.vehicle(user.customer_id)
    await until(() => expect(newsIn(stream).includes('vehicles')).toBe(true))
    await notify(app.ctx.db, user.id, 'other', { key: 'x' }, app.clock.now)
    await until(() => expect(newsIn(stream).includes('notifications')).toBe(true))
  })
  test('brings a status that changes by time alone [vehicles.14, live.11]', async () => {
    const stream = await joinStream(await app.as(user))
    const before = app.clock.now
    app.clock.now += 10 * 60_000
    await until(() => expect(pinsIn(stream).at(-1)).toMatchObject({ id: vehicle.id, status: 2 }))
    app.clock.now = before
  })
  test('brings a new vehicle without a new connection', async () => {
    const stream = await joinStream(await app.as(user))
    vehicle = await app.make.vehicle(user.customer_id)
    await app.make.state(vehicle.id)
    await until(() => expect(newsIn(stream).includes('vehicles')).toBe(true))
    await move(470_000_000)
    await until(() => expect(pinsIn(stream).at(-1)).toMatchObject({ id: vehicle.id, latitude: 47 }))
  })
  test('listens only to owners whose vehicles one of its readers may see, from the share to its end', async () => {
    const channels: string[] = []
    const { subscribe } = app.ctx.bus
    const listening = vi
      .spyOn(app.ctx.bus, 'subscribe')
      .mockImplementation((topic, handler, channel) => {
        const stop = subscribe.call(
          app.ctx.bus,
          topic,
          handler as (payload: unknown) => void,
          channel,
        )
        channels.push(channel ?? 'all')
        return () => {
          channels.splice(channels.indexOf(channel ?? 'all'), 1)
          stop()
        }
      })
    const guest = await app.make.user((await app.make.customer()).id)
    const stream = await joinStream(await app.as(guest))
    const [own, owner] = [`c${guest.customer_id}`, `c${vehicle.customer_id}`]
    expect(channels).toContain(own)
    expect(channels).not.toContain(owner)
    await app.make.agreement(vehicle.id, guest.customer_id, 2)
    await until(() => expect(channels).toContain(owner))
    await until(() => expect(newsIn(stream)).toContain('vehicles'))
    await move(462_000_000)
    await until(() => expect(pinsIn(stream).at(-1)).toMatchObject({ id: vehicle.id }))
    await app.ctx.pool.query('delete from vehicle_agreements where customer_id = $1', [
      guest.customer_id,
    ])
    await until(() => expect(channels).not.toContain(owner))
    expect(channels).toContain(own)
    stream.close()
    await until(() => expect(channels).not.toContain(own))
    expect(channels).not.toContain('all')
    listening.mockRestore()
  })
  test('brings a guest nothing that its agreement does not cover [live.12]', async () => {
    const guest = await app.make.user((await app.make.customer()).id)
    await app.make.agreement(vehicle.id, guest.customer_id, 3)
    const stream = await joinStream(await app.as(guest))
    await publishVehicleUpdates(app.ctx, [{ vehicle_id: vehicle.id, kinds: ['undeclared'] }])
    await move(461_000_000)
    await until(() => expect(pinsIn(stream)).toHaveLength(1))
    expect(pinsIn(stream)[0]).not.toHaveProperty('latitude')
    expect(stream.events.flatMap(e => (e.event === 'pins' ? e.kinds : []))).toEqual([
      [vehicle.id, []],
    ])
    await app.ctx.pool.query('delete from vehicle_agreements where customer_id = $1', [
      guest.customer_id,
    ])
    await until(() => expect(newsIn(stream).includes('vehicles')).toBe(true))
    const count = pinsIn(stream).length
    const owner = await joinStream(await app.as(user))
    await move(462_000_000)
    await until(() => expect(pinsIn(owner)).toHaveLength(1))
    expect(pinsIn(stream)).toHaveLength(count)
  })
  test('brings the kind of whatever changed in the services, of a siren with its doors [live.24]', async () => {
    expect(Object.keys(door.meanings)).toContain('siren')
    const kinds =
      'power position trip temperature fridge door fuel axle command beacon service'.split(' ')
    for (const id of agreementIds) await app.make.agreement(vehicle.id, user.customer_id, id)
    const stream = await joinStream(await app.as(user))
    await publishVehicleUpdates(app.ctx, [{ vehicle_id: vehicle.id, kinds }])
    await until(() =>
      expect(
        stream.events
          .flatMap(e => (e.event === 'pins' ? e.kinds : []))
          .map(([id, all]) => [id, [...all].sort()]),
      ).toEqual([[vehicle.id, kinds.toSorted()]]),
    )
  })
  test('brings nothing of a vehicle once the agreement has ended, and goes on for the others [auth.21, live.15]', async () => {
    const guest = await app.make.user((await app.make.customer()).id)
    await app.make.agreement(vehicle.id, guest.customer_id, 2)
    const { id: other } = await app.make.vehicle(user.customer_id)
    await app.make.state(other)
    await app.make.agreement(other, guest.customer_id, 2)
    const [stream, owner] = [
      await joinStream(await app.as(guest)),
      await joinStream(await app.as(user)),
    ]
    await move(461_000_000)
    await until(() => expect([pinsIn(stream).length, pinsIn(owner).length]).toEqual([1, 1]))
    await app.ctx.pool.query(
      'update vehicle_agreements set active_to = $2 where customer_id = $1 and vehicle_id = $3',
      [guest.customer_id, new Date(app.clock.now), vehicle.id],
    )
    await until(() => expect(newsIn(stream)).toContain('vehicles'))
    await move(462_000_000)
    await until(() => expect(pinsIn(owner).at(-1)?.latitude).toBe(46.2))
    expect(pinsIn(stream)).toHaveLength(1)
    await publishVehicleUpdates(app.ctx, [{ vehicle_id: other, kinds: ['position'] }])
    await until(() => expect(pinsIn(stream).map(pin => pin.id)).toEqual([vehicle.id, other]))
  })
  test('brings news of a share to those who gain and lose the vehicle, and to the panel of its owner [live.13]', async () => {
    const [first, second] = [
      await app.make.user((await app.make.customer()).id),
      await app.make.user((await app.make.customer()).id),
    ]
    await app.make.agreement(vehicle.id, user.customer_id, 104)
    const [owner, a, b] = await Promise.all(
      [user, first, second].map(async u => joinStream(await app.as(u))),
    )
    const news = () =>
      [a, b].map(stream =>
        stream === undefined ? 0 : newsIn(stream).filter(of => of === 'vehicles').length,
      )
    const sharing = () =>
      (owner?.events ?? [])
        .flatMap(e => (e.event === 'pins' ? e.kinds : []))
        .filter(([id, kinds]) => id === vehicle.id && kinds.includes('sharing'))
    await app.make.agreement(vehicle.id, first.customer_id, 2)
    await until(() => expect([news(), sharing().length > 0]).toEqual([[1, 0], true]))
    await app.ctx.pool.query(
      'update vehicle_agreements set customer_id = $1 where customer_id = $2',
      [second.customer_id, first.customer_id],
    )
    await until(() => expect(news()).toEqual([2, 1]))
    await app.ctx.pool.query('delete from vehicle_agreements where customer_id = $1', [
      second.customer_id,
    ])
    await until(() => expect(news()).toEqual([2, 2]))
  })
  test.each([
    ['logout', (caller: Caller) => caller.call(logout, {})],
    [
      'a changed role',
      () => app.ctx.pool.query(`update users set role = 'view' where id = $1`, [user.id]),
    ],
    [
      'the customer’s removal',
      () =>
        app.ctx.pool.query('update customers set deleted_at = now() where id = $1', [
          user.customer_id,
        ]),
    ],
  ])('ends with %s [auth.20, live.14]', async (_, end) => {
    const caller = await app.as(user)
    const stream = await joinStream(caller)
    await end(caller)
    await until(() =>
      expect([stream.events.at(-1)?.event, stream.state.ended]).toEqual(['bye', true]),
    )
  })
  test('outlives its token but not its session', async () => {
    const caller = await app.as(user)
    const stream = await joinStream(caller)
    const before = app.clock.now
    app.clock.now += 16 * 60_000
    await move(463_000_000)
    await until(() => expect(pinsIn(stream).some(p => p.latitude === 46.3)).toBe(true))
    expect(stream.events.some(e => e.event === 'bye')).toBe(false)
    app.clock.now = before
  })
  test('asks a slow reader to read everything again, and slows nobody else [live.16]', async () => {
    const many = await Promise.all(
      Array.from({ length: 300 }, () => app.make.vehicle(user.customer_id)),
    )
    for (const v of many) await app.make.state(v.id)
    await app.ctx.pool.query(
      `update vehicles set model = repeat('x', 4000) where customer_id = $1`,
      [user.customer_id],
    )
    const caller = await app.as(user)
    const { connect } = await import('node:net')
    const slow = connect(port, '127.0.0.1')
    slow.write(
      `GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${caller.token}\r\n\r\n`,
    )
    await new Promise(resolve => slow.once('data', resolve))
    slow.pause()
    const quick = await joinStream(await app.as(user))
    const everything = many.map(v => ({ vehicle_id: v.id, kinds: ['position'] }))
    let text = ''
    for (let told = 0; told < 9; told++) {
      const before = pinsIn(quick).length
      await publishVehicleUpdates(app.ctx, everything)
      await until(() => expect(pinsIn(quick).length).toBeGreaterThan(before))
    }
    slow.on('data', chunk => {
      text = (text + chunk.toString('latin1')).slice(-200)
    })
    slow.resume()
    await until(() => expect(text).toContain('"resync"'))
    slow.destroy()
  })
})

describe('updates by poll', () => {
  const at = (ms: number) => new Date(ms).toISOString()
  // the database's own clock goes on while the test's stands still
  beforeEach(
    async () =>
      void (await app.ctx.pool.query('update agreement_changes set at = $2 where vehicle_id = $1', [
        vehicle.id,
        new Date(app.clock.now),
      ])),
  )
  test('bring what has changed since, and the moment from which to ask next [api.77, api.78, live.1, live.4]', async () => {
    const caller = await app.as(user)
    const still = await app.make.vehicle(user.customer_id)
    await app.make.state(still.id, {
      updated_at: new Date(app.clock.now - 3_600_000),
      message_datetime: new Date(app.clock.now - 3_600_000),
    })
    await app.ctx.pool.query('update vehicles set updated_at = $2 where id = $1', [
      still.id,
      new Date(app.clock.now - 3_600_000),
    ])
    await app.make.incident(vehicle.id, 1)
    await notify(app.ctx.db, user.id, 'other', { key: 'x' }, app.clock.now)
    const answer = await caller.call(updates, { body: { from: at(app.clock.now - 10_000) } })
    expect(answer.data.pins.map(p => p.id)).toEqual([vehicle.id])
    expect(answer.data.alerts.map(a => a.alert_id)).toEqual([1])
    expect(answer.data.notifications).toHaveLength(1)
    expect(answer.meta.until).toBe(at(app.clock.now - 2_000))
    const later = await caller.call(updates, { body: { from: at(app.clock.now + 60_000) } })
    expect(later.data).toEqual({
      pins: [],
      removed: [],
      alerts: [],
      notifications: [],
      reports: [],
    })
  })
  test('bring a vehicle whose status has changed by time alone [live.5]', async () => {
    const caller = await app.as(user)
    const before = app.clock.now
    app.clock.now += 5 * 60_000 + 1_000
    expect(
      (await caller.call(updates, { body: { from: at(app.clock.now - 10_000) } })).data.pins,
    ).toMatchObject([{ id: vehicle.id, status: 2 }])
    expect(
      (await caller.call(updates, { body: { from: at(app.clock.now + 1) } })).data.pins,
    ).toEqual([])
    app.clock.now = before
  })
  test('name a vehicle that is gone [live.2]', async () => {
    const caller = await app.as(user)
    const from = at(app.clock.now - 1_000)
    await app.ctx.pool.query('update vehicles set deleted_at = $2 where id = $1', [
      vehicle.id,
      new Date(app.clock.now),
    ])
    expect((await caller.call(updates, { body: { from } })).data).toMatchObject({
      pins: [],
      removed: [vehicle.id],
    })
  })
  test('of one vehicle name the kinds of data that are newer [live.6]', async () => {
    const caller = await app.as(user)
    await app.ctx.pool.query(`update vehicle_state set latest = $2 where vehicle_id = $1`, [
      vehicle.id,
      JSON.stringify({ ignition: [app.clock.now, { ignition: true }], power: [app.clock.now, {}] }),
    ])
    const answer = await caller.call(vehicleUpdates, {
      params: { id: vehicle.id },
      query: { from: at(app.clock.now - 1_000) },
    })
    expect(answer.data.kinds.sort()).toEqual(['ignition', 'position'])
    expect(answer.data.pin.id).toBe(vehicle.id)
  })
  test('name `fuel` for a new level of the tank, but not for an old one, nor without the agreement', async () => {
    await app.make.agreement(vehicle.id, user.customer_id, agreement.eyefuel)
    const caller = await app.as(user)
    const kinds = async () => {
      await app.ctx.pool.query('update vehicle_state set updated_at = $2 where vehicle_id = $1', [
        vehicle.id,
        new Date(app.clock.now),
      ])
      return (
        await caller.call(vehicleUpdates, {
          params: { id: vehicle.id },
          query: { from: at(app.clock.now - 1_000) },
        })
      ).data.kinds
    }
    const level = (ago: number) =>
      app.ctx.pool.query(
        `insert into readings (message_datetime, vehicle_id, seq, kind, data) values ($1, $2, 0, 'fuel', '{"tank_usage": 50}')`,
        [new Date(app.clock.now - ago), vehicle.id],
      )
    await level(3_600_000)
    expect(await kinds()).not.toContain('fuel')
    await level(2_000)
    expect(await kinds()).toContain('fuel')
    await app.ctx.pool.query(
      'delete from vehicle_agreements where vehicle_id = $1 and agreement_id = 5',
      [vehicle.id],
    )
    expect(await kinds()).not.toContain('fuel')
  })

  describe('of one vehicle, once its records or what people entered have changed', () => {
    const PRIVATE = ['position', 'private_times', 'trip']
    const query = (text: string, values: unknown[]) => app.ctx.pool.query(text, values)
    let trip: number
    let colleague: User
    beforeEach(async () => {
      const driver = await app.ctx.db
        .insertInto('drivers')
        .values({ customer_id: user.customer_id, name: 'Ada', surname: 'Rossi' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { rows } = await query(
        `insert into private_trips (customer_id, vehicle_id, driver_id, period_from, updated_at)
         values ($1, $2, $3, now() - interval '1 hour', now()) returning id`,
        [user.customer_id, vehicle.id, driver.id],
      )
      trip = rows[0].id
      await query(
        `insert into driver_activities (customer_id, vehicle_id, driver_id, period_from) values ($1, $2, $3, now())`,
        [user.customer_id, vehicle.id, driver.id],
      )
      await query(
        'insert into private_switches (vehicle_id, at, is_private) values ($1, now(), true)',
        [vehicle.id],
      )
      await query(
        `insert into replays (vehicle_id, from_at, to_at, first_marked_at, last_marked_at) values ($1, now(), now(), now(), now())`,
        [vehicle.id],
      )
      await query(
        `update vehicle_state set updated_at = now() - interval '1 day' where vehicle_id = $1`,
        [vehicle.id],
      )
      await query('delete from vehicle_changes where vehicle_id = $1', [vehicle.id])
      colleague = await app.make.user((await app.make.customer()).id)
      await app.make.agreement(vehicle.id, colleague.customer_id, agreement.eyegeo)
      await query('delete from vehicle_changes where vehicle_id = $1', [vehicle.id])
    })
    const kindsOf = async (reader: User, ago = 60_000) =>
      (
        await (
          await app.as(reader)
        ).call(vehicleUpdates, {
          params: { id: vehicle.id },
          query: { from: at(app.clock.now - ago) },
        })
      ).data.kinds.toSorted()

    test.each<[string, () => readonly [string, ...unknown[]], readonly string[]]>([
      ['nothing', () => ['select'], []],
      [
        'a private trip that ends early',
        () => [
          'update private_trips set period_to = now(), updated_at = now() where id = $1',
          trip,
        ],
        PRIVATE,
      ],
      [
        'private hours of the vehicle',
        () => [
          `insert into private_hours (customer_id, vehicle_id, hours, timezone, valid_from) values ($1, $2, '[]', 'UTC', now())`,
          user.customer_id,
          vehicle.id,
        ],
        PRIVATE,
      ],
      [
        'private hours of the company',
        () => [
          `insert into private_hours (customer_id, hours, timezone, valid_from) values ($1, '[]', 'UTC', now())`,
          user.customer_id,
        ],
        PRIVATE,
      ],
      [
        'a switch of the device that late records disprove',
        () => ['delete from private_switches where vehicle_id = $1', vehicle.id],
        PRIVATE,
      ],
      [
        'late records that were derived',
        () => ['delete from replays where vehicle_id = $1', vehicle.id],
        ['past'],
      ],
      [
        'an activity that is removed',
        () => ['delete from driver_activities where vehicle_id = $1', vehicle.id],
        ['driver'],
      ],
    ])('%s [live.28, live.29]', async (_, change, expected) => {
      const [text, ...values] = change()
      await query(text, values)
      expect(await kindsOf(user)).toEqual(expected)
    })
    test('leave out what another company has marked', async () => {
      const id = await app.make.incident(vehicle.id, 1)
      await query('delete from vehicle_changes where vehicle_id = $1', [vehicle.id])
      await query(
        'insert into incident_marks (customer_id, incident_id, vehicle_id, comment, updated_at) values ($1, $2, $3, $4, now())',
        [user.customer_id, id, vehicle.id, 'seen to'],
      )
      expect(await kindsOf(user)).toEqual(['alert'])
      expect(await kindsOf(colleague)).toEqual([])
    })
    test('name all kinds for a moment before every remembered change', async () => {
      const all = await kindsOf(user, 30 * 86_400_000)
      expect(all).toContain('private_times')
      expect(all).toContain('position')
      expect(all).not.toContain('fuel')
    })
  })
  test('polls find each kind of data in a source of its own', async () => {
    const { rows } = await app.ctx.pool.query<{ kinds: string }>(
      `select encode(tgargs, 'escape') as kinds from pg_trigger where tgfoid in ('note_vehicle_changes'::regproc, 'note_customer_changes'::regproc, 'note_private_hours'::regproc)`,
    )
    const byRows = new Set(
      rows.flatMap(row => row.kinds.split('\\000')).filter(kind => kind !== ''),
    )
    // from the newest state, from derived readings, and from the pin
    const otherwise = [
      'position',
      'odometer',
      'fuel',
      'idling_fuel',
      'carbontax',
      'status',
      'motion',
    ]
    // the kinds of `service`, which decide who sees which entries
    const ofService = /^service_\d$/
    const unsourced = declaredKinds
      .filter(kind => !readings.some(reading => reading.kind === kind.kind))
      .map(({ kind }) => kind)
      .filter(kind => !byRows.has(kind) && !otherwise.includes(kind) && !ofService.test(kind))
    expect(unsourced).toEqual([])
  })
})
