// A service consists of its folder and nothing else. In a copy of the product with two more folders (one with a new measurement, one with alerts), both are
// read, stored, shown, sent, guarded, raised and cleared as they declare.
import type { Endpoint } from '@flotta/core/contract.ts'
import { IoWriter } from '@flotta/core/io.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as Alerts from '../alerts/incidents/contract.ts'
import type * as Features from '../features.ts'
import type * as Live from '../map/live/contract.ts'
import type * as Pipeline from '../telemetry/pipeline/ingest.ts'
import type * as Replay from '../telemetry/pipeline/replay.ts'
import type * as Testing from '../testing/app.ts'
import { folderOf, productWith } from '../testing/copy.ts'

const ballast = {
  'measures.ts': `// What lies on the axles, kilograms.
    import { numberReading, reading } from '@flotta/core/reading.ts'
    import { declareMeasures, measureValues } from '../measures/measures.ts'
    const agreements = [8]
    const values = measureValues({
      front: { words: ['axle1_load'], least: 100 },
      rear: { words: ['axle2_load'], least: 100 },
      wired: { words: [], least: 1 },
    })
    export const ballast = reading('ballast', { agreements }, { ...numberReading(values.fields), kept_every: ${15 * MINUTE} })
    export const measures = declareMeasures(values, { service: 'eyeballast', agreements, reading: ballast, summary: { last: 'Ballast', history: 'Ballast' } })`,
  'kinds.ts': `// The kind of the ballast.
    import { ballast } from './measures.ts'
    export const kinds = [ballast]`,
  'service.ts': `// ballast
    export default { code: 'eyeballast', agreements: [8], order: 99, features: ['active'], dashboard_features: [], kinds: ['ballast'] }`,
  'derive.ts': `// How often it was told.
    import { derivation } from '@flotta/core/derivation.ts'
    export const derivations = [derivation({ name: 'ballast_count', needs: ['ballast'], start: 0, step: count => ({ state: count + 1 }) })]`,
  'contract.ts': `// The ballast of a vehicle.
    import { measureEndpoints } from '../measures/measures.ts'
    import { measures } from './measures.ts'
    export const { data, history } = measureEndpoints(measures)`,
  'server.ts': `// Answers for the ballast.
    import { feature } from '@flotta/platform/feature.ts'
    import { measureHandlers } from '../measures/queries.ts'
    import * as contract from './contract.ts'
    import { measures } from './measures.ts'
    export default feature({ handlers: measureHandlers(contract, measures) })`,
}

const words = (language: string) =>
  JSON.stringify({
    alerts: {
      crane_tired: { name: `a ${language}`, description: `b ${language}` },
      crane_inspection: { name: `c ${language}`, description: `d ${language}` },
    },
  })
const crane = {
  'alerts.ts': `// A crane that has lifted too often, and one whose inspection is due.
    export const alerts = { crane_tired: { id: 901, severity: 2, agreement_id: 8 }, crane_inspection: { id: 902, severity: 1, agreement_id: 8 } }`,
  'texts/it.json': words('it'),
  'texts/en.json': words('en'),
  'texts/es.json': words('es'),
  'texts/de.json': words('de'),
  'migrations/20990101_0001_cranes.sql': `create table cranes (vehicle_id integer primary key, most integer not null, inspected boolean not null default true);
    create trigger changed after insert or update or delete on cranes for each row execute function notify_changed();
    create table crane_lifts (vehicle_id integer not null, lifted_at timestamptz not null, primary key (vehicle_id, lifted_at));`,
  'facts.ts': `// How often a crane may lift.
    export const facts = {
      unknown: { most_lifts: 1_000 },
      voidedBy: { cranes: row => row.vehicle_id },
      async load(client, ids) {
        const { rows } = await client.query('select vehicle_id, most from cranes where vehicle_id = any($1)', [ids])
        return new Map(rows.map(r => [r.vehicle_id, [{ until: Infinity, value: { most_lifts: r.most } }]]))
      },
    }`,
  'derive.ts': `// Counts lifts: each record with the ignition on is one.
    import { derivation } from '@flotta/core/derivation.ts'
    import { raiseEffect } from '../../alerts/incidents/rules.ts'
    import { alerts } from './alerts.ts'
    export const derivations = [derivation({
      name: 'crane', needs: ['ignition'], start: 0,
      step(lifts, sample, { most_lifts }) {
        if (sample.ignition?.ignition === false) return null
        const tired = lifts + 1 === most_lifts ? [raiseEffect(alerts.crane_tired.id, sample, { lifts: lifts + 1 })] : []
        return { state: lifts + 1, effects: [{ effect: 'lift' }, ...tired] }
      },
    })]`,
  'settle.ts': `// Keeps lifts.
    const LIFT = 'insert into crane_lifts select * from unnest($1::int4[], $2::timestamptz[]) on conflict do nothing'
    export const settlement = {
      effects: ['lift'],
      kind: () => 'status',
      write: emitted => [{ name: 'lifts insert', text: LIFT, values: [emitted.map(e => e.vehicle_id), emitted.map(e => new Date(e.by))] }],
      async rewrite(client, { vehicle_id, from, emitted }) {
        await client.query('delete from crane_lifts where vehicle_id = $1 and lifted_at >= $2', [vehicle_id, new Date(from)])
        await client.query(LIFT, [emitted.map(e => e.vehicle_id), emitted.map(e => new Date(e.by))])
        return []
      },
    }`,
  'server.ts': `// Looks for cranes that were not inspected.
    import { every, feature } from '@flotta/platform/feature.ts'
    import { hold, tellAlerts } from '../../alerts/incidents/conditions.ts'
    import { alerts } from './alerts.ts'
    const due = async tx => (await tx.selectFrom('cranes').select('vehicle_id').where('inspected', '=', false).execute()).map(c => ({ ...c, customer_id: null, at: 0 }))
    export default feature({ jobs: [every('cranes', 60, async ctx => {
      tellAlerts(ctx, await ctx.db.transaction().execute(async tx => hold(tx, alerts.crane_inspection.id, await due(tx), ctx.now())))
    })] })`,
}

