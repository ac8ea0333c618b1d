// The rows of the feed, by their keys, as far as the reader may see them.
import type { Access } from '@flotta/core/kinds.ts'
import type { Language } from '@flotta/core/languages.ts'
import { instantOf } from '@flotta/core/time.ts'
import { columns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { incidents } from '../../alerts/incidents/history.ts'
import { incidentsOf, type PastRow } from '../../alerts/incidents/visible-incidents.ts'
import { isPrivate, maySee, visibleRanges } from '../../fleet/access/rules.ts'
import { accessOf, activeAgreementIds, visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import type { RowKey } from '../../telemetry/pipeline/arrivals.ts'
import type { FeedIncident, FeedReading, FeedTrip } from './contract.ts'
import type { ChangedRecord } from './order.ts'

export interface SeenVehicle {
  readonly vehicle_id: number
  /** The owner of the vehicle. */
  readonly customer_id: number
  readonly owner: boolean
  readonly plate: string
}
export type SeenVehicles = ReadonlyMap<number, SeenVehicle>
export async function seenVehicles(
  { db, now }: Pick<Context, 'db' | 'now'>,
  customer_id: number,
): Promise<SeenVehicles> {
  const { rows } = await sql<SeenVehicle>`
    select v.vehicle_id, v.customer_id, v.owner, v.plate from ${visibleVehiclesSql(customer_id, now())} v`.execute(
    db,
  )
  return new Map(rows.map(row => [row.vehicle_id, row]))
}

export interface Reader {
  readonly customer_id: number
  readonly seen: SeenVehicles
}
export async function accesses(
  ctx: Context,
  { customer_id, seen }: Reader,
  keys: readonly { readonly vehicle_id: number }[],
): Promise<Map<number, Access>> {
  const now = ctx.now()
  const vehicles = [...new Set(keys.map(key => key.vehicle_id))].flatMap(id => seen.get(id) ?? [])
  const agreements = await activeAgreementIds(
    ctx,
    customer_id,
    now,
    vehicles.map(v => v.vehicle_id),
  )
  return accessOf(ctx, customer_id, now, vehicles, agreements)
}
/** The keys whose rows the reader may see: of positions, and of readings by kind. */
export async function visibleKeys(
  ctx: Context,
  reader: Reader,
  keys: readonly RowKey[],
): Promise<readonly RowKey[]> {
  const access = await accesses(ctx, reader, keys)
  return keys.filter(({ vehicle_id, at, kind = 'position' }) => {
    const one = access.get(vehicle_id)
    return one !== undefined && maySee(kind, one, at)
  })
}

const keyColumns = (keys: readonly RowKey[]) => [
  columns.int4(keys.map(k => k.vehicle_id)),
  columns.timestamptz(keys.map(k => k.at)),
  columns.int2(keys.map(k => k.seq)),
]

/** Each packed day is unpacked once, however many of its readings are requested. */
const READINGS = `with asked as materialized (
    select vehicle_id, at, seq, kind, n::int4 as n from unnest($1::int4[], $2::timestamptz[], $3::int2[], $4::text[]) with ordinality as k (vehicle_id, at, seq, kind, n))
  select distinct on (n) n, data from (
    select k.n, r.data from asked k cross join lateral (select data from readings
      where vehicle_id = k.vehicle_id and kind = k.kind and message_datetime = k.at and seq = k.seq limit 1) r
    union all
    select k.n, u.data from (select distinct vehicle_id, kind, (at at time zone 'UTC')::date as day from asked) d
      join reading_packs p on p.vehicle_id = d.vehicle_id and p.kind = d.kind and p.day = d.day cross join lateral unpack_readings(p) u
      join asked k on k.vehicle_id = p.vehicle_id and k.kind = p.kind and k.at = u.message_datetime and k.seq = u.seq) r order by n`
export async function readingRows(
  ctx: Context,
  reader: Reader,
  keys: readonly RowKey[],
): Promise<FeedReading[]> {
  const visible = await visibleKeys(ctx, reader, keys)
  const { rows } = await ctx.pool.query<{ n: number; data: Record<string, unknown> }>({
    name: 'feed readings',
    text: READINGS,
    values: [...keyColumns(visible), columns.text(visible.map(k => k.kind ?? ''))],
  })
  return rows.flatMap(({ n, data }) => {
    const key = visible[n - 1]
    if (key?.kind === undefined) return []
    return [
      {
        id: `${key.vehicle_id}-${key.kind}-${key.at}-${key.seq}`,
        vehicle_id: key.vehicle_id,
        plate: reader.seen.get(key.vehicle_id)?.plate ?? '',
        kind: key.kind,
        message_datetime: instantOf(key.at),
        data,
      },
    ]
  })
}

interface TripRow {
  readonly vehicle_id: number
  readonly id: string
  readonly period_from: number
  readonly period_to: number | null
  readonly end_at: number
  readonly start_latitude: number
  readonly start_longitude: number
  readonly end_latitude: number
  readonly end_longitude: number
  readonly distance: number
  readonly max_speed: number
  readonly replaced_by: string | null
}
/** The trips. A place where a private time hides a trip's end is hidden too; a guest gets only trips that lie wholly within its grants. */
export async function tripRows(
  ctx: Context,
  reader: Reader,
  keys: readonly ChangedRecord[],
): Promise<FeedTrip[]> {
  const access = await accesses(ctx, reader, keys)
  const { rows } = await ctx.pool.query<TripRow>({
    name: 'feed trips',
    text: `select t.vehicle_id, t.id, ${epochMs('t.period_from')} as period_from, ${epochMs('t.period_to')} as period_to, ${epochMs('t.end_at')} as end_at,
        t.start_latitude, t.start_longitude, t.end_latitude, t.end_longitude, t.distance, t.max_speed, t.replaced_by
      from unnest($1::int4[], $2::uuid[]) with ordinality as k (vehicle_id, id, n) join trips t on t.vehicle_id = k.vehicle_id and t.id = k.id order by k.n`,
    values: [keys.map(k => k.vehicle_id), keys.map(k => k.record_id)],
  })
  return rows.flatMap(row => {
    const one = access.get(row.vehicle_id)
    const to = row.period_to ?? row.end_at
    const isVisible =
      one !== undefined &&
      visibleRanges('trip', one, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).some(
        range => range.from <= row.period_from && to <= range.to,
      )
    return isVisible ? [tripOf(row, one, reader.seen.get(row.vehicle_id)?.plate ?? '')] : []
  })
}
function tripOf(row: TripRow, access: Access, plate: string): FeedTrip {
  const to = row.period_to ?? row.end_at
  const [startHidden, endHidden] = [isPrivate(access, row.period_from), isPrivate(access, to)]
  return {
    id: row.id,
    vehicle_id: row.vehicle_id,
    plate,
    period_from: instantOf(row.period_from),
    period_to: row.period_to === null ? null : instantOf(row.period_to),
    km: Math.round(row.distance / 10) / 100,
    max_speed: row.max_speed,
    duration: Math.max(0, Math.round((to - row.period_from) / 1_000)),
    start: startHidden ? null : { latitude: row.start_latitude, longitude: row.start_longitude },
    end: endHidden ? null : { latitude: row.end_latitude, longitude: row.end_longitude },
    private: access.private_times.within(row.period_from, to).length > 0,
    replaced_by: row.replaced_by,
  }
}

export async function incidentRows(
  ctx: Context,
  { customer_id }: Reader,
  language: Language,
  keys: readonly ChangedRecord[],
): Promise<FeedIncident[]> {
  const ids = keys.map(key => key.record_id)
  const vehicle_ids = [...new Set(keys.map(key => key.vehicle_id))]
  if (ids.length === 0) return []
  const { rows } = await sql<PastRow>`
    select r.* from ${incidentsOf(customer_id, ctx.now(), sql<boolean>`i.id = any(${ids}::uuid[])`, vehicle_ids)} r`.execute(
    ctx.db,
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  const inOrder = ids.flatMap(id => byId.get(id) ?? [])
  const answers = await incidents(ctx, language, customer_id, inOrder)
  return answers.map(incident => ({ ...incident, vehicle_id: incident.pivot.vehicle_id }))
}
