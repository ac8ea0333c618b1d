// The cache of a company's pins never outlives its sources, whoever changes them and whether or not a change is reported: the answer with the cache equals
// the one without.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { pinStatesOf } from './queries.ts'
import { RowMemory } from './rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const execute = (text: string, ...values: unknown[]) => app.ctx.pool.query(text, values)
const inFuture = (ms: number) => app.clock.now + ms
const date = (at: number) => new Date(at)

/** A vehicle with all data, one of its owner that nobody else sees, and one of the guest. */
async function world() {
  const { make, clock } = app
  const [owner, guest] = [await make.customer(), await make.customer()]
  const [v, own, other] = [
    await make.vehicle(owner.id),
    await make.vehicle(owner.id),
    await make.vehicle(guest.id),
  ]
  const device = await make.device(v.id)
  const fleet = await make.fleet(owner.id, 'Nord', [own.id])
  for (const agreement of [2, 3, 27]) await make.agreement(v.id, owner.id, agreement)
  await make.agreement(v.id, guest.id, 2, clock.now - HOUR, inFuture(2 * HOUR))
  await make.agreement(v.id, guest.id, 27, clock.now - HOUR)
  await make.state(v.id, {
    latest: { temperature: [clock.now, { T1: 4, T2: null, T3: null, T4: null }] },
  })
  await make.state(other.id)
  const driver = async () =>
    (
      await execute(
        `insert into drivers (customer_id, name, surname) values ($1, 'Anna', 'Verdi') returning id`,
        owner.id,
      )
    ).rows[0].id as number
  return { owner, guest, v, own, other, device, fleet, driver }
}
type World = Awaited<ReturnType<typeof world>>
const state = (of: number, set: string) =>
  execute(
    `update vehicle_state set ${set}, updated_at = $2 where vehicle_id = $1`,
    of,
    date(app.clock.now),
  )
const drives = async ({ owner, v, driver }: World) => {
  const id = await driver()
  await execute(
    'insert into driver_activities (customer_id, vehicle_id, driver_id, period_from) values ($1, $2, $3, $4)',
    owner.id,
    v.id,
    id,
    date(app.clock.now - MINUTE),
  )
  return id
}
const connectDevice = ({ device }: World, at: number) =>
  execute(
    `insert into connections (device_id, gateway, session, protocol, address, opened_at, last_seen_at) values ($1, 'g', gen_random_uuid(), 'teltonika', '10.0.0.1', $2, $2)`,
    device.id,
    date(at),
  )
const privateSince = async ({ owner, v, driver }: World, at: number) =>
  execute(
    `insert into private_trips (customer_id, vehicle_id, driver_id, period_from, updated_at) values ($1, $2, $3, $4, $5)`,
    owner.id,
    v.id,
    await driver(),
    date(at),
    date(app.clock.now),
  )

type Change = (world: World) => Promise<unknown>
const noChange: Change = async () => {}
const passes =
  (ms: number): Change =>
  async () => {
    app.clock.now += ms
  }
