// An empty product of its own for the journeys that begin with the set-up: on free ports, with a data directory that is removed afterwards.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { API } from '@flotta/core/contract.ts'
import { login } from '@flotta/features/people/auth/contract.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { expect, type Page } from '@playwright/test'

export interface OwnServer {
  readonly url: string
  /** The printed address of the set-up, with its token. */
  readonly setup: string
  readonly dataDir: string
  readonly trackerPort: number
  readonly stop: () => Promise<void>
}

export const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Its own settings: those of the other product of this run are left out, and every protocol gets a free port. */
function settings(dataDir: string, port: number): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(
    ([name]) => !/^(FLOTTA_|DATABASE_URL|NATS_URL|SMTP_URL)/.test(name),
  )
  const ports = Object.keys(process.env).filter(name => /^FLOTTA_[A-Z0-9]+_PORT$/.test(name))
  return {
    ...Object.fromEntries(ours),
    ...Object.fromEntries(ports.map(name => [name, '0'])),
    NODE_ENV: 'production',
    FLOTTA_HTTP_PORT: String(port),
    FLOTTA_DATA_DIR: dataDir,
    FLOTTA_DEMO: '0',
    FLOTTA_LOG_LEVEL: 'info',
  }
}

/** Resolves when the server prints that it is ready, with its addresses. */
export async function startOwnServer(more: NodeJS.ProcessEnv = {}): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'flotta-own-'))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...settings(dataDir, await freePort()), ...more },
  })
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const { msg, url, setup, devices = [] } = JSON.parse(line)
    if (msg !== 'ready') continue
    // Later output is discarded, so that it cannot fill the pipe.
    child.stdout.resume()
    const tracker = (devices as string[]).find(d => d.startsWith(`${teltonika.name} tcp `)) ?? ''
    return { url, setup, dataDir, trackerPort: Number(/\d+$/.exec(tracker)?.[0]), stop }
  }
  throw new Error('the server ended before it was ready')
}

/** Runs a command of the command line beside the server. */
export async function commandOf(
  { dataDir }: OwnServer,
  ...words: readonly string[]
): Promise<void> {
  await promisify(execFile)(process.execPath, ['dist/server/cli.js', ...words], {
    env: settings(dataDir, 0),
  })
}

/** Signs in and opens an address of the server. */
export async function signInTo(
  page: Page,
  { url }: OwnServer,
  person: { readonly email: string; readonly password: string },
  to: string,
): Promise<void> {
  const answer = await page.request.post(`${url}${API}${login.path}`, { data: person })
  expect(answer.status()).toBe(200)
  await page.goto(`${url}${to}`)
}
