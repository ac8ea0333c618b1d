// Records who looked at positions and drivers' data, and deletes old records.
import { DAY, dayOf, dayText } from '@flotta/core/time.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { LookKind } from './values.ts'
import './tables.ts'

/** The vehicle or driver that was looked at, and the company that it belongs to. */
export type LookSubject = { readonly customer_id: number } & (
  | { readonly vehicle_id: number }
  | { readonly driver_id: number }
)
export interface Period {
  readonly from: number
  readonly to: number
}

/** A panel that stays open reads again with each record of the vehicle; within this time that is one look. */
const SAME_LOOK_WINDOW = '10 minutes'

/**
 * Records a look of this person today.
 * @param period of the data, epoch ms; absent: now
 */
export async function recordLook(
  { db, now }: { readonly db: Db; now(): number },
  { user_id }: Pick<Caller, 'user_id'>,
  subject: LookSubject,
  what: LookKind,
  period?: Period,
): Promise<void> {
  const at = now()
  const { customer_id } = subject
  const [vehicle_id, driver_id] =
    'vehicle_id' in subject ? [subject.vehicle_id, null] : [null, subject.driver_id]
  // The end of a requested period may lie in the future, where nothing can be seen yet.
  const [from, to] =
    period === undefined
      ? [null, null]
      : [period.from, period.to].map(time => new Date(Math.min(time, at)))
  await sql`
    insert into looks as l (customer_id, user_id, vehicle_id, driver_id, what, day, period_from, period_to, first_at, last_at)
    values (${customer_id}, ${user_id}, ${vehicle_id}, ${driver_id}, ${what}, ${dayText(dayOf(at))}, ${from}, ${to}, ${new Date(at)}, ${new Date(at)})
    on conflict (user_id, day, what, coalesce(vehicle_id, 0), coalesce(driver_id, 0)) do update set
      times = l.times + 1, last_at = excluded.last_at, period_from = least(l.period_from, excluded.period_from), period_to = greatest(l.period_to, excluded.period_to)
    where l.what <> 'position' or l.last_at <= excluded.last_at - ${SAME_LOOK_WINDOW}::interval`.execute(
    db,
  )
}

/** The period of the data of one vehicle that was looked at; `customer_id`: its owner. */
export interface VehicleLook extends Period {
  readonly customer_id: number
  readonly vehicle_id: number
}

/**
 * The same for many vehicles that were looked at together.
 * @param sameLook continuing to read within this time is the same look, whose period grows
 */
async function recordLooks(
  { db, now }: { readonly db: Db; now(): number },
  { user_id }: Pick<Caller, 'user_id'>,
  what: LookKind,
  looks: readonly VehicleLook[],
  sameLook: string,
): Promise<void> {
  if (looks.length === 0) return
  const at = now()
  const inOrder = looks.toSorted((a, b) => a.vehicle_id - b.vehicle_id)
  const times = (times: readonly number[]) => times.map(time => new Date(Math.min(time, at)))
  await sql`
    insert into looks as l (customer_id, user_id, vehicle_id, what, day, period_from, period_to, first_at, last_at)
    select v.customer_id, ${user_id}, v.vehicle_id, ${what}, ${dayText(dayOf(at))}::date, v.period_from, v.period_to, ${new Date(at)}, ${new Date(at)}
    from unnest(${inOrder.map(v => v.customer_id)}::int4[], ${inOrder.map(v => v.vehicle_id)}::int4[],
      ${times(inOrder.map(v => v.from))}::timestamptz[], ${times(inOrder.map(v => v.to))}::timestamptz[]) v (customer_id, vehicle_id, period_from, period_to)
    on conflict (user_id, day, what, coalesce(vehicle_id, 0), coalesce(driver_id, 0)) do update set
      times = l.times + (l.last_at <= excluded.last_at - ${sameLook}::interval)::int,
      last_at = case when l.last_at <= excluded.last_at - ${sameLook}::interval then excluded.last_at else l.last_at end,
      period_from = least(l.period_from, excluded.period_from), period_to = greatest(l.period_to, excluded.period_to)`.execute(
    db,
  )
}
export const recordTrackLooks = (
  ctx: { readonly db: Db; now(): number },
  caller: Pick<Caller, 'user_id'>,
  vehicles: readonly { readonly customer_id: number; readonly vehicle_id: number }[],
  { from, to }: Period,
): Promise<void> =>
  recordLooks(
    ctx,
    caller,
    'track',
    vehicles.map(({ customer_id, vehicle_id }) => ({ customer_id, vehicle_id, from, to })),
    '0',
  )
/** Records the looks of a reader of the feed, who continues page after page. */
export const recordFeedLooks = (
  ctx: { readonly db: Db; now(): number },
  caller: Pick<Caller, 'user_id'>,
  what: 'track' | 'trip',
  looks: readonly VehicleLook[],
): Promise<void> => recordLooks(ctx, caller, what, looks, SAME_LOOK_WINDOW)

const RETENTION_DAYS = 730
/** Job: deletes old looks and visits. */
export async function deleteOldLooks({ db, now }: Context): Promise<void> {
  const before = now() - RETENTION_DAYS * DAY
  await sql`delete from looks where day < ${dayText(dayOf(before))}`.execute(db)
  await db.deleteFrom('visits').where('ends_at', '<', new Date(before)).execute()
}
