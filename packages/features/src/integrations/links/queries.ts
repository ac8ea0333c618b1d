// Links in the database: created, changed, ended, and found by the secret in their address.
import './tables.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import { DAY, HOUR, instantOrNull } from '@flotta/core/time.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { newSecret } from '@flotta/platform/passwords.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { requireOwnFleets } from '../../fleet/access/require.ts'
import {
  holdsAgreementSql,
  ownVehiclesSql,
  visibleVehiclesSql,
} from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Link, type LinkForm, MAX_LINK_DAYS, MAX_LINKS } from './contract.ts'

type Values = z.output<typeof LinkForm>
type LinkChanges = { readonly [K in keyof Values]?: Values[K] | undefined }
type Author = Pick<Caller, 'customer_id' | 'user_id'>

export interface LinkRow extends Omit<Link, 'from' | 'to' | 'url' | 'opened_at' | 'created_at'> {
  readonly customer_id: number
  readonly from: Date
  readonly to: Date
  readonly token: string | null
  readonly opened_at: Date | null
  readonly created_at: Date
}
/** The links of a customer that have not been ended. */
export const linkRows = (customer_id: number, now: number) => sql`
  select l.id, l.customer_id, l.vehicle_id, v.plate, l.trip_id, t.name as trip, l.fleet_id, f.code as fleet, l.all_vehicles,
    l.period_from as "from", l.period_to as "to", l.token, l.openings, l.opened_at, l.created_at, u.name as created_by
  from links l join users u on u.id = l.user_id left join planned_trips t on t.id = l.trip_id
    left join ${visibleVehiclesSql(customer_id, now)} v on v.vehicle_id = coalesce(l.vehicle_id, t.vehicle_id) left join fleets f on f.id = l.fleet_id
  where l.customer_id = ${customer_id} and l.ended_at is null`

/** The address of a link: a page for a vehicle or a trip, GeoJSON for a fleet. */
const urlOf = (publicUrl: string, { token, fleet_id, all_vehicles }: LinkRow): string =>
  fleet_id !== null || all_vehicles
    ? `${publicUrl}/api/v1/follow/${token ?? ''}/fleet.geojson`
    : `${publicUrl}/follow/${token ?? ''}`
export const linkOf = (row: LinkRow, { config }: Pick<Context, 'config'>): Link => ({
  id: row.id,
  vehicle_id: row.vehicle_id,
  plate: row.plate,
  trip_id: row.trip_id,
  trip: row.trip,
  fleet_id: row.fleet_id,
  fleet: row.fleet,
  all_vehicles: row.all_vehicles,
  from: row.from.toISOString(),
  to: row.to.toISOString(),
  url: urlOf(config.publicUrl, row),
  openings: row.openings,
  opened_at: instantOrNull(row.opened_at?.getTime() ?? null),
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
})

/** Throws for a vehicle that is not the customer's own, or whose positions the customer may not see. */
async function requireShareable(
  tx: Tx,
  customer_id: number,
  vehicle_id: number,
  field: 'vehicle_id' | 'trip_id',
  now: number,
): Promise<void> {
  const { rows } = await sql<{ positions: boolean }>`
    select ${holdsAgreementSql(customer_id, now, 'v.id', 'needed.id')} as positions
    from ${ownVehiclesSql(customer_id)} v, (values (${agreement.eyegeo}::int)) as needed (id) where v.id = ${vehicle_id}`.execute(
    tx,
  )
  if (rows[0] === undefined)
    throw invalid({ [field]: field === 'trip_id' ? 'links.trip_of_others' : 'validation.unknown' })
  if (!rows[0].positions) throw new Problem('forbidden', 'api.no_agreement')
}

