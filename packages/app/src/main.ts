// The binary: settings, database, roles, demo; says where it is; stops in order on Ctrl-C or SIGTERM.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createDemo } from '@flotta/features/demo/records.ts'
import { loadSay } from '@flotta/features/texts.ts'
import { ConfigError, readConfig, unknownSettings } from '@flotta/platform/config.ts'
import { holdLock } from '@flotta/platform/db.ts'
import { openPlatform, type Platform, StartError } from './context.ts'
import { type DemoFleet, startDemo, wantsDemo } from './demo.ts'
import { type Server, startServer } from './server.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const LOCK = 7_106_002
let platform: Platform | null = null
let server: Server | null = null
let fleet: DemoFleet | null = null
let lock: Awaited<ReturnType<typeof holdLock>> = null
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))

const started = start()
started.catch(async error => {
  if (stopping) return
  process.stderr.write(`${error instanceof ConfigError || error instanceof StartError ? error.message : (error?.stack ?? error)}\n`)
  await stop(1)
})

async function start(): Promise<void> {
  const began = performance.now()
  const config = readConfig(process.env)
  for (const name of unknownSettings(process.env)) process.stderr.write(`${name} is not a setting of Flotta and is ignored\n`)
  platform = await openPlatform(config, { application: 'flotta', say: await loadSay(), note: say })
  const { ctx } = platform
  if (platform.embedded) await claim(platform)
  const demo = (await wantsDemo(ctx))
    ? { email: 'demo@flotta.example', password: isLoopback(config.FLOTTA_HOST) ? 'Flotta-2026' : `${randomBytes(9).toString('base64url')}-aA1` }
    : null
  if (stopping) return
  if (demo) await createDemo(ctx, demo)
  if (stopping) return
  const webDir = join(import.meta.dirname, '../web')
  server = await startServer({ ...ctx, demo }, existsSync(webDir) ? { webDir } : {})
  if (server.http) say(`\n  Flotta   ${config.publicUrl}`)
  if (demo && server.http) say(`  Sign in  ${demo.email}  ${demo.password}   (demo company)`)
  for (const [protocol, listeners] of server.gateway?.addresses ?? [])
    for (const [transport, { address, port }] of Object.entries(listeners)) say(`  Devices  ${protocol} ${transport} ${address}:${port}`)
  say(`  Ready in ${((performance.now() - began) / 1000).toFixed(1)} s. Ctrl-C stops.\n`)
  if (demo && server.gateway && !stopping) fleet = await startDemo(ctx, server.gateway, say)
}

/** One server a data directory: the lock is the database's, so that a killed process never leaves it behind. */
async function claim({ ctx, embedded }: Platform): Promise<void> {
  lock = embedded && (await holdLock(embedded.url, LOCK))
  if (!lock) throw new StartError(`Flotta runs already on the data directory ${ctx.config.FLOTTA_DATA_DIR}: end it first, or set FLOTTA_DATA_DIR to another`)
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  // whatever hangs, the process ends
  setTimeout(() => process.exit(code || 1), 25_000).unref()
  // what is just being opened is closed once it is open
  await started.catch(() => {})
  await fleet?.stop()
  await server?.stop()
  await lock?.release()
  await platform?.close({ stopDatabase: lock ? 'always' : 'if unused' })
  process.exit(code)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
