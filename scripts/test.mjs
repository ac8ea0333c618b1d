// npm test: sets everything up, then runs types, lint, all tests against a real PostgreSQL, the build, and the browser tests; ends with `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ensureTools, root, run, tool } from './lib.mjs'

await ensureInstalled()
await ensureTools()
// colours are for people
if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1'
const results = join(root, '.cache/results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0
let skipped = 0
async function step(name, work, count = error => (error ? [0, 1, 0] : [1, 0, 0])) {
  const started = performance.now()
  let error = null
  try {
    await work()
  } catch (e) {
    error = e
    console.error(e instanceof Error ? e.message : e)
  }
  const [p, f, s] = count(error)
  passed += p
  // a step that failed without a failed test (it could not start, say) counts as one
  failed += error && f === 0 ? 1 : f
  skipped += s
  console.log(`── ${name}: ${error || f ? 'FAILED' : 'ok'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
const report = file => {
  try {
    return JSON.parse(readFileSync(join(results, file), 'utf8'))
  } catch {
    return null
  }
}
const vitestCount = () => {
  const r = report('vitest.json')
  return r ? [r.numPassedTests, r.numFailedTests, r.numPendingTests + (r.numTodoTests ?? 0)] : [0, 0, 0]
}
const playwrightCount = () => {
  const r = report('playwright.json')
  return r ? [r.stats.expected, r.stats.unexpected + r.stats.flaky, r.stats.skipped] : [0, 0, 0]
}

await step('types', () => tool('typescript', 'tsc', ['-b']))
await step('lint', () => tool('@biomejs/biome', 'biome', ['check', '.', '--error-on-warnings']))
await step('knip', () => tool('knip', 'knip', ['--no-progress']))
await step(
  'tests',
  () =>
    tool('vitest', 'vitest', ['run', '--reporter=dot', '--reporter=json', '--outputFile.json=.cache/results/vitest.json'], {
      env: { ...process.env, NODE_ENV: 'test' },
    }),
  vitestCount,
)
await step('build', () => ensureBuilt())
await step('browser', () => run(process.execPath, [join(root, 'scripts/e2e.mjs')]), playwrightCount)
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed ? 1 : 0
