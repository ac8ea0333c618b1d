// Opens a link by its secret, and counts how often it was opened.
import { notFound, Problem } from '@flotta/core/problem.ts'
import { instantOf, MINUTE } from '@flotta/core/time.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'

/** A link that may be opened now. Times are epoch ms. */
export interface OpenLink {
  readonly id: number
  readonly customer_id: number
  readonly user_id: number
  readonly company: string
  readonly timezone: string
  readonly vehicle_id: number | null
  readonly trip_id: number | null
  readonly fleet_id: number | null
  readonly all_vehicles: boolean
  readonly from: number
  readonly to: number
  readonly opened_at: number | null
}
/** Throws `not_found` for an unknown secret and before its time, `gone` after it. */
export async function openLink(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<OpenLink> {
  const row = await db
    .selectFrom('links as l')
    .innerJoin('customers as c', 'c.id', 'l.customer_id')
    .select([
      'l.id',
      'l.customer_id',
      'l.user_id',
      'c.name as company',
      'c.timezone',
      'l.vehicle_id',
      'l.trip_id',
      'l.fleet_id',
      'l.all_vehicles',
      'l.period_from',
      'l.period_to',
      'l.opened_at',
      'l.ended_at',
    ])
    .where('l.token', '=', token)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', 'links.unknown')
  const { period_from, period_to, ended_at, opened_at, ...link } = row
  if (ended_at !== null) throw new Problem('gone', 'links.ended')
  const [from, to, at] = [period_from.getTime(), period_to.getTime(), now()]
  if (at >= to) throw new Problem('gone', 'links.over')
  if (at < from)
    throw new Problem('not_found', 'links.not_yet', {}, undefined, { from: [instantOf(from)] })
  return { ...link, from, to, opened_at: opened_at?.getTime() ?? null }
}

/** A page that stays open reads again and again; within this time that is one opening, ms. */
const SAME_OPENING = 10 * MINUTE
/**
 * Counts an opening.
 * @returns false: it belongs to the one before
 */
export async function countOpening(
  { db, now }: { readonly db: Db; now(): number },
  { id, opened_at }: OpenLink,
  isAgain: boolean,
): Promise<boolean> {
  if (isAgain && opened_at !== null && now() - opened_at < SAME_OPENING) return false
  await db
    .updateTable('links')
    .set(eb => ({ openings: eb('openings', '+', 1), opened_at: new Date(now()) }))
    .where('id', '=', id)
    .execute()
  return true
}

/** The planned trip of a link; throws `notFound` where it no longer exists. */
export async function tripOfLink(db: Db, customer_id: number, trip_id: number) {
  const trip = await db
    .selectFrom('planned_trips')
    .select(['vehicle_id', 'arrival', 'waypoints', 'options', 'route'])
    .where('id', '=', trip_id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  if (trip === undefined) throw notFound()
  return trip
}
