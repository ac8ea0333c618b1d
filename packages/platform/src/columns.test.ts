import { afterAll, beforeAll, expect, test } from 'vitest'
import { asColumn, lists, numbers } from './array-reader.ts'
import { columns } from './columns.ts'
import type { Pool } from './db.ts'
import { testDatabase } from './testing.ts'

let pool: Pool
let close: () => Promise<void>
beforeAll(async () => {
  ;({ pool, close } = await testDatabase())
})
afterAll(() => close())

test.each([
  ['int2', columns.int2([1, null, -32768, 32767]), [1, null, -32768, 32767]],
  ['int4', columns.int4([-2147483648, null, 2147483647]), [-2147483648, null, 2147483647]],
  ['int8', columns.int8([Number.MAX_SAFE_INTEGER, -1]), [Number.MAX_SAFE_INTEGER, -1]],
  ['float8', columns.float8([0.1, null, -1e300]), [0.1, null, -1e300]],
  ['bool', columns.bool([true, false, null]), [true, false, null]],
  ['text', columns.text(['', 'è', null, '"{}"']), ['', 'è', null, '"{}"']],
  ['json', columns.json(['{"a":"è"}', null]), [{ a: 'è' }, null]],
  [
    'json',
    columns.jsonOf([{ a: 'è' }, [1.5, null]], (value, out) => out.value(value)),
    [{ a: 'è' }, [1.5, null]],
  ],
  ['json', columns.jsonOf([], (value, out) => out.value(value)), []],
  ['jsonb', columns.jsonb(['{"a":1}', null]), [{ a: 1 }, null]],
  [
    'bytea',
    columns.bytea([new Uint8Array([0, 255]), null, new Uint8Array(0)]),
    [Buffer.from([0, 255]), null, Buffer.alloc(0)],
  ],
  [
    'uuid',
    columns.uuid(['01234567-89ab-cdef-0123-456789abcdef', null]),
    ['01234567-89ab-cdef-0123-456789abcdef', null],
  ],
  [
    'timestamptz',
    columns.timestamptz([Date.UTC(2026, 10, 21, 1, 2, 3, 456), 0, Date.UTC(1999, 11, 31)]),
    [new Date(Date.UTC(2026, 10, 21, 1, 2, 3, 456)), new Date(0), new Date(Date.UTC(1999, 11, 31))],
  ],
])('PostgreSQL reads a column of %s as it was written', async (type, parameter, expected) => {
  const { rows } = await pool.query(
    `select v from unnest($1::${type}[]) with ordinality as u(v, i) order by i`,
    [parameter],
  )
  expect(rows.map(r => r.v)).toEqual(expected)
})

test.each<[keyof typeof columns, () => Buffer]>([
  ['int2', () => columns.int2([0, 32_768])],
  ['int4', () => columns.int4([-2_147_483_649])],
  ['int8', () => columns.int8([2 ** 63])],
  ['timestamptz', () => columns.timestamptz([1e300])],
])('a value beyond a column of %s is refused, and does not become another number', (_, write) =>
  expect(write).toThrow(RangeError),
)

test('arrays from PostgreSQL are read as numbers', async () => {
  const { rows } = await pool.query(
    `select ${asColumn('a', 'int2')}, ${asColumn('b', 'int4')}, ${asColumn('t', 'timestamptz')}, ${asColumn('c', 'int8')},
     (select ${asColumn('a')} from unnest($1::int2[]) none (a) where false) as none from unnest($1::int2[], $2::int4[], $3::timestamptz[], $4::int8[]) as u(a, b, t, c)`,
    [
      columns.int2([1, -32768]),
      columns.int4([-2147483648, 7]),
      columns.timestamptz([1_795_000_000_123, 0]),
      columns.int8([Number.MAX_SAFE_INTEGER, -4_294_967_297]),
    ],
  )
  expect([...numbers.int8(rows[0].int8)]).toEqual([Number.MAX_SAFE_INTEGER, -4_294_967_297])
  expect([...numbers.int2(rows[0].int2)]).toEqual([1, -32768])
  expect([...numbers.int4(rows[0].int4)]).toEqual([-2147483648, 7])
  expect([...numbers.timestamptz(rows[0].timestamptz)]).toEqual([1_795_000_000_123, 0])
  expect(numbers.int2(rows[0].none)).toHaveLength(0)
})

test('arrays with nulls are read value by value', async () => {
  const { rows } = await pool.query(
    `select ${asColumn('a', 'int2')}, ${asColumn('b', 'int4')}, ${asColumn('c', 'bytea')},
       ${asColumn('d', 'json')}, (select ${asColumn('a')} from unnest($1::int2[]) none (a) where false) as none
     from unnest($1::int2[], $2::int4[], $3::bytea[], $4::json[]) as u(a, b, c, d)`,
    [
      columns.int2([1, null, -32768]),
      columns.int4([null, 7, null]),
      columns.bytea([new Uint8Array([0, 255]), new Uint8Array(0), null]),
      columns.json(['{ "à": 1 }', null, '[]']),
    ],
  )
  expect(lists.int2(rows[0].int2)).toEqual([1, null, -32768])
  expect(lists.int4(rows[0].int4)).toEqual([null, 7, null])
  expect(lists.bytea(rows[0].bytea)).toEqual([Buffer.from([0, 255]), Buffer.alloc(0), null])
  expect(lists.text(rows[0].json)).toEqual(['{ "à": 1 }', null, '[]'])
  expect(lists.int2(rows[0].none)).toEqual([])
})
