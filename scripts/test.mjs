// npm test [-- --quick | --install]: says what it installs and why, then runs types and lint, the build, and the tests beside the browser tests; ends with `N passed, N failed[, N skipped]`.
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  cannotInstall,
  ensureBuilt,
  ensureInstalled,
  findBrowser,
  installPrograms,
  isInstalled,
  mayInstall,
  missingPrograms,
  root,
  run,
  tool,
} from './lib.mjs'
import { planOf } from './test-plan.mjs'

const { quick } = optionsGiven()
function optionsGiven() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        install: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    console.error(
      `${error.message.split('.')[0]}. There are: npm test -- --quick, npm test -- --install`,
    )
    process.exit(2)
  }
}
const installing = !quick && mayInstall()

for (const line of planOf({
  quick,
  installing,
  cannot: cannotInstall(),
  installed: isInstalled(),
  programs: missingPrograms(),
}))
  console.log(line)
if (quick && !isInstalled()) {
  console.log('0 passed, 1 failed')
  process.exit(1)
}
if (!quick) await ensureInstalled()
if (installing) await installPrograms(missingPrograms())

// Colours are for terminals.
if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1'
const memory = quick ? null : memoryDirectory()
if (memory !== null) process.env.TMPDIR = memory
process.once('exit', () => memory !== null && rmSync(memory, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
const results = join(root, '.cache/results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/**
 * A directory in memory for temporary databases, which then need no disk; null when memory is short, or when no such file system exists for files of
 * all kinds.
 */
function memoryDirectory() {
  const GIB = 2 ** 30
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8').split('\n')
    if (!mounted.some(line => / \/dev\/shm tmpfs /.test(line) && !line.includes('noexec')))
      return null
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < 6 * GIB || freemem() < 10 * GIB) return null
    const directory = mkdtempSync('/dev/shm/flotta-')
    // The account of the database must be able to enter.
    chmodSync(directory, 0o755)
    return directory
  } catch {
    return null
  }
}

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
  // A step that failed without a failed test, for example because it could not start, counts as one failure.
  failed += error && f === 0 ? 1 : f
  skipped += s
  console.log(
    `── ${name}: ${error || f ? 'FAILED' : 'ok'} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
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
  return r
    ? [r.numPassedTests, r.numFailedTests, r.numPendingTests + (r.numTodoTests ?? 0)]
    : [0, 0, 0]
}
const playwrightCount = () => {
  const r = report('playwright.json')
  return r ? [r.stats.expected, r.stats.unexpected + r.stats.flaky, r.stats.skipped] : [0, 0, 0]
}
/** The number of journeys; they are only listed. */
async function journeys() {
  await tool('@playwright/test', 'playwright', ['test', '--list', '--reporter=json'], {
    stdio: 'ignore',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'journeys.json') },
  })
  const count = suite =>
    (suite.specs?.length ?? 0) + (suite.suites ?? []).reduce((sum, inner) => sum + count(inner), 0)
  return (report('journeys.json')?.suites ?? []).reduce((sum, suite) => sum + count(suite), 0)
}

const biome = ['check', '.', '--error-on-warnings']
// Compiler and linter each leave a part of two cores idle, so they run at the same time.
await Promise.all([
  step('types', () => tool('typescript', 'tsc', ['-b'])),
  step('lint', () => tool('@biomejs/biome', 'biome', biome)).then(() =>
    step('knip', () => tool('knip', 'knip', ['--no-progress'])),
  ),
])
const tests = () =>
  step(
    'tests',
    () =>
      tool(
        'vitest',
        'vitest',
        [
          'run',
          '--reporter=dot',
          '--reporter=json',
          '--outputFile.json=.cache/results/vitest.json',
        ],
        {
          env: { ...process.env, NODE_ENV: 'test', ...(quick && { TEST_QUICK: '1' }) },
        },
      ),
    vitestCount,
  )
/** The journeys in a browser, whose output is printed at their end, because the tests print meanwhile. */
const browserTests = async () => {
  const log = join(results, 'journeys.log')
  const output = openSync(log, 'w')
  await step(
    'browser',
    () =>
      run(process.execPath, [join(root, 'scripts/e2e.mjs')], {
        stdio: ['ignore', output, output],
      }).finally(() => {
        closeSync(output)
        process.stdout.write(`\n${readFileSync(log, 'utf8')}`)
      }),
    playwrightCount,
  )
}
/** What was not run: name and reason. */
const left = []
if (quick) {
  await tests()
  left.push(
    ['tests that start a database, a server or the product', 'for their time: npm test runs them'],
    ['the build and the journeys in a browser', 'for their time'],
  )
} else {
  await step('build', () => ensureBuilt())
  // Tests wait for the database and journeys for the browser a sixth of their time, so both together leave no core idle.
  await Promise.all([tests(), findBrowser() ? browserTests() : undefined])
  if (!findBrowser()) skipped += await journeys()
  for (const program of missingPrograms())
    left.push([program.for, `${program.name} is not on this machine`])
}
for (const [what, why] of left) console.log(`── skipped: ${what} (${why})`)
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed ? 1 : 0
