// The tools of a language model, called by a real client of the protocol.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onePin } from '../../map/global-map/contract.ts'
import { audit } from '../../people/audit/contract.ts'
import { createToken } from '../../people/auth/contract.ts'
import { search } from '../../portal/search/contract.ts'
import { temperatures } from '../../reports/register/contract.ts'
import { type Caller, PASSWORD, type TestApp, testApp } from '../../testing/app.ts'
import { tools } from './server.ts'

const AGREEMENTS = [2, 3, 5, 28]
const HOUR = 3_600_000
let app: TestApp
let base: string
const clients: Client[] = []
beforeAll(async () => {
  app = await testApp()
  base = `http://127.0.0.1:${await app.server.listen(0)}`
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await app.close()
})

async function company(role: 'view' | 'edit' | 'control' = 'control') {
  const { id } = await app.make.customer()
  const user = await app.make.user(id, role)
  const caller = await app.as(user)
  const vehicle = await app.make.vehicle(id)
  for (const agreement of AGREEMENTS) await app.make.agreement(vehicle.id, id, agreement)
  await app.make.state(vehicle.id)
  const body = { name: 'Assistant', role, password: PASSWORD }
  const { token } = (await caller.call(createToken, { body })).data
  return { user, caller, vehicle, token }
}
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  clients.push(client)
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  return client
}
/** The text of an answer, and its contents. */
async function ask(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  const answer: Record<string, unknown> = isError === true ? {} : JSON.parse(text)
  return { isError: isError === true, text, answer }
}
const lines = async (caller: Caller) =>
  (await caller.call(audit, { query: { per_page: 100, subject: 'mcp' } })).data

describe('the tools', () => {
  test('are listed with their answers and units [mcp.1]', async () => {
    const client = await connect((await company()).token)
    const list = (await client.listTools()).tools
    expect(list.map(({ name }) => name).sort()).toEqual(tools.map(({ name }) => name).sort())
    expect(list.length).toBeGreaterThanOrEqual(15)
    const readers = list.filter(({ annotations }) => annotations?.readOnlyHint === true)
    expect(list.length - readers.length).toBe(1)
    expect(list.find(({ name }) => name === 'fuel')?.description).toContain('l/100 km')
  })
  test('give the same answers as the API, with times and units [mcp.2, mcp.3]', async () => {
    const { caller, vehicle, token } = await company()
    const client = await connect(token)
    const { answer } = await ask(client, 'where_is', { vehicle: vehicle.plate.toLowerCase() })
    const pin = (await caller.call(onePin, { params: { id: vehicle.id } })).data
    expect(answer).toMatchObject({
      data: pin,
      answered_at: new Date(app.clock.now).toISOString(),
      units: { speed: 'km/h' },
    })
    const byId = await ask(client, 'where_is', { vehicle: String(vehicle.id) })
    expect(byId.answer.data).toEqual(answer.data)
  })
  test('give temperatures with the verdict of the receipts [mcp.4]', async () => {
    const { caller, vehicle, token } = await company()
    const period = {
      period_from: new Date(app.clock.now - 2 * HOUR).toISOString(),
      period_to: new Date(app.clock.now).toISOString(),
    }
    const figures = await caller.call(temperatures, { params: { id: vehicle.id }, query: period })
    expect(figures.data.verdict).toBe('unknown')
    const { answer } = await ask(await connect(token), 'temperatures', {
      vehicle: vehicle.plate,
      from: period.period_from,
      to: period.period_to,
    })
    expect(answer).toMatchObject({
      data: figures.data,
      period: { from: period.period_from, to: period.period_to },
      units: { 'min, max, mean, peak, setpoint, tolerance': '°C' },
    })
  })
  test.each([
    ['find_vehicles', {}],
    ['where_are_all', {}],
    ['who_drove', { vehicle: true }],
    ['trips', { vehicle: true }],
    ['stops', { vehicle: true }],
    ['temperatures_now', { vehicle: true }],
    ['open_alerts', {}],
    ['alert_history', { vehicle: true }],
    ['fuel_now', { vehicle: true }],
    ['fuel', { vehicle: true }],
    ['due_dates', { vehicle: true, only_pressing: true }],
    ['maintenance', { vehicle: true }],
    ['search', { words: 'zz' }],
  ] as const)('%s answers', async (name, args) => {
    const { vehicle, token } = await company()
    const named = 'vehicle' in args ? { ...args, vehicle: vehicle.plate } : args
    const { isError, answer, text } = await ask(await connect(token), name, named)
    expect([isError, text]).toEqual([false, expect.stringContaining('answered_at')])
    expect(answer.data).toBeDefined()
  })
  test('give the same results as the search [mcp.2]', async () => {
    const { caller, vehicle, token } = await company()
    const { answer } = await ask(await connect(token), 'search', { words: vehicle.plate })
    const { data } = await caller.call(search, { body: { query: vehicle.plate } })
    expect(answer.data).toEqual(data)
    expect(JSON.stringify(data)).toContain(vehicle.plate)
  })
  test('request a report and give its state [mcp.5]', async () => {
    const { vehicle, token } = await company()
    const client = await connect(token)
    const { answer } = await ask(client, 'request_report', {
      type: 'eyegeo',
      vehicle: vehicle.plate,
      from: new Date(app.clock.now - 2 * HOUR).toISOString(),
      to: new Date(app.clock.now - HOUR).toISOString(),
    })
    const report = answer.data as { readonly id: number }
    const state = await ask(client, 'report_state', { id: report.id })
    expect(state.answer.data).toMatchObject({ id: report.id, type: 'eyegeo', ready: 0 })
  })
})

