// Opens the parts that every process needs, in order, and closes them in reverse order: database, migrations, changes, bus.
import { publishByDatabase } from '@flotta/features/fleet/access/audience.ts'
import { migrations } from '@flotta/features/migrations.ts'
import { connectNats, NatsUnusable } from '@flotta/platform/bus/connection.ts'
import { memoryBus } from '@flotta/platform/bus.memory.ts'
import { InstanceTaken, natsBus } from '@flotta/platform/bus.nats.ts'
import type { Bus } from '@flotta/platform/bus.ts'
import { type Changes, listenChanges } from '@flotta/platform/changes.ts'
import { type Config, ConfigError } from '@flotta/platform/config.ts'
import { databaseServer, serverFault } from '@flotta/platform/database-server.ts'
import { isTransient, openDb, openPool } from '@flotta/platform/db.ts'
import { fullDisk } from '@flotta/platform/disk.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { healthOf } from '@flotta/platform/health.ts'
import { withMetrics } from '@flotta/platform/limits.metrics.ts'
import { sharedLimits } from '@flotta/platform/limits.shared.ts'
import { memoryLimits } from '@flotta/platform/limits.ts'
import { countingRepeats, type Logger, openLog } from '@flotta/platform/log.ts'
import {
  checkSchema,
  MigrationOrderError,
  migrate,
  NewerSchema,
  OlderSchema,
  untilMigrated,
} from '@flotta/platform/migrations.ts'
import { type EmbeddedPostgres, memorySettings, startPostgres } from '@flotta/platform/postgres.ts'
import { prepareQueue } from '@flotta/platform/queue-runner.ts'
import { profiles } from '@flotta/protocols/protocols.ts'
import { version } from '../../../package.json'
import { examine } from './doctor/doctor.ts'

/** An error that ends the start; its message is the one line to print. */
export class StartError extends Error {}

export interface Platform {
  readonly ctx: Context
  /** null with an external database. */
  readonly embedded: EmbeddedPostgres | null
  /** Names of the migrations that this start applied. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

export interface PlatformOptions {
  readonly application: string
  readonly say: Context['say']
  /** Receives messages for the person who waits for the start. */
  readonly note: (line: string) => void
  /**
   * Called for errors that cannot be repaired: a database that is gone for good, or one that a newer version has changed. With it the platform keeps
   * its embedded database running, as a server needs.
   */
  readonly lost?: (error: Error) => void
  /** What happens to the schema of an older version: it is migrated (default), the start waits for its migration, or the start is refused. */
  readonly schema?: 'migrate' | 'wait' | 'refuse'
  /** Aborts a start that is waiting. */
  readonly signal?: AbortSignal
}

/** Brings the schema to this version, or waits until another process has. @returns the migrations that were applied */
async function readySchema(
  pool: ReturnType<typeof openPool>,
  { schema = 'migrate', note, signal }: PlatformOptions,
): Promise<readonly string[]> {
  if (schema === 'migrate')
    return migrate(pool, migrations, { note, first: () => prepareQueue(pool) })
  if (schema === 'wait') await untilMigrated(pool, migrations, note, signal)
  else await checkSchema(pool, migrations)
  return []
}

/** Ends the process when a migration has made the schema too new for it. */
function watchSchema(
  pool: ReturnType<typeof openPool>,
  changes: Changes,
  lost: (error: Error) => void,
): void {
  const onRefusal = (error: unknown) => {
    if (error instanceof NewerSchema) lost(error)
  }
  changes.on(({ table }) => {
    if (table === 'migrations' || table === '*') checkSchema(pool, migrations).catch(onRefusal)
  })
}

async function requireServer(pool: ReturnType<typeof openPool>): Promise<void> {
  const fault = serverFault(await databaseServer(pool))
  if (fault) throw new StartError(`DATABASE_URL: ${fault.says}. ${fault.advice}`)
}

/** The processes that share at least one role with this one. */
function processesAlike({ FLOTTA_ROLES }: Config, bus: Context['bus']): number {
  const roles: readonly string[] = FLOTTA_ROLES
  return bus.members().filter(member => member.roles.some(role => roles.includes(role))).length
}

