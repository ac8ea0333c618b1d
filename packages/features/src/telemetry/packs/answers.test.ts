// What the API answers before and after packing: every reading endpoint, over several periods.
import type { Endpoint } from '@flotta/core/contract.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../features.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { ingestPackets } from '../pipeline/ingest.ts'
import { packet, someDays, testProfile } from '../pipeline/testing.ts'
import { fixesOf } from '../pipeline/tracks.ts'
import { fixColumns } from './codec.ts'
import { type FixTable, type RecordKey, readFixes } from './fixes.ts'
import { packAll } from './jobs.ts'
import { readPositions } from './queries.ts'
import { millis } from './rows.ts'

const NOON = Date.UTC(2026, 10, 26, 12)
const BEGIN = NOON - 9 * DAY
let app: TestApp
let caller: Caller
let vehicle_ids: readonly number[]
beforeAll(async () => {
  app = await testApp()
  app.clock.now = NOON
  const customer = await app.make.customer()
  caller = await app.as(await app.make.user(customer.id, 'edit'))
  const ctx = { ...app.ctx, profiles: new Map([[testProfile.code, testProfile]]) }
  const ids: number[] = []
  for (const seed of [1, 2]) {
    const { id } = await app.make.vehicle(customer.id, {
      configurations: { tank_capacity_l: '600' },
    })
    const device = await app.make.device(id)
    await app.ctx.pool.query(
      `update devices set profile = 'test', protocol = 'test' where id = $1`,
      [device.id],
    )
    const messages = someDays(seed, BEGIN, 1_500).filter(({ at }) => at < NOON)
    for (let from = 0; from < messages.length; from += 250)
      await ingestPackets(
        [packet({ vehicle_id: id, device_id: device.id }, messages.slice(from, from + 250))],
        ctx,
      )
    ids.push(id)
  }
  vehicle_ids = ids
})
afterAll(() => app.close())

const periods = [
  [BEGIN - DAY, BEGIN + 2 * DAY],
  [BEGIN + 2 * DAY + 5 * HOUR, BEGIN + 3 * DAY],
  [BEGIN, NOON],
  [NOON - 26 * HOUR, NOON],
] as const
const at = (time: number): string => new Date(time).toISOString()
const keysOf = (shape: Endpoint['query']): string[] => Object.keys(shape?.shape ?? {})

/** Every endpoint that reads data of a vehicle or of the company's list, with its parameters. */
function calls(): (readonly [Endpoint, object])[] {
  return endpoints.flatMap((endpoint: Endpoint) => {
    const params = keysOf(endpoint.params)
    if (endpoint.method !== 'GET' || (endpoint.kind ?? 'json') !== 'json') return []
    if (params.some(name => name !== 'id' && name !== 'vehicle_id')) return []
    const ids = params.length === 0 ? [0] : vehicle_ids
    const queries = keysOf(endpoint.query).includes('period_from')
      ? periods.map(([from, to]) => ({ period_from: at(from), period_to: at(to) }))
      : [{}]
    return ids.flatMap(id =>
      queries.map(
        query =>
          [
            endpoint,
            { params: Object.fromEntries(params.map(name => [name, id])), query },
          ] as const,
      ),
    )
  })
}
async function answers(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [endpoint, args] of calls()) {
    const { status, text } = await caller.call(endpoint, args as never)
    texts.set(`${endpoint.path} ${JSON.stringify(args)}`, `${status} ${text}`)
  }
  return texts
}
const inProduct = async (vehicle_id: number) => ({
  fixes: await Promise.all(periods.map(([from, to]) => fixesOf(app.ctx, vehicle_id, { from, to }))),
  byKey: fixRows(await readFixes(app.ctx, await recordKeysOf(vehicle_id))),
})
const fixRows = ({ sources, places }: FixTable) =>
  sources.map((source, i) => source && fixColumns.map(name => source[name][places[i] ?? 0]))
/** The keys of all records of a vehicle, and one key of a record that does not exist. */
async function recordKeysOf(vehicle_id: number): Promise<RecordKey[]> {
  const range = { from: BEGIN, to: NOON }
  const { micros, seq } = await readPositions(app.ctx.pool, vehicle_id, [range], { fields: [] })
  const keys = Array.from(micros, (time, i) => ({ vehicle_id, at: millis(time), seq: seq[i] ?? 0 }))
  return [...keys.toReversed(), { vehicle_id, at: BEGIN - MINUTE, seq: 0 }]
}

test(
  'a few hundred answers of the API are the same before and after packing [telemetry.71]',
  async () => {
    const [first, second] = [await answers(), await answers()]
    // Answers that differ between two calls anyway, such as those with the current time, are left out.
    const steady = [...first].filter(([call, text]) => second.get(call) === text)
    expect(steady.length).toBeGreaterThan(200)
    expect(steady.filter(([, text]) => text.startsWith('200')).length).toBeGreaterThan(150)
    const fixes = await Promise.all(vehicle_ids.map(inProduct))
    expect(
      fixes.every(({ byKey }) => byKey.at(-1) === null && byKey.some(fix => fix !== null)),
    ).toBe(true)
    const { days, positions, readings, failed } = await packAll(app.ctx, {
      olderThan: 48,
      onlyQuiet: false,
    })
    expect(failed).toBe(0)
    expect(days).toBeGreaterThan(4)
    expect(positions).toBeGreaterThan(500)
    expect(readings).toBeGreaterThan(500)
    const after = await answers()
    expect(steady.filter(([call, text]) => after.get(call) !== text)).toEqual([])
    expect(await Promise.all(vehicle_ids.map(inProduct))).toEqual(fixes)
  },
  10 * MINUTE,
)
