// What other programs need of every call: problems by RFC 9457, what is left of a limit, and allowed pages of other sites.
import { readConfig } from '@flotta/platform/config.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'

const PORTAL = 'https://portal.example'
let app: TestApp
let caller: Caller
beforeAll(async () => {
  app = await testApp({
    env: {
      FLOTTA_CORS_ORIGINS: `${PORTAL}, https://other.example:8443`,
      FLOTTA_HTTP_REQUESTS_PER_USER: '60',
    },
  })
  caller = await app.as(await app.make.user((await app.make.customer()).id))
})
afterAll(() => app.close())

const call = (
  method: 'GET' | 'POST' | 'OPTIONS',
  path: string,
  headers: Readonly<Record<string, string>> = {},
  payload?: string,
) =>
  app.server.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${caller.token}`, 'accept-language': 'en', ...headers },
    ...(payload !== undefined && { payload }),
  })

describe('a failure', () => {
  test('has the form of RFC 9457 for a client that accepts problem+json [api.112]', async () => {
    const answer = await call(
      'POST',
      '/search',
      { accept: 'application/problem+json', 'content-type': 'application/json' },
      '{}',
    )
    expect(answer.statusCode).toBe(422)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toEqual({
      type: '/api/docs#invalid',
      title: 'Unprocessable Entity',
      status: 422,
      detail: expect.any(String),
      instance: `urn:flotta:request:${answer.headers['x-request-id']}`,
      code: 'invalid',
      errors: { query: [expect.any(String)] },
    })
  })
  test('keeps its own form for every other client', async () => {
    const answer = await call('GET', '/vehicles/999999', { accept: 'application/json' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(answer.json()).sort()).toEqual(['code', 'message'])
  })
})

test('every answer to a call has headers with what is left of its limit [api.113]', async () => {
  const remainingOf = (headers: Readonly<Record<string, unknown>>) =>
    Number(headers['ratelimit-remaining'])
  const first = await call('GET', '/profile')
  const refused = await call('GET', '/vehicles/999999')
  expect(first.headers['ratelimit-limit']).toBe('60')
  expect(refused.statusCode).toBe(404)
  const second = await call('GET', '/profile')
  expect(remainingOf(second.headers)).toBe(remainingOf(refused.headers) - 1)
  expect(Number(second.headers['ratelimit-reset'])).toBe(60 - remainingOf(second.headers))
  expect((await app.server.app.inject({ url: '/healthz' })).headers).not.toHaveProperty(
    'ratelimit-limit',
  )
})

describe('pages of other sites', () => {
  test('may call from an origin that the installation names, without cookies [api.80]', async () => {
    const preflight = await call('OPTIONS', '/vehicles', {
      origin: PORTAL,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      PORTAL,
    ])
    expect(preflight.headers['access-control-allow-headers']).toBe('authorization')
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    for (const path of ['/vehicles', '/vehicles/999999', '/feed/trips?from=2026-11-20T00:00:00Z']) {
      const { headers } = await call('GET', path, { origin: PORTAL })
      expect(headers['access-control-allow-origin']).toBe(PORTAL)
      expect(String(headers['access-control-expose-headers'])).toContain('ratelimit-remaining')
      expect(String(headers.vary).toLowerCase()).toContain('origin')
    }
  })
  test.each(['https://evil.example', 'https://portal.example.evil.example', 'null'])(
    'may not from %s',
    async origin => {
      for (const method of ['GET', 'OPTIONS'] as const)
        expect(
          (await call(method, '/vehicles', { origin, 'access-control-request-method': 'GET' }))
            .headers,
        ).not.toHaveProperty('access-control-allow-origin')
    },
  )
  test.each(['portal.example', 'https://portal.example/', '*', 'https://a.example/b'])(
    'need a plain origin in the configuration: %s stops the start',
    value => {
      expect(() => readConfig({ FLOTTA_CORS_ORIGINS: value })).toThrow(/FLOTTA_CORS_ORIGINS/)
    },
  )
})
