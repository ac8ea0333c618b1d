// Hostile requests: whatever they contain, the answer is a small refusal that costs little work.
import { Readable } from 'node:stream'
import { endpoint } from '@flotta/core/contract.ts'
import { handle } from '@flotta/platform/feature.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../testing/app.ts'

const anyone = {
  method: 'POST',
  allow: 'anyone',
  scope: 'none',
  reply: z.object({ length: z.int() }),
} as const
const form = endpoint({
  ...anyone,
  path: '/form',
  summary: 'A small form',
  body: z.object({ email: z.email(), note: z.string().max(1_000).optional() }),
})
const table = endpoint({
  ...anyone,
  path: '/table',
  summary: 'Free records',
  body: z.object({
    rows: z.record(z.string(), z.union([z.string(), z.array(z.object({ text: z.string() }))])),
  }),
})
const long = endpoint({
  ...anyone,
  path: '/long',
  summary: 'A list',
  body: z.array(z.int()),
  body_limit: 500_000,
})
const readEndpoint = endpoint({
  ...anyone,
  method: 'GET',
  path: '/read/:code',
  summary: 'A text',
  params: z.object({ code: z.string() }),
  query: z.object({ q: z.string().optional() }),
})

const nobody = async () => null
let app: TestApp
beforeAll(async () => {
  const length = (value: unknown) => ({ length: JSON.stringify(value).length })
  app = await testApp({
    endpoints: [form, table, long, readEndpoint],
    features: [
      {
        resolvers: { visible_vehicle: nobody, own_vehicle: nobody, caller: nobody },
        handlers: [
          handle(form, ({ body }) => length(body)),
          handle(table, ({ body }) => length(body)),
          handle(long, ({ body }) => length(body)),
          handle(readEndpoint, ({ params, query }) => length([params, query])),
        ],
      },
    ],
  })
})
afterAll(() => app.close())

/** Processor time of this process, ms; other processes on the machine do not count. */
const workSince = (began: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
const post = async (path: string, payload: string) => {
  const before = process.memoryUsage()
  const began = process.cpuUsage()
  const answer = await app.server.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { 'content-type': 'application/json' },
  })
  const after = process.memoryUsage()
  return {
    status: answer.statusCode,
    body: JSON.parse(answer.payload) as { code?: string; data?: Record<string, string[]> },
    answered: answer.payload.length,
    work: workSince(began),
    grown: after.heapUsed + after.external - before.heapUsed - before.external,
  }
}
const joinRepeated = (n: number, of: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => of(i)).join()
const MEGABYTE = 1_048_576

/** A key of `size` over members enough for `total` bytes, one NUL somewhere. */
const longKey = (size: number, members: number) =>
  `{"${'k'.repeat(size)}":{${joinRepeated(members, i => `"${i.toString(36)}":0`)}},"email":"a\\u0000"}`

/** The processor time that a valid body of the largest size takes on this machine. */
async function honestWork(): Promise<number> {
  const body = `[${joinRepeated(19_000, () => '1'.padStart(20))}]`
  const work: number[] = []
  for (let i = 0; i < 5; i++) work.push((await post('/long', body)).work)
  return Math.max(...work)
}

