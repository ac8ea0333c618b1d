// The checks that a new device has passed since it was created, for whoever installs it: heard, known, position, ignition, supply, sensors (devices.15).
import { DAY, SECOND } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SeenOfDevice } from './contract.ts'
import './tables.ts'

const steps = ['heard_at', 'known_at', 'fix_at', 'ignition_at', 'supply_at', 'sensors_at'] as const
const NO_DEVICE = 0
/** The most devices that one run of the job checks. */
const LOOKED_AT = 1_000
/** Readings that a device makes by itself, or that belong to another check. */
const OF_ITSELF = ['power', 'signal', 'ignition', 'engine', 'engine_hours', 'private_mode']

export const beginCheck = async (tx: Db | Tx, device_id: number, made_at: Date): Promise<void> => {
  await tx
    .insertInto('device_checks')
    .values({ device_id, made_at })
    .onConflict(c => c.doNothing())
    .execute()
}

/** Notes that the device reached the server, even if it may not sign in. */
export const noteHeard = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  device_id: number,
): Promise<void> => {
  await db
    .updateTable('device_checks')
    .set({ heard_at: new Date(now()) })
    .where('device_id', '=', device_id)
    .where('heard_at', 'is', null)
    .execute()
}

/** Whether a JSON value has a value other than null under any of its names. */
const hasValueSql = (value: RawBuilder<unknown>) =>
  sql`coalesce(regexp_replace((${value})::text, '"[^"]*"\\s*:|null', '', 'g') ~ '[a-z0-9]', false)`
/**
 * SQL: whether the condition holds for one of the newest readings of the state (`telemetry/pipeline/latest.ts`). Their times are in seconds, in older states
 * in ms.
 */
const newestSql = (holds: RawBuilder<unknown>) => sql`exists (
        select 1 from json_each(t.latest) e where json_typeof(e.value) = 'array' and ${holds}
          and (e.value ->> 0)::float8 / case when (e.value ->> 0)::float8 > 1e11 then 1000 else 1 end >= extract(epoch from m.mounted_from))`

/** Notes the checks that connections and the newest states of vehicles pass by now. Values from before the device was mounted do not count. */
const note = (ids: RawBuilder<unknown>, now: Date) => sql`
  update device_checks c set
    heard_at = coalesce(c.heard_at, s.contact), known_at = coalesce(c.known_at, s.contact),
    fix_at = coalesce(c.fix_at, case when s.has_fix then s.reported_at end), ignition_at = coalesce(c.ignition_at, case when s.has_ignition then s.reported_at end),
    supply_at = coalesce(c.supply_at, case when s.has_supply then s.reported_at end), sensors_at = coalesce(c.sensors_at, case when s.has_sensors then s.reported_at end)
  from (
    select k.device_id, case when o.opened_at >= k.made_at then o.opened_at when o.last_seen_at >= k.made_at then o.last_seen_at end as contact,
      least(t.updated_at, ${now}) as reported_at,
      t.latitude_e7 is not null and t.gps_datetime >= m.mounted_from as has_fix,
      t.ignition is not null and t.message_datetime >= m.mounted_from as has_ignition,
      ${newestSql(sql`e.key = 'power' and ${hasValueSql(sql`case json_typeof(e.value -> 1) when 'array' then e.value -> 1 -> 0 else e.value -> 1 -> 'external_voltage' end`)}`)} as has_supply,
      ${newestSql(sql`e.key <> all(${OF_ITSELF}::text[]) and ${hasValueSql(sql`e.value -> 1`)}`)} as has_sensors
    from device_checks k left join connections o on o.device_id = k.device_id
    left join device_mounts m on m.device_id = k.device_id and m.mounted_to is null
    left join vehicle_state t on t.vehicle_id = m.vehicle_id and t.updated_at >= k.made_at
    where k.device_id in (${ids})) s
  where s.device_id = c.device_id and (s.contact is not null or s.reported_at is not null)`

/** A device without contact or data since its last check has nothing new; a commit may appear this much later. */
const COMMITS_WITHIN = 10 * SECOND
const lastLookOf = once((_: Pick<Context, 'pool'>) => ({ at: Number.NEGATIVE_INFINITY }))

/**
 * Job: notes checks, so that their times are right even if nobody looks meanwhile. Only devices created within a day that sent something since the job ran
 * last.
 */
export async function noteChecks(ctx: Pick<Context, 'db' | 'pool' | 'now'>): Promise<void> {
  const at = ctx.now()
  const lastLook = lastLookOf(ctx)
  const since = new Date(Math.max(0, Math.min(lastLook.at, at) - COMMITS_WITHIN))
  await note(
    sql`select k.device_id from (
        select device_id from device_checks
        where (known_at is null or fix_at is null or ignition_at is null or supply_at is null or sensors_at is null) and made_at > ${new Date(at - DAY)}
        order by made_at desc limit ${sql.lit(LOOKED_AT)}) k
      where exists (select from connections o where o.device_id = k.device_id and greatest(o.opened_at, o.last_seen_at) >= ${since})
        or exists (select from device_mounts m join vehicle_state t on t.vehicle_id = m.vehicle_id
          where m.device_id = k.device_id and m.mounted_to is null and t.updated_at >= ${since})`,
    new Date(at),
  ).execute(ctx.db)
  lastLook.at = at
}

/** Whether the device was created within the last day: somebody is installing it. */
export async function isBeingInstalled(
  { db, now }: Pick<Context, 'db' | 'now'>,
  device_id: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('device_checks')
    .select('device_id')
    .where('device_id', '=', device_id)
    .where('made_at', '>', new Date(now() - DAY))
    .executeTakeFirst()
  return row !== undefined
}

/** The checks of the device that a vehicle carries now; all null where it carries none. */
export async function seenOfVehicle(
  ctx: Pick<Context, 'db' | 'now'>,
  vehicle_id: number,
): Promise<SeenOfDevice> {
  const mount = await ctx.db
    .selectFrom('device_mounts')
    .select('device_id')
    .where('vehicle_id', '=', vehicle_id)
    .where('mounted_to', 'is', null)
    .executeTakeFirst()
  return seenOfDevice(ctx, mount?.device_id ?? NO_DEVICE)
}

/** The checks that a device has passed until now. */
export async function seenOfDevice(
  { db, now }: Pick<Context, 'db' | 'now'>,
  device_id: number,
): Promise<SeenOfDevice> {
  await note(sql`${device_id}`, new Date(now())).execute(db)
  const row = await db
    .selectFrom('device_checks')
    .select(steps)
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  const at = (step: (typeof steps)[number]) => row?.[step]?.toISOString() ?? null
  return {
    heard_at: at('heard_at'),
    known_at: at('known_at'),
    fix_at: at('fix_at'),
    ignition_at: at('ignition_at'),
    supply_at: at('supply_at'),
    sensors_at: at('sensors_at'),
  }
}
