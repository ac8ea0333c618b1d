// The files of the product that the documents name exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
/** Directories that a short path in a document may start from: `platform/bus.ts`, `fleet/access/rules.ts`, `core/reading.ts`. */
const bases = ['', 'packages', 'packages/features/src', 'packages/platform/src', 'packages/app/src']
const withSource = (path: string): string => path.replace(/^(\w+)\/(?!src\/)/, '$1/src/')
const exists = (path: string): boolean =>
  bases.some(base =>
    [path, withSource(path)].some(candidate => existsSync(join(root, base, candidate))),
  )
/** A path with a folder, without placeholders: `<name>`, `{it,en}`, `*`. */
const PATH = /`([\w@.-]+(?:\/[\w@.-]+)+\.(?:tsx?|mjs|sql|md|json|cfg))`/g

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'GLOSSARY.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md') && name !== 'spec-coverage.md' && name !== 'plan.md')
    .map(name => `docs/${name}`),
]
test.each(pages)('%s names files that exist', page => {
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(PATH)].map(([, path]) => path)
  expect(named.filter(path => path !== undefined && !exists(path))).toEqual([])
})
