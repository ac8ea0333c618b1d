// Sign-in by a real identity provider, `oidc-provider`, on this machine: both ways of client authentication, and the claims about a person.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { profile, session } from '../auth/contract.ts'

const directory = mkdtempSync(join(tmpdir(), 'flotta-oidc-'))
const SECRET = 'a secret of more than thirty-two characters'
const methods = ['client_secret_basic', 'client_secret_post'] as const
let app: TestApp
let closeProvider: () => Promise<void>

/** @returns its issuer */
async function openRealProvider(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const provider = new Provider(issuer, {
    clients: methods.map(method => ({
      client_id: method,
      client_secret: SECRET,
      redirect_uris: [`http://localhost/login/oidc/${method}/callback`],
      token_endpoint_auth_method: method,
    })),
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: true,
        name: 'Ada Rossi',
        groups: ['fleet'],
      }),
    }),
    features: { devInteractions: { enabled: true } },
  })
  server.on('request', provider.callback())
  closeProvider = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return issuer
}

beforeAll(async () => {
  const issuer = await openRealProvider()
  const file = join(directory, 'oidc.json')
  const providers = methods.map(method => ({
    id: method,
    name: method,
    issuer,
    client_id: method,
    client_secret: SECRET,
    domains: ['example.com'],
    customer_id: 1,
    role_claim: 'groups',
    roles: { fleet: 'edit' },
    create: true,
  }))
  writeFileSync(file, JSON.stringify(providers))
  app = await testApp({ env: { FLOTTA_OIDC_FILE: file } })
  expect((await app.make.customer()).id).toBe(1)
})
afterAll(async () => {
  await app.close()
  await closeProvider()
  rmSync(directory, { recursive: true })
})

/** A browser that remembers the cookies of the provider. */
class Browser {
  readonly #cookies = new Map<string, string>()
  async go(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([k, v]) => `${k}=${v}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }
}
const target = (response: Response, base: string): string =>
  new URL(response.headers.get('location') ?? '', base).href
/** Signs in at the provider, agrees, and is led back. @returns the address of our callback */
async function signInAt(first: string, login: string): Promise<string> {
  const browser = new Browser()
  let url = first
  for (let step = 0; step < 12; step++) {
    if (url.startsWith('http://localhost/')) return url
    const page = await browser.go(url)
    if (page.status >= 300 && page.status < 400) url = target(page, url)
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(await page.text())?.[1] ?? 'login'
      const form = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt }
      url = target(await browser.go(url, form), url)
    }
  }
  throw new Error('the provider does not lead back')
}

test.each(methods)(
  'a person signs in with PKCE by %s, with the address and role of the provider’s userinfo [auth.80, auth.81, auth.111]',
  async method => {
    const there = await app.server.app.inject({ method: 'GET', url: `/login/oidc/${method}` })
    const login = method.replaceAll('_', '.')
    const back = new URL(await signInAt(String(there.headers.location), login))
    const cookie = /flotta_visit=[^;]+/.exec(String(there.headers['set-cookie']))?.[0] ?? ''
    const end = await app.server.app.inject({
      method: 'GET',
      url: `${back.pathname}${back.search}`,
      headers: { cookie },
    })
    expect([end.statusCode, end.headers.location]).toEqual([303, '/'])
    const opened = /flotta_session=[^;]+/.exec([end.headers['set-cookie']].flat().join('\n'))?.[0]
    const headers = { cookie: opened ?? '' }
    const { token } = (await app.with(null).call(session, {}, { headers })).data
    expect((await app.with(token).call(profile, {})).data).toMatchObject({
      email: `${login}@example.com`,
      name: 'Ada Rossi',
      role: 'edit',
      customer_id: 1,
    })
  },
)
