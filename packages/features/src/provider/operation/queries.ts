// The figures of the whole installation.
import { diskSpaceOf } from '@flotta/platform/disk.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { installationOf } from '../../house/installation/queries.ts'
import { tasksByKind } from '../../house/tasks/figures.ts'
import { streetsOf } from '../../places/basemap/streets.ts'
import { replaysWaiting } from '../../telemetry/pipeline/figures.ts'
import { countQuarantine } from '../../telemetry/pipeline/quarantine.ts'
import { type Figures, type System, serviceNames } from './contract.ts'
import { serviceState } from './external-services.ts'

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

async function figuresOf(ctx: Context): Promise<Figures> {
  type Counts = Pick<
    Figures,
    'companies' | 'people' | 'vehicles' | 'devices' | 'connected' | 'database_bytes'
  >
  const { rows } = await sql<Counts>`
    select (select count(*) from customers where deleted_at is null)::int as companies,
      (select count(*) from users where deleted_at is null)::int as people,
      (select count(*) from vehicles where deleted_at is null)::int as vehicles,
      (select count(*) from devices where deleted_at is null)::int as devices,
      (select count(*) from connections where closed_at is null)::int as connected,
      pg_database_size(current_database())::float8 as database_bytes`.execute(ctx.db)
  const [tasks, replays, quarantined, disk] = await Promise.all([
    tasksByKind(ctx),
    replaysWaiting(ctx),
    countQuarantine(ctx),
    ctx.config.DATABASE_URL === undefined
      ? diskSpaceOf(ctx.config.FLOTTA_DATA_DIR).catch(() => null)
      : null,
  ])
  return {
    ...(rows[0] as Counts),
    tasks_waiting: sum(tasks.map(kind => kind.waiting)),
    tasks_failed: sum(tasks.map(kind => kind.failed)),
    replays_waiting: replays.waiting,
    quarantined: sum(quarantined.map(({ count }) => count)),
    disk_free: disk?.free ?? null,
  }
}

export async function systemOf(ctx: Context): Promise<System> {
  const [services, { map }, streets, figures] = await Promise.all([
    Promise.all(serviceNames.map(name => serviceState(ctx, name))),
    installationOf(ctx.db),
    streetsOf(ctx),
    figuresOf(ctx),
  ])
  return {
    services,
    map,
    own_streets: streets !== null,
    public_host: new URL(ctx.config.FLOTTA_MAP_PUBLIC_STYLE).host,
    processes: ctx.bus
      .members()
      .map(({ instance, roles, version }) => ({ instance, roles: [...roles], version })),
    figures,
  }
}