async function requireSubject(
  tx: Tx,
  customer_id: number,
  { vehicle_id, trip_id, fleet_id, all_vehicles }: Values,
  now: number,
): Promise<void> {
  const subjects = [vehicle_id, trip_id, fleet_id].filter(id => id !== null).length
  if (subjects + Number(all_vehicles) !== 1) throw invalid({ vehicle_id: 'links.one_subject' })
  if (vehicle_id !== null) await requireShareable(tx, customer_id, vehicle_id, 'vehicle_id', now)
  if (fleet_id !== null) await requireOwnFleets(tx, customer_id, [fleet_id])
  if (trip_id === null) return
  const trip = await tx
    .selectFrom('planned_trips')
    .select('vehicle_id')
    .where('id', '=', trip_id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (trip === undefined) throw invalid({ trip_id: 'validation.unknown' })
  if (trip.vehicle_id === null) throw invalid({ trip_id: 'links.trip_without_vehicle' })
  await requireShareable(tx, customer_id, trip.vehicle_id, 'trip_id', now)
}
function requirePeriod({ from, to }: Values): void {
  const length = Date.parse(to) - Date.parse(from)
  if (length <= 0) throw invalid({ to: 'validation.before_start' })
  if (length > MAX_LINK_DAYS * DAY)
    throw invalid({ to: { key: 'links.too_long', values: { maximum: MAX_LINK_DAYS } } })
}

/** Creates a link; throws `conflict` where the customer has too many. */
export async function createLink(
  tx: Tx,
  { customer_id, user_id }: Author,
  values: Values,
  now: number,
): Promise<number> {
  requirePeriod(values)
  if (Date.parse(values.to) <= now) throw invalid({ to: 'links.would_be_over' })
  await requireSubject(tx, customer_id, values, now)
  await tx.selectFrom('customers').select('id').where('id', '=', customer_id).forUpdate().execute()
  const { count } = await tx
    .selectFrom('links')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customer_id)
    .where('ended_at', 'is', null)
    .where('period_to', '>', new Date(now))
    .executeTakeFirstOrThrow()
  if (count >= MAX_LINKS)
    throw new Problem('conflict', { key: 'links.full', values: { maximum: MAX_LINKS } })
  const { from, to, ...subject } = values
  const { id } = await tx
    .insertInto('links')
    .values({
      ...subject,
      customer_id,
      user_id,
      period_from: new Date(from),
      period_to: new Date(to),
      token: newSecret(),
      opened_at: null,
      ended_at: null,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a link; its address stays. Unchanged fields are not checked again. */
export async function updateLink(
  tx: Tx,
  customer_id: number,
  id: number,
  changes: LinkChanges,
  now: number,
): Promise<void> {
  const before = await tx
    .selectFrom('links')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const values: Values = {
    vehicle_id: before.vehicle_id,
    trip_id: before.trip_id,
    fleet_id: before.fleet_id,
    all_vehicles: before.all_vehicles,
    from: before.period_from.toISOString(),
    to: before.period_to.toISOString(),
    ...withoutUndefined(changes),
  }
  requirePeriod(values)
  const { from, to, ...subject } = values
  const isOther = (Object.keys(subject) as (keyof typeof subject)[]).some(
    name => subject[name] !== before[name],
  )
  if (isOther) await requireSubject(tx, customer_id, values, now)
  await tx
    .updateTable('links')
    .set({
      ...subject,
      period_from: new Date(from),
      period_to: new Date(to),
      updated_at: new Date(now),
    })
    .where('id', '=', id)
    .execute()
}
/** Ends a link. It is kept for a while, so that whoever opens it is told. */
export const endLink = async (tx: Tx, id: number, now: number): Promise<void> =>
  void (await tx
    .updateTable('links')
    .set({ ended_at: new Date(now) })
    .where('id', '=', id)
    .execute())

const KEPT_DAYS = 90
/** Job: deletes links that ended long ago. */
export async function forgetLinks({ db, now }: Context): Promise<void> {
  const before = new Date(now() - KEPT_DAYS * 24 * HOUR)
  await db
    .deleteFrom('links')
    .where(eb => eb.or([eb('period_to', '<', before), eb('ended_at', '<', before)]))
    .execute()
}
