// Writes areas, for screens and the provider's command line, and finds the vehicles inside.

import '../../alerts/incidents/tables.ts'
import './tables.ts'
import { DAY } from '@flotta/core/time.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { alerts } from '../../services/eyegeo/alerts.ts'
import type { Area, AreaForm } from './contract.ts'
import type { AreaKind } from './rules.ts'
import { circleAround, storedShape } from './shape.ts'

type Values = z.output<typeof AreaForm>
type Changes = Partial<{ [K in keyof Values]: Values[K] | undefined }>
/** The columns of a shape: for one that is no circle, the circle around it. */
const placeOfShape = ({ shape, radius, latitude, longitude }: Changes) => {
  const stored = storedShape(shape)
  const around = stored === null ? undefined : circleAround(stored)
  return {
    shape: stored,
    radius: around?.radius ?? radius,
    latitude: latitude ?? around?.latitude,
    longitude: longitude ?? around?.longitude,
  }
}

/** The two tables have the same columns, so the type of one stands for both. */
export const tableOf = (kind: AreaKind) => `${kind}s` as 'hubs'
const UNIQUE = { hubs_code: 'code', pois_code: 'code' } as const
/** The alerts of entering and leaving, by kind. */
export const alertsOf = {
  hub: [alerts.hub_enter.id, alerts.hub_exit.id],
  poi: [alerts.poi_enter.id, alerts.poi_exit.id],
} as const

/** A subquery of a customer's areas of a kind, as records. */
export const areaRows = (kind: AreaKind, customer_id: number): RawBuilder<unknown> =>
  sql`select id, customer_id, name, code, color, case when shape is null then radius end as radius, latitude, longitude, coalesce(shape, '{"type": "circle"}') as shape, address, city, zip_code from ${sql.table(`${kind}s`)} where customer_id = ${customer_id}`

/** null: the customer has no such area. */
export async function areaById(
  db: Db | Tx,
  kind: AreaKind,
  customer_id: number,
  id: number,
): Promise<Area | null> {
  const { rows } = await sql<Area & { readonly customer_id: number }>`
    select r.* from (${areaRows(kind, customer_id)}) r where r.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { customer_id: _, ...area } = row
  return area
}

/** An area also counts for records of the day before it was made, because devices may still hold them, and because a vehicle may be on its way there. */
const COUNTS_BEFORE = DAY
export async function createArea(
  db: Db | Tx,
  kind: AreaKind,
  customer_id: number,
  values: Values,
  now: number,
): Promise<number> {
  const at = new Date(now)
  const { shape, radius, latitude, longitude } = placeOfShape(values)
  if (radius === undefined || latitude === undefined || longitude === undefined)
    throw new TypeError('a circle has a radius and a centre')
  const place = { shape, radius, latitude, longitude }
  const { id } = await orTaken(
    db
      .insertInto(tableOf(kind))
      .values({ customer_id, ...values, ...place, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow(),
    UNIQUE,
  )
  const { name, code } = values
  await db
    .insertInto('area_shapes')
    .values({
      customer_id,
      kind,
      area_id: id,
      name,
      code,
      ...place,
      valid_from: new Date(now - COUNTS_BEFORE),
      valid_to: null,
    })
    .execute()
  return id
}

export async function updateArea(
  db: Db | Tx,
  kind: AreaKind,
  id: number,
  values: Changes,
  now: number,
): Promise<void> {
  const { radius, shape, ...others } = values
  // the radius of an area that is no circle and does not become one is ignored
  const size =
    shape !== undefined
      ? placeOfShape(values)
      : { radius: radius && sql<number>`case when shape is null then ${radius} else radius end` }
  const after = await orTaken(
    db
      .updateTable(tableOf(kind))
      .set({ ...withoutUndefined(others), ...withoutUndefined(size), updated_at: new Date(now) })
      .where('id', '=', id)
      .returning(['customer_id', 'name', 'code', 'radius', 'latitude', 'longitude', 'shape'])
      .executeTakeFirst(),
    UNIQUE,
  )
  if (after === undefined) return
  const isSameShape = sql<boolean>`radius = ${after.radius} and latitude = ${after.latitude} and longitude = ${after.longitude} and shape is not distinct from ${after.shape && JSON.stringify(after.shape)}::jsonb`
  const current = db
    .updateTable('area_shapes')
    .where('kind', '=', kind)
    .where('area_id', '=', id)
    .where('valid_to', 'is', null)
  const version = sql<number>`nextval('area_shapes_version')`
  const endedIncidents = await current
    .set({ valid_to: sql`greatest(valid_from, ${new Date(now)}::timestamptz)`, version })
    .where(sql<boolean>`not (${isSameShape})`)
    .returning('valid_to')
    .executeTakeFirst()
  if (endedIncidents === undefined)
    await current
      .set({ name: after.name, code: after.code, version })
      .where(sql<boolean>`(name, code) is distinct from (${after.name}, ${after.code})`)
      .execute()
  else
    await db
      .insertInto('area_shapes')
      .values({
        ...after,
        kind,
        area_id: id,
        valid_from: endedIncidents.valid_to ?? new Date(now),
        valid_to: null,
      })
      .execute()
}

/**
 * Removes an area: its code is free again, and its open alerts end now.
 * @returns the vehicles with open alerts; null: there was no such area
 */
export async function removeArea(
  db: Db | Tx,
  kind: AreaKind,
  id: number,
  now: number,
): Promise<number[] | null> {
  const { numDeletedRows } = await db
    .deleteFrom(tableOf(kind))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return null
  const at = new Date(now)
  await db
    .updateTable('area_shapes')
    .set({
      valid_to: sql`greatest(valid_from, ${at}::timestamptz)`,
      version: sql`nextval('area_shapes_version')`,
    })
    .where('kind', '=', kind)
    .where('area_id', '=', id)
    .where('valid_to', 'is', null)
    .execute()
  // The end that a replay would derive too: an alert ends with its area.
  const end = sql<Date>`greatest(opened_at, ${at}::timestamptz)`
  const endedIncidents = await db
    .updateTable('incidents')
    .set({ until: end, closed_at: end, cleared_by: end, closed_as: 'cleared', updated_at: at })
    .where(({ or, and, eb }) =>
      or([
        and([eb('subject_id', '=', id), eb('alert_id', 'in', [...alertsOf[kind]])]),
        // in the alert of a stay, a point of interest has the negative of its id
        and([
          eb('subject_id', '=', kind === 'hub' ? id : -id),
          eb('alert_id', '=', alerts.area_dwell.id),
        ]),
      ]),
    )
    .where('closed_at', 'is', null)
    .returning('vehicle_id')
    .execute()
  return [...new Set(endedIncidents.map(e => e.vehicle_id))]
}
