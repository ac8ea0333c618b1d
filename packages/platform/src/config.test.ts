import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, settings, unknownSettings } from './config.ts'

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toMatchObject({
    FLOTTA_HTTP_PORT: 8080,
    FLOTTA_HOST: '127.0.0.1',
    FLOTTA_ROLES: ['api', 'gateway', 'worker'],
    publicUrl: 'http://localhost:8080',
    gatewayHost: '127.0.0.1',
  })
})
test('an empty variable counts as not set', () => {
  expect(readConfig({ FLOTTA_HTTP_PORT: '' }).FLOTTA_HTTP_PORT).toBe(8080)
})
test.each([
  [{ FLOTTA_HTTP_PORT: 'abc' }, /^FLOTTA_HTTP_PORT=abc is not allowed: .*web and API$/],
  [{ FLOTTA_HTTP_PORT: '70000' }, /^FLOTTA_HTTP_PORT=70000/],
  [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL=.*postgres:\/\//],
  [{ FLOTTA_ROLES: 'api,boss' }, /^FLOTTA_ROLES=api,boss/],
  [{ FLOTTA_DEMO: 'yes' }, /^FLOTTA_DEMO=yes/],
  [{ FLOTTA_TELTONIKA_TLS_PORT: '5028' }, /set together/],
  [{ FLOTTA_ROLES: 'gateway,api' }, /^FLOTTA_ROLES=gateway,api is not allowed: .*one process/],
  [{ NATS_URL: 'nats://127.0.0.1' }, /^NATS_URL is reserved/],
])('%j stops the start with one line', (env, line) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(line)
})
test('a misspelt setting is found', () => {
  expect(unknownSettings({ FLOTTA_HTPP_PORT: '80', FLOTTA_HTTP_PORT: '80', PATH: '/bin' })).toEqual(['FLOTTA_HTPP_PORT'])
})
test('the README lists every setting', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  expect(Object.keys(settings.shape).filter(name => !readme.includes(`\`${name}\``))).toEqual([])
})