/** Each change, who sees it, and the state before. */
const changes: readonly [
  title: string,
  seenBy: readonly ('owner' | 'guest')[],
  change: Change,
  before?: Change,
][] = [
  [
    'a share is taken back',
    ['guest'],
    ({ v, guest }) =>
      execute(
        'delete from vehicle_agreements where vehicle_id = $1 and customer_id = $2',
        v.id,
        guest.id,
      ),
  ],
  [
    'one agreement of a share ends by time',
    ['guest'],
    passes(2 * HOUR + MINUTE),
    ({ device }) => connectDevice({ device } as World, app.clock.now),
  ],
  [
    'a share begins by time',
    ['guest'],
    passes(MINUTE),
    async w => {
      await connectDevice(w, app.clock.now)
      await app.make.agreement(w.own.id, w.guest.id, 2, inFuture(MINUTE))
    },
  ],
  [
    'the owner loses an agreement',
    ['owner'],
    ({ v, owner }) =>
      execute(
        'update vehicle_agreements set active_to = $3 where vehicle_id = $1 and customer_id = $2 and agreement_id = 3',
        v.id,
        owner.id,
        date(app.clock.now - 1),
      ),
  ],
  [
    'the owner is given one',
    ['owner'],
    ({ own, owner }) => app.make.agreement(own.id, owner.id, 5),
  ],
  [
    'the vehicle is erased',
    ['owner', 'guest'],
    ({ v }) => execute('update vehicles set deleted_at = now() where id = $1', v.id),
  ],
  [
    'the vehicle is retired',
    ['owner', 'guest'],
    ({ v }) => execute('update vehicles set retired = true where id = $1', v.id),
  ],
  [
    'a retired one is used again',
    ['owner'],
    ({ own }) => execute('update vehicles set retired = false where id = $1', own.id),
    ({ own }) => execute('update vehicles set retired = true where id = $1', own.id),
  ],
  [
    'the vehicle has another plate',
    ['owner', 'guest'],
    ({ v }) => execute(`update vehicles set plate = 'OTHER1' where id = $1`, v.id),
  ],
  ['a vehicle is new', ['owner'], ({ owner }) => app.make.vehicle(owner.id)],
  [
    'the company of the owner is removed',
    ['guest'],
    ({ owner }) => execute('update customers set deleted_at = now() where id = $1', owner.id),
  ],
  [
    'the vehicle comes into a fleet',
    ['owner'],
    ({ owner, fleet, v }) =>
      execute(
        'insert into fleet_vehicles (customer_id, vehicle_id, fleet_id) values ($1, $2, $3)',
        owner.id,
        v.id,
        fleet.id,
      ),
  ],
  [
    'it leaves one',
    ['owner'],
    ({ own }) => execute('delete from fleet_vehicles where vehicle_id = $1', own.id),
  ],
  ['a private trip begins', ['owner', 'guest'], w => privateSince(w, app.clock.now - MINUTE)],
  [
    'a private trip ends before the last fix',
    ['owner', 'guest'],
    ({ v }) =>
      execute(
        'update private_trips set period_to = $2 where vehicle_id = $1',
        v.id,
        date(app.clock.now - MINUTE),
      ),
    w => privateSince(w, app.clock.now - HOUR),
  ],
  [
    'all hours of the company are private',
    ['owner', 'guest'],
    ({ owner }) =>
      execute(
        `insert into private_hours (customer_id, hours, timezone, valid_from) values ($1, '[{"days": [1, 2, 3, 4, 5, 6, 7], "from": "00:00", "to": "24:00"}]', 'Europe/Rome', $2)`,
        owner.id,
        date(app.clock.now - HOUR),
      ),
  ],
  [
    'the device says that the way is private',
    ['owner', 'guest'],
    ({ v }) =>
      execute(
        'insert into private_switches (vehicle_id, at, is_private) values ($1, $2, true)',
        v.id,
        date(app.clock.now - MINUTE),
      ),
  ],
  [
    'a state was written of which no news came',
    ['owner', 'guest'],
    ({ v }) => state(v.id, 'latitude_e7 = 440000000, version = version + 1'),
  ],
  ['a first state was written', ['owner'], ({ own }) => app.make.state(own.id)],
  [
    'a temperature was written',
    ['owner'],
    ({ v }) => state(v.id, `latest = '{"temperature": [1790000000, [9]]}'`),
  ],
  [
    'its unit was switched off',
    ['owner'],
    ({ v }) => state(v.id, `latest = '{"fridge": [1790000000, [null, null, 1]]}'`),
  ],
  [
    'it has another number of compartments',
    ['owner'],
    ({ v }) =>
      execute(
        `update vehicles set configurations = '{"fridge_compartments_number": "2"}', updated_at = $2 where id = $1`,
        v.id,
        date(app.clock.now + 1),
      ),
  ],
  [
    'its device has another code',
    ['owner', 'guest'],
    ({ device }) => execute(`update devices set unit_code = 'U-77' where id = $1`, device.id),
  ],
  [
    'its device is taken off',
    ['owner', 'guest'],
    ({ device }) =>
      execute(
        'update device_mounts set mounted_to = $2 where device_id = $1',
        device.id,
        date(app.clock.now),
      ),
  ],
  [
    'another device, mounted by the same word, takes its turn by time',
    ['owner', 'guest'],
    passes(MINUTE),
    async w => {
      const next = await app.make.device(w.own.id)
      await execute('delete from device_mounts where device_id = $1', next.id)
      // stamps cannot tell rows of one transaction apart
      await execute(`update device_mounts set mounted_to = '${date(inFuture(MINUTE)).toISOString()}' where device_id = ${w.device.id};
        update devices set unit_code = imei where id in (${w.device.id}, ${next.id});
        insert into device_mounts (device_id, vehicle_id, mounted_from) select ${next.id}, vehicle_id, mounted_to from device_mounts where device_id = ${w.device.id}`)
    },
  ],
  ['it signs in', ['owner', 'guest'], w => connectDevice(w, app.clock.now), passes(30 * MINUTE)],
  [
    'its connection ends',
    ['owner', 'guest'],
    ({ device }) =>
      execute('update connections set closed_at = last_seen_at where device_id = $1', device.id),
    async w => {
      await connectDevice(w, app.clock.now)
      app.clock.now += 30 * MINUTE
    },
  ],
  ['time passes in silence', ['owner', 'guest'], passes(HOUR)],
  ['an incident opens', ['owner', 'guest'], ({ v }) => app.make.incident(v.id, 6)],
  [
    'an incident closes',
    ['owner', 'guest'],
    ({ v }) =>
      execute(
        `update incidents set closed_at = now(), closed_as = 'cleared', cleared_by = now() where vehicle_id = $1`,
        v.id,
      ),
    ({ v }) => app.make.incident(v.id, 6),
  ],
  [
    'somebody takes note of an incident',
    ['owner'],
    async ({ owner, v }) => {
      const user = await app.make.user(owner.id)
      await execute(
        `insert into incident_marks (customer_id, incident_id, vehicle_id, acknowledged_by, acknowledged_at, updated_at) select $1, id, vehicle_id, $2, now(), now() from incidents where vehicle_id = $3`,
        owner.id,
        user.id,
        v.id,
      )
    },
    ({ v }) => app.make.incident(v.id, 6),
  ],
  ['a driver begins', ['owner'], drives],
  [
    'a driver ends',
    ['owner'],
    ({ v }) =>
      execute(
        'update driver_activities set period_to = $2 where vehicle_id = $1',
        v.id,
        date(app.clock.now),
      ),
    drives,
  ],
  [
    'a driver has another name',
    ['owner'],
    ({ owner }) =>
      execute(`update drivers set surname = 'Bianchi' where customer_id = $1`, owner.id),
    drives,
  ],
]

