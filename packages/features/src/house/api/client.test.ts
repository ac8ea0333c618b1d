// The TypeScript client that the product serves: it compiles strictly, calls the running product, and accepts only signed events.
import { execFile, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'

const directory = mkdtempSync(join(tmpdir(), 'flotta-client-'))
const file = join(directory, 'client.ts')
type Answer = { readonly data: unknown }
interface ClientModule {
  createClient(options: {
    url: string
    token: string
  }): (call: string, asked?: object) => Promise<Answer>
  verifyWebhook(secret: string, headers: object, body: string): Promise<{ readonly type: string }>
}
let app: TestApp
let client: ClientModule
let url: string
beforeAll(async () => {
  app = await testApp()
  url = `http://127.0.0.1:${await app.server.listen(0)}`
  writeFileSync(file, await (await fetch(`${url}/api/v1/client.ts`)).text())
  client = await import(pathToFileURL(file).href)
})
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true })
})

/** The compiler's output for a program that uses the client. */
function compile(
  name: string,
  lines: readonly string[],
  imports = [`import { createClient, type FlottaEvent, type Schemas } from './client.ts'`],
): string {
  const path = join(directory, name)
  writeFileSync(path, [...imports, ...lines].join('\n'))
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const flags =
    '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable --allowImportingTsExtensions --skipLibCheck'
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags.split(' '), path], {
    cwd: directory,
  })
  return stdout.toString()
}
const CLIENT = `const flotta = createClient({ url: 'https://flotta.example.com', token: 'flt_x' })`
test('the client compiles in strict mode with the types of records, calls and events [api.120]', () => {
  const right = [
    CLIENT,
    `export const plate = async (): Promise<string> => (await flotta('GET /vehicles/{id}', { path: { id: 3 } })).data.plate`,
    `export const all = async (): Promise<Schemas['Vehicle'][]> => (await flotta('GET /vehicles')).data`,
    `export const severity = (event: FlottaEvent): number | null => event.type === 'incident.opened' ? event.data.severity : null`,
  ]
  expect(compile('right.ts', right)).toBe('')
})
test('an unknown call and a call without its id do not compile [api.120]', () => {
  const faults = compile('wrong.ts', [
    CLIENT,
    `export const nowhere = () => flotta('GET /nothing')`,
    `export const idless = () => flotta('GET /vehicles/{id}')`,
  ])
  expect([...faults.matchAll(/wrong\.ts\((\d+),\d+\): error/g)].map(([, line]) => line)).toEqual([
    '3',
    '4',
  ])
})
test('the client calls the running product, and throws an error with status and code for a refused call [api.120]', async () => {
  const user = await app.make.user((await app.make.customer()).id, 'control')
  const vehicle = await app.make.vehicle(user.customer_id)
  const { token } = await app.as(user)
  const flotta = client.createClient({ url, token })
  const { data } = await flotta('GET /vehicles/{id}', { path: { id: vehicle.id } })
  expect(data).toMatchObject({ id: vehicle.id, plate: vehicle.plate })
  await expect(flotta('GET /vehicles/{id}', { path: { id: 999_999 } })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
})
test('npm installs it from the installation, and a program calls the product with it [api.124]', async () => {
  const project = join(directory, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"type": "module", "private": true}')
  const run = promisify(execFile)
  // npm installs from the test's own server
  await run('npm', ['install', `${url}/api/v1/client.tgz`], {
    cwd: project,
    env: {
      ...process.env,
      npm_config_cache: join(directory, 'cache'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    },
  })
  const user = await app.make.user((await app.make.customer()).id, 'control')
  const vehicle = await app.make.vehicle(user.customer_id)
  const { token } = await app.as(user)
  const program = [
    `import { createClient, FlottaError, verifyWebhook } from 'flotta-client'`,
    `const flotta = createClient({ url: '${url}', token: '${token}' })`,
    `const { data } = await flotta('GET /vehicles/{id}', { path: { id: ${vehicle.id} } })`,
    `const refusal = await flotta('GET /vehicles/{id}', { path: { id: 999999 } }).catch((error: unknown) => error)`,
    `console.log(data.plate, refusal instanceof FlottaError && refusal.status, typeof verifyWebhook)`,
  ].join('\n')
  writeFileSync(join(project, 'program.mjs'), program.replace(': unknown', ''))
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: project })
  expect(stdout.trim()).toBe(`${vehicle.plate} 404 function`)
  expect(compile('project/typed.ts', [program], [])).toBe('')
})
test('the client accepts an event only with a valid signature [api.120]', async () => {
  const secret = `whsec_${Buffer.from('a secret of a web hook').toString('base64')}`
  const body = JSON.stringify({ type: 'test', timestamp: '', data: {} })
  const headersAt = (seconds: number) => {
    const signature = createHmac('sha256', 'a secret of a web hook')
      .update(`msg_1.${seconds}.${body}`)
      .digest('base64')
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,AAAA v1,${signature}`,
    }
  }
  const now = Math.floor(Date.now() / 1_000)
  expect(await client.verifyWebhook(secret, headersAt(now), body)).toMatchObject({ type: 'test' })
  expect(await client.verifyWebhook(secret, new Headers(headersAt(now)), body)).toBeDefined()
  await expect(client.verifyWebhook(secret, headersAt(now), `${body} `)).rejects.toThrow(
    'signature',
  )
  await expect(client.verifyWebhook(secret, headersAt(now - 400), body)).rejects.toThrow('old')
})
