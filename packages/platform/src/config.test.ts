import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, unknownSettings } from './config.ts'
import { settings } from './settings.ts'

test('an empty environment gives the defaults [installation.11, installation.12, installation.17, installation.19, installation.24]', () => {
  expect(readConfig({})).toMatchObject({
    FLOTTA_HTTP_PORT: 8080,
    FLOTTA_HOST: '127.0.0.1',
    FLOTTA_ROLES: ['api', 'gateway', 'worker'],
    publicUrl: 'http://localhost:8080',
    gatewayHost: '127.0.0.1',
  })
})
test.each([
  ['the data directory is .data [installation.14]', 'FLOTTA_DATA_DIR', '.data', '/srv/flotta'],
  ['no metrics are served [installation.25]', 'FLOTTA_METRICS_PORT', undefined, '9100'],
  ['time series are kept for 36 months [telemetry.51]', 'FLOTTA_RETENTION_MONTHS', 36, '12'],
] as const)('where nothing is set %s', (_, name, usual, other) => {
  expect(readConfig({})[name]).toBe(usual)
  expect(String(readConfig({ [name]: other })[name])).toBe(other)
})
test('an empty variable counts as not set', () => {
  expect(readConfig({ FLOTTA_HTTP_PORT: '' }).FLOTTA_HTTP_PORT).toBe(8080)
})
test.each([
  [{ FLOTTA_HTTP_PORT: 'abc' }, /^FLOTTA_HTTP_PORT=abc is not allowed: .*web and API$/],
  [{ FLOTTA_HTTP_PORT: '70000' }, /^FLOTTA_HTTP_PORT=70000/],
  [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL is not allowed: must start with postgres:\/\//],
  [
    { FLOTTA_TRUSTED_PROXIES: '10.0.0.0/33' },
    /^FLOTTA_TRUSTED_PROXIES=10.0.0.0\/33 is not allowed: must be addresses or networks/,
  ],
  [{ FLOTTA_ROLES: 'api,boss' }, /^FLOTTA_ROLES=api,boss/],
  [{ FLOTTA_DEMO: 'yes' }, /^FLOTTA_DEMO=yes/],
  [{ FLOTTA_TELTONIKA_TLS_PORT: '5028' }, /^FLOTTA_TELTONIKA_TLS_PORT, .* set together/],
  [{ FLOTTA_OTHER_PORT: '70000' }, /^FLOTTA_OTHER_PORT=70000 is not allowed: .*device protocol$/],
  [
    { FLOTTA_ROLES: 'gateway,api' },
    /^FLOTTA_ROLES=gateway,api is not allowed without NATS_URL: .*one process/,
  ],
  [{ FLOTTA_ROLES: 'worker' }, /^FLOTTA_ROLES=worker is not allowed without NATS_URL/],
  [
    { FLOTTA_ROLES: 'gateway', NATS_URL: 'nats://127.0.0.1' },
    /^FLOTTA_ROLES=gateway is not allowed without DATABASE_URL: .*embedded/,
  ],
  [
    { FLOTTA_INSTANCE: 'host.example' },
    /^FLOTTA_INSTANCE=host.example is not allowed: must be .*letters/,
  ],
  [{ FLOTTA_CLUSTER: 'two words' }, /^FLOTTA_CLUSTER=two words is not allowed/],
  [
    { NATS_URL: 'nats://one, http://two' },
    /^NATS_URL is not allowed: must start with nats:\/\/ or tls:\/\//,
  ],
  [
    { NATS_URL: 'nats://user:Segreta1@one' },
    /^NATS_URL is not allowed: must hold no account: set NATS_USER/,
  ],
  [
    { NATS_URL: 'nats://one', NATS_USER: 'flotta' },
    /^NATS_USER and NATS_PASSWORD are set together/,
  ],
  [
    { NATS_URL: 'nats://one', NATS_USER: 'flotta', NATS_PASSWORD: 'x', NATS_TOKEN: 'y' },
    /^NATS_TOKEN or NATS_USER/,
  ],
  [{ NATS_URL: 'tls://one', NATS_CERT: 'cert.pem' }, /^NATS_CERT and NATS_KEY are set together/],
  [{ FLOTTA_GEOCODER: 'google' }, /^FLOTTA_GEOCODER=google is not allowed/],
  [{ FLOTTA_GEOCODER: 'nominatim' }, /^FLOTTA_GEOCODER=nominatim needs FLOTTA_GEOCODER_URL/],
  [{ FLOTTA_GEOCODER: 'locationiq' }, /^FLOTTA_GEOCODER=locationiq needs FLOTTA_GEOCODER_KEY/],
])('%j stops the start with one line [installation.9]', (env, line) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(line)
})
test.each([
  [{}, null],
  [{ NATS_URL: 'nats://one:4222' }, { servers: ['nats://one:4222'], sign_in: null, tls: null }],
  [
    { NATS_URL: 'nats://one, nats://two', NATS_TOKEN: 't' },
    { servers: ['nats://one', 'nats://two'], sign_in: { token: 't' }, tls: null },
  ],
  [
    { NATS_URL: 'tls://one', NATS_USER: 'u', NATS_PASSWORD: 'p' },
    { servers: ['tls://one'], sign_in: { user: 'u', pass: 'p' }, tls: {} },
  ],
  [
    { NATS_URL: 'nats://one', NATS_CA: 'ca', NATS_CERT: 'c', NATS_KEY: 'k' },
    { servers: ['nats://one'], sign_in: null, tls: { caFile: 'ca', certFile: 'c', keyFile: 'k' } },
  ],
])('%j reaches NATS by %j', (env, nats) => expect(readConfig(env).nats).toEqual(nats))
test.each([
  [{}, { kind: 'embedded' }],
  [
    { FLOTTA_GEOCODER_URL: 'https://geo.example' },
    { kind: 'nominatim', url: 'https://geo.example', key: undefined },
  ],
  [
    { FLOTTA_GEOCODER: 'locationiq', FLOTTA_GEOCODER_KEY: 'k' },
    { kind: 'locationiq', url: undefined, key: 'k' },
  ],
  [
    { FLOTTA_GEOCODER: 'embedded', FLOTTA_GEOCODER_URL: 'https://geo.example' },
    { kind: 'embedded' },
  ],
])('%j chooses the geocoder %j [places.1, places.3]', (env, geocoder) =>
  expect(readConfig(env).geocoder).toEqual(geocoder),
)
test.each(
  [
    'DATABASE_URL',
    'SMTP_URL',
    'NATS_URL',
    'FLOTTA_PUBLIC_URL',
    'FLOTTA_GEOCODER_URL',
    'FLOTTA_ROUTER_URL',
    'FLOTTA_SATELLITE_TILES',
    'FLOTTA_MAP_STYLE',
  ].flatMap(name =>
    [
      'nonsense Segreta1',
      'nonsense:Segreta1',
      'http:Segreta1',
      'ftp://u:Segreta1@host',
      '://Segreta1',
      ...wrongOf(name),
    ].map(value => [name, value] as const),
  ),
)('%s=%s stops the start with one line that names it and keeps its secret', (name, value) => {
  const line = refusalOf({ [name]: value })
  expect(line).toMatch(new RegExp(`^${name} is not allowed: `))
  expect(line).not.toMatch(/Segreta1|\n/)
})
function wrongOf(name: string): string[] {
  const scheme = { DATABASE_URL: 'postgres', SMTP_URL: 'smtp', NATS_URL: 'nats' }[name] ?? 'https'
  const wrong = [
    `${scheme}://u:Segreta1@host:99999/x`,
    `${scheme}://u:Segreta1@ho st/x`,
    `${scheme}://u:Segreta1%zz@host/x`,
    `${scheme}://u:Segreta1@[::1/x`,
  ]
  return name === 'DATABASE_URL'
    ? [...wrong, 'postgres://u:Segreta1@host/x?sslrootcert=/none']
    : wrong
}
function refusalOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'it was allowed'
}
test.each([
  { DATABASE_URL: 'postgresql://u:p%40ss@db.example:5432/flotta?sslmode=require' },
  { DATABASE_URL: 'postgres:///flotta?host=/var/run/postgresql' },
  { SMTP_URL: 'smtps://u:p@mail.example:465' },
  { FLOTTA_SATELLITE_TILES: 'https://tiles.example/{z}/{x}/{y}.jpg?key=abc' },
  { FLOTTA_MAP_STYLE: 'maps/italy.pmtiles' },
  { FLOTTA_TRUSTED_PROXIES: '10.0.0.1, 2001:db8::/32' },
  { NATS_URL: 'nats://127.0.0.1' },
  {
    FLOTTA_ROLES: 'gateway',
    NATS_URL: 'nats://127.0.0.1',
    DATABASE_URL: 'postgres://db.example/flotta',
  },
])('%j is allowed', env => {
  expect(refusalOf(env)).toBe('it was allowed')
})
test('a process has a name that a subject of the bus can hold, which a setting may replace', () => {
  expect(readConfig({}).instance).toMatch(new RegExp(`^[\\w-]+-${process.pid}$`))
  expect(readConfig({ FLOTTA_INSTANCE: 'gateway-1' }).instance).toBe('gateway-1')
})
test.each([
  [{ FLOTTA_LANGUAGE: 'fr' }, /^FLOTTA_LANGUAGE=fr is not allowed/],
  [{ FLOTTA_TIMEZONE: 'Rome' }, /^FLOTTA_TIMEZONE=Rome is not allowed: must be a time zone/],
])('%j is refused', (env, why) => expect(refusalOf(env)).toMatch(why))
test('a misspelt setting is found', () => {
  const env = {
    FLOTTA_HTPP_PORT: '80',
    FLOTTA_HTTP_PORT: '80',
    FLOTTA_GT06_PORT: '5023',
    FLOTTA_GT06_TLS_PORT: '5024',
    PATH: '/bin',
  }
  expect(unknownSettings(env, ['FLOTTA_GT06_PORT'])).toEqual(['FLOTTA_HTPP_PORT'])
})
test('the port of a protocol is set by its own name', () => {
  const env = {
    FLOTTA_GT06_PORT: '5023',
    FLOTTA_GT06_TLS_PORT: '5024',
    FLOTTA_GATEWAY_TLS_CERT: 'c',
    FLOTTA_GATEWAY_TLS_KEY: 'k',
    FLOTTA_HTTP_PORT: '80',
  }
  expect(readConfig(env).devicePorts).toEqual({
    FLOTTA_GT06_PORT: 5023,
    FLOTTA_GT06_TLS_PORT: 5024,
  })
})
test('the README lists every setting [installation.10]', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  expect(Object.keys(settings.shape).filter(name => !readme.includes(`\`${name}\``))).toEqual([])
})
