// Reads what changed since an instant.
import { DAY, instantOf } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { agreementsChangedSince } from '../../fleet/agreements/queries.ts'
import { driversChangedSince } from '../../fleet/drivers/queries.ts'
import { kinds as declaredKinds, readings } from '../../kinds.ts'
import { timeOf } from '../../telemetry/pipeline/latest.ts'
import type { Pin } from '../global-map/contract.ts'
import { type PinState, pinStatesOf } from '../global-map/queries.ts'
import './tables.ts'

/** The next `from` lies this far before the read time, because of late commits. */
const OVERLAP_MS = 2_000
export const untilOf = (now: number): string => instantOf(now - OVERLAP_MS)

/**
 * Pins that changed since `from` (epoch ms): by their data, by what the customer may see, or by time
 * alone.
 */
export async function changedPins(ctx: Context, customer_id: number, from: number): Promise<Pin[]> {
  const [states, drivers, agreements] = await Promise.all([
    pinStatesOf(ctx, customer_id),
    driversChangedSince(ctx.db, customer_id, from),
    agreementsChangedSince(ctx, customer_id, from),
  ])
  return states
    .filter(
      state =>
        changedSince(state, from) || drivers.has(state.pin.id) || agreements.has(state.pin.id),
    )
    .map(state => state.pin)
}
const changedSince = (state: PinState, from: number): boolean =>
  state.changed >= from || (state.turned !== null && state.turned >= from)

/** Vehicles that the customer saw at `from` and does not see any more. */
export async function removedSince(
  ctx: Context,
  customer_id: number,
  from: number,
): Promise<number[]> {
  const now = ctx.now()
  const withdrawnIds = [...(await agreementsChangedSince(ctx, customer_id, from))]
  const { rows } = await sql<{ vehicle_id: number }>`
    select x.vehicle_id from (
      select id as vehicle_id from vehicles where customer_id = ${customer_id} and (deleted_at >= ${new Date(from)} or (retired and updated_at >= ${new Date(from)}))
      union select unnest(${withdrawnIds}::int4[])
    ) x
    where not exists (select 1 from ${visibleVehiclesSql(customer_id, now)} s join vehicles v on v.id = s.vehicle_id and not v.retired where s.vehicle_id = x.vehicle_id)
    order by 1`.execute(ctx.db)
  return rows.map(r => r.vehicle_id)
}

/** Buffered data may arrive this much later than their time; a panel that misses older ones gets them with its next reading, ms. */
const ARRIVAL_MS = 600_000
/** Kinds whose rows a derivation writes; the state has no newest value of them. */
const derivedKinds = declaredKinds
  .map(({ kind }) => kind)
  .filter(kind => !readings.some(reading => reading.kind === kind))

/** How long changes are kept. */
const CHANGES_KEPT_MS = 2 * DAY
/** Job: deletes older changes. */
export async function purgeChanges({ pool }: Pick<Context, 'pool'>): Promise<void> {
  await pool.query(`delete from vehicle_changes where at < now() - $1::float8 * interval '1 ms'`, [
    CHANGES_KEPT_MS + DAY,
  ])
}

/** Kinds of data of one vehicle that are newer than `from`. An extra kind does no harm: a panel only reads again. */
export async function kindsSince(
  ctx: Context,
  customer_id: number,
  vehicle_id: number,
  from: number,
): Promise<string[]> {
  if (ctx.now() - from > CHANGES_KEPT_MS) return declaredKinds.map(({ kind }) => kind)
  const [state, memories, changes] = await Promise.all([
    ctx.db
      .selectFrom('vehicle_state')
      .select(['latest', 'gps_datetime'])
      .where('vehicle_id', '=', vehicle_id)
      .where('updated_at', '>=', new Date(from))
      .executeTakeFirst(),
    ctx.db
      .selectFrom('readings')
      .select('kind')
      .where('vehicle_id', '=', vehicle_id)
      .where('kind', 'in', derivedKinds)
      .where('message_datetime', '>=', new Date(from - ARRIVAL_MS))
      .union(
        ctx.db
          .selectFrom('reading_packs')
          .select('kind')
          .where('vehicle_id', '=', vehicle_id)
          .where('kind', 'in', derivedKinds)
          .where('last_at', '>=', new Date(from - ARRIVAL_MS)),
      )
      .execute(),
    ctx.db
      .selectFrom('vehicle_changes')
      .select('kind')
      .distinct()
      .where('vehicle_id', '=', vehicle_id)
      .where('at', '>=', new Date(from))
      .where(eb => eb.or([eb('customer_id', 'is', null), eb('customer_id', '=', customer_id)]))
      .execute(),
  ])
  const kinds = new Set(changes.map(({ kind }) => kind))
  if (state === undefined) return [...kinds]
  const since = from - ARRIVAL_MS
  for (const { kind } of memories) kinds.add(kind)
  for (const [kind, entry] of Object.entries(state.latest))
    if (timeOf(entry) >= since) kinds.add(kind)
  if (state.gps_datetime !== null && state.gps_datetime.getTime() >= since) kinds.add('position')
  return [...kinds]
}
