// The rule of the search is written twice, in SQL and in TypeScript; these tests keep both equal.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contains, searchable } from '@flotta/core/searchable.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './testing.ts'

const migrations = join(import.meta.dirname, '../../features/src/portal/search/migrations')
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  // The last migration updates stored texts of vehicles, so it needs the table.
  await database.pool.query('create table vehicles (plate text, serial text, model text)')
  for (const file of readdirSync(migrations).sort())
    await database.pool.query(readFileSync(join(migrations, file), 'utf8'))
})
afterAll(() => database.close())

test.each([
  ['FR 123 KL', 'fr123kl'],
  ['Città', 'citta'],
  ['ÀÉÎÕÜ ç Ñ', 'aeioucn'],
  ['Straße Łódź Ørsted Æsop', 'strasselodzorstedaesop'],
  ['50_%\\', '50_%\\'],
  ['a\u00a0b\tc\nd', 'abcd'],
  ['ΟΔΟΣ Αθηνών', 'οδοσαθηνων'],
  ['Москва ЁЛКА Йошкар', 'москваелкаиошкар'],
  ['Ærø Þórður ŦĦ', 'aeroþorðurŧħ'],
  ['ԵՐԵՎԱՆ', 'երեվան'],
  ['東京 12', '東京12'],
  ['', ''],
])('%j is compared as %j', (text, compared) => expect(searchable(text)).toBe(compared))
test('a plate is found with and without its spaces', () => {
  expect([
    contains('FR123KL', 'fr 123'),
    contains('FR 123 KL', '123kl'),
    contains(null, 'x'),
    contains('ab', 'a_'),
  ]).toEqual([true, true, false, false])
})
test.each('`´ʼ‘’′'.split(''))(
  'a name is found with its apostrophe typed as %s [search.17]',
  sign => {
    expect([contains(`D${sign}Angelo`, "d'ang"), contains("D'Angelo", `d${sign}ang`)]).toEqual([
      true,
      true,
    ])
  },
)
test('the database compares as the language does', async () => {
  const texts = fc.sample(
    fc.oneof(
      fc.string({ unit: 'grapheme-composite' }),
      fc.string({
        unit: fc.constantFrom(..."àÈîõÜçÑßẞøØłŁæÆœŒđĐıaZ 9_%\\\t`´ʼ‘’′'\u00a0\u2003ﬁ①ΣςάΏЖйЁ"),
      }),
    ),
    500,
  )
  const clean = texts.map(t => t.toWellFormed().replaceAll('\u0000', ''))
  expect(await inDatabase(clean)).toEqual(clean.map(searchable))
})
test('the database compares each letter of the common scripts as the language does [search.12]', async () => {
  const letters = Array.from({ length: 0x2e00 }, (_, code) => String.fromCodePoint(code)).filter(
    letter =>
      /\p{L}/u.test(letter) &&
      /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u.test(letter),
  )
  expect(await inDatabase(letters)).toEqual(letters.map(searchable))
})
const inDatabase = async (texts: readonly string[]): Promise<string[]> =>
  (
    await database.pool.query<{ s: string }>(
      'select searchable(t) as s from unnest($1::text[]) with ordinality as u(t, n) order by n',
      [texts],
    )
  ).rows.map(row => row.s)
