// npm run e2e: the browser tests against the built product, started on free ports with a data directory of its own.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureBuilt, ensureInstalled, root, tool } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
const chrome = await ensureBrowser()
/** Finds free ports; all are held until the last one is found, so that no port is found twice. */
/** The range that is searched: below the ports that systems assign by themselves, and apart from those of the other tests. */
const PORTS = { first: 10_000, count: 9_000 }
async function freePorts(count) {
  const ports = []
  for (let tries = 0; ports.length < count && tries < PORTS.count; tries++) {
    const port = PORTS.first + ((process.pid * count + tries) % PORTS.count)
    const isFree = await new Promise(done => {
      const server = createServer()
        .once('error', () => done(false))
        .listen(port, '127.0.0.1', () => server.close(() => done(true)))
    })
    if (isFree) ports.push(port)
  }
  return ports
}
// Each folder is a protocol, and the protocol's name gives the setting of its port.
const protocols = readdirSync(join(root, 'packages/protocols/src'), { withFileTypes: true }).filter(
  // MQTT connects to a broker and listens on no port.
  e => e.isDirectory() && /^[a-z]/.test(e.name) && e.name !== 'mqtt',
)
const [http, trackers, ...ports] = await freePorts(2 + protocols.length)
const devicePorts = { FLOTTA_TRACKER_PORT: String(trackers) }
for (const [i, { name }] of protocols.entries())
  devicePorts[`FLOTTA_${name.toUpperCase()}_PORT`] = String(ports[i])
const data = mkdtempSync(join(tmpdir(), 'flotta-e2e-'))
chmodSync(data, 0o755)
// A mail server that accepts everything: each mail becomes a file that is named after its recipient.
const letters = join(data, 'letters')
mkdirSync(letters)
const { SMTPServer } = await import('smtp-server')
let count = 0
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, { envelope }, say) {
    const parts = []
    stream.on('data', part => parts.push(part))
    stream.on('end', () => {
      for (const { address } of envelope.rcptTo)
        writeFileSync(join(letters, `${address}.${++count}`), Buffer.concat(parts))
      say()
    })
  },
})
const smtp = await new Promise(done => {
  const listening = post.listen(0, '127.0.0.1', () => done(listening.address().port))
})
const env = {
  ...process.env,
  NODE_ENV: 'production',
  FLOTTA_HTTP_PORT: String(http),
  ...devicePorts,
  FLOTTA_DATA_DIR: data,
  FLOTTA_LOG_LEVEL: 'warn',
  FLOTTA_DEMO: '1',
  SMTP_URL: `smtp://127.0.0.1:${smtp}`,
}
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env,
})
const gone = new Promise(done => server.once('exit', done))
try {
  const url = `http://127.0.0.1:${http}`
  const deadline = Date.now() + 180_000
  while (
    !(await fetch(`${url}/readyz`).then(
      r => r.ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error('the server did not start')
    await new Promise(r => setTimeout(r, 200))
  }
  await tool(
    '@playwright/test',
    'playwright',
    ['test', ...process.argv.slice(2).filter(word => word !== '--install')],
    {
      env: { ...env, E2E_URL: url, E2E_LETTERS: letters, CHROME_PATH: chrome },
    },
  )
} finally {
  server.kill('SIGTERM')
  await gone
  await new Promise(done => post.close(done))
  rmSync(data, { recursive: true, force: true })
}
