// Passkeys through the contract, created and used by a software authenticator.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '../../testing/app.ts'
import * as auth from '../auth/contract.ts'
import * as contract from './contract.ts'
import { softwareAuthenticator } from './testing-authenticator.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const HOST = 'localhost'
const ORIGIN = 'http://localhost'
const person = async (configurations: Record<string, string> = {}) =>
  app.make.user((await app.make.customer({ configurations })).id, 'control')
const login = (email: string) =>
  app.with(null).call(auth.login, { body: { email, password: PASSWORD } })
async function enrol(origin = ORIGIN) {
  const user = await person()
  const caller = await app.as(user)
  const device = softwareAuthenticator(HOST, origin)
  const { challenge } = (await caller.call(contract.passkeyOptions, { body: {} })).data
  const credential = device.create(challenge)
  const answer = await caller.call(contract.addPasskey, { body: { credential, name: 'Laptop' } })
  return { user, caller, device, credential, answer }
}
async function ticketOf(email: string) {
  const { failure } = await login(email)
  return { ticket: failure.data?.ticket?.[0] ?? '', methods: failure.data?.methods }
}
const prove = (ticket: string, credential: contract.Credential) =>
  app.with(null).call(contract.loginFactor, { body: { ticket, method: 'passkey', credential } })
const optionsFor = (ticket: string) =>
  app.with(null).call(contract.loginFactorOptions, { body: { ticket } })

test('a passkey is enrolled with recovery codes, and signs in as second factor [auth.84, auth.89]', async () => {
  const { user, caller, device, answer } = await enrol()
  expect(answer.data).toMatchObject({ type: 'passkey', name: 'Laptop' })
  expect(answer.data.recovery_codes).toHaveLength(10)
  expect((await caller.call(contract.factors, {})).data).toHaveLength(1)
  const { ticket, methods } = await ticketOf(user.email)
  expect(methods).toEqual(['passkey', 'recovery'])
  const options = (await optionsFor(ticket)).data
  expect(options.allowCredentials).toMatchObject([{ id: device.get('x').id }])
  const signed = await prove(ticket, device.get(options.challenge))
  expect((await app.with(signed.data.token).call(auth.profile, {})).status).toBe(200)
})
test('a second passkey changes no recovery codes, and the same passkey is refused', async () => {
  const { caller, credential } = await enrol()
  const { challenge } = (await caller.call(contract.passkeyOptions, { body: {} })).data
  const strange = softwareAuthenticator(HOST, ORIGIN).create(challenge)
  const added = await caller.call(contract.addPasskey, { body: { credential: strange } })
  expect(added.data.recovery_codes).toBeNull()
  const again = await caller.call(contract.addPasskey, { body: { credential } })
  expect([again.status, Object.keys(again.failure.data ?? {})]).toEqual([422, ['credential']])
})
test('a passkey of another origin is refused [auth.105]', async () => {
  expect((await enrol('https://flotta.example')).answer.status).toBe(422)
  const { user } = await enrol()
  const { ticket } = await ticketOf(user.email)
  const { challenge } = (await optionsFor(ticket)).data
  const stranger = softwareAuthenticator(HOST, ORIGIN)
  expect((await prove(ticket, stranger.get(challenge))).status).toBe(401)
})
test('a signature is accepted once, for its own challenge and its own person [auth.105]', async () => {
  const { user, device } = await enrol()
  const first = await ticketOf(user.email)
  const { challenge } = (await optionsFor(first.ticket)).data
  const signed = device.get(challenge)
  const { ticket } = await ticketOf(user.email)
  expect((await prove(first.ticket, signed)).status).toBe(200)
  expect((await prove(ticket, signed)).status).toBe(401)
  expect((await prove(ticket, device.get('bm8gY2hhbGxlbmdl'))).status).toBe(401)
  const neighbour = await enrol()
  const theirs = await ticketOf(neighbour.user.email)
  const options = (await optionsFor(theirs.ticket)).data
  expect((await prove(theirs.ticket, device.get(options.challenge))).status).toBe(401)
  expect((await prove(ticket, { id: 'x' })).status).toBe(401)
})
test('a passkey gives one fresh proof for an action that needs one [auth.92]', async () => {
  const { user, device } = await enrol()
  const caller = await app.as(user)
  const { challenge } = (await caller.call(contract.stepUpOptions, {})).data
  const credential = device.get(challenge)
  expect((await caller.call(contract.stepUp, { body: { credential } })).status).toBe(200)
  expect((await caller.call(contract.stepUp, { body: { credential } })).status).toBe(422)
})
test('the ticket of an enrolment enrols a passkey and signs in [auth.91]', async () => {
  const user = await person({ second_factor: 'required' })
  const { ticket } = await ticketOf(user.email)
  const caller = app.with(ticket)
  const { challenge } = (await caller.call(contract.passkeyOptions, { body: {} })).data
  const credential = softwareAuthenticator(HOST, ORIGIN).create(challenge)
  const answer = await caller.call(contract.addPasskey, { body: { credential } })
  expect(answer.headers['set-cookie']).toMatch(/flotta_session=/)
})

const challengeAlone = async () =>
  (await app.with(null).call(contract.loginPasskeyOptions, {})).data.challenge
const enter = (credential: contract.Credential) =>
  app.with(null).call(contract.loginPasskey, { body: { credential } })
test('a passkey signs in alone and counts as both factors [auth.116]', async () => {
  const { user, device } = await enrol()
  const options = (await app.with(null).call(contract.loginPasskeyOptions, {})).data
  expect(options).toMatchObject({ userVerification: 'required', rpId: HOST })
  expect(options.allowCredentials ?? []).toEqual([])
  const credential = device.get(options.challenge)
  const answer = await enter(credential)
  const caller = app.with(answer.data.token)
  expect((await caller.call(auth.profile, {})).data).toMatchObject({ id: user.id })
  expect(answer.headers['set-cookie']).toMatch(/flotta_session/)
  // the fresh proof of the sign-in gives access to the own factors
  expect((await caller.call(contract.renewRecoveryCodes, {})).status).toBe(200)
  expect((await enter(credential)).status).toBe(401)
})
test('unknown passkeys, old challenges and devices that verified nobody are refused [auth.117]', async () => {
  const { user, device } = await enrol()
  const refusal = async (credential: contract.Credential) => {
    const answer = await enter(credential)
    return [answer.status, Object.keys(answer.failure.data ?? {})]
  }
  const refused = [401, ['credential']]
  expect(await refusal(device.get(await challengeAlone(), false))).toEqual(refused)
  expect(await refusal(device.get('bm8gY2hhbGxlbmdl'))).toEqual(refused)
  expect(await refusal(softwareAuthenticator(HOST, ORIGIN).get(await challengeAlone()))).toEqual(
    refused,
  )
  // a challenge for the second step cannot be used for a sign-in by the passkey alone
  const { ticket } = await ticketOf(user.email)
  const { challenge } = (await optionsFor(ticket)).data
  expect(await refusal(device.get(challenge))).toEqual(refused)
  const late = device.get(await challengeAlone())
  app.clock.now += 5 * 60_000 + 1
  expect(await refusal(late)).toEqual(refused)
  await app.ctx.pool.query('update users set disabled = true where id = $1', [user.id])
  expect(await refusal(device.get(await challengeAlone()))).toEqual(refused)
})
