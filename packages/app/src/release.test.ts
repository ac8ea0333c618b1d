// The archive of a release on a machine with nothing but Node: unpacked into a read-only directory, run by an account without rights, signed in to,
// stopped.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@flotta/platform/postgres.ts'
import * as tar from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../../package.json'
import nodeArguments from '../../../scripts/node-arguments.json'
import { root } from './faults/bundle.ts'
import { readImage } from './faults/image.ts'
import { homeIn, untilReady } from './faults/process.ts'

const run = promisify(execFile)
const dir = mkdtempSync(join(tmpdir(), 'flotta-release-'))
/** Everything runs as this account, because root may write everywhere. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const name = `flotta-${version}-${process.platform}-${process.arch}`
const archive = join(dir, `${name}.tar.gz`)
const installationDir = join(dir, name)
const flotta = join(installationDir, 'bin/flotta')

beforeAll(async () => {
  await run(process.execPath, ['scripts/release.mjs', '--out', dir], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await tar.extract({ file: archive, cwd: dir, preserveOwner: false })
  mkdirSync(join(dir, 'path'))
  symlinkSync(process.execPath, join(dir, 'path/node'))
  mkdirSync(join(dir, 'data'), { mode: 0o700 })
  await run('chmod', ['0755', dir])
  if (account.uid === undefined) await run('chmod', ['-R', 'a-w', installationDir])
  else chownSync(join(dir, 'data'), account.uid, account.gid)
})
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', dir])
  rmSync(dir, { recursive: true })
})

test('the archive holds the product and its licences, and no trace of when and by whom it was made', async () => {
  const times = new Set<number>()
  const owners = new Set<number | undefined>()
  const names: string[] = []
  await tar.list({
    file: archive,
    onReadEntry: entry => {
      names.push(entry.path.slice(name.length + 1))
      times.add(Number(entry.mtime))
      owners.add(entry.uid)
    },
  })
  expect(names).toEqual([...names].sort())
  expect([...times]).toEqual([Date.UTC(2000, 0)])
  expect([...owners]).toEqual([undefined])
  expect(names).toEqual(
    expect.arrayContaining([
      'bin/flotta',
      'dist/server/main.js',
      'dist/web/index.html',
      'docs/operate.md',
      'LICENSE',
      'CHANGELOG.md',
    ]),
  )
  expect(
    names.filter(n =>
      /^(packages|scripts|dist\/server\/bench)|^node_modules\/.*\.test\.|^node_modules\/(vite|typescript|react)\//.test(
        n,
      ),
    ),
  ).toEqual([])
  const licences = readFileSync(join(installationDir, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const work of ['fastify', 'react', 'maplibre-gl', 'PostgreSQL'])
    expect(licences).toMatch(new RegExp(`^${work}[ ,]`, 'm'))
})

test('the checksums are those of the files', () => {
  const sum = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
  expect(readFileSync(`${archive}.sha256`, 'utf8')).toBe(`${sum(archive)}  ${name}.tar.gz\n`)
  const lines = readFileSync(join(installationDir, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  const there = readdirSync(installationDir, { recursive: true, withFileTypes: true }).filter(e =>
    e.isFile(),
  )
  expect(lines).toHaveLength(there.length - 1)
  expect(
    lines.filter(line => sum(join(installationDir, line.slice(66))) !== line.slice(0, 64)),
  ).toEqual([])
})

/** Starts a program of the archive and collects its output until it ends. */
function begin(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(program, args, {
    ...account,
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', bytes => (output += String(bytes)))
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    get said() {
      return output
    },
    get code() {
      return child.exitCode
    },
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

test.each(['18.20.4', '20.18.1', '22.12.0'])(
  'Node %s is refused in one line, before anything is loaded',
  async version => {
    const versionScript = join(dir, 'version.cjs')
    writeFileSync(
      versionScript,
      `Object.defineProperty(process.versions, 'node', { value: '${version}' })\n`,
    )
    for (const args of [['start'], ['doctor']])
      await expect(
        run(process.execPath, ['--require', versionScript, flotta, ...args], { cwd: '/' }),
      ).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          new RegExp(
            `^Flotta needs Node 20\\.19, 22\\.13 or newer, and .* is ${version.replaceAll('.', '\\.')}: [^\\n]*\\n$`,
          ),
        ),
      })
    // An old Node parses the whole file before it runs any of it.
    expect(readFileSync(flotta, 'utf8')).not.toMatch(
      /=>|\?\?|\?\.|`|^\s*(const|let|import|class|async) /m,
    )
  },
)

test.runIf(account.uid !== undefined)(
  'a data directory that is somebody else’s is refused in one line that names its setting',
  async () => {
    const closed = join(dir, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    for (const path of [closed, join(closed, 'data')])
      for (const args of [['start'], ['customer', 'list']])
        await expect(
          run(flotta, args, {
            ...account,
            cwd: '/',
            env: { PATH: join(dir, 'path'), FLOTTA_DATA_DIR: path, FLOTTA_HTTP_PORT: '0' },
          }),
        ).rejects.toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(
            /^FLOTTA_DATA_DIR: \S*closed\S* cannot be (made|written) by this account: [^\n]*\n$/,
          ),
        })
  },
)

test('it starts with nothing but Node, as an account that may write only its data, people sign in, and it stops [installation.52]', async () => {
  const home = await homeIn(join(dir, 'data'))
  const env = { ...home.env, FLOTTA_LOG_LEVEL: 'info', FLOTTA_DEMO: '1', PATH: join(dir, 'path') }
  const server = begin(flotta, ['start'], env)
  try {
    await untilReady(home, server)
    const login = await fetch(`${home.url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@flotta.example', password: 'Flotta-2026' }),
    })
    expect([login.status, await login.json()]).toMatchObject([
      200,
      { data: { token: expect.any(String) } },
    ])
    expect(await (await fetch(home.url)).text()).toContain('<script')
    // A command that root runs beside the server leaves the files to the server's account.
    const { stdout } = await run(flotta, ['customer', 'list', '--json'], { cwd: '/', env })
    expect(JSON.parse(stdout)[0]).toMatchObject({ id: 1 })
    expect(statSync(join(dir, 'data/postgres')).uid).toBe(account.uid ?? process.getuid?.())
    await expect(
      run(flotta, ['customer', 'nonsense'], { ...account, cwd: '/', env }),
    ).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Type: flotta customer --help'),
    })
  } finally {
    expect([await server.stop(), server.said]).toEqual([
      0,
      expect.stringMatching(
        /"url":"http:\/\/[^"]+","setup":"http:\/\/[^"]+\/setup#[^"]+","sign_in":"demo@flotta\.example .*"msg":"ready"/,
      ),
    ])
  }
})

