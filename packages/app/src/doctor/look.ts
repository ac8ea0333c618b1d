// Examines an installation from outside its server, whether that is running or not. A failed examination is a finding as well.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DAY } from '@flotta/core/time.ts'
import { lastBackup } from '@flotta/features/house/backups/queries.ts'
import { tasksByKind } from '@flotta/features/house/tasks/figures.ts'
import { failingWebhooks } from '@flotta/features/integrations/webhooks/figures.ts'
import { migrations } from '@flotta/features/migrations.ts'
import { brokenAudits } from '@flotta/features/people/audit/check.ts'
import { openPages } from '@flotta/features/reports/register/figures.ts'
import { damagedDays } from '@flotta/features/telemetry/packs/checks.ts'
import { replaysWaiting } from '@flotta/features/telemetry/pipeline/figures.ts'
import { alternations } from '@flotta/features/telemetry/registry/alternations.ts'
import { type Config, unknownSettings } from '@flotta/platform/config.ts'
import { databaseServer } from '@flotta/platform/database-server.ts'
import { openDb, openPool, type Pool } from '@flotta/platform/db.ts'
import { diskSpaceOf, fullDisk } from '@flotta/platform/disk.ts'
import { verifyMail } from '@flotta/platform/mail.ts'
import { checkSchema } from '@flotta/platform/migrations.ts'
import { startPostgres } from '@flotta/platform/postgres.ts'
import { lookAtProviders } from '@flotta/platform/providers.ts'
import { devicePorts } from '@flotta/protocols/protocols.ts'
import type { Answer, Database, DatabaseState, Observations } from './observations.ts'
import { certificatesOf, isRunning, natsAnswers, portsOf, reach, withTimeout } from './reach.ts'

export async function lookAt(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  pool?: Pool,
): Promise<Observations> {
  const running = await isRunning(config)
  const [ports, data_dir, certificates, mail, sms, nats, database] = await Promise.all([
    portsOf(config),
    withTimeout(() => dataDir(config)),
    certificatesOf(config),
    config.SMTP_URL === undefined ? null : withTimeout(() => verifyMail(config)),
    config.SMS_URL === undefined ? null : withTimeout(() => reach(config.SMS_URL ?? '')),
    config.nats === null ? null : withTimeout(() => natsAnswers(config)),
    pool === undefined ? databaseOf(config) : withTimeout(() => inside(config, pool)),
  ])
  const { providersOf } = await import('@flotta/features/features.ts')
  return {
    providers: await lookAtProviders(providersOf(config)),
    node: process.versions.node,
    unknown_settings: unknownSettings(
      env,
      devicePorts.map(port => port.variable),
    ),
    public_url: config.publicUrl,
    open: !/^(localhost|127\.|::1)/.test(config.FLOTTA_HOST),
    trusted_proxies: config.FLOTTA_TRUSTED_PROXIES.length,
    running,
    ports,
    data_dir,
    certificates,
    mail,
    sms,
    nats,
    database,
  }
}

async function dataDir({ FLOTTA_DATA_DIR: path }: Config) {
  const there = await stat(path).catch(() => null)
  if (there !== null)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(() =>
      Promise.reject(new Error(`${resolve(path)} cannot be written by this account`)),
    )
  return { path: resolve(path), ...(await diskSpaceOf(path)) }
}

async function databaseOf(config: Config): Promise<Answer<Database>> {
  const { DATABASE_URL: databaseUrl, FLOTTA_DATA_DIR: dir } = config
  if (databaseUrl === undefined && (await stat(dir).catch(() => null)) === null)
    return { error: `there is none yet: ${resolve(dir)} is made by the first start` }
  try {
    const embeddedServer = databaseUrl === undefined ? await startPostgres({ dataDir: dir }) : null
    const pool = openPool(databaseUrl ?? embeddedServer?.url ?? '', {
      max: 2,
      application: 'flotta doctor',
    })
    try {
      return await withTimeout(() => inside(config, pool))
    } finally {
      await pool.end()
      await embeddedServer?.leave()
    }
  } catch (error) {
    const full = databaseUrl === undefined ? await fullDisk(dir, error) : null
    return { error: full ?? (error instanceof Error ? error.message : String(error)) }
  }
}

async function inside(config: Config, pool: Pool): Promise<Database> {
  const began = Date.now()
  const { rows } = await pool.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 as now',
  )
  const clock = (rows[0]?.now ?? 0) - (began + Date.now()) / 2_000
  const schema = await checkSchema(pool, migrations).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return {
    server: await databaseServer(pool),
    clock,
    schema,
    stored: schema === null ? await withTimeout(() => storedIn(config, pool)) : null,
  }
}

async function storedIn(config: Config, pool: Pool): Promise<DatabaseState> {
  const ctx = { config, db: openDb(pool), now: Date.now }
  const [standbys, quarantine, gateways] = [
    await pool.query<DatabaseState['standbys'][number]>(
      `select application_name as name, coalesce(state, 'unknown') as state, coalesce(sync_state, 'unknown') as sync from pg_stat_replication`,
    ),
    await pool.query<{ n: number }>(
      `select count(*)::int as n from quarantine where released_at is null and received_at > now() - interval '1 day'`,
    ),
    await pool.query<DatabaseState['gateways'][number]>(
      'select name, extract(epoch from now() - alive_at)::float8 as silent from gateways order by name',
    ),
  ]
  const [tasks, replays, pages, backup] = [
    await tasksByKind(ctx),
    await replaysWaiting(ctx),
    await openPages(ctx),
    await lastBackup(ctx.db),
  ]
  const alternating = await alternations(ctx, DAY)
  const hooks = await failingWebhooks(ctx)
  return {
    standbys: standbys.rows,
    tasks_failed: tasks.reduce((n, { failed }) => n + failed, 0),
    task_late: Math.max(0, ...tasks.map(t => t.late_seconds)),
    replay_oldest: replays.oldest_seconds,
    quarantined_today: quarantine.rows[0]?.n ?? 0,
    gateways: gateways.rows,
    backup_age: backup === null ? null : (Date.now() - backup.marked_at.getTime()) / 1_000,
    register_overdue: pages.overdue_seconds,
    packs_damaged: await damagedDays(ctx),
    audits_broken: await brokenAudits(ctx.db),
    webhooks_failing: hooks.map(({ since, url, ...hook }) => ({
      ...hook,
      host: new URL(url).host,
      failing: since === null ? null : (Date.now() - since.getTime()) / 1_000,
    })),
    alternating: alternating.map(({ began_at: _, last_at, ...device }) => ({
      ...device,
      ago: (Date.now() - last_at.getTime()) / 1_000,
    })),
  }
}
