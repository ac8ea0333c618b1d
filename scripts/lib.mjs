// Set-up that every command does by itself: install, build, find a browser. Node's own modules only: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 13) || major === 21) {
  console.error(`Flotta needs Node 20.19 or newer (not ${process.versions.node}): install a current Node and try again`)
  process.exit(1)
}

/** Runs a command; its output goes to stderr when `quiet`, so that stdout stays the caller's. */
export const run = (command, args, { quiet = false, ...options } = {}) =>
  new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: quiet ? ['ignore', 2, 2] : 'inherit', ...options })
    child.once('error', fail)
    child.once('exit', (code, signal) =>
      code === 0 ? done() : fail(Object.assign(new Error(`${[command, ...args].join(' ')} ended with ${signal ?? code}`), { exitCode: code ?? 1 })),
    )
  })

/** A tool of this project, without npx and without a shell. */
export const tool = (name, bin, args, options) => {
  const dir = join(root, 'node_modules', name)
  const entry = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).bin
  return run(process.execPath, [join(dir, typeof entry === 'string' ? entry : entry[bin]), ...args], options)
}

const npm = (args, options) => {
  const candidates = [
    process.env.npm_execpath,
    join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js'),
    join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js'),
  ]
  const cli = candidates.find(p => p && /npm-cli\.js$/.test(p) && existsSync(p))
  return cli
    ? run(process.execPath, [cli, ...args], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { shell: process.platform === 'win32', ...options })
}

const hash = files => {
  const h = createHash('sha256')
  for (const f of files)
    h.update(f)
      .update('\0')
      .update(readFileSync(join(root, f)))
      .update('\0')
  return h.digest('hex')
}
const filesBelow = dir =>
  readdirSync(join(root, dir), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(e =>
      e.name === 'node_modules' || e.name === 'e2e' || e.name.startsWith('.') || /\.test\.tsx?$/.test(e.name)
        ? []
        : e.isDirectory()
          ? filesBelow(join(dir, e.name))
          : [join(dir, e.name)],
    )

/** Does the work once for each key, also when two commands start together. */
async function once(name, key, made, work) {
  const cache = join(root, '.cache')
  const stamp = join(cache, `${name}.stamp`)
  const fresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === key && made.every(m => existsSync(join(root, m)))
  if (fresh()) return
  mkdirSync(cache, { recursive: true })
  const lock = join(cache, `${name}.lock`)
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (Date.now() - statSync(lock).mtimeMs > 30_000) rmSync(lock, { recursive: true, force: true }) // its owner was killed
      await new Promise(r => setTimeout(r, 300))
    }
  }
  const alive = setInterval(() => utimesSync(lock, new Date(), new Date()), 5_000)
  try {
    if (fresh()) return
    rmSync(stamp, { force: true })
    await work()
    writeFileSync(stamp, key)
  } finally {
    clearInterval(alive)
    rmSync(lock, { recursive: true, force: true })
  }
}

const packages = () =>
  readdirSync(join(root, 'packages'))
    .map(name => join('packages', name, 'package.json'))
    .filter(f => existsSync(join(root, f)))

export const ensureInstalled = ({ quiet = false } = {}) =>
  once(
    'install',
    `${process.platform} ${process.arch} ${major} ${hash(['package.json', 'package-lock.json', ...packages()])}`,
    ['node_modules/vite', 'node_modules/fastify'],
    () => {
      console.error('Installing packages …')
      // --include=dev: an inherited NODE_ENV=production must not drop the build tools
      return npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { quiet })
    },
  )

export const ensureBuilt = ({ quiet = false } = {}) =>
  once(
    'build',
    hash(['package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.server.config.ts', 'vite.web.config.ts', ...filesBelow('packages')]),
    ['dist/web/index.html', 'dist/server/main.js'],
    () => {
      console.error('Building …')
      return build({ quiet })
    },
  )

/** Both ends at once; the web's files also as .br and .gz. */
export const build = ({ quiet = false } = {}) =>
  run(process.execPath, [join(root, 'scripts/build.mjs')], { quiet, env: { ...process.env, NODE_ENV: 'production' } })

let listed = false
/** Installs Debian packages where that is ours to do: as root, on Debian and its kin. False where it is not. */
async function installed(...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!listed) await run('apt-get', ['update', '-qq'], { env, quiet: true })
  listed = true
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true })
  return true
}

/** Programs that tests start beside the product: name → Debian package. Their tests skip themselves where one is missing (`findTool` in platform/testing.tools.ts looks in the same places). */
const TOOLS = { 'nats-server': 'nats-server', haproxy: 'haproxy', promtool: 'prometheus', patroni: 'patroni', pgbackrest: 'pgbackrest' }
const onPath = name => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].some(dir => dir !== '' && existsSync(join(dir, name)))
/** Installs what is missing where it may; else one line says what the tests will do without. Never fails. */
export async function ensureTools() {
  const missing = () => Object.keys(TOOLS).filter(name => !onPath(name))
  if (missing().length === 0) return
  console.error(`Installing ${missing().join(', ')} for the tests …`)
  // one that cannot be had must not keep the others away
  await installed(...missing().map(name => TOOLS[name])).catch(() => {})
  for (const name of missing()) await installed(TOOLS[name]).catch(() => {})
  if (missing().length > 0) console.error(`Tests that need ${missing().join(', ')} are skipped: install the packages of that name to run them`)
}

const BROWSERS = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** Path of a Chromium; installs the system's package as root on Debian and its kin, else says in one line what to do. */
export async function ensureBrowser() {
  const find = () => BROWSERS.find(p => p && existsSync(p))
  if (find()) return find()
  console.error('Installing Chromium for the browser tests …')
  if ((await installed('chromium', 'fonts-dejavu-core')) && find()) return find()
  throw new Error('The browser tests need a Chromium: install your system’s chromium package, or set CHROME_PATH to a Chrome or Chromium')
}
