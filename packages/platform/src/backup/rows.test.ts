import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { bucketsOf, differingBuckets, RowCounter, rowsOnlyIn } from './rows.ts'

/** Lines cut into chunks at arbitrary places. */
const source = (lines: readonly string[], size = 5): Readable => {
  const bytes = Buffer.from(lines.map(l => `${l}\n`).join(''))
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    ),
  )
}
const differencesOf = async (a: readonly string[], b: readonly string[]) => {
  const buckets = differingBuckets(await bucketsOf(source(a)), await bucketsOf(source(b, 7)))
  return buckets.size === 0 ? null : rowsOnlyIn(source(a), source(b), buckets)
}

test.each<
  [string, readonly string[], readonly string[], Awaited<ReturnType<typeof differencesOf>>]
>([
  ['in the same order', ['1\tLecco', '2\tComo'], ['1\tLecco', '2\tComo'], null],
  ['in another order', ['1\tLecco', '2\tComo', '3\t\\N'], ['3\t\\N', '1\tLecco', '2\tComo'], null],
  ['none at all', [], [], null],
  ['one is missing', ['1\tLecco', '2\tComo'], ['1\tLecco'], { here: ['2 Como'], there: [] }],
  [
    'one was changed',
    ['1\tLecco\tx', '2\tComo'],
    ['1\tLecco\ty', '2\tComo'],
    { here: ['1 Lecco'], there: ['1 Lecco'] },
  ],
  ['one is there twice', ['1\tLecco'], ['1\tLecco', '1\tLecco'], { here: [], there: ['1 Lecco'] }],
])('the comparison of two tables finds what differs: %s', async (_, a, b, expected) => {
  expect(await differencesOf(a, b)).toEqual(expected)
})

test('the counter counts rows and bytes and passes them on unchanged', async () => {
  const counted = new RowCounter()
  const out: Buffer[] = []
  for await (const chunk of source(['1\tLecco', '', '2']).pipe(counted)) out.push(chunk as Buffer)
  expect([counted.rows, counted.bytes, Buffer.concat(out).toString()]).toEqual([
    3,
    11,
    '1\tLecco\n\n2\n',
  ])
  expect(counted.digest()).toMatch(/^[0-9a-f]{64}$/)
})