test('the command of the image starts with the image’s settings, becomes healthy by the image’s check, and stops', async () => {
  const image = readImage()
  expect(image.command).toEqual(['node', ...nodeArguments, '/opt/flotta/dist/server/main.js'])
  const home = await homeIn(join(dir, 'data'))
  const here = (text: string) =>
    text.replaceAll('/opt/flotta', installationDir).replace('/usr/local/bin', join(dir, 'path'))
  const ownEnv = Object.fromEntries(
    Object.entries(image.env).map(([name, value]) => [name, here(value)]),
  )
  const env = { ...ownEnv, ...home.env, FLOTTA_METRICS_PORT: String(await freePort()) }
  expect(image.env.FLOTTA_HOST).toBe('0.0.0.0')
  const [, ...check] = image.healthcheck
  const healthy = () => run(process.execPath, check, { ...account, cwd: '/', env })
  await expect(healthy()).rejects.toMatchObject({ code: 1 })
  const server = begin(process.execPath, image.command.slice(1).map(here), env)
  try {
    await untilReady(home, server)
    await healthy()
    const { stdout } = await run('/usr/bin/env', ['flotta', 'customer', 'list', '--json'], {
      ...account,
      cwd: '/',
      env,
    })
    expect(JSON.parse(stdout)[0]).toMatchObject({ id: 1 })
  } finally {
    expect(await server.stop()).toBe(0)
  }
})
