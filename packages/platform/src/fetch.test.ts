// A provider that misbehaves costs little: bytes, time and addresses are limited.
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileCache, fetchBytes } from './fetch.ts'

let server: Server
let url: string
const requests: string[] = []
let endless: { readonly sent: () => number; readonly closed: Promise<unknown> } | undefined
beforeAll(async () => {
  const pour = (response: ServerResponse) => {
    let chunks = 0
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) chunks += 16_384
    }
    response.on('drain', more)
    endless = { sent: () => chunks, closed: once(response, 'close') }
    more()
  }
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url === '/good')
      response.writeHead(200, { 'content-type': 'image/png; x=y' }).end('tile')
    else if (request.url?.startsWith('/tile/'))
      response.writeHead(200, { 'content-type': 'image/png' }).end('0123456789')
    else if (request.url === '/none') response.writeHead(204).end()
    else if (request.url === '/elsewhere') response.writeHead(302, { location: '/good' }).end()
    else if (request.url === '/endless') pour(response.writeHead(200))
    else if (request.url === '/slow') response.writeHead(200).write('a')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const bounds = { most: 100_000, timeout: 10_000 }

test('an ordinary answer is read whole', async () => {
  const { status, type, bytes } = await fetchBytes(`${url}/good`, bounds)
  expect([status, type, Buffer.from(bytes).toString()]).toEqual([200, 'image/png', 'tile'])
})
test('an answer that is too long is given up, and its connection ends', async () => {
  await expect(fetchBytes(`${url}/endless`, bounds)).rejects.toThrow('longer than 100000 bytes')
  await endless?.closed
  expect(endless?.sent()).toBeLessThan(20_000_000)
})
test('a redirect is not followed', async () => {
  requests.length = 0
  await expect(fetchBytes(`${url}/elsewhere`, bounds)).rejects.toThrow()
  expect(requests).toEqual(['/elsewhere'])
})
test('an answer that does not end in time is given up', async () => {
  await expect(fetchBytes(`${url}/slow`, { ...bounds, timeout: 200 })).rejects.toThrow(/timeout/i)
})

test('the cache fetches a file once, drops the least recently used first, and gives nothing for a missing one', async () => {
  const files = new FileCache(25)
  const get = async (...names: string[]) => {
    requests.length = 0
    for (const name of names)
      expect(
        Buffer.from(
          (await files.get(`${url}/tile/${name}`, /^image\/png$/))?.bytes ?? [],
        ).toString(),
      ).toBe('0123456789')
    return requests.map(path => path.slice('/tile/'.length)).join()
  }
  expect(await get('a', 'b', 'a', 'b')).toBe('a,b')
  // Key a was used after b.
  expect(await get('a', 'c', 'a', 'c', 'b')).toBe('c,b')
  expect(await files.get(`${url}/none`, /^image\/png$/)).toBeNull()
  await expect(files.get(`${url}/good`, /^text\/plain$/)).rejects.toThrow('200 image/png')
})
