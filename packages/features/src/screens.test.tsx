// The list of screens: who may open which, the menus, and the titles of addresses.

import type { Role } from '@flotta/core/contract.ts'
import { IconCar } from '@tabler/icons-react'
import { describe, expect, test } from 'vitest'
import { companyOf } from './people/auth/web/testing.ts'
import {
  type Account,
  crumbsOf,
  isForRole,
  isOpen,
  menuOf,
  redirects,
  type Screen,
  screenAt,
  screens,
} from './screens.ts'

const account = (role: Role, max_users = 0): Account => ({
  user: {
    id: 1,
    name: 'Marta',
    email: 'm@x.it',
    role,
    customer_id: 1,
    provider: false,
    language: 'it',
    max_users,
    password_changed_at: '2026-11-01T00:00:00Z',
  },
  customer: companyOf({ drivers_active: '1' }),
})
const load = async () => ({ default: () => null })
const rooms: readonly Screen[] = [
  { path: '/drivers', title: 'drivers', area: 'management', allow: 'view', icon: IconCar, load },
  {
    path: '/drivers/activity',
    title: 'activity',
    area: 'management',
    allow: 'edit',
    icon: IconCar,
    when: ({ customer }) =>
      customer.configurations.some(c => c.parameter === 'drivers_active' && c.value === '1'),
    load,
  },
  {
    path: '/customers',
    title: 'customers',
    area: 'management',
    allow: 'view',
    icon: IconCar,
    when: ({ user }) => user.max_users > 0,
    load,
  },
  {
    path: '/rooms/$name',
    title: 'rooms',
    one: word => (word === 'blue' ? 'rooms.blue' : undefined),
    area: 'main',
    allow: 'view',
    load,
  },
  { path: '/details/$vehicle_id', title: 'details', area: 'main', allow: 'view', load },
  { path: '/$', title: 'missing', area: 'main', allow: 'signed_in', load },
]

test('every address is answered once, and every lead goes to a screen [navigation.2]', () => {
  const paths = [...screens, ...redirects].map(s => s.path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(redirects.map(({ to }) => screenAt(to)?.path)).toEqual(redirects.map(({ to }) => to))
})
test.each<[string, string, Account, boolean]>([
  ['a reader opens what readers may', '/drivers', account('view'), true],
  [
    'a reader does not open what editors may [navigation.54]',
    '/drivers/activity',
    account('view'),
    false,
  ],
  ['an editor does', '/drivers/activity', account('edit'), true],
  ['nobody opens it while its condition does not hold', '/customers', account('control', 0), false],
  ['it opens once the condition holds', '/customers', account('view', 5), true],
  ['a printing user has no room here', '/drivers', account('printing'), false],
])('%s', (_, path, who, expected) => {
  const screen = screenAt(path, rooms)
  expect(screen !== undefined && isOpen(screen, who)).toBe(expected)
})
test('a screen that the company lacks is told apart from one that is not for the person [navigation.79]', () => {
  const isForRoleAt = (path: string, who: Account) => {
    const screen = screenAt(path, rooms)
    return screen !== undefined && isForRole(screen, who)
  }
  expect(isForRoleAt('/customers', account('control', 0))).toBe(true)
  expect(isForRoleAt('/drivers/activity', account('view'))).toBe(false)
})
test('a menu has what has an icon and is open, in the order of the list [navigation.53]', () => {
  expect(menuOf('management', account('view', 5), rooms).map(s => s.title)).toEqual([
    'drivers',
    'customers',
  ])
  expect(menuOf('main', account('view'), rooms)).toEqual([])
})
test.each<[string, Account, readonly (readonly [string, boolean])[]]>([
  [
    'dimmed, leading to a page beside the app, while its condition does not hold',
    account('view'),
    [['register', true]],
  ],
  [
    'live once it does',
    {
      ...account('view'),
      customer: {
        ...account('view').customer,
        configurations: [{ parameter: 't_check', value: '1' }],
      },
    },
    [['register', false]],
  ],
  ['for nobody who may not open it in any case', account('printing'), []],
])('an entry that has something instead stands in the menu %s', (_, who, expected) => {
  const register: Screen = {
    path: '/temperature-register',
    title: 'register',
    area: 'main',
    allow: 'view',
    icon: IconCar,
    when: ({ customer }) =>
      customer.configurations.some(c => c.parameter === 't_check' && c.value === '1'),
    instead: language => `/news/${language}/temperature-register.html`,
    load,
  }
  expect(menuOf('main', who, [register]).map(s => [s.title, s.isDimmed])).toEqual(expected)
})
test('the temperature register is live for who has it, and tells others what it is in their language [navigation.59]', () => {
  const entry = menuOf('management', account('view')).find(s => s.path === '/temperature-register')
  expect([entry?.isDimmed, entry?.instead?.('de')]).toEqual([
    true,
    '/news/de/temperature-register.html',
  ])
})
test.each<[string, string, Account, Account]>([
  [
    'the customers only for who may add some [navigation.55]',
    '/customers',
    account('edit', 1),
    account('edit', 0),
  ],
  [
    'the activities of drivers only where these are on [navigation.56]',
    '/drivers/activity',
    account('view'),
    { ...account('view'), customer: companyOf({ drivers_active: '0' }) },
  ],
  [
    'operating costs only where these are on [navigation.57, costs.27]',
    '/tcos',
    { ...account('view'), customer: companyOf({ tos_active: '1' }) },
    account('view'),
  ],
])('the menus have %s', (_, path, shown, hidden) => {
  const isListed = (who: Account) =>
    (['main', 'management'] as const).some(area => menuOf(area, who).some(s => s.path === path))
  expect([isListed(shown), isListed(hidden)]).toEqual([true, false])
})
test('the temperature register is live for a company that has it [navigation.58]', () => {
  const company = { ...account('view'), customer: companyOf({ t_check: '1' }) }
  const entry = menuOf('management', company).find(s => s.path === '/temperature-register')
  expect(entry?.isDimmed).toBe(false)
})
describe('an address says where it is [navigation.63]', () => {
  test.each<[string, readonly (string | undefined)[]]>([
    ['/', []],
    ['/drivers', ['drivers']],
    ['/drivers/activity', ['drivers', 'activity']],
    ['/details/12', ['details']],
    ['/details', [undefined]],
    ['/rooms/blue', ['rooms.blue']],
    ['/rooms/red', [undefined]],
    ['/drivers/activity/today', ['drivers', 'activity', undefined]],
  ])('%s', (pathname, titles) =>
    expect(crumbsOf(pathname, rooms).map(c => c.title)).toEqual(titles),
  )
  test('a last segment that no screen has is said as it is', () =>
    expect(crumbsOf('/dove%20sono', rooms)).toEqual([{ path: '/dove%20sono', word: 'dove sono' }]))
})
