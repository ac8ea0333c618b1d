// Where an address leads: with and without a session.
import { all as allAgreements } from '@flotta/features/agreements/contract.ts'
import { all as allAlerts, allChannels } from '@flotta/features/alerts/contract.ts'
import { session as exchange, profile, userCustomer } from '@flotta/features/auth/contract.ts'
import { answer, answering, failing } from '@flotta/ui/testing.tsx'
import { beforeEach, expect, test, vi } from 'vitest'

const user = {
  id: 1,
  name: 'Marta',
  email: 'm@x.it',
  role: 'view',
  customer_id: 1,
  language: 'it',
  max_users: 0,
  password_changed_at: '2026-11-01T00:00:00Z',
} as const
const customer = {
  id: 1,
  name: 'Aurora',
  vat_id: null,
  address: null,
  city: null,
  zip_code: null,
  region: null,
  email: null,
  phone: null,
  timezone: 'Europe/Rome',
  configurations: [],
}
const signedIn = [
  answering(exchange, { token: 't', expires_at: new Date(Date.now() + 900_000).toISOString() }),
  answering(profile, user),
  answering(userCustomer, customer),
  answering(allAgreements, []),
  answering(allAlerts, []),
  answering(allChannels, []),
]
const stranger = [failing(exchange, 401, { message: 'no', code: 'unauthorized' })]

/** Opens an address on a fresh page; the address that it led to, and the screen that answers. */
async function open(address: string) {
  vi.resetModules()
  window.history.replaceState(null, '', address)
  const { router } = await import('./routes.tsx')
  await router.load()
  return {
    address: router.state.location.href,
    screen: router.state.matches.at(-1)?.staticData.screen?.path,
    frame: router.state.matches.some(m => m.routeId === '/main'),
  }
}
beforeEach(() => window.history.replaceState(null, '', '/'))

test.each<[string, string, string, string]>([
  ['the first page', '/', '/login', '/login'],
  ['a page', '/global-map?v=3', '/login?next=%2Fglobal-map%3Fv%3D3', '/login'],
  ['an address that leads nowhere', '/dove-sono', '/login?next=%2Fdove-sono', '/login'],
  ['a deep one', '/fleets/3/colour', '/login?next=%2Ffleets%2F3%2Fcolour', '/login'],
  ['the reset link', '/reset/abc/m%40x.it', '/reset/abc/m%40x.it', '/reset/$token/$email'],
  ['the page of errors', '/error-page', '/error-page', '/error-page'],
])('without a session: %s', async (_, from, address, screen) => {
  answer(...stranger)
  expect(await open(from)).toEqual({ address, screen, frame: false })
})
test.each<[string, string, string, string, boolean]>([
  ['the first page', '/', '/dashboard', '/dashboard', true],
  ['the dashboard', '/dashboard', '/dashboard', '/dashboard', true],
  ['an address that leads nowhere stays within the frame', '/dove-sono', '/dove-sono', '/$', true],
  ['the sign-in has nothing for them', '/login', '/dashboard', '/dashboard', true],
  ['the page of errors', '/error-page', '/error-page', '/error-page', false],
])('with a session: %s', async (_, from, address, screen, frame) => {
  answer(...signedIn)
  expect(await open(from)).toEqual({ address, screen, frame })
})
