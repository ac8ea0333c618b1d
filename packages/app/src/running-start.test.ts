// A second `npm start` in a checkout: what it does beside the first, on a small copy of the scripts with a build of one line.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SCRIPTS = fileURLToPath(new URL('../../../scripts', import.meta.url))
/** Writes what a build makes, and counts the builds. */
const BUILD = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
for (const folder of ['dist/web', 'dist/server']) mkdirSync(folder, { recursive: true })
writeFileSync('dist/web/index.html', '')
writeFileSync('dist/server/main.js', "console.log('runs'); for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0)); setInterval(() => {}, 1000)")
appendFileSync('builds', 'built\\n')`

let checkout: string
let starts: ChildProcess[]
beforeEach(() => {
  starts = []
  checkout = mkdtempSync(join(tmpdir(), 'flotta-checkout-'))
  const write = (name: string, text: string) => writeFileSync(join(checkout, name), text)
  for (const folder of ['scripts', 'packages/app', 'node_modules'])
    mkdirSync(join(checkout, folder), { recursive: true })
  for (const name of ['start.mjs', 'lead.mjs', 'lib.mjs', 'running.mjs'])
    if (existsSync(join(SCRIPTS, name)))
      cpSync(join(SCRIPTS, name), join(checkout, 'scripts', name))
  write('scripts/node-arguments.json', '[]')
  write('scripts/build.mjs', BUILD)
  write('package.json', '{"type": "module"}')
  for (const name of ['package-lock.json', 'node_modules/.package-lock.json'])
    write(name, '{"packages": {}}')
  for (const name of ['tsconfig.base.json', 'vite.server.config.ts', 'vite.web.config.ts'])
    write(name, '')
  write('packages/app/main.ts', 'first')
})
afterEach(async () => {
  await Promise.all(starts.map(end))
  rmSync(checkout, { recursive: true, force: true })
})

function start() {
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: checkout })
  starts.push(child)
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', bytes => {
      output.text += String(bytes)
    })
  return { child, output, ended: new Promise<number | null>(done => child.once('exit', done)) }
}
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(done => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}
const untilRuns = ({ output }: ReturnType<typeof start>) =>
  vi.waitFor(() => expect(output.text).toContain('runs'), { timeout: 180_000 })
const builds = () => readFileSync(join(checkout, 'builds'), 'utf8').split('\n').length - 1
const change = () => writeFileSync(join(checkout, 'packages/app/main.ts'), 'second')

test('a start beside one that runs builds nothing when the code has changed, and says why [installation.89]', async () => {
  const first = start()
  await untilRuns(first)
  change()
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.output.text).toContain(
    `Flotta runs from this folder already (process ${first.child.pid})`,
  )
  expect(builds()).toBe(1)
  await end(first.child)
  const third = start()
  await untilRuns(third)
  expect(builds()).toBe(2)
})

test('a start beside one of the same code runs, for a data directory of its own', async () => {
  await untilRuns(start())
  await untilRuns(start())
  expect(builds()).toBe(1)
})

test('a start that was killed holds up nobody', async () => {
  const first = start()
  await untilRuns(first)
  first.child.kill('SIGKILL')
  await first.ended
  change()
  await untilRuns(start())
  expect(builds()).toBe(2)
})
test('a start in a built checkout that it cannot write in runs all the same', async () => {
  const first = start()
  await untilRuns(first)
  await end(first.child)
  // a file in the place of the folder of marks, because an administrator may write in any folder
  rmSync(join(checkout, '.cache/running'), { recursive: true, force: true })
  writeFileSync(join(checkout, '.cache/running'), '')
  await untilRuns(start())
})
