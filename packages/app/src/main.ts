// The server's entry point: settings, database, roles, demo. It prints its address and stops in order on Ctrl-C or SIGTERM.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setupAddress } from '@flotta/features/provider/setup/token.ts'
import { loadSay } from '@flotta/features/texts/texts.ts'
import { type Config, ConfigError, readConfig, unknownSettings } from '@flotta/platform/config.ts'
import { openDataDir } from '@flotta/platform/data-dir.ts'
import { healthOf } from '@flotta/platform/health.ts'
import { type HealthPort, openHealthPort } from '@flotta/platform/health-port.ts'
import { type LockFile, takeLock } from '@flotta/platform/lock-file.ts'
import { MigrationOrderError, NewerSchema } from '@flotta/platform/migrations.ts'
import { devicePorts } from '@flotta/protocols/protocols.ts'
import { openPlatform, type Platform, reasonOf, StartError } from './context.ts'
import { type DemoFleet, type DemoPlace, prepareDemo, startDemo, takePlace } from './demo.ts'
import { listening, type Server, startServer } from './server.ts'

/** Prints a message for a person at a terminal; without a terminal it becomes a line of the log. */
function say(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`${line}\n`)
  else if (isInfoLogged(config))
    process.stdout.write(
      `${JSON.stringify({ level: 30, time: new Date().toISOString(), ...processFields(config), msg: line.trim() })}\n`,
    )
}
/** The fields of a log line that name the process; they are known once the settings are read. */
const processFields = (config: Config | null) =>
  config === null ? {} : { instance: config.instance, roles: config.FLOTTA_ROLES }
const isInfoLogged = (config: Config | null): boolean =>
  config === null || /^(info|debug|trace)$/.test(config.FLOTTA_LOG_LEVEL)
let config: Config | null = null
let healthPort: HealthPort | null = null
let platform: Platform | null = null
let server: Server | null = null
let fleet: DemoFleet | null = null
let place: DemoPlace | null = null
let lock: LockFile | null = null
let ready = false
let isStopping = false
const stopController = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(0))
// An error that ends the process is logged too.
process.on('uncaughtExceptionMonitor', error =>
  platform?.ctx.log.fatal({ err: error }, 'the server ends by an error'),
)
process.on('beforeExit', () => {
  if (isStopping) return
  process.stderr.write(
    `${ready ? 'The server had nothing left to do' : 'The start came to nothing'}: this is a fault of Flotta\n`,
  )
  process.exit(1)
})

const startup = start()
startup.catch(fail)
// The server ends with its parent process (`npm start`), also when that ended while this module was read.
if (process.connected) process.once('disconnect', () => void stop(0))
else if (process.send) void stop(0)

async function start(): Promise<void> {
  const began = performance.now()
  config = readConfig(process.env)
  for (const name of unknownSettings(
    process.env,
    devicePorts.map(port => port.variable),
  ))
    process.stderr.write(`${name} is not a setting of Flotta and is ignored\n`)
  if (!config.DATABASE_URL) lock = await claim(config)
  healthPort = await openHealth(config)
  platform = await openPlatform(config, {
    application: 'flotta',
    say: await loadSay(),
    note: say,
    lost: error => void fail(error),
    schema: config.FLOTTA_MIGRATE ? 'migrate' : 'wait',
    signal: stopController.signal,
  })
  const { ctx } = platform
  if (isStopping) return
  place = await takePlace(ctx)
  const demo = await prepareDemo(ctx, place !== null)
  if (isStopping) return
  const webDir = join(import.meta.dirname, '../web')
  server = await startServer(
    {
      ...ctx,
      demo: demo?.local
        ? { email: demo.email, password: demo.password, printing: demo.printing }
        : null,
    },
    existsSync(webDir) ? { webDir } : {},
  )
  healthPort?.watch(healthOf(ctx))
  const devices = [...(server.gateway?.addresses ?? [])].flatMap(([protocol, listeners]) =>
    Object.entries(listeners).map(
      ([transport, { address, port }]) => `${protocol} ${transport} ${address}:${port}`,
    ),
  )
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
  const url = server.http ? config.publicUrl : null
  const setup = server.http
    ? await setupAddress(ctx, config.NATS_URL === undefined || !config.DATABASE_URL)
    : null
  const signIn = demo && (server.http || !demo.local) ? `${demo.email}  ${demo.password}` : null
  if (process.stdout.isTTY) say(banner({ url, setup, signIn, devices, seconds }))
  else ctx.log.info({ url, ...(setup && { setup }), sign_in: signIn, devices, seconds }, 'ready')
  ready = true
  tellParent('ready')
  if (server.gateway && !isStopping && (demo || (config.FLOTTA_DEMO && !place)))
    fleet = startDemo(ctx, server.gateway, say, place)
}

