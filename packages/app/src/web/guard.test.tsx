import { all as allAlerts, allChannels } from '@flotta/features/alerts/incidents/contract.ts'
import { all as allAgreements } from '@flotta/features/fleet/agreements/contract.ts'
import {
  session as exchange,
  profile,
  userCustomer,
} from '@flotta/features/people/auth/contract.ts'
import { companyOf } from '@flotta/features/people/auth/web/testing.ts'
import { setPreference } from '@flotta/ui/preferences.ts'
import { session } from '@flotta/ui/session.ts'
import { answer, answering, failing, offline, signIn } from '@flotta/ui/testing.tsx'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { isRedirect } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'

const user = {
  id: 1,
  name: 'Marta',
  email: 'm@x.it',
  role: 'edit',
  customer_id: 1,
  provider: false,
  language: 'de',
  max_users: 0,
  password_changed_at: '2026-11-01T00:00:00Z',
} as const
const customer = companyOf()
const token = { token: 't', expires_at: new Date(Date.now() + 900_000).toISOString() }
const unauthorizedAnswer = { message: 'no', code: 'unauthorized' }
const catalogues = [
  answering(allAgreements, []),
  answering(allAlerts, []),
  answering(allChannels, []),
]
const printing = [
  answering(exchange, token),
  answering(profile, { ...user, role: 'printing' }),
  answering(userCustomer, customer),
]
const signedInAnswers = [answering(profile, user), answering(userCustomer, customer), ...catalogues]

/** Loads the module anew, since the guard starts once for each page load. */
async function load() {
  vi.resetModules()
  const [{ enter, pass }, { session: fresh }] = await Promise.all([
    import('./guard.ts'),
    import('@flotta/ui/session.ts'),
  ])
  const at = (href: string) => ({ href, pathname: href.replace(/\?.*/, '') })
  return { enter: (href: string) => enter(at(href)), pass: (href: string) => pass(at(href)), fresh }
}
const redirection = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no redirect',
    error => (isRedirect(error) ? { to: error.options.to, search: error.options.search } : error),
  )

beforeEach(() => {
  session.end('signed_out')
  setPreference('language', 'it')
})