describe('a visitor', () => {
  test('sees what the owner of the token sees, and nothing of others [mcp.6]', async () => {
    const { token } = await company()
    const stranger = await company()
    const client = await connect(token)
    const refused = await ask(client, 'where_is', { vehicle: stranger.vehicle.plate })
    expect([refused.isError, refused.text.startsWith('404')]).toEqual([true, true])
    const byId = await ask(client, 'trips', { vehicle: String(stranger.vehicle.id) })
    expect(byId.isError).toBe(true)
    const all = await ask(client, 'where_are_all')
    expect(all.text).not.toContain(stranger.vehicle.plate)
  })
  test('without an agreement or a role is refused as by the API [mcp.6]', async () => {
    const { token, vehicle } = await company('view')
    const client = await connect(token)
    const period = {
      from: new Date(app.clock.now - 2 * HOUR).toISOString(),
      to: new Date(app.clock.now).toISOString(),
    }
    const report = await ask(client, 'request_report', { type: 'eyegeo', ...period })
    expect(report.text).toMatch(/^403/)
    await app.ctx.pool.query(
      'update vehicle_agreements set active_to = $2 where vehicle_id = $1 and agreement_id = 5',
      [vehicle.id, new Date(app.clock.now - HOUR)],
    )
    await app.ctx.changes.heard()
    expect((await ask(client, 'fuel_now', { vehicle: vehicle.plate })).text).toMatch(/^403/)
  })
  test('gets the reason when a period is refused', async () => {
    const { token, vehicle } = await company()
    const answer = await ask(await connect(token), 'trips', {
      vehicle: vehicle.plate,
      from: new Date(app.clock.now - 40 * 24 * HOUR).toISOString(),
    })
    expect([answer.isError, answer.text]).toEqual([
      true,
      expect.stringMatching(/^422.*\nperiod_to/),
    ])
  })
  test('leaves a line in the audit trail for each answer [mcp.7]', async () => {
    const { caller, vehicle, token } = await company()
    await ask(await connect(token), 'where_is', { vehicle: vehicle.plate })
    expect(await lines(caller)).toMatchObject([
      {
        action: 'export',
        subject: 'mcp/where_is',
        via: 'token',
        call: 'POST /mcp',
        after: { vehicle: vehicle.plate },
      },
    ])
  })
  test.each(['', 'flt_nobody'])('with the token "%s" is refused [mcp.8]', async token => {
    const answer = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } })
  })
  test('whose token is revoked is shut out at once [mcp.8]', async () => {
    const { user, token } = await company()
    const client = await connect(token)
    await app.ctx.pool.query('delete from api_tokens where user_id = $1', [user.id])
    await expect(client.listTools()).rejects.toThrow()
  })
  test.each([
    ['no JSON', 'hello', 400, '"code":-32700'],
    ['no message', '{}', 400, '"code":-32'],
    ['no such method', '{"jsonrpc":"2.0","id":1,"method":"nonsense"}', 200, '"code":-32601'],
  ])('that sends %s gets an error', async (_, body, status, code) => {
    const { token } = await company()
    const answer = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body,
    })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(code)
  })
  test('of an older generation of the protocol is answered too [mcp.1]', async () => {
    const { token } = await company()
    const post = (message: object, headers: Record<string, string> = {}) =>
      fetch(`${base}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      })
    const protocolVersion = '2025-06-18'
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion, capabilities: {}, clientInfo }
    const beginning = await post({ id: 1, method: 'initialize', params })
    expect(beginning.status).toBe(200)
    expect(await beginning.text()).toContain(`"protocolVersion":"${protocolVersion}"`)
    const headers = { 'mcp-protocol-version': protocolVersion }
    expect((await post({ method: 'notifications/initialized' }, headers)).status).toBe(202)
    const list = await post({ id: 2, method: 'tools/list' }, headers)
    expect(await list.text()).toContain('"where_is"')
  })
  test('can use only POST', async () => {
    expect((await fetch(`${base}/mcp`)).status).toBe(405)
  })
})