function watchBus(ctx: Context): void {
  // A process with only the api role continues to read without NATS.
  const isNeeded = ctx.config.FLOTTA_ROLES.some(role => role !== 'api')
  healthOf(ctx).watch('bus', () => (ctx.bus.state === 'away' ? 'NATS is away' : null), isNeeded)
}

export async function openPlatform(config: Config, options: PlatformOptions): Promise<Platform> {
  const { application, say, note, lost } = options
  const { instance } = config
  const log = openLog(config.FLOTTA_LOG_LEVEL, {
    base: { instance, ...(lost && { roles: config.FLOTTA_ROLES }) },
    destination: countingRepeats(process.stdout),
  })
  const embeddedServer = config.DATABASE_URL ? null : await startEmbedded(config, note)
  const url = config.DATABASE_URL ?? embeddedServer?.url ?? ''
  const pool = openPool(url, { max: config.databaseConnections, application, log })
  let changes: Changes | null = null
  let migrationNames: readonly string[] = []
  const close = async () => {
    await changes?.close()
    await pool.end()
    await embeddedServer?.leave()
  }
  try {
    await requireServer(pool)
    migrationNames = await readySchema(pool, options)
    changes = await listenChanges(url, log)
    if (lost) {
      embeddedServer?.supervise(log, lost)
      watchSchema(pool, changes, lost)
    }
  } catch (error) {
    await close()
    throw error
  }
  const bus = await openBus(config, log, options).catch(async error => {
    await close()
    throw error
  })
  const sharedBuckets =
    config.NATS_URL === undefined
      ? null
      : sharedLimits(pool, { log, processes: () => processesAlike(config, bus) })
  const ctx: Context = {
    config,
    db: openDb(pool),
    pool,
    bus,
    changes,
    instance,
    log,
    limits: withMetrics(sharedBuckets ?? memoryLimits(Date.now)),
    now: Date.now,
    say,
    profiles: new Map(profiles.map(p => [p.code, p])),
    demo: null,
    examine: () => examine(config, pool),
  }
  watchBus(ctx)
  const finishPublishing = lost ? null : publishByDatabase(ctx)
  return {
    ctx,
    embedded: embeddedServer,
    migrated: migrationNames,
    async close() {
      await bus.close()
      await finishPublishing?.()
      await sharedBuckets?.close()
      await close()
    },
  }
}

/** The bus between processes if NATS connects them. Commands of the command line do not join it; their changes go through the database. */
async function openBus(
  { nats, instance, FLOTTA_ROLES: roles, FLOTTA_CLUSTER: cluster }: Config,
  log: Logger,
  { note, signal, lost }: PlatformOptions,
): Promise<Bus> {
  const self = { instance, roles, version }
  if (!nats || !lost) return memoryBus({ log, self })
  try {
    const connection = await connectNats({ ...nats, name: `${cluster} ${instance}`, note, signal })
    return await natsBus({ connection, cluster, self, log, taken: lost })
  } catch (error) {
    throw error instanceof NatsUnusable || error instanceof InstanceTaken
      ? new StartError(error.message)
      : error
  }
}

/** An embedded database that cannot start is a fault of the machine, so its message is enough. */
async function startEmbedded(
  { FLOTTA_DATA_DIR: dataDir, FLOTTA_MEMORY_MB: memoryMb }: Config,
  note: (line: string) => void,
): Promise<EmbeddedPostgres> {
  try {
    return await startPostgres({ dataDir, settings: memorySettings(memoryMb), note })
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Why a start or a command failed: one line when the remedy is known, otherwise the stack. It contains no secrets of settings. */
export async function reasonOf(error: unknown, config: Config | null): Promise<string> {
  const cause = error instanceof StartError ? error.cause : error
  if (
    cause === undefined ||
    error instanceof ConfigError ||
    error instanceof NewerSchema ||
    error instanceof OlderSchema ||
    error instanceof MigrationOrderError ||
    error instanceof InstanceTaken
  )
    return (error as Error).message
  const full = config && !config.DATABASE_URL ? await fullDisk(config.FLOTTA_DATA_DIR, cause) : null
  if (full) return full
  if (error instanceof StartError) return error.message
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (config?.DATABASE_URL && (isTransient(error) || /^(28|3D)/.test(String(code)))) {
    const reason = typeof message === 'string' && message !== '' ? message : String(code)
    return `DATABASE_URL: the database cannot be used: ${reason}`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
