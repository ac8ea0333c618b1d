// Serves the log of looks at the caller's vehicles and at its drivers' data, and the visits of the provider.
import { every, feature, handle } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireOwnDriver, requireVisibleVehicle } from '../access/require.ts'
import { visibleVehiclesSql } from '../access/vehicles.ts'
import { closeVisit, type Look, looks, visits } from './contract.ts'
import { deleteOldLooks } from './queries.ts'
import { endVisit, type VisitRow, visitRecord, visitRows } from './visits.ts'

interface LookRow extends Omit<Look, 'period_from' | 'period_to' | 'first_at' | 'last_at'> {
  readonly customer_id: number
  readonly period_from: Date | null
  readonly period_to: Date | null
  readonly first_at: Date
  readonly last_at: Date
}
const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const lookHandlers = serve<typeof looks, LookRow>(looks, {
  rows: ({ caller, ctx }) =>
    sql`select l.id::int4 as id, l.customer_id, l.vehicle_id, l.driver_id, u.name as person, coalesce(c.name, '') as company, v.plate, case when d.id is not null then d.name || ' ' || d.surname end as driver,
        l.what, least(l.period_from, l.last_at) as period_from, least(l.period_to, l.last_at) as period_to, l.first_at, l.last_at, l.times
      from looks l join users u on u.id = l.user_id left join customers c on c.id = u.customer_id
      left join ${visibleVehiclesSql(caller.customer_id, ctx.now())} v on v.vehicle_id = l.vehicle_id left join drivers d on d.id = l.driver_id
      where l.customer_id = ${caller.customer_id}`,
  record: ({ customer_id: _, period_from, period_to, first_at, last_at, ...row }) => ({
    ...row,
    period_from: iso(period_from),
    period_to: iso(period_to),
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  }),
  order: sql`r.last_at desc`,
  async only({ vehicle_id, driver_id, what }, { caller: { customer_id }, ctx }) {
    if (vehicle_id !== undefined)
      await requireVisibleVehicle(ctx.db, customer_id, vehicle_id, ctx.now())
    if (driver_id !== undefined) await requireOwnDriver(ctx.db, customer_id, driver_id)
    const conditions = [
      vehicle_id === undefined ? sql`true` : sql`r.vehicle_id = ${vehicle_id}`,
      driver_id === undefined ? sql`true` : sql`r.driver_id = ${driver_id}`,
      what === undefined ? sql`true` : sql`r.what = ${what}`,
    ]
    return sql`(${sql.join(conditions, sql` and `)})`
  },
})

const visitHandlers = serve<typeof visits, VisitRow>(visits, {
  rows: ({ caller }) => visitRows(sql`s.customer_id = ${caller.customer_id}`),
  record: visitRecord,
  order: sql`r.opened_at desc, r.id desc`,
})

export default feature({
  handlers: [
    ...lookHandlers.handlers,
    ...visitHandlers.handlers,
    handle(closeVisit, async ({ record: { id }, ctx }) => {
      await endVisit(ctx.db, id, ctx.now())
      return null
    }),
  ],
  records: { ...lookHandlers.records, ...visitHandlers.records },
  jobs: [every('forget looks', 86_400, deleteOldLooks)],
})
