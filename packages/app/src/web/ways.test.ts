// The rules of the route guard, one by one (navigation.33 to navigation.45).
import { describe, expect, test } from 'vitest'
import { leadsTo, loginOf, type Standing } from './ways.ts'

const addresses = {
  login: '/login',
  'the printer’s login': '/printer/login',
  'a reset link': '/reset/abc/m%40x.it',
  'the first page': '/',
  'a page': '/vehicles',
  'a deep page': '/details/12',
  'an address that leads nowhere': '/dove-sono',
  'the own account': '/account',
  'the area of the installation': '/provider/customers',
  'the printing area': '/printer',
  'the scanner': '/printer/scanner',
  'the label of a vehicle': '/printer/vehicle/12',
  'a period': '/printer/vehicle/12/date-range',
  'a receipt': '/printer/vehicle/12/preview',
  'a printer path that leads nowhere': '/printer/dove-sono',
  'a page whose name begins alike': '/printers',
  'a sign-in that leads nowhere': '/login/again',
} as const

/** Where each address leads: without a token, for a printing user, for everybody else; null: it stays. */
const table: readonly (readonly [
  keyof typeof addresses,
  nobody: string | null,
  printing: string | null,
  others: string | null,
])[] = [
  ['login', null, '/printer/login', '/'],
  ['the printer’s login', null, '/printer', '/login'],
  ['a reset link', null, '/printer', '/'],
  ['the first page', '/login', '/printer', null],
  ['a page', '/login', '/printer', null],
  ['a deep page', '/login', '/printer', null],
  ['an address that leads nowhere', '/login', '/printer', null],
  ['the own account', '/login', '/printer', null],
  ['the area of the installation', '/login', '/printer', null],
  ['the printing area', '/printer/login', null, null],
  ['the scanner', '/printer/login', null, null],
  ['a receipt', '/printer/login', null, null],
  ['the label of a vehicle', '/printer/login', null, null],
  ['a period', '/printer/login', null, null],
  ['a printer path that leads nowhere', '/printer/login', '/printer', null],
  ['a page whose name begins alike', '/login', '/printer', null],
  ['a sign-in that leads nowhere', '/login', '/printer', null],
]

test('the table names every address', () =>
  expect(table.map(([name]) => name).sort()).toEqual(Object.keys(addresses).sort()))
describe.each(table)('%s', (name, nobody, printing, others) => {
  const path = addresses[name]
  test(`without a token: ${nobody ?? 'stays'} [navigation.33]`, () =>
    expect(leadsTo(path, null)).toBe(nobody))
  test(`a printing user: ${printing ?? 'stays'} [navigation.42, navigation.45]`, () =>
    expect(leadsTo(path, 'printing')).toBe(printing))
  test.each<[Standing]>([['view'], ['edit'], ['control']])(
    `%s: ${others ?? 'stays'} [navigation.41]`,
    role => expect(leadsTo(path, role)).toBe(others),
  )
  test('a provider without a company stays in the area of the installation and in the own account [navigation.74]', () => {
    const isOpen = path === '/account' || path.startsWith('/provider')
    const away = path === '/printer/login' ? '/login' : '/provider'
    expect(leadsTo(path, 'provider')).toBe(isOpen ? null : away)
  })
})
test.each<[Standing | null]>([[null], ['printing'], ['view'], ['edit'], ['control'], ['provider']])(
  'the steps of %s come to an end within three',
  role => {
    for (const path of Object.values(addresses)) {
      let at: string = path
      let steps = 0
      for (let next = leadsTo(at, role); next !== null; next = leadsTo(at, role)) {
        at = next
        expect(++steps, path).toBeLessThanOrEqual(3)
      }
    }
  },
)
test('a printer path goes to its own login, everything else to the other [navigation.34, navigation.35]', () => {
  expect([
    loginOf('/printer/scanner'),
    loginOf('/printer'),
    loginOf('/vehicles'),
    loginOf('/'),
  ]).toEqual(['/printer/login', '/printer/login', '/login', '/login'])
})