test('without a session every page redirects to the sign-in, which leads back to it', async () => {
  answer(failing(exchange, 401, unauthorizedAnswer))
  const { enter, fresh } = await load()
  expect(await redirection(enter('/global-map?v=3'))).toEqual({
    to: '/login',
    search: { next: '/global-map?v=3' },
  })
  expect(fresh.snapshot().ended).toBeNull()
})
test('the cookie opens a session; person, customer and catalogues are read [navigation.38, navigation.47]', async () => {
  const requests = answer(answering(exchange, token), ...signedInAnswers)
  const { enter } = await load()
  await enter('/')
  expect(requests.map(q => q.path).sort()).toEqual([
    '/agreements/all',
    '/alerts/all',
    '/alerts/channels',
    '/profile',
    '/session',
    '/user/customer',
  ])
})
test('an unreachable server does not lead to the sign-in', async () => {
  answer(offline(exchange))
  const { enter } = await load()
  expect(await redirection(enter('/'))).toBeInstanceOf(Error)
  answer(answering(exchange, token), ...signedInAnswers)
  await enter('/')
})
test('a profile that cannot be read ends the session', async () => {
  const { enter } = await load()
  answer(
    answering(exchange, token),
    failing(profile, 423, { message: 'x', code: 'locked' }),
    answering(userCustomer, customer),
  )
  expect(await redirection(enter('/'))).toEqual({ to: '/login', search: {} })
})
test.each([
  [
    'the profile',
    [failing(profile, 404, { message: 'x', code: 'not_found' }), answering(userCustomer, customer)],
  ],
  [
    'the company',
    [answering(profile, user), failing(userCustomer, 403, { message: 'x', code: 'forbidden' })],
  ],
])(
  '%s that is refused ends the session and leads to the sign-in [navigation.39]',
  async (_, answers) => {
    const { enter, fresh } = await load()
    answer(answering(exchange, token), ...answers)
    expect(await redirection(enter('/vehicles'))).toMatchObject({ to: '/login' })
    expect(fresh.snapshot().signedIn).toBe(false)
  },
)
test.each([
  ['away', [offline(profile), answering(userCustomer, customer)]],
  [
    'starting',
    [answering(profile, user), failing(userCustomer, 503, { message: 'x', code: 'unavailable' })],
  ],
  [
    'broken',
    [failing(profile, 500, { message: 'x', code: 'failed' }), answering(userCustomer, customer)],
  ],
  [
    'busy',
    [failing(profile, 429, { message: 'x', code: 'too_many' }), answering(userCustomer, customer)],
  ],
])(
  'a server that is %s once the session is open ends no session [navigation.40]',
  async (_, answers) => {
    const { enter, fresh } = await load()
    answer(answering(exchange, token), ...answers)
    expect(await redirection(enter('/vehicles'))).toBeInstanceOf(Error)
    expect(fresh.snapshot().signedIn).toBe(true)
  },
)
test('the printing area redirects to its own sign-in, also when the profile cannot be read', async () => {
  answer(failing(exchange, 401, unauthorizedAnswer))
  expect(await redirection((await load()).enter('/printer/scanner'))).toEqual({
    to: '/printer/login',
    search: { next: '/printer/scanner' },
  })
  answer(
    answering(exchange, token),
    failing(profile, 401, unauthorizedAnswer),
    answering(userCustomer, customer),
  )
  expect(await redirection((await load()).enter('/printer/scanner'))).toMatchObject({
    to: '/printer/login',
  })
})
test('a printing user keeps the session, is redirected to the printing area, and makes no call that would be refused', async () => {
  const requests = answer(...printing)
  const { enter, fresh } = await load()
  expect(await redirection(enter('/vehicles'))).toMatchObject({ to: '/printer', search: undefined })
  await enter('/printer/scanner')
  expect(fresh.snapshot()).toEqual({ signedIn: true, ended: null })
  expect(requests.map(q => q.path).sort()).toEqual(['/profile', '/session', '/user/customer'])
})
test('a provider without a company keeps the session, and the catalogues of companies are not loaded [users.45]', async () => {
  const requests = answer(
    answering(exchange, token),
    answering(profile, { ...user, role: null, customer_id: null, provider: true }),
    failing(userCustomer, 403, { message: 'x', code: 'forbidden' }),
  )
  const { enter, fresh } = await load()
  await enter('/account')
  expect(fresh.snapshot()).toEqual({ signedIn: true, ended: null })
  expect(requests.map(q => q.path).sort()).toEqual(['/profile', '/session', '/user/customer'])
})
test('the sign-in page redirects people who are signed in, and stays for others [navigation.43, navigation.44]', async () => {
  answer(answering(exchange, token), ...signedInAnswers)
  expect(await redirection((await load()).pass('/login'))).toMatchObject({ to: '/' })
  expect(await redirection((await load()).pass('/printer/login'))).toMatchObject({ to: '/login' })
  answer(...printing)
  expect(await redirection((await load()).pass('/login'))).toMatchObject({ to: '/printer/login' })
  expect(await redirection((await load()).pass('/printer/login'))).toMatchObject({ to: '/printer' })
  answer(failing(exchange, 401, unauthorizedAnswer))
  expect(await redirection((await load()).pass('/login'))).toBe('no redirect')
  answer(offline(exchange))
  expect(await redirection((await load()).pass('/printer/login'))).toBe('no redirect')
})
test('a browser keeps the language that was chosen in it [general.7]', async () => {
  signIn()
  answer(answering(exchange, token), ...signedInAnswers)
  await (await load()).enter('/')
  expect(currentLanguage()).toBe('it')
})
