// A caller that disconnects in the middle of its body: nothing is answered, and nothing is logged with which somebody could fill a disk.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'

let app: TestApp
let port: number
const lines: Readonly<Record<string, unknown>>[] = []
beforeAll(async () => {
  app = await testApp({ onLog: line => lines.push(line) })
  port = await app.server.listen(0)
})
afterAll(() => app.close())

test('bodies that are broken off leave no line in the log, and the next caller is answered', async () => {
  const before = lines.length
  for (let n = 0; n < 3; n++) {
    const coming = once(app.server.app.server, 'request') as Promise<[IncomingMessage]>
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":',
    )
    const [request] = await coming
    const closed = new Promise(resolve => request.once('close', resolve))
    socket.destroy()
    await closed
  }
  // a connection of its own; its whole answer is shown where it is not the expected one
  const socket = connect(port, '127.0.0.1')
  socket.end(
    'POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{',
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/)
  expect(lines.slice(before)).toEqual([])
})
