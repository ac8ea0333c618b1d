import { afterEach, expect, test, vi } from 'vitest'
import { RangesOnce } from './ranges-once.ts'

const bytes = Uint8Array.from({ length: 100 }, (_, i) => i)
let requestedRanges: string[] = []
let version = '"1"'
function serve(status = 206) {
  requestedRanges = []
  version = '"1"'
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: { range: string } }) => {
    requestedRanges.push(headers.range)
    const [from = 0, to = 0] = headers.range.slice('bytes='.length).split('-').map(Number)
    return new Response(bytes.slice(from, to + 1), {
      status: requestedRanges.length === 1 ? status : 206,
      headers: { etag: version },
    })
  })
}
afterEach(() => vi.unstubAllGlobals())
const numbers = (data: ArrayBuffer) => [...new Uint8Array(data)]

test('a range that is read twice, at once or later, is fetched once, and each reader has bytes of its own', async () => {
  serve()
  const source = new RangesOnce('/a')
  const [a, b] = await Promise.all([source.getBytes(10, 3), source.getBytes(10, 3)])
  structuredClone(a.data, { transfer: [a.data] })
  expect([numbers(b.data), numbers((await source.getBytes(10, 3)).data)]).toEqual([
    [10, 11, 12],
    [10, 11, 12],
  ])
  expect(requestedRanges).toEqual(['bytes=10-12'])
})

test('a range that failed is fetched again', async () => {
  serve(503)
  const source = new RangesOnce('/a')
  await expect(source.getBytes(0, 2)).rejects.toThrow('503')
  expect(numbers((await source.getBytes(0, 2)).data)).toEqual([0, 1])
})

test('an archive that was replaced meanwhile is read anew from its index on', async () => {
  serve()
  const source = new RangesOnce('/a')
  const { etag } = await source.getBytes(0, 2)
  version = '"2"'
  await expect(source.getBytes(5, 1, undefined, etag)).rejects.toThrow('was "1", is "2"')
  expect((await source.getBytes(0, 2)).etag).toBe('"2"')
})
