// A panel with a measurement that nobody spoke of yet is its folder and nothing else: a copy of the product with one folder more reads, keeps, shows, sends and guards it.
import type { Endpoint } from '@flotta/core/contract.ts'
import { IoWriter } from '@flotta/core/io.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as Live from '../map/live/contract.ts'
import type * as Pipeline from '../telemetry/pipeline/ingest.ts'
import type * as Testing from '../testing/app.ts'
import { folderOf, productWith } from '../testing/copy.ts'

const folder = {
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

const profile: Profile = {
  code: 'fmb1xx',
  name: 'Test',
  protocol: 'test',
  reporting_interval: 60,
  parameters: [
    { id: 1, word: 'axle1_load' },
    { id: 2, word: 'axle2_load' },
    { id: 3, word: 'in3' },
  ],
}
const writer = new IoWriter()
const io = (values: Readonly<Record<number, number>>): Uint8Array => {
  writer.reset()
  for (const [id, value] of Object.entries(values))
    writer.put(Number(id), Uint8Array.of(value >> 8, value & 255), 0, 2)
  return writer.take()
}

const copy = productWith(folderOf('services/eyeballast', folder))
const { load } = copy
let app: Testing.TestApp
let endpoints: { readonly data: Endpoint; readonly history: Endpoint }
beforeAll(async () => {
  app = await (await load<typeof Testing>('testing/app.ts')).testApp()
  endpoints = await load('services/eyeballast/contract.ts')
})
afterAll(async () => {
  await app?.close()
  copy.remove()
})

test('a new folder is all that a new measurement needs [services.63]', async () => {
  const { make, clock } = app
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

  // told to readers, kept where it changed, stored once, and heard by the derivation that needs it
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

  // news and values for who may see it, and for nobody else
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
