// SCIM as a directory uses it: people and groups of one company, in the forms of Entra and Okta, and what the token opens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, PASSWORD, type TestApp, testApp, type User } from '../../testing/app.ts'
import { audit } from '../audit/contract.ts'
import * as auth from '../auth/contract.ts'
import { users } from '../users/contract.ts'
import { forgetRemoved } from '../users/queries.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Json = Record<string, unknown>
interface Directory {
  readonly owner: User
  readonly caller: Caller
  readonly token: string
  ask(method: Method, path: string, body?: Json): Promise<Reply>
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface Reply {
  readonly status: number
  readonly body: Json
  readonly type: string
}
const asking =
  (token: string): Directory['ask'] =>
  async (method, path, body) => {
    const response = await app.server.app.inject({
      method,
      url: `/scim/v2/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/scim+json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    await app.ctx.changes.heard()
    return {
      status: response.statusCode,
      body: response.payload === '' ? {} : JSON.parse(response.payload),
      type: String(response.headers['content-type']),
    }
  }
async function directory(role: 'edit' | 'control' = 'edit'): Promise<Directory> {
  const owner = await app.make.user((await app.make.customer()).id, role)
  const caller = await app.as(owner)
  const body = { name: 'Entra', role, directory: true, password: PASSWORD }
  const { token } = (await caller.call(auth.createToken, { body })).data
  return { owner, caller, token, ask: asking(token) }
}
const address = () => `${crypto.randomUUID()}@example.com`
const person = (userName = address(), more: Json = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Ada', familyName: 'Rossi' },
  active: true,
  ...more,
})
const patch = (...Operations: Json[]) => ({ schemas: [PATCH], Operations })
const makePerson = async ({ ask }: Directory, more: Json = {}) => {
  const { body } = await ask('POST', 'Users', person(undefined, more))
  return String(body.id)
}
const roleOf = async ({ caller }: Directory, id: string) =>
  (await caller.call(users.one, { params: { id: Number(id) } })).data.role

describe('the description of the server', () => {
  test('has its configuration, its resources and their attributes [directory.2]', async () => {
    const { ask } = await directory()
    const config = await ask('GET', 'ServiceProviderConfig')
    expect([config.status, config.type]).toEqual([200, 'application/scim+json; charset=utf-8'])
    expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
    const types = await ask('GET', 'ResourceTypes')
    expect(types.body).toMatchObject({
      totalResults: 2,
      Resources: [{ id: 'User' }, { id: 'Group' }],
    })
    expect((await ask('GET', 'ResourceTypes/Group')).body).toMatchObject({ endpoint: '/Groups' })
    const schemas = (await ask('GET', 'Schemas')).body
    expect(schemas).toMatchObject({ totalResults: 2 })
    const user = await ask('GET', 'Schemas/urn:ietf:params:scim:schemas:core:2.0:User')
    expect(user.body).toMatchObject({ name: 'User' })
    for (const path of ['Schemas/none', 'Things', 'Users/1/2'])
      expect((await ask('GET', path)).status).toBe(404)
  })
})

describe('a person', () => {
  test('is made without an invitation, found by name, changed and removed [directory.1, directory.3]', async () => {
    const entra = await directory()
    const name = address()
    const form = person(name, { externalId: 'x-1', displayName: 'Ada Rossi' })
    const answer = await entra.ask('POST', 'Users', form)
    expect(answer.status).toBe(201)
    const id = String(answer.body.id)
    expect(answer.body).toMatchObject({
      userName: name,
      externalId: 'x-1',
      displayName: 'Ada Rossi',
      active: true,
      name: { givenName: 'Ada', familyName: 'Rossi' },
      meta: { resourceType: 'User', location: `http://localhost/scim/v2/Users/${id}` },
    })
    const mails = await app.ctx.pool.query('select 1 from mails where recipient = $1', [name])
    expect(mails.rows).toEqual([])
    const filter = encodeURIComponent(`userName eq "${name.toUpperCase()}"`)
    const results = await entra.ask('GET', `Users?filter=${filter}`)
    expect(results.body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    const none = encodeURIComponent('userName eq "nobody@example.com"')
    expect((await entra.ask('GET', `Users?filter=${none}`)).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    })
    const replacement = await entra.ask(
      'PUT',
      `Users/${id}`,
      person(name, { displayName: 'Ida Verdi' }),
    )
    expect(replacement.body).toMatchObject({ displayName: 'Ida Verdi' })
    expect(replacement.body.externalId).toBeUndefined()
    expect((await entra.ask('DELETE', `Users/${id}`)).status).toBe(204)
    expect((await entra.ask('GET', `Users/${id}`)).status).toBe(404)
  })
  test.each([
    ['Entra', { op: 'Replace', path: 'active', value: 'False' }],
    ['Okta', { op: 'replace', value: { active: false } }],
  ])(
    'whom %s switches off loses access at once, and may come back [directory.5]',
    async (_, operation) => {
      const entra = await directory()
      const user = await app.make.user(entra.owner.customer_id, 'view')
      const session = await app.as(user)
      const created = await session.call(auth.createToken, {
        body: { name: 'ERP', role: 'view', password: PASSWORD },
      })
      const off = await entra.ask('PATCH', `Users/${user.id}`, patch(operation))
      expect([off.status, off.body.active]).toEqual([200, false])
      for (const token of [session.token, created.data.token])
        expect((await app.with(token).call(auth.profile, {})).status).toBe(401)
      const login = () =>
        app.with(null).call(auth.login, { body: { email: user.email, password: PASSWORD } })
      expect((await login()).status).toBe(401)
      await entra.ask(
        'PATCH',
        `Users/${user.id}`,
        patch({ op: 'add', path: 'active', value: true }),
      )
      expect((await login()).status).toBe(200)
    },
  )
  test('gets the address that the directory gives, and the old address gets a mail [directory.7]', async () => {
    const entra = await directory()
    const user = await app.make.user(entra.owner.customer_id, 'view')
    const session = await app.as(user)
    const next = address()
    const change = patch({ op: 'Replace', path: 'userName', value: next })
    expect((await entra.ask('PATCH', `Users/${user.id}`, change)).body.userName).toBe(next)
    expect((await session.call(auth.profile, {})).status).toBe(401)
    const { rows } = await app.ctx.pool.query('select body from mails where recipient = $1', [
      user.email,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).toContain('/address/undo/')
  })
  test.each([
    ['an address that is taken', 409, 'uniqueness'],
    ['a name that is no address', 400, 'invalidValue'],
    ['no name', 400, 'invalidValue'],
  ])('with %s is refused with %d %s [directory.11]', async (what, status, scimType) => {
    const entra = await directory()
    const existing = (await app.make.user((await app.make.customer()).id, 'view')).email
    const names = { 'an address that is taken': existing, 'a name that is no address': 'ada' }
    const form = person(names[what as keyof typeof names] ?? '')
    const answer = await entra.ask('POST', 'Users', form)
    expect([answer.status, answer.body.scimType, answer.body.status]).toEqual([
      status,
      scimType,
      String(status),
    ])
  })
  test.each([
    ['no user name', 'POST', 'Users', {}, 'invalidValue'],
    ['a user name of another kind', 'POST', 'Users', { userName: 7 }, 'invalidValue'],
    ['no display name', 'POST', 'Groups', { members: [] }, 'invalidValue'],
    ['no operations', 'PATCH', 'Users/1', {}, 'invalidSyntax'],
  ] as const)(
    'is refused with the word of the protocol for a body with %s [directory.11]',
    async (_, method, path, body, scimType) => {
      const entra = await directory()
      const target = path === 'Users/1' ? `Users/${await makePerson(entra)}` : path
      const answer = await entra.ask(method, target, body)
      expect([answer.status, answer.body.scimType]).toEqual([400, scimType])
    },
  )
  test('gets the address of a person whom the company has removed, and of nobody else [directory.13]', async () => {
    const [entra, other] = [await directory(), await directory()]
    const name = address()
    const form = person(name, { displayName: 'Ada Rossi' })
    const before = String((await entra.ask('POST', 'Users', form)).body.id)
    await entra.ask('DELETE', `Users/${before}`)
    const elsewhere = await other.ask('POST', 'Users', form)
    expect([elsewhere.status, elsewhere.body.scimType]).toEqual([409, 'uniqueness'])
    const again = await entra.ask('POST', 'Users', form)
    expect([again.status, again.body.userName]).toEqual([201, name])
    expect(again.body.id).not.toBe(before)
    expect((await entra.ask('GET', `Users/${before}`)).status).toBe(404)
    const third = await entra.ask('POST', 'Users', form)
    expect([third.status, third.body.scimType]).toEqual([409, 'uniqueness'])
    const removedUser = () =>
      app.ctx.pool.query('select name from users where id = $1', [Number(before)])
    expect((await removedUser()).rows).toEqual([{ name: 'Ada Rossi' }])
    await forgetRemoved(app.ctx.db, app.clock.now + 31 * 86_400_000)
    expect((await removedUser()).rows).toEqual([{ name: '' }])
  })
  test('is answered with the requested attributes, even after a change [directory.12]', async () => {
    const entra = await directory()
    const id = await makePerson(entra)
    const { body } = await entra.ask('GET', `Users/${id}?attributes=userName,name.familyName`)
    expect(Object.keys(body).sort()).toEqual(['id', 'name', 'schemas', 'userName'])
    expect(body.name).toEqual({ familyName: 'Rossi' })
    const change = patch({ op: 'replace', path: 'displayName', value: 'Ida' })
    const answer = await entra.ask('PATCH', `Users/${id}?excludedAttributes=groups,meta`, change)
    expect([answer.status, answer.body.displayName, 'groups' in answer.body]).toEqual([
      200,
      'Ida',
      false,
    ])
    const list = await entra.ask('GET', 'Users?attributes=userName')
    for (const one of list.body.Resources as Json[])
      expect(Object.keys(one).sort()).toEqual(['id', 'schemas', 'userName'])
  })
  test('keeps every change of several calls at the same moment', async () => {
    const entra = await directory()
    const id = await makePerson(entra)
    const changes = [
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'displayName', value: 'Ida' },
      { op: 'replace', path: 'externalId', value: 'x-9' },
    ]
    await Promise.all(changes.map(one => entra.ask('PATCH', `Users/${id}`, patch(one))))
    expect((await entra.ask('GET', `Users/${id}`)).body).toMatchObject({
      active: false,
      displayName: 'Ida',
      externalId: 'x-9',
    })
  })
  test.each([
    ['removes nothing that is named', { op: 'remove' }, 'noTarget'],
    ['removes the name', { op: 'remove', path: 'userName' }, 'mutability'],
    ['changes the id', { op: 'replace', path: 'id', value: '1' }, 'mutability'],
    ['is unknown to the protocol', { op: 'move', path: 'active', value: true }, 'invalidSyntax'],
    ['has a value of another kind', { op: 'add', path: 'active', value: 'maybe' }, 'invalidValue'],
  ])(
    'is not changed by an operation that %s, which is refused with the protocol’s word [directory.11]',
    async (_, operation, scimType) => {
      const entra = await directory()
      const id = await makePerson(entra)
      const first = { op: 'replace', path: 'displayName', value: 'Ida' }
      const refused = await entra.ask('PATCH', `Users/${id}`, patch(first, operation))
      expect([refused.status, refused.body.scimType, refused.body.status]).toEqual([
        400,
        scimType,
        '400',
      ])
      expect((await entra.ask('GET', `Users/${id}`)).body.displayName).toBe('Ada Rossi')
    },
  )
  test('is refused with the protocol’s form for a body that is no JSON, and on an unknown path [directory.11]', async () => {
    const entra = await directory()
    const send = (url: string, payload?: string) =>
      app.server.app.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url,
        headers: {
          authorization: `Bearer ${entra.token}`,
          ...(payload !== undefined && { 'content-type': 'application/scim+json' }),
        },
        ...(payload !== undefined && { payload }),
      })
    const broken = await send('/scim/v2/Users', '{"userName":')
    expect([broken.statusCode, broken.json().scimType, broken.json().schemas]).toEqual([
      400,
      'invalidSyntax',
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ])
    expect((await send('/scim/v2/Users/%25')).statusCode).toBe(404)
  })
  test('of another company, or with a role above that of the token, cannot be reached [directory.8]', async () => {
    const entra = await directory('edit')
    const stranger = await app.make.user((await app.make.customer()).id, 'view')
    const above = await app.make.user(entra.owner.customer_id, 'control')
    const off = patch({ op: 'replace', path: 'active', value: false })
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      expect(
        (await entra.ask(method, `Users/${stranger.id}`, method === 'PATCH' ? off : undefined))
          .status,
      ).toBe(404)
    expect((await entra.ask('PATCH', `Users/${above.id}`, off)).status).toBe(403)
    expect((await entra.ask('DELETE', `Users/${above.id}`)).status).toBe(403)
    expect((await entra.ask('PATCH', `Users/${entra.owner.id}`, off)).status).toBe(409)
    const list = (await entra.ask('GET', 'Users?count=200')).body
    expect(JSON.stringify(list)).not.toContain(stranger.email)
  })
  test('is listed in pages, and an unknown filter is refused [directory.3]', async () => {
    const entra = await directory()
    for (let i = 0; i < 3; i++) await makePerson(entra)
    const page = await entra.ask('GET', 'Users?startIndex=2&count=2')
    expect(page.body).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 })
    expect((await entra.ask('GET', 'Users?count=0')).body).toMatchObject({
      totalResults: 4,
      Resources: [],
    })
    for (const filter of ['userName sw "a"', 'title eq "x"']) {
      const refused = await entra.ask('GET', `Users?filter=${encodeURIComponent(filter)}`)
      expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidFilter'])
    }
  })
})