test.each(changes.map(([title, ...rest]) => ({ title, rest })))(
  '$title [map.12]',
  async ({ rest: [seenBy, change, before = noChange] }) => {
    const company = await world()
    await before(company)
    const all = [company.v.id, company.own.id, company.other.id]
    const pinsNow = async () => {
      const vehicles = (
        await execute('select id from vehicles where id >= $1', Math.min(...all))
      ).rows.map(r => r.id as number)
      const pinsAnew = async (id: number) => {
        const anew = await pinStatesOf(app.ctx, id, vehicles)
        expect(await pinStatesOf(app.ctx, id)).toEqual(anew)
        return anew.map(s => s.pin)
      }
      return { owner: await pinsAnew(company.owner.id), guest: await pinsAnew(company.guest.id) }
    }
    const [first] = [await pinsNow(), await pinsNow()]
    await change(company)
    const then = await pinsNow()
    // a change that nobody sees would prove nothing
    expect(
      (['owner', 'guest'] as const).filter(
        who => JSON.stringify(first[who]) !== JSON.stringify(then[who]),
      ),
    ).toEqual(seenBy)
  },
)

test('only the row of a vehicle that has changed is made again', async () => {
  const { owner, v, own } = await world()
  const first = await pinStatesOf(app.ctx, owner.id)
  await state(v.id, 'speed = 12')
  const then = await pinStatesOf(app.ctx, owner.id)
  expect(then.map((s, i) => [s.pin.id, s === first[i]])).toEqual([
    [v.id, false],
    [own.id, true],
  ])
})

test('the memory keeps as many vehicles as fit, those of the companies that asked last', async () => {
  const companies = []
  for (const vehicles of [2, 3, 1, 5]) {
    const customer = await app.make.customer()
    for (let i = 0; i < vehicles; i++) await app.make.vehicle(customer.id)
    companies.push(customer.id)
  }
  const memory = new RowMemory<null>(4)
  const sizes: number[] = []
  for (const id of companies) {
    expect(await memory.rows(app.ctx, id, app.clock.now)).toHaveLength(
      [2, 3, 1, 5][sizes.length] ?? 0,
    )
    sizes.push(memory.size)
  }
  expect(sizes).toEqual([2, 3, 4, 4])
  memory.clear()
  expect(memory.size).toBe(0)
})
