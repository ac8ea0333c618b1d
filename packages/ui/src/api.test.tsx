import { endpoint } from '@flotta/core/contract.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, call, messageOf } from './api.ts'
import { interruption } from './interruption.ts'
import { session } from './session.ts'
import { answer, answering, failing, offline, signIn } from './testing.tsx'

const things = endpoint({
  method: 'GET',
  path: '/things/:id',
  summary: '',
  allow: 'view',
  scope: 'customer',
  params: z.object({ id: z.number() }),
  query: z.object({ page: z.number().optional() }),
  reply: z.array(z.number()),
  etag: true,
})
const renewal = endpoint({
  method: 'POST',
  path: '/session',
  summary: '',
  allow: 'anyone',
  scope: 'none',
  reply: z.object({ token: z.string(), expires_at: z.string() }),
})
const creation = endpoint({
  method: 'POST',
  path: '/boxes',
  summary: '',
  allow: 'edit',
  scope: 'customer',
  body: z.object({ name: z.string() }),
  reply: z.object({ id: z.number() }),
  heeds: ['Idempotency-Key'],
})
const args = { params: { id: 3 }, query: {} }
const inMinutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it did not fail'),
    error => (error instanceof ApiError ? error : expect.fail(String(error))),
  )

beforeEach(signIn)

test('a call carries the token and the language, and returns only the data [api.5]', async () => {
  const requests = answer(answering(things, [1, 2]))
  expect(await call(things, { params: { id: 3 }, query: { page: 2 } })).toEqual([1, 2])
  expect(requests[0]?.path).toBe('/things/3?page=2')
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer test-token')
  expect(requests[0]?.headers.get('accept-language')).toBe('it')
})

test('a 304 gives the same object again [general.98]', async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) =>
    new Headers(init.headers).get('if-none-match') === '"one"'
      ? new Response(null, { status: 304 })
      : new Response('{"data":[7]}', { headers: { etag: '"one"' } }),
  )
  const first = await call(things, args)
  expect(await call(things, args)).toBe(first)
})

test('cached answers are dropped when the session ends', async () => {
  const validators: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    validators.push(new Headers(init.headers).get('if-none-match'))
    return new Response('{"data":[7]}', { headers: { etag: '"two"' } })
  })
  await call(things, { params: { id: 9 }, query: {} })
  session.end('signed_out')
  signIn()
  await call(things, { params: { id: 9 }, query: {} })
  expect(validators).toEqual([null, null])
})

test('several calls that get a 401 exchange the cookie once and are sent again', async () => {
  let exchanges = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/session')) {
      exchanges++
      return Response.json({ data: { token: 'fresh', expires_at: inMinutes(15) } })
    }
    return new Headers(init.headers).get('authorization') === 'Bearer fresh'
      ? Response.json({ data: [1] })
      : Response.json({ message: 'no', code: 'unauthorized' }, { status: 401 })
  })
  expect(
    await Promise.all([call(things, args), call(things, { params: { id: 4 }, query: {} })]),
  ).toEqual([[1], [1]])
  expect(exchanges).toBe(1)
})

test('while the sign-in covers the page its calls wait, and after it they are sent as they were, with the key that stores them once [navigation.82]', async () => {
  const goOn = vi.fn(async () => undefined)
  const stop = session.subscribe(() => {
    if (!session.snapshot().signedIn && interruption.snapshot() === null)
      interruption.begin({ href: '/fleets', login: '/login', email: 'm@x.it', goOn })
  })
  const requests: { path: string; key: string | null; token: string | null }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const token = headers.get('authorization')
    requests.push({ path, key: headers.get('idempotency-key'), token })
    if (token === 'Bearer fresh')
      return Response.json({ data: path.endsWith('/boxes') ? { id: 7 } : [1] })
    return Response.json({ message: 'no', code: 'unauthorized' }, { status: 401 })
  })
  const saving = call(creation, { body: { name: 'a' } })
  await vi.waitFor(() => expect(interruption.snapshot()?.href).toBe('/fleets'))
  const reading = call(things, args)
  const before = requests.length
  // somebody has signed in, but it is not known yet who
  session.begin({ token: 'fresh', expires_at: inMinutes(15) })
  await Promise.resolve()
  expect(requests).toHaveLength(before)
  interruption.end()
  expect(await saving).toEqual({ id: 7 })
  expect(await reading).toEqual([1])
  const saves = requests.filter(({ path }) => path.endsWith('/boxes'))
  expect(saves.map(({ token }) => token)).toEqual(['Bearer test-token', 'Bearer fresh'])
  expect(saves[0]?.key).toBe(saves[1]?.key)
  stop()
})
test('a page that is given up while its calls wait gets their refusal', async () => {
  answer(failing(things, 401, { message: 'no', code: 'unauthorized' }), failing(renewal, 401, {}))
  interruption.begin({ href: '/', login: '/login', email: '', goOn: async () => undefined })
  session.end('signed_out')
  const reading = failure(call(things, args))
  interruption.end()
  expect((await reading).status).toBe(401)
})
test('a 401 that the cookie cannot mend ends the session [auth.40]', async () => {
  const unauthorized = { message: 'Accedi', code: 'unauthorized' }
  answer(failing(things, 401, unauthorized), failing(renewal, 401, unauthorized))
  expect((await failure(call(things, args))).status).toBe(401)
  expect(session.snapshot()).toEqual({ signedIn: false, ended: 'expired' })
})

