// The vehicles behind the codes of beacons, and the authorised codes.
import { instantOf } from '@flotta/core/time.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { maySee } from '../../fleet/access/rules.ts'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import {
  lastReading,
  placesAt,
  type ReadingAt,
  readingsOf,
} from '../../telemetry/pipeline/queries.ts'
import type { Beacon, LockedVehicle } from './contract.ts'
import { beacon } from './kinds.ts'
import { authorizedBy, beaconKey } from './rules.ts'

type BeaconReading = ReadingAt<{ readonly beacon_code: string }>
type Carrier = z.infer<typeof LockedVehicle>

/** Beacons as the caller may see them: with its own fleets, and of the owner's vehicles only the visible ones. */
export async function namedBeacons(
  ctx: Context,
  { customer_id }: Pick<Caller, 'customer_id'>,
  vehicle: VisibleVehicle,
  readings: readonly BeaconReading[],
): Promise<Beacon[]> {
  const keys = [...new Set(readings.map(t => beaconKey(t.data.beacon_code)).filter(Boolean))]
  const carriers = new Map<string, Carrier>()
  let list: string | undefined
  if (keys.length > 0) {
    const key = sql`regexp_replace(upper(v.configurations ->> 'beacon_code'), '[^0-9A-Z]', '', 'g')`
    const [carrierRows, ownVehicleRow] = await Promise.all([
      sql<Carrier & { readonly key: string }>`
        select ${key} as key, v.id, v.plate, v.vehicle_type, f.fleet_id from ${visibleVehiclesSql(customer_id, ctx.now())} v
        left join fleet_vehicles f on f.customer_id = ${customer_id} and f.vehicle_id = v.id
        where v.customer_id = ${vehicle.customer_id} and ${key} = any(${keys}::text[]) order by v.retired desc, v.id desc`.execute(
        ctx.db,
      ),
      ctx.db
        .selectFrom('vehicles')
        .select('configurations')
        .where('id', '=', vehicle.vehicle_id)
        .executeTakeFirst(),
    ])
    // Of two vehicles with the same code the one in service counts, else the older one.
    for (const { key, ...carrier } of carrierRows.rows) carriers.set(key, carrier)
    list = ownVehicleRow?.configurations.tandt_authorized
  }
  return readings.map(({ at, data: { beacon_code } }) => ({
    id: at,
    message_datetime: instantOf(at),
    locked: beacon_code === '' ? 0 : 1,
    authorized: authorizedBy(list, beacon_code),
    locked_vehicle: carriers.get(beaconKey(beacon_code)) ?? null,
    beacon_code: beacon_code === '' ? null : beacon_code,
  }))
}

/** Since when the newest code has been reported, epoch ms; null: longer than the caller may see. */
async function reportedSince(ctx: Context, vehicle: VisibleVehicle): Promise<number | null> {
  const { rows } = await ctx.pool.query<{ readonly at: number }>(
    `select ${epochMs('message_datetime')} as at from reading_before($1, $2, 'infinity')`,
    [vehicle.vehicle_id, beacon.kind],
  )
  const at = rows[0]?.at ?? null
  return maySee(beacon.kind, vehicle, at) ? at : null
}

export async function lastBeacon(
  ctx: Context,
  caller: Caller,
  vehicle: VisibleVehicle,
): Promise<(Beacon & { readonly since: string | null }) | null> {
  const [last, since] = await Promise.all([
    lastReading(ctx, vehicle, beacon),
    reportedSince(ctx, vehicle),
  ])
  if (last === null) return null
  const [namedBeacon] = await namedBeacons(ctx, caller, vehicle, [last])
  return namedBeacon === undefined
    ? null
    : { ...namedBeacon, since: since === null ? null : instantOf(since) }
}

export async function couplingsOf(
  ctx: Context,
  caller: Caller,
  vehicle: VisibleVehicle,
  from: number,
  to: number,
) {
  const readings = await readingsOf(ctx, vehicle, beacon, from, to, { rows: 'changes' })
  if (readings.length === 0) return []
  const [beacons, places] = await Promise.all([
    namedBeacons(ctx, caller, vehicle, readings),
    placesAt(
      ctx,
      vehicle,
      readings.map(t => t.at),
    ),
  ])
  return beacons.map((one, i) => ({
    ...one,
    latitude: places[i]?.latitude ?? null,
    longitude: places[i]?.longitude ?? null,
  }))
}
