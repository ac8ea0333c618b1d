// What everything stands on, opened in order and closed in the reverse: database, migrations, changes, bus.
import { migrations } from '@flotta/features/features.ts'
import { memoryBus } from '@flotta/platform/bus.memory.ts'
import { type Changes, listenChanges } from '@flotta/platform/changes.ts'
import type { Config } from '@flotta/platform/config.ts'
import { migrate, openDb, openPool } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { memoryLimits } from '@flotta/platform/limits.ts'
import { openLog } from '@flotta/platform/log.ts'
import { type EmbeddedPostgres, startPostgres } from '@flotta/platform/postgres.ts'
import { prepareQueue } from '@flotta/platform/queue-runner.ts'
import { profiles } from '@flotta/protocols/protocols.ts'

/** A start that cannot go on; its message is the one line to print. */
export class StartError extends Error {}

export interface Platform {
  readonly ctx: Context
  /** null with an external database. */
  readonly embedded: EmbeddedPostgres | null
  /** `if unused`: leave the embedded database running for others that use it. */
  close(options: { readonly stopDatabase: 'always' | 'if unused' }): Promise<void>
}

export async function openPlatform(
  config: Config,
  { application, say, note }: { readonly application: string; readonly say: Context['say']; readonly note: (line: string) => void },
): Promise<Platform> {
  const log = openLog(config.FLOTTA_LOG_LEVEL)
  const embedded = config.DATABASE_URL ? null : await startPostgres({ dataDir: config.FLOTTA_DATA_DIR, note })
  const url = config.DATABASE_URL ?? embedded?.url ?? ''
  const pool = openPool(url, { max: config.FLOTTA_DATABASE_CONNECTIONS, application })
  let changes: Changes | null = null
  const close = async (stopDatabase: 'always' | 'if unused') => {
    await changes?.close()
    await pool.end()
    if (embedded && (stopDatabase === 'always' || (!embedded.reused && (await embedded.others()) === 0))) await embedded.stop()
  }
  try {
    const { rows } = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    if ((rows[0]?.version ?? 0) < 150_000) throw new StartError(`DATABASE_URL: PostgreSQL 15 or newer is needed (this one is ${rows[0]?.version})`)
    await migrate(pool, migrations)
    await prepareQueue(pool)
    changes = await listenChanges(url, log)
  } catch (error) {
    await close('if unused')
    throw error
  }
  const bus = memoryBus({ log })
  const ctx: Context = {
    config,
    db: openDb(pool),
    pool,
    bus,
    changes,
    log,
    limits: memoryLimits(Date.now),
    now: Date.now,
    say,
    profiles: new Map(profiles.map(p => [p.code, p])),
    demo: null,
  }
  return {
    ctx,
    embedded,
    async close({ stopDatabase }) {
      await bus.close()
      await close(stopDatabase)
    },
  }
}
