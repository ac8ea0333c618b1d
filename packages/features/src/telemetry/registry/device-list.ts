// Devices as the lists of the provider show them, and the unclaimed ones that knocked.
import { CONTEST_MS } from '@flotta/core/contest.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { matcher } from '@flotta/platform/search.ts'
import { sql } from 'kysely'
import type { DeviceRecord, UnclaimedDevice } from './contract.ts'

/** Devices by id, of one vehicle if it is given. */
export const listDevices = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  vehicle_id?: number,
): Promise<DeviceRecord[]> =>
  selectDevices(db, now())
    .where('d.deleted_at', 'is', null)
    .$if(vehicle_id !== undefined, q => q.where('m.vehicle_id', '=', vehicle_id ?? 0))
    .execute()

/** Unknown devices that tried to sign in, newest first. */
export const listUnclaimed = ({ db }: Pick<Context, 'db'>): Promise<UnclaimedDevice[]> =>
  db
    .selectFrom('unclaimed_devices')
    .selectAll()
    .orderBy('last_seen', 'desc')
    .orderBy('identifier')
    .execute()

/** One page of unclaimed devices. */
export async function unclaimedPage(
  ctx: Context,
  {
    page,
    per_page,
    search = '',
  }: { readonly page: number; readonly per_page: number; readonly search?: string | undefined },
) {
  const words = search.trim()
  const matches =
    words === '' ? sql`true` : matcher(words)(sql.ref('u.identifier'), sql.ref('u.protocol'))
  const fromDevices = sql`from unclaimed_devices u where ${matches}`
  const [{ rows }, count] = await Promise.all([
    sql<UnclaimedDevice>`select u.identifier, u.protocol, u.address, u.first_seen, u.last_seen, u.count ${fromDevices}
      order by u.last_seen desc, u.identifier limit ${per_page} offset ${(page - 1) * per_page}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*) as total ${fromDevices}`.execute(ctx.db),
  ])
  const data = rows.map(({ first_seen, last_seen, count, ...row }) => ({
    first_seen: first_seen.toISOString(),
    last_seen: last_seen.toISOString(),
    count: Number(count),
    ...row,
  }))
  return { data, total: Number(count.rows[0]?.total ?? 0) }
}

export const deviceRecord = (db: Db | Tx, id: number, now: number): Promise<DeviceRecord> =>
  selectDevices(db, now).where('d.id', '=', id).executeTakeFirstOrThrow()

export const selectDevices = (db: Db | Tx, now: number) =>
  db
    .selectFrom('devices as d')
    .leftJoin('device_mounts as m', j =>
      j.onRef('m.device_id', '=', 'd.id').on('m.mounted_to', 'is', null),
    )
    .leftJoin('vehicles as v', 'v.id', 'm.vehicle_id')
    .leftJoin('connections as c', 'c.device_id', 'd.id')
    .leftJoin('device_contests as k', j =>
      j.onRef('k.device_id', '=', 'd.id').on('k.at', '>', new Date(now - CONTEST_MS)),
    )
    .select([
      'd.id',
      'd.imei',
      'd.unit_code',
      'd.protocol',
      'd.profile',
      'd.wiring',
      'm.vehicle_id',
      'v.plate',
      'c.last_seen_at',
      'c.address',
      'd.created_at',
      'd.time_zone',
      'd.networks',
      'd.certificates',
    ])
    .select(sql<boolean>`d.password_hash is not null`.as('has_password'))
    .select([
      sql<boolean>`c.device_id is not null and c.closed_at is null`.as('connected'),
      sql<number>`coalesce(c.conflicts, 0)`.as('conflicts'),
    ])
    .select(sql<Date | null>`k.at + ${CONTEST_MS} * interval '1 ms'`.as('contested_until'))
    .select(q =>
      q
        .selectFrom('device_alternations as a')
        .select(m => m.fn.max('a.last_at').as('at'))
        .whereRef('a.device_id', '=', 'd.id')
        .as('alternated_at'),
    )
    .orderBy('d.id')
