// npm run coverage: makes docs/spec-coverage.md from the promises of docs/specification.md and the tests whose titles name them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { pathToFileURL } from 'node:url'

const ID = String.raw`[a-z][a-z-]*\.\d+`
const IDS = `${ID}(?:, ${ID})*`
/** A text in quotes that ends with ids in brackets: the title of a test, or the label of a row that a title shows. */
const TITLE = new RegExp(String.raw`(['"\`])((?:\\.|(?!\1)[^\n\\])*?) \[(${IDS})\]\1`, 'g')
/** A citation in a comment: `(map.12)`, `(map.12, areas.3)`. */
const CITATION = new RegExp(String.raw`\((${IDS})\)`, 'g')
const IS_TEST = /(\.test\.tsx?|\/e2e\/[^/]+\.spec\.ts)$/

/**
 * The promises of the specification, in its order.
 * @returns {{ id: string, domain: string, text: string, planned: boolean }[]}
 */
export function promisesOf(root) {
  const page = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  return [...page.matchAll(/^- \*\*([a-z][a-z-]*)\.(\d+)\*\* (.+)$/gm)].map(
    ([, domain, number, text]) => ({
      id: `${domain}.${number}`,
      domain,
      text,
      planned: text.includes('*(planned)*'),
    }),
  )
}

/** Paths of the product's own source files below `packages/`, from the root, in order. */
export function sourceFiles(root) {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter(path => /\.(tsx?|css)$/.test(path) && existsSync(join(root, path)))
    .sort()
}

/**
 * The tests that name a promise in their title.
 * @returns {{ id: string, file: string, title: string }[]} file: below `packages/`
 */
export function testsOf(root) {
  return sourceFiles(root)
    .filter(path => IS_TEST.test(path))
    .flatMap(path =>
      [...readFileSync(join(root, path), 'utf8').matchAll(TITLE)].flatMap(([, , title, ids]) =>
        ids.split(', ').map(id => ({ id, file: path.replace('packages/', ''), title })),
      ),
    )
}

/**
 * The promises that comments cite.
 * @returns {{ id: string, file: string }[]} file: from the root
 */
export function citationsOf(root) {
  return sourceFiles(root).flatMap(path =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter(line => /^\s*(\/\/|\/?\*)|\s\/\/ |\/\*\*/.test(line))
      .flatMap(line => [...line.matchAll(CITATION)])
      .flatMap(([, ids]) => ids.split(', ').map(id => ({ id, file: path }))),
  )
}

const cell = text => text.replaceAll('|', '\\|').replaceAll('\\`', '`')

/** The text of docs/spec-coverage.md, from the promises and the tests that name them. */
export function coveragePage(root) {
  const promises = promisesOf(root)
  const tests = testsByPromise(root)
  const built = promises.filter(promise => !promise.planned)
  const open = built.filter(promise => !tests.has(promise.id))
  const domains = [...new Set(promises.map(promise => promise.domain))]
  const lines = [
    '# What the specification promises, and the tests that show it',
    '',
    'Made by `npm run coverage` from [specification.md](specification.md) and the titles of the tests: a title, or the label of a row that it shows, ends with the ids of its promises, as in `the first page [navigation.1]`. `npx vitest run -t navigation.1` runs the tests of a promise whose id stands in a title. Do not edit this page.',
    '',
    `${promises.length} promises: ${built.length - open.length} with a test, ${open.length} without, ${promises.length - built.length} planned.`,
  ]
  for (const domain of domains) {
    lines.push('', `## ${domain}`, '', '| id | promise | shown by |', '|---|---|---|')
    for (const promise of promises.filter(p => p.domain === domain)) {
      const shown = promise.planned
        ? 'planned'
        : (tests.get(promise.id) ?? [])
            .map(({ file, title }) => `\`${file}\` › ${cell(title)}`)
            .join('; ') || '**no test**'
      lines.push(`| ${promise.id} | ${cell(promise.text)} | ${shown} |`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** Written by hand, since Map.groupBy needs Node 21. */
function testsByPromise(root) {
  const byId = new Map()
  for (const test of testsOf(root)) byId.set(test.id, [...(byId.get(test.id) ?? []), test])
  return byId
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..')
  writeFileSync(join(root, 'docs/spec-coverage.md'), coveragePage(root))
}
