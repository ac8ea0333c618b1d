// Which people an identity provider may sign in, and with which role.
import { describe, expect, test } from 'vitest'
import { mayVouch, Providers, roleOf } from './rules.ts'

test.each([
  ['ada@example.com', true],
  ['ADA@EXAMPLE.COM', true],
  ['ada@sub.example.com', false],
  ['ada@example.com.evil.org', false],
  ['ada@evilexample.com', false],
  ['example.com', true],
  ['', false],
])('a provider may vouch for an address by its domain: %j, %s [auth.82]', (email, may) =>
  expect(mayVouch({ domains: ['example.com'] }, email)).toBe(may),
)
describe('the role by claims [auth.81]', () => {
  const provider = {
    role_claim: 'groups',
    roles: { fleet: 'edit', boss: 'control', all: 'view' },
  } as const
  test.each([
    ['one value', { groups: 'fleet' }, 'edit'],
    ['the highest of several', { groups: ['all', 'boss', 'fleet'] }, 'control'],
    ['none that is mapped', { groups: ['sales'] }, null],
    ['no claim', {}, null],
    ['values that are no texts', { groups: [7, null, { a: 1 }] }, null],
    ['a name of every object', { groups: ['constructor', '__proto__'] }, null],
  ] as const)('%s', (_, claims, role) => expect(roleOf(provider, claims)).toBe(role))
  test('is left open by a provider without a claim for it', () =>
    expect(roleOf({}, { groups: 'boss' })).toBeUndefined())
})
test.each([
  ['another scheme', { issuer: 'http://id.example.com' }],
  ['no domain', { domains: [] }],
  ['an unknown role', { roles: { boss: 'admin' } }],
  ['an unknown field', { secret: 'x' }],
  ['an id for no address', { id: 'a/b' }],
])('a file with %s is refused [auth.78]', (_, wrong) => {
  const right = {
    id: 'work',
    name: 'Work',
    issuer: 'https://id.example.com',
    client_id: 'flotta',
    client_secret: 'x',
    domains: ['example.com'],
    create: false,
  }
  expect(Providers.safeParse([right]).success).toBe(true)
  expect(Providers.safeParse([{ ...right, ...wrong }]).success).toBe(false)
  expect(Providers.safeParse([right, right]).success).toBe(false)
})
