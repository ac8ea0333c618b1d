// An alert, what it must know of the vehicle, and what else comes of it are their folder and nothing else: a copy of the product with one folder more raises, keeps, tells and clears.
import { IoWriter } from '@flotta/core/io.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Alerts from '../alerts/incidents/contract.ts'
import type * as Features from '../features.ts'
import type * as Pipeline from '../telemetry/pipeline/ingest.ts'
import type * as Replay from '../telemetry/pipeline/replay.ts'
import type * as Testing from '../testing/app.ts'
import { folderOf, productWith } from '../testing/copy.ts'

const words = (language: string) =>
  JSON.stringify({
    alerts: {
      crane_tired: { name: `a ${language}`, description: `b ${language}` },
      crane_inspection: { name: `c ${language}`, description: `d ${language}` },
    },
  })
const folder = {
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
  parameters: [{ id: 1, word: 'ignition' }],
}
const writer = new IoWriter()
const record = (at: number) => {
  writer.reset()
  writer.put(1, Uint8Array.of(1), 0, 1)
  return { at, fix: null, io: writer.take() }
}

const copy = productWith(folderOf('services/eyecrane', folder))
let app: Testing.TestApp
beforeAll(async () => {
  app = await (await copy.load<typeof Testing>('testing/app.ts')).testApp()
})
afterAll(async () => {
  await app?.close()
  copy.remove()
})

test('a new folder is all that new alerts need, from records and from the calendar [alerts.122]', async () => {
  const { make, clock } = app
  const { ingestPackets } = await copy.load<typeof Pipeline>('telemetry/pipeline/ingest.ts')
  const { replayVehicle } = await copy.load<typeof Replay>('telemetry/pipeline/replay.ts')
  const { features } = await copy.load<typeof Features>('features.ts')
  const alerts = await copy.load<typeof Alerts>('alerts/incidents/contract.ts')
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
          messages: minutes.map(m => record(from + m * MINUTE)),
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

  // told by records, with what the folder knows of the vehicle
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

  // told by the calendar, and left alone by a replay, which moves what records told
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

  // in the catalogue, in the reader's words, for who holds its agreement alone
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
