// Calls every endpoint with random arguments, allowed or not: each answer follows the conventions and is never a 500.
import { type Endpoint, Failure } from '@flotta/core/contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../features.ts'
import { agreementIds } from '../../fleet/agreements/contract.ts'
import type { Owner } from '../../samples.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { samples } from '../../testing/samples.ts'

let app: TestApp
let caller: Caller
let owner: Owner
let vehicle_id: number
let user: Awaited<ReturnType<TestApp['make']['user']>>
beforeAll(async () => {
  app = await testApp({ answers: true })
  const customer = await app.make.customer()
  user = await app.make.user(customer.id, 'control', { provider: true })
  owner = { customer_id: customer.id, user_id: user.id, word: 'fuzz' }
  const vehicle = await app.make.vehicle(customer.id)
  vehicle_id = vehicle.id
  for (const id of agreementIds) await app.make.agreement(vehicle.id, customer.id, id)
  await app.make.device(vehicle.id)
  await app.make.state(vehicle.id)
})
afterAll(() => app.close())

/** The id of one of the caller's own records of the path's kind, so that calls get beyond the 404. */
async function ownId(e: Endpoint): Promise<number | string> {
  const { scope } = e
  const record =
    typeof scope === 'object' && 'record' in scope && scope.record in samples
      ? scope.record
      : undefined
  const kind =
    typeof scope === 'object' && 'vehicle' in scope
      ? 'vehicles'
      : (record ?? e.path.split('/')[1] ?? '')
  return kind === 'vehicles'
    ? vehicle_id
    : ((await samples[kind]?.make(app.ctx, owner)) ?? vehicle_id)
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}
const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '%',
  '_',
  '\\',
  "'; drop table users; --",
  '\ud800',
  '🚚'.repeat(50),
  'x'.repeat(3_000),
  '-1',
  '1e999',
  'NaN',
  '__proto__',
  '../../..',
  '<script>',
)
const instant = fc
  .oneof(
    fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }),
  )
  .map(d => d.toISOString())

/** Values that fit a JSON Schema. */
function fitting(s: Schema): fc.Arbitrary<unknown> {
  if (s.const !== undefined) return fc.constant(s.const)
  if (s.enum) return fc.constantFrom(...s.enum)
  if (s.anyOf) return fc.oneof(...s.anyOf.map(fitting))
  if (s.type === 'integer' || s.type === 'number') {
    const [min, max] = [
      Math.max(s.minimum ?? -1e9, -2_147_483_648),
      Math.min(s.maximum ?? 1e9, 2_147_483_647),
    ]
    return s.type === 'integer'
      ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
      : fc.double({ min, max, noNaN: true })
  }
  if (s.type === 'boolean') return fc.boolean()
  if (s.type === 'array') return fc.array(fitting(s.items ?? {}), { maxLength: 5 })
  if (s.type === 'object')
    return fc.record(
      Object.fromEntries(Object.entries(s.properties ?? {}).map(([k, v]) => [k, fitting(v)])),
      { requiredKeys: [...(s.required ?? [])] },
    )
  if (s.format === 'date-time') return instant
  if (s.format === 'date') return instant.map(at => at.slice(0, 10))
  if (s.format === 'email') return fc.emailAddress()
  if (s.format === 'uuid') return fc.uuid()
  return fc.string({
    unit: 'grapheme',
    minLength: s.minLength ?? 0,
    maxLength: Math.min(s.maxLength ?? 60, 300),
  })
}
const anything = fc.oneof(
  nasty,
  fc.anything({ withNullPrototype: false }),
  fc.integer(),
  fc.constant(null),
  instant,
)
/** Mostly fitting values, of which one sometimes does not fit. */
function around(s: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries(s.properties ?? {})
  if (s.type !== 'object' || properties.length === 0)
    return fc.oneof({ weight: 3, arbitrary: fitting(s) }, { weight: 1, arbitrary: anything })
  return fc.record(
    Object.fromEntries(
      properties.map(([k, v]) => [
        k,
        fc.oneof({ weight: 4, arbitrary: fitting(v) }, { weight: 1, arbitrary: anything }),
      ]),
    ),
    {
      requiredKeys: [],
    },
  )
}
const schemaOf = (schema: z.ZodType | undefined): Schema =>
  schema === undefined
    ? {}
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) as Schema)

const argumentsOf = (e: Endpoint, id: number | string) => {
  const params = fitting(schemaOf(e.params))
  return fc.record({
    params:
      e.params === undefined
        ? fc.constant({})
        : fc.oneof(
            { weight: 3, arbitrary: params.map(p => ({ ...(p as object), id })) },
            { weight: 1, arbitrary: around(schemaOf(e.params)) },
          ),
    query: e.query === undefined ? fc.constant({}) : around(schemaOf(e.query)),
    body: e.body === undefined ? fc.constant(undefined) : around(schemaOf(e.body)),
  })
}
/** The number of calls by what can vary: one without arguments, more for each argument. */
function runsOf(e: Endpoint): number {
  if (e.path === '/forgot-password') return 10
  const args = [e.params, e.query, e.body].flatMap(schema =>
    schema === undefined ? [] : Object.keys(schemaOf(schema).properties ?? { whole: {} }),
  )
  return args.length === 0 ? 1 : Math.min(40, 8 + 8 * args.length)
}
const text = (value: unknown): string => {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  } catch {
    return ''
  }
}

const quiet = endpoints
  .filter(e => e.kind !== 'sse')
  .map(e => [`${e.method} ${e.path}`, e] as const)
test.each(quiet)('%s [api.28]', async (_, e) => {
  caller = await app.as(user)
  const first = await ownId(e)
  await fc.assert(
    fc.asyncProperty(argumentsOf(e, first), async ({ params: drawn, query, body }) => {
      const params =
        e.method === 'DELETE' && (drawn as { id?: unknown }).id === first
          ? { ...(drawn as object), id: await ownId(e) }
          : drawn
      const path = e.path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(text((params as Record<string, unknown>)?.[name]).toWellFormed() || 'x'),
      )
      const words = new URLSearchParams(
        Object.entries((query ?? {}) as object).map(([k, v]): [string, string] => [k, text(v)]),
      )
      const payload = body === undefined ? undefined : text(body)
      const answer = await app.server.app.inject({
        method: e.method,
        url: `/api/v1${path}?${words}`,
        headers: {
          authorization: `Bearer ${caller.token}`,
          ...(payload !== undefined && { 'content-type': 'application/json' }),
        },
        ...(payload !== undefined && { payload }),
      })
      // a session that the fuzzing has ended (logout) is replaced by a new one
      if (answer.statusCode === 401 && e.allow !== 'anyone') caller = await app.as(user)
      expect([answer.statusCode, answer.payload.slice(0, 200)]).not.toEqual([
        500,
        expect.anything(),
      ])
      if (answer.statusCode >= 400)
        expect(Failure.safeParse(JSON.parse(answer.payload)).success).toBe(true)
      else if (e.status !== 204 && e.kind === undefined) {
        const { data } = JSON.parse(answer.payload)
        expect(e.reply.safeParse(data).error).toBeUndefined()
      }
    }),
    { numRuns: runsOf(e) },
  )
})
