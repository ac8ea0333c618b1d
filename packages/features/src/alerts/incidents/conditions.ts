// How jobs raise and end incidents that no record raises: by the calendar, or because something is missing. They write in the job's own transaction, and the same call may be repeated.
import { randomUUID } from 'node:crypto'
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { publishVehicleUpdates } from '../../fleet/access/audience.ts'
import './tables.ts'

/** The subject of an incident: at most one incident is open for each. */
export interface Condition {
  readonly vehicle_id: number
  readonly alert_id: number
  /** null: a condition of the vehicle itself; else the customer whose rule or area it is. */
  readonly customer_id: number | null
}
/** A condition that has been met since `at` (epoch ms), with its data. */
export interface Holding extends Condition {
  readonly at: number
  readonly data?: Readonly<Record<string, number | string | boolean | null>>
}

const columnsOf = (conditions: readonly Condition[]) =>
  [
    conditions.map(c => c.vehicle_id),
    conditions.map(c => c.alert_id),
    conditions.map(c => c.customer_id),
  ] as const
/** The same order everywhere, so that two jobs never deadlock. */
const inOrder = <C extends Condition>(conditions: readonly C[]): C[] =>
  conditions.toSorted(
    (a, b) =>
      a.vehicle_id - b.vehicle_id ||
      a.alert_id - b.alert_id ||
      (a.customer_id ?? 0) - (b.customer_id ?? 0),
  )
const vehiclesOf = (rows: readonly { readonly vehicle_id: number }[]): number[] => [
  ...new Set(rows.map(r => r.vehicle_id)),
]

/**
 * Opens an incident for each condition that has none open.
 * @returns the vehicles that got one
 */
export async function raise(db: Db, holding: readonly Holding[], now: number): Promise<number[]> {
  if (holding.length === 0) return []
  const orderedConditions = inOrder(holding)
  const [vehicles, alerts, customers] = columnsOf(orderedConditions)
  const { rows } = await sql<{ vehicle_id: number }>`
    insert into incidents (vehicle_id, alert_id, customer_id, id, opened_at, data, origin, updated_at)
    select n.*, 'jobs', ${new Date(now)}::timestamptz from unnest(${vehicles}::int4[], ${alerts}::int2[], ${customers}::int4[], ${orderedConditions.map(() => randomUUID())}::uuid[],
      ${orderedConditions.map(c => new Date(c.at))}::timestamptz[], ${orderedConditions.map(c => (c.data === undefined ? null : JSON.stringify(c.data)))}::jsonb[]) as n
    on conflict (vehicle_id, alert_id, coalesce(customer_id, 0), coalesce(subject_id, 0), origin) where closed_at is null do nothing
    returning vehicle_id`.execute(db)
  return vehiclesOf(rows)
}

/**
 * Updates the data of open incidents that jobs have opened, for example a moved end.
 * @returns the vehicles with a change
 */
async function amend(db: Db, holding: readonly Holding[], now: number): Promise<number[]> {
  const amendments = inOrder(holding.filter(condition => condition.data !== undefined))
  if (amendments.length === 0) return []
  const [vehicles, alerts, customers] = columnsOf(amendments)
  const { rows } = await sql<{ vehicle_id: number }>`
    update incidents i set data = c.data, updated_at = ${new Date(now)}
    from unnest(${vehicles}::int4[], ${alerts}::int2[], ${customers}::int4[], ${amendments.map(c => JSON.stringify(c.data))}::jsonb[]) as c (vehicle_id, alert_id, customer_id, data)
    where i.vehicle_id = c.vehicle_id and i.alert_id = c.alert_id and i.customer_id is not distinct from c.customer_id and i.closed_at is null and i.origin = 'jobs'
      and i.data is distinct from c.data
    returning i.vehicle_id`.execute(db)
  return vehiclesOf(rows)
}

/**
 * Closes the incidents of these conditions that jobs have opened.
 * @returns the vehicles that had one
 */
export async function clear(
  db: Db,
  conditions: readonly Condition[],
  now: number,
): Promise<number[]> {
  if (conditions.length === 0) return []
  const [vehicles, alerts, customers] = columnsOf(inOrder(conditions))
  const { rows } = await sql<{ vehicle_id: number }>`
    update incidents i set closed_at = greatest(i.opened_at, ${new Date(now)}::timestamptz), closed_as = 'cleared', updated_at = ${new Date(now)}
    from unnest(${vehicles}::int4[], ${alerts}::int2[], ${customers}::int4[]) as c (vehicle_id, alert_id, customer_id)
    where i.vehicle_id = c.vehicle_id and i.alert_id = c.alert_id and i.customer_id is not distinct from c.customer_id and i.closed_at is null and i.origin = 'jobs'
    returning i.vehicle_id`.execute(db)
  return vehiclesOf(rows)
}

/**
 * For a job that knows all met conditions of an alert: raises the new ones, updates those with other data and closes those that are over.
 * @returns all vehicles with a change
 */
export async function hold(
  db: Db,
  alert_id: number,
  holding: readonly Omit<Holding, 'alert_id'>[],
  now: number,
): Promise<number[]> {
  const open = await db
    .selectFrom('incidents')
    .select(['vehicle_id', 'customer_id'])
    .where('alert_id', '=', alert_id)
    .where('closed_at', 'is', null)
    .where('origin', '=', 'jobs')
    .execute()
  const keyOf = (c: Pick<Condition, 'vehicle_id' | 'customer_id'>) =>
    `${c.vehicle_id} ${c.customer_id}`
  const holds = new Set(holding.map(keyOf))
  const openKeys = new Set(open.map(keyOf))
  const over = open.filter(o => !holds.has(keyOf(o))).map(o => ({ ...o, alert_id }))
  const conditions = holding.map(condition => ({ ...condition, alert_id }))
  const fresh = conditions.filter(condition => !openKeys.has(keyOf(condition)))
  const lasting = conditions.filter(condition => openKeys.has(keyOf(condition)))
  const changedVehicleIds = [
    ...(await clear(db, over, now)),
    ...(await amend(db, lasting, now)),
    ...(await raise(db, fresh, now)),
  ]
  return vehiclesOf(changedVehicleIds.map(vehicle_id => ({ vehicle_id })))
}

/** Notifies the readers; call it after the commit. */
export const tellAlerts = (
  ctx: Pick<Context, 'bus' | 'pool'>,
  vehicle_ids: readonly number[],
): Promise<void> =>
  publishVehicleUpdates(
    ctx,
    vehicle_ids.map(vehicle_id => ({ vehicle_id, kinds: ['alert'] })),
  )
