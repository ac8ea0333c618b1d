// The search's rule stands twice, in the database and in the language; this holds them together.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contains, searchable } from '@flotta/core/searchable.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(
    readFileSync(
      join(
        import.meta.dirname,
        '../../features/src/portal/search/migrations/20261122_0601_search_searchable.sql',
      ),
      'utf8',
    ),
  )
})
afterAll(() => database.close())

test.each([
  ['FR 123 KL', 'fr123kl'],
  ['Città', 'citta'],
  ['ÀÉÎÕÜ ç Ñ', 'aeioucn'],
  ['Straße Łódź Ørsted Æsop', 'strasselodzorstedaesop'],
  ['50_%\\', '50_%\\'],
  ['a\u00a0b\tc\nd', 'abcd'],
  ['', ''],
])('%j is compared as %j', (text, compared) => expect(searchable(text)).toBe(compared))
test('both ways: a plate is found with and without its spaces', () => {
  expect([
    contains('FR123KL', 'fr 123'),
    contains('FR 123 KL', '123kl'),
    contains(null, 'x'),
    contains('ab', 'a_'),
  ]).toEqual([true, true, false, false])
})
test('the database compares as the language does', async () => {
  const texts = fc.sample(
    fc.oneof(
      fc.string({ unit: 'grapheme-composite' }),
      fc.string({ unit: fc.constantFrom(...'àÈîõÜçÑßẞøØłŁæÆœŒđĐıaZ 9_%\\\t\u00a0\u2003ﬁ①') }),
    ),
    500,
  )
  const clean = texts.map(t => t.toWellFormed().replaceAll('\u0000', ''))
  const { rows } = await database.pool.query<{ s: string }>(
    'select searchable(t) as s from unnest($1::text[]) with ordinality as u(t, n) order by n',
    [clean],
  )
  expect(rows.map(r => r.s)).toEqual(clean.map(searchable))
})
