import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'
import { eventReader } from './sse.ts'

const stream =
  ': hello\n\ndata: {"a":1}\n\nevent: x\r\nid: 7\r\ndata: {"b":\r\ndata: 2}\r\n\r\n:beat\n\ndata:{"c":3}\n\n'
test.each([1, 2, 3, 5, 11, 1000])('events are read whole from pieces of %i characters', size => {
  const got: unknown[] = []
  const feed = eventReader(data => got.push(JSON.parse(data)))
  for (let i = 0; i < stream.length; i += size) feed(stream.slice(i, i + size))
  expect(got).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }])
})

test('the query of an address is written readably', () => {
  expect(
    stringifySearch({ v: 1, s: 'type_U', f: ['moving', 'stopped'], h: undefined, p: null, q: '' }),
  ).toBe('?v=1&s=type_U&f=moving,stopped')
  expect(stringifySearch({})).toBe('')
  expect(parseSearch('?v=1&s=a%20b&next=%2Fglobal-map%3Fv%3D3')).toEqual({
    v: '1',
    s: 'a b',
    next: '/global-map?v=3',
  })
})
