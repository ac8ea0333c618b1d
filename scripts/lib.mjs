// Set-up that every command does by itself: install, build, find a browser and the other programs of tests. It runs before anything is installed, so
// it uses Node's own modules only.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 13) || major === 21) {
  console.error(
    `Flotta needs Node 20.19 or newer (not ${process.versions.node}): install a current Node and try again`,
  )
  process.exit(1)
}

/** Runs a command; with `quiet` its output goes to stderr, so that stdout holds only the answer of the caller. */
export const run = (command, args, { quiet = false, ...options } = {}) =>
  new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: quiet ? ['ignore', 2, 2] : 'inherit',
      ...options,
    })
    child.once('error', fail)
    child.once('exit', (code, signal) =>
      code === 0
        ? done()
        : fail(
            Object.assign(
              new Error(`${[command, ...args].join(' ')} ended with ${signal ?? code}`),
              { exitCode: code ?? 1 },
            ),
          ),
    )
  })

/** Runs a tool of this project, without npx and without a shell. */
export const tool = (name, bin, args, options) => {
  const dir = join(root, 'node_modules', name)
  const entry = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).bin
  return run(
    process.execPath,
    [join(dir, typeof entry === 'string' ? entry : entry[bin]), ...args],
    options,
  )
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
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        shell: process.platform === 'win32',
        ...options,
      })
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
      e.name === 'node_modules' ||
      e.name === 'e2e' ||
      e.name.startsWith('.') ||
      /\.test\.tsx?$/.test(e.name)
        ? []
        : e.isDirectory()
          ? filesBelow(join(dir, e.name))
          : [join(dir, e.name)],
    )

const cache = join(root, '.cache')
const stampOf = name => join(cache, `${name}.stamp`)
/** Whether the work of this key was done and its results are still there. */
const fresh = (name, key, made) =>
  existsSync(stampOf(name)) &&
  readFileSync(stampOf(name), 'utf8') === key &&
  made.every(m => existsSync(join(root, m)))

/** Does the work once for each key, even when two commands start together. */
async function once(name, key, made, work) {
  const stamp = stampOf(name)
  if (fresh(name, key, made)) return
  mkdirSync(cache, { recursive: true })
  const lock = join(cache, `${name}.lock`)
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (Date.now() - statSync(lock).mtimeMs > 30_000)
        rmSync(lock, { recursive: true, force: true }) // the owner of the lock was killed
      await new Promise(r => setTimeout(r, 300))
    }
  }
  const alive = setInterval(() => utimesSync(lock, new Date(), new Date()), 5_000)
  try {
    if (fresh(name, key, made)) return
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

const INSTALLED = {
  key: () =>
    `${process.platform} ${process.arch} ${major} ${hash(['package.json', 'package-lock.json', ...packages()])}`,
  made: ['node_modules/vite', 'node_modules/fastify'],
}
export const ensureInstalled = ({ quiet = false } = {}) =>
  once('install', INSTALLED.key(), INSTALLED.made, () => {
    // Packages that are installed already are not replaced, because running programs use them.
    if (holdsLocked()) return
    console.error('Installing packages …')
    // --include=dev: an inherited NODE_ENV=production must not drop the build tools
    return npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { quiet })
  })

const BUILT = {
  key: () =>
    hash([
      'package.json',
      'package-lock.json',
      'tsconfig.base.json',
      'vite.server.config.ts',
      'vite.web.config.ts',
      // The benches start the server with these arguments.
      'scripts/node-arguments.json',
      ...filesBelow('packages'),
    ]),
  made: ['dist/web/index.html', 'dist/server/main.js'],
}
export const ensureBuilt = ({ quiet = false } = {}) =>
  once('build', BUILT.key(), BUILT.made, () => {
    console.error('Building …')
    return build({ quiet })
  })
/** Whether the build is of the present code. */
export const isBuilt = () => fresh('build', BUILT.key(), BUILT.made)

