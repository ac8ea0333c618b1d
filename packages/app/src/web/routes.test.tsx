// Where an address leads: with and without a session.

import { all as allAlerts, allChannels } from '@flotta/features/alerts/incidents/contract.ts'
import { all as allAgreements } from '@flotta/features/fleet/agreements/contract.ts'
import {
  session as exchange,
  profile,
  userCustomer,
} from '@flotta/features/people/auth/contract.ts'
import { companyOf } from '@flotta/features/people/auth/web/testing.ts'
import { answer, answering, failing } from '@flotta/ui/testing.tsx'
import { beforeEach, expect, test, vi } from 'vitest'

const user = {
  id: 1,
  name: 'Marta',
  email: 'm@x.it',
  role: 'view',
  customer_id: 1,
  provider: false,
  language: 'it',
  max_users: 0,
  password_changed_at: '2026-11-01T00:00:00Z',
} as const
const customer = companyOf()
const signedIn = [
  answering(exchange, { token: 't', expires_at: new Date(Date.now() + 900_000).toISOString() }),
  answering(profile, user),
  answering(userCustomer, customer),
  answering(allAgreements, []),
  answering(allAlerts, []),
  answering(allChannels, []),
]
const stranger = [failing(exchange, 401, { message: 'no', code: 'unauthorized' })]

/** Opens an address on a fresh page; returns the address that it led to, and the screen that is shown. */
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
/** An address, and the screen that shows it. */
const SCREENS = {
  '/pois': '/pois',
  '/drivers/activity': '/drivers/activity',
  '/customers': '/customers',
  '/users': '/users',
  '/agreements': '/agreements',
  '/devices': '/devices',
  '/alerts': '/alerts',
  '/reports': '/reports',
  '/report?r=7': '/report',
  '/details/3': '/details/$vehicle_id',
  '/services': '/services',
} as const

test.each<[string, string, string, string]>([
  ['the first page', '/', '/login', '/login'],
  ['a page', '/global-map?v=3', '/login?next=%2Fglobal-map%3Fv%3D3', '/login'],
  [
    'an address that leads nowhere [navigation.31]',
    '/dove-sono',
    '/login?next=%2Fdove-sono',
    '/login',
  ],
  ['a deep one', '/fleets/3/colour', '/login?next=%2Ffleets%2F3%2Fcolour', '/login'],
  [
    'the reset link [navigation.25]',
    '/reset/abc/m%40x.it',
    '/reset/abc/m%40x.it',
    '/reset/$token/$email',
  ],
  ['the page of errors [navigation.28]', '/error-page', '/error-page', '/error-page'],
  ['the printing area', '/printer', '/printer/login?next=%2Fprinter', '/printer/login'],
  ['its scanner', '/printer/scanner', '/printer/login?next=%2Fprinter%2Fscanner', '/printer/login'],
  [
    'the label of a vehicle',
    '/printer/vehicle/12',
    '/printer/login?next=%2Fprinter%2Fvehicle%2F12',
    '/printer/login',
  ],
  [
    'a printer path that leads nowhere',
    '/printer/dove-sono',
    '/printer/login?next=%2Fprinter%2Fdove-sono',
    '/printer/login',
  ],
])('without a session: %s', async (_, from, address, screen) => {
  answer(...stranger)
  expect(await open(from)).toEqual({ address, screen, frame: false })
})
test.each<[string, string, string, string, boolean]>([
  ['the first page [navigation.1]', '/', '/dashboard', '/dashboard', true],
  ['the dashboard', '/dashboard', '/dashboard', '/dashboard', true],
  [
    'an address that leads nowhere stays within the frame [navigation.32]',
    '/dove-sono',
    '/dove-sono',
    '/$',
    true,
  ],
  ['the sign-in has nothing for them', '/login', '/dashboard', '/dashboard', true],
  ['the page of errors', '/error-page', '/error-page', '/error-page', false],
  ['the printing area’s sign-in', '/printer/login', '/dashboard', '/dashboard', true],
  ['the printing area [navigation.26]', '/printer', '/printer/scanner', '/printer/scanner', false],
  [
    'a printer path that leads nowhere stays within the frame',
    '/printer/dove-sono',
    '/printer/dove-sono',
    '/$',
    true,
  ],
])('with a session: %s', async (_, from, address, screen, frame) => {
  answer(...signedIn)
  expect(await open(from)).toEqual({ address, screen, frame })
})
test('each list, and each of its records, has its address [navigation.10, navigation.12, navigation.14, navigation.15, navigation.17, navigation.19, navigation.21, services.58]', async () => {
  answer(...signedIn, answering(profile, { ...user, role: 'edit', max_users: 5 }))
  vi.resetModules()
  window.history.replaceState(null, '', '/dashboard')
  const { router } = await import('./routes.tsx')
  await router.load()
  const led = []
  for (const address of Object.keys(SCREENS)) {
    await router.navigate({ href: address })
    led.push([router.state.location.href, router.state.matches.at(-1)?.staticData.screen?.path])
  }
  expect(led).toEqual(Object.entries(SCREENS))
})
test.each<[string, string, string, string]>([
  ['the first page', '/', '/printer/scanner', '/printer/scanner'],
  ['a page', '/vehicles', '/printer/scanner', '/printer/scanner'],
  ['an address that leads nowhere', '/dove-sono', '/printer/scanner', '/printer/scanner'],
  ['the sign-in', '/login', '/printer/scanner', '/printer/scanner'],
  ['the printing area’s sign-in', '/printer/login', '/printer/scanner', '/printer/scanner'],
  ['the printing area', '/printer', '/printer/scanner', '/printer/scanner'],
  [
    'the label of a vehicle [navigation.27]',
    '/printer/vehicle/12',
    '/printer/vehicle/12/date-range',
    '/printer/vehicle/$vehicleId/date-range',
  ],
  [
    'a receipt',
    '/printer/vehicle/12/preview?from=2026-11-21T00:00:00.000Z',
    '/printer/vehicle/12/preview?from=2026-11-21T00:00:00.000Z',
    '/printer/vehicle/$vehicleId/preview',
  ],
  [
    'a printer path that leads nowhere',
    '/printer/dove-sono',
    '/printer/scanner',
    '/printer/scanner',
  ],
])('a printing user: %s', async (_, from, address, screen) => {
  answer(
    ...signedIn.slice(0, 1),
    answering(profile, { ...user, role: 'printing' }),
    answering(userCustomer, customer),
  )
  const opened = await open(from)
  expect({ ...opened, address: decodeURIComponent(opened.address) }).toEqual({
    address,
    screen,
    frame: false,
  })
})
