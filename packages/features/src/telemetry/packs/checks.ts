// Searches packs for changed bits, a few packs at a time in an endless round, so that damage is reported while a backup still has the day.
import type { Context } from '@flotta/platform/feature.ts'
import { gauge } from '@flotta/platform/metrics.ts'
import { sql } from 'kysely'

const SERIES = ['positions', 'readings'] as const
type Series = (typeof SERIES)[number]
/** Packs of each series that one run reads: some tens of megabytes. */
const AT_ONCE = 500

export const damagedPacks = gauge({
  role: 'worker',
  name: 'flotta_packs_damaged',
  help: 'Packed days of which a bit has changed; flotta doctor names them',
})

const sum = (column: string) => sql.raw(`substr(sha256(${column}), 1, 8)`)
/** The packs `k` of a series: table, kind, and whether they are whole. */
const packs = {
  positions: {
    table: sql.raw('position_packs'),
    kind: sql`''::text`,
    isWhole: sql`(${sum('k.data')} = k.checksum and (k.raw is null or ${sum('k.raw')} = k.raw_checksum))`,
  },
  readings: {
    table: sql.raw('reading_packs'),
    kind: sql`k.kind`,
    isWhole: sql`(${sum(`convert_to(k.data::text, 'UTF8')`)} = k.checksum)`,
  },
} as const

/** Job: checks the damaged packs again first, because they may have been restored, then the next packs. */
export async function checkPacks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  for (const series of SERIES) {
    await forgetRestored({ db }, series)
    await checkNext({ db, now }, series)
  }
}

async function forgetRestored({ db }: Pick<Context, 'db'>, series: Series): Promise<void> {
  const { table, kind, isWhole } = packs[series]
  await sql`delete from damaged_packs d where d.series = ${series} and not exists (
    select from ${table} k where k.vehicle_id = d.vehicle_id and k.day = d.day and ${kind} = d.kind and not ${isWhole})`.execute(
    db,
  )
}

async function checkNext({ db, now }: Pick<Context, 'db' | 'now'>, series: Series): Promise<void> {
  const { table, kind, isWhole } = packs[series]
  await sql`
    with asked as materialized (
      select coalesce(max(vehicle_id), 0) as vehicle_id, coalesce(max(kind), '') as kind, coalesce(max(day), '-infinity') as day from pack_checks where series = ${series}),
    next as materialized (
      select k.vehicle_id, ${kind} as kind, k.day, ${isWhole} as is_whole from ${table} k, asked
      where k.vehicle_id >= asked.vehicle_id and (k.vehicle_id, ${kind}, k.day) > (asked.vehicle_id, asked.kind, asked.day)
      order by k.vehicle_id, ${kind}, k.day limit ${AT_ONCE}),
    found as (
      insert into damaged_packs (series, vehicle_id, kind, day, found_at)
      select ${series}, vehicle_id, kind, day, ${new Date(now())} from next where not is_whole on conflict do nothing),
    -- after the last pack the round begins again
    last as (
      select vehicle_id, kind, day from next order by vehicle_id desc, kind desc, day desc limit case when (select count(*) from next) = ${AT_ONCE} then 1 else 0 end)
    insert into pack_checks (series, vehicle_id, kind, day)
      select ${series}, coalesce(l.vehicle_id, 0), coalesce(l.kind, ''), coalesce(l.day, '-infinity') from (select) one left join last l on true
    on conflict (series) do update set vehicle_id = excluded.vehicle_id, kind = excluded.kind, day = excluded.day`.execute(
    db,
  )
}

export interface DamagedDay {
  readonly series: Series
  readonly vehicle_id: number
  /** Empty for positions. */
  readonly kind: string
  /** UTC, `2026-11-20`. */
  readonly day: string
}
/** The damaged days that the checks have found, the oldest first. */
export async function damagedDays({ db }: Pick<Context, 'db'>): Promise<readonly DamagedDay[]> {
  const { rows } =
    await sql<DamagedDay>`select series, vehicle_id, kind, day::text as day from damaged_packs order by found_at, vehicle_id, day limit 100`.execute(
      db,
    )
  return rows
}