test.each(['a call', 'the exchange of the cookie'])(
  'a session that was ended elsewhere is recognised by %s',
  async by => {
    const elsewhere = { message: 'Chiusa', code: 'session_ended' }
    const plain = { message: 'Accedi', code: 'unauthorized' }
    answer(
      failing(things, 401, by === 'a call' ? elsewhere : plain),
      by === 'a call'
        ? answering(renewal, { token: 'n', expires_at: inMinutes(15) })
        : failing(renewal, 401, elsewhere),
    )
    await failure(call(things, args))
    expect(session.snapshot()).toEqual({ signedIn: false, ended: 'ended' })
  },
)

test('a 423 ends the session because the password expired [auth.41]', async () => {
  answer(failing(things, 423, { message: 'Scaduta', code: 'locked' }))
  await failure(call(things, args))
  expect(session.snapshot()).toEqual({ signedIn: false, ended: 'locked' })
})

test('a token near its end is renewed before it is used', async () => {
  session.begin({ token: 'old', expires_at: inMinutes(1) })
  const requests = answer(
    answering(renewal, { token: 'new', expires_at: inMinutes(15) }),
    answering(things, []),
  )
  await call(things, args)
  expect(requests.map(q => q.path)).toEqual(['/session', '/things/3'])
  expect(requests[1]?.headers.get('authorization')).toBe('Bearer new')
})

test('a server that cannot be reached is reported as such [general.89]', async () => {
  answer(offline(things))
  const error = await failure(call(things, args))
  expect(error.status).toBe(0)
  expect(messageOf(error)).toMatch(/non è raggiungibile/)
})

test('a 429 carries the time to wait, and a 422 the faults of each field [general.96]', async () => {
  answer(failing(things, 429, { message: 'x', code: 'too_many' }, { 'retry-after': '30' }))
  const wait = await failure(call(things, args))
  expect([wait.retryAfter, wait.message]).toEqual([30, 'x'])
  answer(failing(things, 429, { message: '', code: '' }, { 'retry-after': '30' }))
  expect((await failure(call(things, args))).message).toBe(
    'Troppe richieste: riprova tra 30 secondi.',
  )
  answer(failing(things, 422, { message: 'Controlla', code: 'invalid', data: { id: ['troppo'] } }))
  expect((await failure(call(things, args))).fields).toEqual({ id: ['troppo'] })
})

test.each([
  [400, {}, 'La richiesta non è riuscita. Riprova; se continua, contatta l’assistenza.'],
  [401, {}, 'Non sei autenticato: accedi di nuovo.'],
  [403, {}, 'Il tuo account non ha il permesso per questa operazione.'],
  [413, {}, 'La richiesta non è riuscita. Riprova; se continua, contatta l’assistenza.'],
  [423, {}, 'La password è scaduta: va reimpostata.'],
  [429, {}, 'Troppe richieste: attendi un momento e riprova.'],
  [503, {}, 'Il servizio si sta avviando o arrestando: riprova tra poco.'],
  [
    500,
    {},
    'Qualcosa è andato storto dal nostro lato: riprova; se continua, contatta l’assistenza.',
  ],
  [409, { message: 'Già chiuso' }, 'Già chiuso'],
] as const)(
  'a %i with %j says: %s [general.90, general.92, general.93, general.94]',
  async (status, body, says) => {
    answer(failing(things, status, body), failing(renewal, 401, {}))
    expect((await failure(call(things, args))).message).toBe(says)
  },
)

test('an answer that breaks the contract is found in development', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: ['one'] }))
  await expect(call(things, args)).rejects.toThrow()
})

test('a write whose answer was lost carries the same key again, and a new one once it was answered [general.106]', async () => {
  const keys: (string | null)[] = []
  const respond = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Response.json({ message: 'Guasto', code: 'failed' }, { status: 503 }),
    () => Response.json({ data: { id: 1 } }),
    () => Response.json({ data: { id: 2 } }),
  ]
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return respond[keys.length - 1]?.()
  })
  const save = () => call(creation, { body: { name: 'A' } })
  await failure(save())
  await failure(save())
  expect(await save()).toEqual({ id: 1 })
  expect(await save()).toEqual({ id: 2 })
  const [lost, failed, answered, next] = keys
  expect(lost).toMatch(/^[0-9a-f]{32}$/)
  expect([failed, answered]).toEqual([lost, lost])
  expect(next).not.toBe(lost)
})
test('two equal writes at once, as of a double click, carry one key, and another body another key', async () => {
  const requests = answer(answering(creation, { id: 1 }))
  await Promise.all(['A', 'A', 'B'].map(name => call(creation, { body: { name } })))
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
  expect(keys[0]).toBe(keys[1])
})
