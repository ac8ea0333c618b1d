// The PROXY header of a load balancer, in both versions: complete, cut anywhere, and wrong.
import net from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginsAsProxy, type ProxyHeader, ProxyHeaderReader, readProxyHeader } from './proxy.ts'

const port = fc.integer({ min: 0, max: 65_535 })
const v4 = fc.ipV4()
const groups = fc
  .array(fc.integer({ min: 1, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map(g => g.map(n => n.toString(16)).join(':'))
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const u16 = (n: number) => Buffer.from([n >> 8, n & 255])
const binary = (command: number, family: number, body: Buffer) =>
  Buffer.concat([SIGNATURE, Buffer.from([command, family]), u16(body.length), body])
const bytesOf = (address: string) =>
  address.includes(':')
    ? Buffer.from(
        address
          .split(':')
          .map(g => g.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number))

const line = fc
  .oneof(
    fc.record({ family: fc.constant('TCP4'), source: v4, target: v4 }),
    fc.record({ family: fc.constant('TCP6'), source: groups, target: groups }),
  )
  .chain(of => fc.record({ of: fc.constant(of), from: port, to: port }))
  .map(({ of, from, to }) => ({
    bytes: Buffer.from(`PROXY ${of.family} ${of.source} ${of.target} ${from} ${to}\r\n`),
    address: of.source as string | null,
  }))
const unknownHeader = fc
  .constantFrom('PROXY UNKNOWN\r\n', 'PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n')
  .map(text => ({ bytes: Buffer.from(text), address: null }))
const header2 = fc
  .record({
    source: fc.oneof(v4, groups),
    more: fc.uint8Array({ maxLength: 100 }),
    from: port,
    to: port,
  })
  .map(({ source, more, from, to }) => ({
    bytes: binary(
      0x21,
      source.includes(':') ? 0x21 : 0x11,
      Buffer.concat([bytesOf(source), bytesOf(source), u16(from), u16(to), Buffer.from(more)]),
    ),
    address: source as string | null,
  }))
const local = fc
  .uint8Array({ maxLength: 40 })
  .map(body => ({ bytes: binary(0x20, 0, Buffer.from(body)), address: null }))
const headers = fc.oneof(line, unknownHeader, header2, local)

test('a header is recognised by its own bytes, whatever follows, and only when it is complete', () => {
  fc.assert(
    fc.property(headers, fc.uint8Array({ maxLength: 20 }), ({ bytes, address }, rest) => {
      expect(readProxyHeader(Buffer.concat([bytes, Buffer.from(rest)]))).toEqual({
        kind: 'header',
        length: bytes.length,
        address,
      })
      for (let cut = 0; cut < bytes.length; cut++)
        expect(readProxyHeader(bytes.subarray(0, cut))).toEqual({ kind: 'more' })
    }),
  )
})
test('any bytes have an answer, and more bytes do not change a refusal', () => {
  const beginnings = fc.tuple(
    fc.constantFrom(Buffer.from('PROXY '), SIGNATURE, Buffer.alloc(0)),
    fc.uint8Array({ maxLength: 200 }),
  )
  fc.assert(
    fc.property(beginnings, fc.uint8Array({ maxLength: 200 }), ([first, second], more) => {
      const bytes = Buffer.concat([first, Buffer.from(second)])
      const header: ProxyHeader = readProxyHeader(bytes)
      if (header.kind === 'header') expect(header.length).toBeLessThanOrEqual(bytes.length)
      if (header.kind !== 'more')
        expect(readProxyHeader(Buffer.concat([bytes, Buffer.from(more)]))).toEqual(header)
    }),
  )
})
test.each([
  ['PROXY TCP4 10.0.0.1 10.0.0.2 1 70000\r\n', 'cannot be read'],
  ['PROXY TCP4 ::1 ::1 1 2\r\n', 'cannot be read'],
  ['PROXY TCP4 10.0.0.1 10.0.0.2 1 2 3\r\n', 'cannot be read'],
  ['PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n', 'cannot be read'],
  ['PROXY SCTP 10.0.0.1 10.0.0.2 1 2\r\n', 'cannot be read'],
  ['PROXY TCP4 10.0.0.1 10.0.0.2 1 2\n', 'a line feed alone'],
  ['PROXY TCP4 10.0.0.1 10.0.0.2 1 2\nPROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n', 'a line feed alone'],
  [`PROXY UNKNOWN ${'x'.repeat(100)}`, 'no end'],
  ['GET / HTTP/1.1\r\n', 'no PROXY header'],
])('%j is refused: %s', (text, reason) => {
  expect(readProxyHeader(Buffer.from(text))).toEqual({
    kind: 'wrong',
    reason: expect.stringContaining(reason),
  })
})
test.each([
  [binary(0x31, 0x11, Buffer.alloc(12)), 'version'],
  [binary(0x22, 0x11, Buffer.alloc(12)), 'version'],
  [binary(0x21, 0x11, Buffer.alloc(11)), 'cut'],
  [binary(0x21, 0x21, Buffer.alloc(12)), 'cut'],
  [binary(0x21, 0x11, Buffer.alloc(5_000)), 'too long'],
])('a wrong binary header is refused (%#)', (bytes, reason) => {
  expect(readProxyHeader(bytes)).toEqual({ kind: 'wrong', reason: expect.stringContaining(reason) })
})
test('bytes of a device are never taken for those of a balancer', () => {
  expect(
    ['', 'P', 'PROXY', 'PROXY T', '\r\n', '\0\u000f3540', 'Q'].map(text =>
      beginsAsProxy(Buffer.from(text, 'latin1')),
    ),
  ).toEqual(['more', 'more', 'more', 'yes', 'more', 'no', 'no'])
})

test('a connection whose header is slow or missing is closed', async () => {
  const reasons: string[] = []
  const headers = new ProxyHeaderReader(10, (_, reason) => reasons.push(reason), 50)
  const server = net.createServer(socket => headers.read(socket, () => reasons.push('read')))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  const closed = (said: string) =>
    new Promise<void>(resolve => {
      const socket = net.connect({ port, host: '127.0.0.1' }, () => socket.write(said))
      socket.on('error', () => {}).on('close', () => resolve())
    })
  await Promise.all([closed(''), closed('PROXY TCP4 ')])
  expect(reasons).toEqual(['its PROXY header was not whole in time'])
  await new Promise(resolve => server.close(resolve))
})