/** A parent that has just ended receives nothing; without the callback the error would end this process before its database. */
function tellParent(message: 'ready' | 'final'): void {
  process.send?.(message, undefined, undefined, () => undefined)
}

function banner({
  url,
  setup,
  signIn,
  devices,
  seconds,
}: {
  readonly url: string | null
  readonly setup: string | null
  readonly signIn: string | null
  readonly devices: readonly string[]
  readonly seconds: number
}): string {
  return [
    '',
    ...(url === null ? [] : [`  Flotta   ${url}`]),
    ...(setup === null ? [] : [`  Set up   ${setup}`]),
    ...(signIn === null ? [] : [`  Sign in  ${signIn}   (demo company)`]),
    ...devices.map(device => `  Devices  ${device}`),
    `  Ready in ${seconds} s. Ctrl-C stops.`,
    '',
  ].join('\n')
}

/** The port of the health checks answers also while the start still waits. */
async function openHealth({
  FLOTTA_METRICS_PORT: port,
  FLOTTA_HOST: host,
  FLOTTA_ROLES: roles,
}: Config): Promise<HealthPort | null> {
  return port === undefined
    ? null
    : listening('FLOTTA_METRICS_PORT', () => openHealthPort(host, port, roles))
}

/** A lock file allows one server for each data directory, until this process ends. */
async function claim({ FLOTTA_DATA_DIR: dir }: Config): Promise<LockFile> {
  const home = await openDataDir(dir)
  const isLocked = await takeLock(home, 'server')
  if (!isLocked)
    throw new StartError(
      `Flotta runs already on the data directory ${dir}: end it first, or set FLOTTA_DATA_DIR to another`,
    )
  return isLocked
}

async function fail(error: unknown): Promise<void> {
  if (isStopping) return
  const reason = await reasonOf(error, config)
  if (ready) platform?.ctx.log.fatal({ reason }, 'the server ends')
  process.stderr.write(`${reason}\n`)
  // Only a person can repair this, so another try would fail in the same way.
  if (
    error instanceof ConfigError ||
    error instanceof NewerSchema ||
    error instanceof MigrationOrderError
  )
    tellParent('final')
  await stop(1)
}

async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  stopController.abort()
  // The process ends even if something hangs.
  setTimeout(() => process.exit(code || 1), 25_000 + (config?.drainSeconds ?? 0) * 1_000).unref()
  // Whatever is still opening is closed once it is open.
  await startup.catch(() => {})
  const close = async (end: (() => Promise<void>) | undefined) =>
    end?.().catch(error => process.stderr.write(`While stopping: ${error?.message ?? error}\n`))
  if (platform) healthOf(platform.ctx).watch('process', () => 'it stops')
  await close(fleet?.stop)
  place?.leave()
  await close(server?.stop)
  // The port of the health checks closes before the database, so that it does not report the end as a fault.
  await close(healthPort?.close)
  await close(platform?.close)
  await lock?.release()
  process.exit(code)
}
