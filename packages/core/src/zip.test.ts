// Zip files made by hand that state wrong sizes.
import { expect, test } from 'vitest'
import { unpackedSize, ZipFault } from './zip.ts'

interface File {
  readonly content: Uint8Array<ArrayBuffer>
  /** The size that the directory states, bytes; default: the real size. */
  readonly claimed?: number
  /** 8 deflated, 0 stored. */
  readonly method?: number
  /** The stored bytes; default: the content, compressed. */
  readonly packed?: Uint8Array<ArrayBuffer>
  readonly flags?: number
}
async function deflate(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new CompressionStream('deflate-raw')
  const writer = writable.getWriter()
  void writer.write(content)
  void writer.close()
  return new Uint8Array(await new Response(readable).arrayBuffer())
}
function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const archive = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    archive.set(part, at)
    at += part.length
  }
  return archive
}
function record(
  size: number,
  ...fields: readonly (readonly [at: number, bytes: 2 | 4, value: number])[]
): Uint8Array {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  for (const [at, width, value] of fields)
    width === 2 ? view.setUint16(at, value, true) : view.setUint32(at, value, true)
  return bytes
}
/** Every name is one byte long. */
async function zip(...files: readonly File[]): Promise<Uint8Array<ArrayBuffer>> {
  const locals: Uint8Array[] = []
  const entries: Uint8Array[] = []
  let at = 0
  for (const {
    content,
    claimed = content.length,
    method = 8,
    packed = method === 0 ? content : await deflate(content),
    flags = 0,
  } of files) {
    const local = record(31, [0, 4, 0x04034b50], [26, 2, 1])
    entries.push(
      record(
        47,
        [0, 4, 0x02014b50],
        [8, 2, flags],
        [10, 2, method],
        [20, 4, packed.length],
        [24, 4, claimed],
        [28, 2, 1],
        [42, 4, at],
      ),
    )
    locals.push(local, packed)
    at += local.length + packed.length
  }
  return concat([
    ...locals,
    ...entries,
    record(22, [0, 4, 0x06054b50], [10, 2, files.length], [16, 4, at]),
  ])
}
const zeros = (length: number) => new Uint8Array(length)
const faultOf = async (
  bytes: Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
  most = 1_000,
) =>
  unpackedSize(await bytes, most).then(
    size => size,
    error => (error instanceof ZipFault ? error.fault : error),
  )

test('the sizes of stored and compressed files are counted', async () => {
  expect(await faultOf(zip({ content: zeros(300) }, { content: zeros(200), method: 0 }))).toBe(500)
})
test('a stated size that is too large is refused before anything is unpacked', async () => {
  expect(await faultOf(zip({ content: zeros(10), claimed: 1_001 }))).toBe('too_large')
})
test('a stated size that is too small is detected while the file is unpacked', async () => {
  expect(await faultOf(zip({ content: zeros(5_000_000), claimed: 10 }))).toBe('too_large')
})
test('many small files are counted together', async () => {
  expect(await faultOf(zip(...Array.from({ length: 3 }, () => ({ content: zeros(400) }))))).toBe(
    'too_large',
  )
})
test.each<[string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>]>([
  [
    'no zip at all',
    () => new TextEncoder().encode('no zip at all, but long enough to hold an end'),
  ],
  ['nothing', () => new Uint8Array(0)],
  ['a zip that was cut', async () => (await zip({ content: zeros(300) })).slice(40)],
  ['a locked one', () => zip({ content: zeros(3), flags: 1 })],
  ['one with an unknown packing', () => zip({ content: zeros(3), method: 99 })],
  [
    'one with packed bytes that are none',
    () => zip({ content: zeros(3), packed: Uint8Array.of(0xff, 0xff, 0xff) }),
  ],
])('%s is unreadable', async (_, bytes) => {
  expect(await faultOf(bytes())).toBe('unreadable')
})
