// npm run e2e: the browser tests against the built product, started on free ports with a data directory of its own.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureBuilt, ensureInstalled, root, tool } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
const chrome = await ensureBrowser()
const freePort = () =>
  new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
// a protocol is a folder, and its port is set by its name
const protocols = readdirSync(join(root, 'packages/protocols/src'), { withFileTypes: true }).filter(e => e.isDirectory() && /^[a-z]/.test(e.name))
const devicePorts = {}
for (const { name } of protocols) devicePorts[`FLOTTA_${name.toUpperCase()}_PORT`] = String(await freePort())
const http = await freePort()
const data = mkdtempSync(join(tmpdir(), 'flotta-e2e-'))
chmodSync(data, 0o755)
const env = {
  ...process.env,
  NODE_ENV: 'production',
  FLOTTA_HTTP_PORT: String(http),
  ...devicePorts,
  FLOTTA_DATA_DIR: data,
  FLOTTA_LOG_LEVEL: 'warn',
  FLOTTA_DEMO: '1',
}
const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env })
const gone = new Promise(done => server.once('exit', done))
try {
  const url = `http://127.0.0.1:${http}`
  const deadline = Date.now() + 60_000
  while (
    !(await fetch(`${url}/readyz`).then(
      r => r.ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('the server did not start')
    await new Promise(r => setTimeout(r, 200))
  }
  await tool('@playwright/test', 'playwright', ['test', ...process.argv.slice(2)], {
    env: { ...env, E2E_URL: url, CHROME_PATH: chrome },
  })
} finally {
  server.kill('SIGTERM')
  await gone
  rmSync(data, { recursive: true, force: true })
}