describe('a directory that works like Entra and Okta', () => {
  test('finds a person by several attributes at once, and by an address in any case [directory.3]', async () => {
    const entra = await directory()
    const name = address()
    const form = person(name, { externalId: 'E-7', displayName: 'Ada Rossi' })
    const id = String((await entra.ask('POST', 'Users', form)).body.id)
    const totalOf = async (filter: string) =>
      (await entra.ask('GET', `Users?filter=${encodeURIComponent(filter)}`)).body.totalResults
    expect(await totalOf(`id eq "${id}" and externalId eq "E-7"`)).toBe(1)
    expect(await totalOf(`id eq "${id}" and externalId eq "e-7"`)).toBe(0)
    expect(await totalOf('displayName eq "ADA ROSSI"')).toBe(1)
    expect(await totalOf(`userName eq "${name}" and active eq True`)).toBe(1)
    expect(await totalOf(`userName eq "${name}" and active eq false`)).toBe(0)
  })
  test('finds out whether a person is in a group without reading all members [directory.3]', async () => {
    const entra = await directory()
    const [one, two] = [await makePerson(entra), await makePerson(entra)]
    const group = { displayName: 'Nord', members: [{ value: one }] }
    const id = String((await entra.ask('POST', 'Groups', group)).body.id)
    const totalOf = async (member: string) => {
      const filter = encodeURIComponent(`id eq "${id}" and members[value eq "${member}"]`)
      const { body } = await entra.ask('GET', `Groups?excludedAttributes=members&filter=${filter}`)
      expect(JSON.stringify(body.Resources)).not.toContain('"members"')
      return body.totalResults
    }
    expect([await totalOf(one), await totalOf(two)]).toEqual([1, 0])
  })
  test('switches nobody on again by a whole record without the active attribute [directory.5]', async () => {
    const okta = await directory()
    const name = address()
    const id = String((await okta.ask('POST', 'Users', person(name))).body.id)
    await okta.ask('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active: false } }))
    const { active: _, ...form } = person(name, { displayName: 'Ida' })
    const replacement = await okta.ask('PUT', `Users/${id}`, form)
    expect(replacement.body).toMatchObject({ displayName: 'Ida', active: false })
    const active = await okta.ask('PUT', `Users/${id}`, { ...form, active: true })
    expect(active.body).toMatchObject({ active: true })
  })
  test('renames a group, and a name that is no text is refused [directory.4]', async () => {
    const entra = await directory()
    const id = String((await entra.ask('POST', 'Groups', { displayName: 'Nord' })).body.id)
    const rename = (value: unknown) =>
      entra.ask('PATCH', `Groups/${id}`, patch({ op: 'Replace', path: 'displayName', value }))
    const refused = await rename({ text: 'Sud' })
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
    expect((await rename('Sud')).body).toMatchObject({ displayName: 'Sud' })
  })
  test('reads all people page by page, each once, and nothing beyond the last page [directory.3]', async () => {
    const okta = await directory()
    for (let i = 0; i < 4; i++) await makePerson(okta)
    const ids: unknown[] = []
    for (let start = 1; start <= 7; start += 2) {
      const { body } = await okta.ask('GET', `Users?startIndex=${start}&count=2`)
      expect(body).toMatchObject({ totalResults: 5, startIndex: start })
      ids.push(...(body.Resources as Json[]).map(resource => resource.id))
    }
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
  })
})

describe('a group', () => {
  test('gives its members the role that its name ends with, at most that of the token [directory.6]', async () => {
    const entra = await directory('edit')
    const [one, two] = [await makePerson(entra), await makePerson(entra)]
    const group = await entra.ask('POST', 'Groups', {
      displayName: 'Flotta control',
      externalId: 'g-1',
      members: [{ value: one }],
    })
    expect(group.status).toBe(201)
    const id = String(group.body.id)
    expect(await roleOf(entra, one)).toBe('edit')
    const add = patch({ op: 'Add', path: 'members', value: [{ value: two }] })
    expect((await entra.ask('PATCH', `Groups/${id}`, add)).body.members).toHaveLength(2)
    expect(await roleOf(entra, two)).toBe('edit')
    const remove = patch({ op: 'remove', path: `members[value eq "${one}"]` })
    expect((await entra.ask('PATCH', `Groups/${id}`, remove)).status).toBe(200)
    expect([await roleOf(entra, one), await roleOf(entra, two)]).toEqual(['view', 'edit'])
    expect((await entra.ask('GET', `Users/${two}`)).body).toMatchObject({
      groups: [{ value: id, display: 'Flotta control' }],
      roles: [{ value: 'edit' }],
    })
    const renamed = patch({ op: 'replace', value: { id, displayName: 'Drivers' } })
    await entra.ask('PATCH', `Groups/${id}`, renamed)
    expect(await roleOf(entra, two)).toBe('view')
    expect((await entra.ask('DELETE', `Groups/${id}`)).status).toBe(204)
    expect((await entra.ask('GET', `Groups/${id}`)).status).toBe(404)
  })
  test('keeps every member that several calls add at the same moment, and is answered with the requested attributes [directory.12]', async () => {
    const entra = await directory()
    const people = [await makePerson(entra), await makePerson(entra), await makePerson(entra)]
    const id = String((await entra.ask('POST', 'Groups', { displayName: 'Nord' })).body.id)
    const adding = (member: string) =>
      patch({ op: 'add', path: 'members', value: [{ value: member }] })
    const answers = await Promise.all(
      people.map(one => entra.ask('PATCH', `Groups/${id}?excludedAttributes=members`, adding(one))),
    )
    expect(answers.map(answer => [answer.status, 'members' in answer.body])).toEqual(
      people.map(() => [200, false]),
    )
    const { members } = (await entra.ask('GET', `Groups/${id}`)).body
    expect((members as Json[]).map(member => member.value)).toEqual(people)
    const named = await entra.ask('GET', `Groups/${id}?attributes=displayName`)
    expect(Object.keys(named.body).sort()).toEqual(['displayName', 'id', 'schemas'])
  })
  test('is found by its name, without its members when they are excluded', async () => {
    const entra = await directory()
    const member = await makePerson(entra)
    await entra.ask('POST', 'Groups', { displayName: 'View', members: [{ value: member }] })
    const filter = encodeURIComponent('displayName eq "view"')
    const results = await entra.ask('GET', `Groups?excludedAttributes=members&filter=${filter}`)
    const [group] = results.body.Resources as Json[]
    expect([results.body.totalResults, group?.displayName, group?.members]).toEqual([
      1,
      'View',
      undefined,
    ])
    const again = await entra.ask('POST', 'Groups', { displayName: 'VIEW' })
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
  })
  test('has only members of its company, and cannot be reached by another one [directory.8]', async () => {
    const [entra, other] = [await directory(), await directory()]
    const stranger = await makePerson(other)
    const refused = await entra.ask('POST', 'Groups', {
      displayName: 'edit',
      members: [{ value: stranger }],
    })
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
    const { body } = await other.ask('POST', 'Groups', { displayName: 'edit' })
    for (const method of ['GET', 'DELETE'] as const)
      expect((await entra.ask(method, `Groups/${body.id}`)).status).toBe(404)
  })
})

describe('the token of a directory', () => {
  test('opens nothing else, and no other token opens the directory [directory.9]', async () => {
    const entra = await directory()
    const byToken = app.with(entra.token)
    expect((await byToken.call(users.list, { query: {} })).status).toBe(403)
    expect((await byToken.call(auth.profile, {})).status).toBe(403)
    const mcp = await app.server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${entra.token}` },
      payload: {},
    })
    expect(mcp.statusCode).toBe(403)
    const plain = await entra.caller.call(auth.createToken, {
      body: { name: 'ERP', role: 'edit', password: PASSWORD },
    })
    for (const token of [plain.data.token, entra.caller.token]) {
      const answer = await asking(token)('GET', 'Users')
      expect([answer.status, answer.body.status]).toEqual([403, '403'])
    }
    expect((await asking('flt_nobody')('GET', 'Users')).status).toBe(401)
  })
  test('can only be made by a person who manages users [directory.9]', async () => {
    const viewer = await app.as(await app.make.user((await app.make.customer()).id, 'view'))
    const refused = await viewer.call(auth.createToken, {
      body: { name: 'Entra', role: 'view', directory: true, password: PASSWORD },
    })
    expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([422, ['directory']])
  })
  test('loses a right when its owner loses it', async () => {
    const entra = await directory()
    await app.ctx.pool.query(`update users set role = 'view' where id = $1`, [entra.owner.id])
    expect((await entra.ask('GET', 'Users')).status).toBe(403)
  })
  test('leaves a line in the audit trail for each write [directory.10]', async () => {
    const entra = await directory('control')
    const id = await makePerson(entra)
    await entra.ask('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active: false } }))
    await entra.ask('POST', 'Groups', { displayName: 'edit', members: [{ value: id }] })
    const { data } = await entra.caller.call(audit, { query: { per_page: 10 } })
    expect(data.slice(0, 3)).toMatchObject([
      { action: 'create', subject: expect.stringMatching(/^directory_groups\//), via: 'token' },
      {
        action: 'update',
        subject: `users/${id}`,
        before: { active: true },
        after: { active: false },
        call: 'PATCH /scim/v2/*',
      },
      { action: 'create', subject: `users/${id}`, before: null },
    ])
  })
})