test.each<readonly [string, string, string]>([
  [
    'a 100 kB key over 50,000 members',
    '/form',
    `{"${'k'.repeat(100_000)}":[${'0,'.repeat(49_999)}0],"email":"a\\u0000"}`,
  ],
  ['a 30 kB key over 4,000 members', '/form', longKey(30_000, 4_000)],
  [
    'a 30 kB key over 4,000 wrong values of a record',
    '/table',
    `{"rows":{"${'k'.repeat(30_000)}":[${joinRepeated(4_000, () => '{"a":1}')}],"x":"\\u0000"}}`,
  ],
  ['60,000 wrong members of a list', '/long', `[${joinRepeated(60_000, () => '"x"')}]`],
  ['30,000 unknown members', '/form', `{${joinRepeated(5_000, i => `"k${i}":"\\u0000"`)}}`],
  ['lists 30,000 deep', '/form', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  [
    'records 9,000 deep with NUL at the end',
    '/form',
    `${'{"a":'.repeat(9_000)}"\\u0000"${'}'.repeat(9_000)}`,
  ],
])('%s is refused with little work, memory and text', async (_, path, payload) => {
  const honest = await honestWork()
  const { status, answered, work, grown } = await post(path, payload)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(answered).toBeLessThan(20_000)
  expect(work).toBeLessThan(20 * honest)
  expect(grown).toBeLessThan(64 * MEGABYTE)
})

describe('a body', () => {
  test('of more than 64 kB is refused, unless its endpoint takes more [api.87]', async () => {
    const { status, body } = await post(
      '/form',
      `{"email":"a@example.com","note":"${' '.repeat(65_536)}"}`,
    )
    expect([status, body.code]).toEqual([413, 'too_large'])
    expect((await post('/long', `[${joinRepeated(19_000, () => '1'.padStart(20))}]`)).status).toBe(
      200,
    )
    expect((await post('/long', `[${joinRepeated(19_000, () => '1'.padStart(30))}]`)).status).toBe(
      413,
    )
  })
  test('of 10 MB is read to its end before it is refused, so that the client receives the answer [api.121]', async () => {
    const total = 10 * MEGABYTE
    let pulled = 0
    const payload = new Readable({
      read() {
        if (pulled === total) return void this.push(null)
        pulled += MEGABYTE
        this.push(Buffer.alloc(MEGABYTE, 0x20))
      },
    })
    const answer = await app.server.app.inject({
      method: 'POST',
      url: '/api/v1/form',
      payload,
      headers: { 'content-type': 'application/json', 'content-length': String(total) },
    })
    expect([answer.statusCode, pulled]).toEqual([413, total])
  })
  test('of more values than any form has is refused before it is parsed, with a message', async () => {
    const { status, body } = await post('/long', `[${joinRepeated(100_000, () => '1')}]`)
    expect([status, body.code]).toEqual([413, 'too_large'])
    // the body is no JSON, but it is refused before it is parsed
    expect((await post('/long', `[${joinRepeated(100_000, () => '1')}`)).status).toBe(413)
  })
  test('with many faults is answered with the first 50 faults', async () => {
    const { status, body } = await post('/long', `[${joinRepeated(1_000, () => '"x"')}]`)
    expect([status, Object.keys(body.data ?? {}).length]).toEqual([422, 50])
  })
})

describe.each([
  ['NUL', '\\u0000', '%00'],
  ['half a character', '\\ud800', '%ED%A0%80'],
  ['the other half', 'x\\udc00', 'x%ED%B0%80'],
])('%s', (_, written, sent) => {
  const fields = async (path: string, payload: string) => {
    const { status, body } = await post(path, payload)
    return [status, Object.keys(body.data ?? {})]
  }
  test('is refused in a field, in a list, in a record and in its keys [api.86]', async () => {
    expect(await fields('/form', `{"email":"a@example.com","note":"a${written}b"}`)).toEqual([
      422,
      ['note'],
    ])
    expect(await fields('/table', `{"rows":{"a":"x","b":"${written}"}}`)).toEqual([422, ['rows.b']])
    expect(await fields('/table', `{"rows":{"a":[{"text":"x"},{"text":"${written}"}]}}`)).toEqual([
      422,
      ['rows.a.1.text'],
    ])
    expect((await fields('/table', `{"rows":{"a${written}":"x"}}`))[0]).toBe(422)
  })
  test('is refused in query and path', async () => {
    const get = async (url: string) =>
      (await app.server.app.inject({ url: `/api/v1${url}` })).statusCode
    expect([
      await get('/read/a?q=b'),
      await get(`/read/a?q=${sent}`),
      await get(`/read/a${sent}`),
    ]).toEqual([200, 422, 400])
  })
  test('does no harm in a field that the form does not have', async () => {
    expect((await post('/form', `{"email":"a@example.com","other":"${written}"}`)).status).toBe(200)
  })
})
test('a complete pair of surrogates is accepted like any other character', async () => {
  expect((await post('/form', '{"email":"a@example.com","note":"\\ud83d\\ude9a"}')).status).toBe(
    200,
  )
})
