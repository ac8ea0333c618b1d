// docs/spec-coverage.md names for each promise of the specification the test that shows it: those tests are there, by file and title.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')

interface Row {
  readonly line: number
  readonly promise: string
  readonly shown: string
}
/** Rows of the tables: promise | where it is shown. */
const rows: Row[] = page.split('\n').flatMap((text, i) => {
  const cells = text
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map(c => c.trim())
  const [promise, shown] = cells
  return cells.length !== 2 ||
    promise === undefined ||
    shown === undefined ||
    /^-+$/.test(promise) ||
    promise === 'promise'
    ? []
    : [{ line: i + 1, promise, shown }]
})
/** `features/src/fleet/fleets/server.test.ts › a title`, several with `; `. What is not there yet says `not yet: why`. */
const references = rows.flatMap(({ line, shown }) =>
  shown.startsWith('not yet: ')
    ? []
    : shown.split(/;\s+(?=\w+\/)/).map(reference => {
        const [file = '', title] = reference.split(' › ')
        return { line, file: file.replaceAll('`', ''), title }
      }),
)
const texts = new Map<string, string>()
const textOf = (path: string): string => {
  if (!texts.has(path)) texts.set(path, readFileSync(path, 'utf8'))
  return texts.get(path) ?? ''
}

test('the page has a row for the promises of every paragraph of the portal', () => {
  expect(rows.length).toBeGreaterThan(100)
  const paragraphs = new Set([...page.matchAll(/^## P §(\d)/gm)].map(m => m[1]))
  expect([...paragraphs].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
})
test('every row names a test or says why there is none yet', () => {
  expect(rows.filter(r => r.shown === '').map(r => `line ${r.line}: ${r.promise}`)).toEqual([])
})
test('every test that is named stands in its file', () => {
  const missing = references.flatMap(({ line, file, title }) => {
    const path = join(root, 'packages', file)
    if (!existsSync(path)) return [`line ${line}: no file ${file}`]
    return title === undefined || textOf(path).includes(title)
      ? []
      : [`line ${line}: no test "${title}" in ${file}`]
  })
  expect(missing).toEqual([])
})
