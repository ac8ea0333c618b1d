// Requests to addresses that customers name, with real servers and the name resolution of the system.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isPublicAddress, mustBePublic, Outward } from './outward.ts'

const outward = new Outward()
const servers: Server[] = []
async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}
afterEach(closeServers)
async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const post = (url: string, some: { readonly anywhere?: boolean; readonly timeout?: number } = {}) =>
  outward.post({
    url,
    headers: {},
    body: 'body',
    anywhere: true,
    timeout: 10_000,
    most: 65_536,
    ...some,
  })

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['::ffff:8.8.8.8', true],
  ['::127.0.0.1', false],
  ['::ffff:0:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['no address', false],
])('the address %s is public: %s [api.105]', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://10.20.30.40:8080/hook',
  'https://192.168.1.1/',
  'http://169.254.169.254/latest',
  'http://0/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:a00:1]/',
  'http://[fd00::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://localhost:9000/',
  'http://LOCALHOST./',
  'http://hooks.localhost/',
])(
  'a hook with the address %s is refused unless private addresses are allowed [webhooks.18]',
  url => {
    expect(() => mustBePublic('url', url, false)).toThrow(
      expect.objectContaining({ fields: { url: [{ key: 'validation.private_address' }] } }),
    )
    expect(() => mustBePublic('url', url, true)).not.toThrow()
  },
)
test.each([
  'https://hooks.example.com/flotta',
  'https://8.8.8.8/',
  'http://[2606:4700::1111]/',
  'http://localhost.example.com/',
  'http://10.example.com/',
])('a hook with the address %s is accepted [webhooks.18]', url => {
  expect(() => mustBePublic('url', url, false)).not.toThrow()
})

test('a private address is refused before a connection, in any spelling and by name [api.105]', async () => {
  let calls = 0
  const port = await listen((_, response) => {
    calls++
    response.end()
  })
  for (const host of [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '[::1]',
  ])
    expect(await post(`http://${host}:${port}/`, { anywhere: false })).toEqual({
      status: null,
      fault: 'private',
      text: null,
    })
  expect(calls).toBe(0)
  expect((await post(`http://127.0.0.1:${port}/`)).status).toBe(200)
})
test('a redirect is returned as an answer and not followed', async () => {
  let calls = 0
  const port = await listen((_, response) => {
    calls++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect((await post(`http://127.0.0.1:${port}/`)).status).toBe(302)
  expect(calls).toBe(1)
})
test('an answer without end is cut off, and its status counts [api.102]', async () => {
  const port = await listen((_, response) => {
    response.writeHead(200)
    const more = () => {
      while (response.write(Buffer.alloc(16_384, 'a'))) if (response.destroyed) return
    }
    response.on('drain', more)
    more()
  })
  const answer = await post(`http://127.0.0.1:${port}/`)
  expect([answer.status, answer.text?.length]).toEqual([200, 65_536])
})
test('a receiver that does not answer in time is given up [api.102]', async () => {
  const port = await listen(() => undefined)
  expect(await post(`http://127.0.0.1:${port}/`, { timeout: 50 })).toEqual({
    status: null,
    fault: 'timeout',
    text: null,
  })
})
test('a closed port and an unknown name have their own faults', async () => {
  const port = await listen(() => undefined)
  await closeServers()
  expect((await post(`http://127.0.0.1:${port}/`)).fault).toBe('unreachable')
  expect(['no_host', 'unreachable']).toContain(
    (await post('http://no-such-host.invalid/', { anywhere: false })).fault,
  )
})
