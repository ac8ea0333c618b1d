// docs/specification.md, the tests that name its promises, the comments that cite them, and the page made of them: none contradicts another.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
// scripts are plain JavaScript, which runs before anything is installed
const { citationsOf, coveragePage, promisesOf, testsOf } = await import(
  /* @vite-ignore */ join(root, 'scripts/spec-coverage.mjs')
)
interface SpecPromise {
  readonly id: string
  readonly planned: boolean
}
interface Reference {
  readonly id: string
  readonly file: string
}
const promises: readonly SpecPromise[] = promisesOf(root)
const tests: readonly Reference[] = testsOf(root)
const ids = new Set(promises.map(promise => promise.id))

test('every promise has an id of its own', () => {
  expect(promises.length).toBeGreaterThan(2000)
  const distinct = new Set<string>()
  expect(promises.filter(({ id }) => distinct.size === distinct.add(id).size)).toEqual([])
})

test.each<[string, readonly Reference[]]>([
  ['tests name', tests],
  ['comments cite', citationsOf(root)],
])('what %s is a promise of the specification', (_, references) => {
  expect(references.length).toBeGreaterThan(0)
  expect(references.filter(({ id }) => !ids.has(id))).toEqual([])
})

test('no test shows what is only planned', () => {
  const planned = new Set(promises.filter(promise => promise.planned).map(({ id }) => id))
  expect(tests.filter(({ id }) => planned.has(id))).toEqual([])
})

test('the page of coverage is what `npm run coverage` makes', () => {
  expect(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')).toBe(coveragePage(root))
})