/** Builds both server and web; the files of the web also as .br and .gz. */
export const build = ({ quiet = false } = {}) =>
  run(process.execPath, [join(root, 'scripts/build.mjs')], {
    quiet,
    env: { ...process.env, NODE_ENV: 'production' },
  })

/** Whether the packages of package-lock.json are installed, by these scripts or by a person's own `npm ci`. */
export const isInstalled = () => fresh('install', INSTALLED.key(), INSTALLED.made) || holdsLocked()

/** Whether npm's record of the installed packages contains all that package-lock.json names for this machine. */
function holdsLocked() {
  const packagesOf = file =>
    existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), 'utf8')).packages : {}
  const there = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json')).every(
    ([place, { version, link, optional, os, cpu, libc }]) =>
      !place.startsWith('node_modules/') ||
      link ||
      (optional &&
        !(os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined)) ||
      there[place]?.version === version,
  )
}

/** Whether system packages may be installed: on machines made for it (CI), or when a person says so by `--install`. */
export const mayInstall = (args = process.argv) =>
  args.includes('--install') || /^(1|true|yes)$/i.test(process.env.CI ?? '')

/** The reason why system packages cannot be installed here; null: they can. */
export const cannotInstall = () =>
  existsSync('/usr/bin/apt-get')
    ? process.getuid?.() === 0
      ? null
      : 'only root may install them'
    : 'only on Debian and its kin: elsewhere install the programs yourself'

let listed = false
async function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (!listed) await run('apt-get', ['update', '-qq'], { env, quiet: true })
  listed = true
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    quiet: true,
  })
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
/** Path of a Chromium; undefined: there is none. */
export const findBrowser = () => BROWSERS.find(p => p && existsSync(p))

const onPath = name =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].some(
    dir => dir !== '' && existsSync(join(dir, name)),
  )
/**
 * Programs of the system that tests start beside the product, the Debian packages that contain them, and their purpose. Tests skip themselves when
 * one is missing (`findTool` in platform/testing.tools.ts looks in the same places).
 */
const PROGRAMS = [
  {
    name: 'chromium',
    packages: ['chromium', 'fonts-dejavu-core'],
    for: 'the journeys in a browser',
    there: findBrowser,
  },
  { name: 'nats-server', packages: ['nats-server'], for: 'the product as several processes' },
  {
    name: 'haproxy',
    packages: ['haproxy'],
    for: 'the balancer before several processes, and its file',
  },
  { name: 'promtool', packages: ['prometheus'], for: 'the rules of the alerts' },
  { name: 'patroni', packages: ['patroni'], for: 'the failover of a database of one’s own' },
  { name: 'pgbackrest', packages: ['pgbackrest'], for: 'backups of a database of one’s own' },
]
/** The programs that are missing on this machine. */
export const missingPrograms = () =>
  PROGRAMS.filter(({ name, there = () => onPath(name) }) => !there())

/** Installs the packages of missing programs; a package that cannot be installed stays missing. Never fails. */
export async function installPrograms(programs) {
  if (programs.length === 0 || cannotInstall() !== null) return
  // A package that cannot be installed must not prevent the others.
  await aptInstall(...programs.flatMap(p => p.packages)).catch(() => {})
  for (const { name, packages, there = () => onPath(name) } of programs)
    if (!there()) await aptInstall(...packages).catch(() => {})
}

/** Path of a Chromium, which is installed first when that is allowed; otherwise throws with the line that says what to do. */
export async function ensureBrowser() {
  if (!findBrowser() && mayInstall())
    await installPrograms(missingPrograms().filter(p => p.name === 'chromium'))
  const found = findBrowser()
  if (found) return found
  throw new Error(
    `The browser tests need a Chromium: install your system’s chromium package, set CHROME_PATH to a Chrome or Chromium, or add --install (${cannotInstall() ?? 'it installs Debian’s'})`,
  )
}
