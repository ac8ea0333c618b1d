// The size of a body is checked before it is parsed.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { complexityOf, DEEPEST, excessBy, MOST_VALUES } from './bounds.ts'

const listOf = (count: number) => `[${Array(count).fill('0').join(',')}]`
test.each([
  ['nothing', '', null],
  ['a form', '{"name":"Flotta","list":[1,2,3]}', null],
  ['as many values as may be', listOf(MOST_VALUES - 1), null],
  ['one more', listOf(MOST_VALUES), 'values'],
  ['objects without end', `[${Array(MOST_VALUES).fill('{}').join(',')}]`, 'values'],
  ['as deep as may be', '['.repeat(DEEPEST) + ']'.repeat(DEEPEST), null],
  ['deeper', '['.repeat(DEEPEST + 1), 'levels'],
  ['a text that looks like lists', JSON.stringify('[,{'.repeat(MOST_VALUES)), null],
  [
    'a text with quotes and backslashes',
    JSON.stringify({ a: '\\"['.repeat(MOST_VALUES), b: '\\' }),
    null,
  ],
  ['a text that does not end', `["${'['.repeat(MOST_VALUES)}`, null],
  ['values behind a text that ends with a backslash', `["\\\\",${listOf(MOST_VALUES)}]`, 'values'],
])('%s', (_, json, expected) => {
  expect(complexityOf(json)).toBe(expected)
})

describe('the excess of a body beyond its schema', () => {
  let looked = 0
  const looking = z.string().refine(() => {
    looked++
    return true
  })
  const schema = z.object({
    name: z.string().trim().max(10),
    places: z.array(z.object({ notes: looking.max(5).nullable() })).max(3),
    either: z.union([z.string().max(4), z.array(z.string().max(4)).max(2)]).optional(),
    open: z.string().optional(),
  })
  const excess = excessBy(schema)
  const body = { name: 'x', places: [] }
  test.each<[string, object, ReturnType<typeof excess>]>([
    ['a body within its limits', { ...body, places: [{ notes: 'a' }, { notes: null }] }, null],
    [
      'too many places',
      { ...body, places: Array(4).fill({ notes: 'a' }) },
      { path: ['places'], of: 'list', maximum: 3 },
    ],
    ['blanks that its schema cuts', { ...body, name: ' '.repeat(500) }, null],
    [
      'a long name',
      { ...body, name: 'x'.repeat(1_011) },
      { path: ['name'], of: 'text', maximum: 10 },
    ],
    [
      'long notes of a place',
      { ...body, places: [{ notes: '' }, { notes: 'x'.repeat(1_006) }] },
      { path: ['places', 1, 'notes'], of: 'text', maximum: 5 },
    ],
    ['a choice that fits', { ...body, either: ['a', 'b'] }, null],
    [
      'a choice with too many values of its kind',
      { ...body, either: ['a', 'b', 'c'] },
      { path: ['either'], of: 'list', maximum: 2 },
    ],
    ['a choice of an unknown kind', { ...body, either: { a: [1, 2, 3] } }, null],
    [
      'a text without a limit in the schema',
      { ...body, open: 'x'.repeat(5_097) },
      { path: ['open'], of: 'text', maximum: 4_096 },
    ],
    ['unknown fields', { ...body, other: Array(1_000).fill('x'.repeat(10_000)) }, null],
    ['something else than an object', [1, 2], null],
  ])('%s', (_, value, expected) => {
    expect(excess(value)).toEqual(expected)
    expect(looked).toBe(0)
  })
})