const profile: Profile = {
  code: 'fmb1xx',
  name: 'Test',
  protocol: 'test',
  reporting_interval: 60,
  parameters: [
    { id: 1, word: 'axle1_load' },
    { id: 2, word: 'axle2_load' },
    { id: 3, word: 'in3' },
    { id: 4, word: 'ignition' },
  ],
}
const writer = new IoWriter()
const io = (values: Readonly<Record<number, number>>): Uint8Array => {
  writer.reset()
  for (const [id, value] of Object.entries(values))
    writer.put(Number(id), Uint8Array.of(value >> 8, value & 255), 0, 2)
  return writer.take()
}

// copying the product and loading the copy takes longer than both tests
const copy = productWith({
  ...folderOf('services/eyeballast', ballast),
  ...folderOf('services/eyecrane', crane),
})
const { load } = copy
let app: Testing.TestApp
beforeAll(async () => {
  app = await (await load<typeof Testing>('testing/app.ts')).testApp()
})
afterAll(async () => {
  await app?.close()
  copy.remove()
})

test('a new folder is all that a new measurement needs [services.63]', async () => {
  const { make, clock } = app
  const endpoints = await load<{ readonly data: Endpoint; readonly history: Endpoint }>(
    'services/eyeballast/contract.ts',
  )
  const { ingestPackets } = await load<typeof Pipeline>('telemetry/pipeline/ingest.ts')
  const { vehicleUpdates } = await load<typeof Live>('map/live/contract.ts')
  const ctx = { ...app.ctx, profiles: new Map([[profile.code, profile]]) }
  const owner = await make.user((await make.customer()).id)
  const vehicle = await make.vehicle(owner.customer_id)
  const device = await make.device(vehicle.id)
  await ctx.pool.query(`update devices set wiring = '{"wired": "!in3"}' where id = $1`, [device.id])
  await make.agreement(vehicle.id, owner.customer_id, 8)
  const from = clock.now - 60 * MINUTE
  const loads = [5_000, 5_050, 5_100, 5_199, 5_300]
  const messages = loads.map((front, i) => ({
    at: from + i * MINUTE,
    fix: null,
    io: io({ 1: front, 3: i === 4 ? 0 : 1 }),
  }))
  const news: VehicleUpdate[] = []
  ctx.bus.subscribe(updates, changed => void news.push(...changed))
  await ingestPackets(
    [{ device_id: device.id, vehicle_id: vehicle.id, received_at: clock.now, messages }],
    ctx,
  )

  // sent to readers, stored in the history where it changed, only once, and passed to the derivation that needs it
  await vi.waitFor(() =>
    expect(news).toEqual([{ vehicle_id: vehicle.id, kinds: expect.arrayContaining(['ballast']) }]),
  )
  const state = await ctx.db
    .selectFrom('vehicle_state')
    .select(['latest', 'memory'])
    .where('vehicle_id', '=', vehicle.id)
    .executeTakeFirstOrThrow()
  expect(state).toMatchObject({
    latest: { ballast: [expect.closeTo(from / 1000 + 240, 3), [5_300, null, 1]] },
    memory: { ballast_count: 5 },
  })

  // shown by its panel, with its history
  const caller = await app.as(owner)
  const params = { id: vehicle.id }
  const period = {
    period_from: new Date(from).toISOString(),
    period_to: new Date(clock.now).toISOString(),
  }
  expect((await caller.call(endpoints.data, { params } as never)).data).toEqual({
    id: String(from + 4 * MINUTE),
    message_datetime: new Date(from + 4 * MINUTE).toISOString(),
    front: 5_300,
    rear: null,
    wired: 1,
  })
  const history = (await caller.call(endpoints.history, { params, query: period } as never))
    .data as { readonly front: number }[]
  expect(history.map(h => h.front)).toEqual([5_000, 5_100, 5_300])

  // events and values for users who may see them, and for nobody else
  const kindsOf = async (of: Testing.Caller) =>
    (
      await of.call(vehicleUpdates, { params, query: { from: period.period_from } })
    ).data.kinds.filter(kind => kind === 'ballast')
  expect(await kindsOf(caller)).toEqual(['ballast'])
  const guest = await make.user((await make.customer()).id)
  await make.agreement(vehicle.id, guest.customer_id, 3)
  const visitor = await app.as(guest)
  expect(await kindsOf(visitor)).toEqual([])
  expect((await visitor.call(endpoints.data, { params } as never)).status).toBe(403)
  await make.agreement(vehicle.id, guest.customer_id, 8, from + 3 * MINUTE)
  expect(await kindsOf(visitor)).toEqual(['ballast'])
  const values = (await visitor.call(endpoints.history, { params, query: period } as never))
    .data as {
    readonly front: number
  }[]
  expect(values.map(h => h.front)).toEqual([5_300])
})

