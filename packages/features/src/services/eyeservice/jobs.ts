// Raises and clears the alerts of due maintenance, for all customers. A new entry is processed at once, all vehicles by the clock.
import { neverPrivate } from '@flotta/core/private-times.ts'
import { dayBegin } from '@flotta/core/zones.ts'
import type { Db } from '@flotta/platform/db.ts'
import { type Context, every, type Job } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { clear, type Holding, hold, raise, tellAlerts } from '../../alerts/incidents/conditions.ts'
import { agreementIds } from '../../fleet/agreements/contract.ts'
import { alerts } from './alerts.ts'
import { dueAfter, type LastEntry, lastEntryColumns } from './maintenance-dues.ts'
import { maintenanceTypeOf, maintenanceTypes } from './rules.ts'
import './tables.ts'

interface LastEntryWithZone extends LastEntry {
  readonly timezone: string
}
/** The newest entry of each sort and vehicle, where the owner holds the agreement of the sort now. */
const lastEntriesOf = (db: Db, now: number, vehicle_ids: readonly number[] | undefined) =>
  sql<LastEntryWithZone>`
    select distinct on (e.vehicle_id, e.type) ${lastEntryColumns}, o.timezone
    from maintenance_entries e
      join (select * from unnest(${maintenanceTypes.map(c => c.type)}::int2[], ${maintenanceTypes.map(c => c.agreement_id)}::int4[]) as k (type, agreement_id)) k on k.type = e.type
      join vehicles v on v.id = e.vehicle_id and v.deleted_at is null and not v.retired
      join customers o on o.id = v.customer_id and o.deleted_at is null
      left join vehicle_state t on t.vehicle_id = v.id
    where ${vehicle_ids === undefined ? sql`true` : sql`e.vehicle_id = any(${vehicle_ids}::int4[])`} and exists (
      select 1 from vehicle_agreements a where a.vehicle_id = v.id and a.customer_id = v.customer_id and a.agreement_id = k.agreement_id
        and a.active_from <= ${new Date(now)} and (a.active_to is null or a.active_to > ${new Date(now)}))
    order by e.vehicle_id, e.type, e.message_datetime desc, e.id desc`.execute(db)

/** The counters are read in full, because an alert does not depend on who may see them now. */
const FULL_ACCESS = {
  owner: true,
  agreements: agreementIds,
  grants: [],
  private_times: neverPrivate,
}
const alertOf = {
  0: alerts.service,
  1: alerts.fgas,
  2: alerts.recorder,
  3: alerts.maintenance,
} as const

/** All maintenance that is due now. */
async function duesNow(db: Db, now: number, vehicle_ids?: readonly number[]): Promise<Holding[]> {
  const { rows } = await lastEntriesOf(db, now, vehicle_ids)
  return rows.flatMap(row => {
    const care = maintenanceTypeOf(row.type)
    const due = dueAfter(row, FULL_ACCESS, now, row.timezone)
    if (care === undefined || due === null || due.state === 'fine') return []
    const since =
      due.by === 'period' && due.due_date !== null
        ? Math.min(now, dayBegin(due.due_date, row.timezone))
        : now
    const { by, due_date, due_km, due_hour } = due
    return [
      {
        vehicle_id: row.vehicle_id,
        alert_id: alertOf[care.type].id,
        customer_id: null,
        at: since,
        data: { by, due_date, due_km, due_hour },
      },
    ]
  })
}

/** Raises and clears the alerts of these vehicles by what is due on them now. */
export async function settleDues(ctx: Context, vehicle_ids: readonly number[]): Promise<void> {
  const now = ctx.now()
  const changedVehicles = await ctx.db.transaction().execute(async tx => {
    const due = await duesNow(tx, now, vehicle_ids)
    const holds = new Set(due.map(d => `${d.vehicle_id} ${d.alert_id}`))
    const over = vehicle_ids.flatMap(vehicle_id =>
      Object.values(alertOf).flatMap(({ id }) =>
        holds.has(`${vehicle_id} ${id}`) ? [] : [{ vehicle_id, alert_id: id, customer_id: null }],
      ),
    )
    return [...(await clear(tx, over, now)), ...(await raise(tx, due, now))]
  })
  await tellAlerts(ctx, [...new Set(changedVehicles)])
}

export const jobs: readonly Job[] = [
  every('maintenance dues', 60, async ctx => {
    const now = ctx.now()
    const changedVehicles = await ctx.db.transaction().execute(async tx => {
      const due = await duesNow(tx, now)
      const vehicles: number[] = []
      for (const { id } of Object.values(alertOf))
        vehicles.push(
          ...(await hold(
            tx,
            id,
            due.filter(d => d.alert_id === id),
            now,
          )),
        )
      return vehicles
    })
    await tellAlerts(ctx, [...new Set(changedVehicles)])
  }),
]