test('a new folder is all that new alerts need, from records and from the calendar [alerts.122]', async () => {
  const { make, clock } = app
  const { ingestPackets } = await load<typeof Pipeline>('telemetry/pipeline/ingest.ts')
  const { replayVehicle } = await load<typeof Replay>('telemetry/pipeline/replay.ts')
  const { features } = await load<typeof Features>('features.ts')
  const alerts = await load<typeof Alerts>('alerts/incidents/contract.ts')
  const ctx = { ...app.ctx, profiles: new Map([[profile.code, profile]]) }
  const owner = await make.user((await make.customer()).id, 'view', { language: 'de' })
  const vehicle = await make.vehicle(owner.customer_id)
  const device = await make.device(vehicle.id)
  await make.agreement(vehicle.id, owner.customer_id, 8)
  await ctx.pool.query('insert into cranes values ($1, 3)', [vehicle.id])
  const from = clock.now - 60 * MINUTE
  const ingest = (...minutes: number[]) =>
    ingestPackets(
      [
        {
          device_id: device.id,
          vehicle_id: vehicle.id,
          received_at: clock.now,
          messages: minutes.map(m => ({ at: from + m * MINUTE, fix: null, io: io({ 4: 1 }) })),
        },
      ],
      ctx,
    )
  const active = async () =>
    (await (await app.as(owner)).call(alerts.active, { query: {} }, { language: 'de' })).data
  const lifts = async () =>
    (
      await ctx.pool.query<{ lifted_at: Date }>(
        'select lifted_at from crane_lifts where vehicle_id = $1 order by 1',
        [vehicle.id],
      )
    ).rows.map(r => (r.lifted_at.getTime() - from) / MINUTE)

  // raised by records, with the folder's own facts of the vehicle
  await ingest(0, 10)
  expect(await active()).toEqual([])
  await ingest(20)
  expect(await active()).toMatchObject([
    {
      alert_id: 901,
      code: 'crane_tired',
      severity: 2,
      description: 'b de',
      created_at: new Date(from + 20 * MINUTE).toISOString(),
    },
  ])
  expect(await lifts()).toEqual([0, 10, 20])

  // raised by the calendar, and left unchanged by a replay, which changes only what records raised
  await ctx.pool.query('update cranes set inspected = false where vehicle_id = $1', [vehicle.id])
  for (const job of features.flatMap(f => f.jobs ?? []))
    if (job.name === 'cranes') await job.run(ctx)
  await ingest(5)
  expect(await replayVehicle(vehicle.id, ctx)).toBe(true)
  expect((await active()).map(a => [a.code, a.created_at])).toEqual([
    ['crane_tired', new Date(from + 10 * MINUTE).toISOString()],
    ['crane_inspection', new Date(0).toISOString()],
  ])
  expect(await lifts()).toEqual([0, 5, 10, 20])

  // in the catalogue, in the reader's language, only for holders of its agreement
  const all = (await (await app.as(owner)).call(alerts.all, {}, { language: 'es' })).data
  expect(all.find(d => d.code === 'crane_inspection')).toEqual({
    id: 902,
    code: 'crane_inspection',
    name: 'c es',
    description: 'd es',
    severity: 1,
    agreement_id: 8,
  })
  await ctx.pool.query('delete from vehicle_agreements where vehicle_id = $1', [vehicle.id])
  expect(await active()).toEqual([])
})
