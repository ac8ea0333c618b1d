// The endpoints of operating costs: types, activities, sums and due dates.
import { pageMeta } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

const types = serve<typeof contract.types, contract.CostType & { readonly customer_id: number }>(
  contract.types,
  {
    rows: ({ caller }) => sql`
    select id, customer_id, name, repeat_after_km, repeat_after_hour, repeat_after_period, notice_after_km, notice_after_hour, notice_after_period, note, active
    from types where customer_id = ${caller.customer_id} and deleted_at is null`,
    order: sql`upper(r.name)`,
    only: ({ active }) => (active === undefined ? sql`true` : sql`r.active = ${active}`),
    all: async ({ caller, ctx }) => {
      const columns = Object.keys(contract.CostType.shape) as (keyof contract.CostType)[]
      return ctx.db
        .selectFrom('types')
        .select(columns)
        .where('customer_id', '=', caller.customer_id)
        .where('deleted_at', 'is', null)
        .where('active', '=', 1)
        .orderBy(sql`upper(name)`)
        .orderBy('id')
        .execute()
    },
    tables: ['types'],
    create: queries.createType,
    update: queries.updateType,
    remove: queries.removeType,
  },
)

const activities = serve<typeof contract.typeActivities, queries.ActivityRow>(
  contract.typeActivities,
  {
    rows: ({ caller }) => queries.activityRows(caller.customer_id),
    record: queries.activityRecord,
    order: sql`r.date desc, r.id desc`,
    only: queries.filterCondition,
    create: queries.createActivity,
    update: queries.updateActivity,
    remove: queries.removeActivity,
  },
)

const pageBounds = ({ page, per_page }: { readonly page: number; readonly per_page: number }) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
})

export default feature({
  records: { ...types.records, ...activities.records },
  handlers: [
    ...types.handlers,
    ...activities.handlers,
    handle(contract.ofOneVehicle, ({ vehicle, caller, ctx }) =>
      queries.activitiesOf(vehicle, {}, { caller, ctx }, true),
    ),
    handle(contract.history, ({ vehicle, query, caller, ctx }) =>
      queries.activitiesOf(vehicle, query, { caller, ctx }),
    ),
    handle(contract.setActivity, async ({ vehicle: { vehicle_id }, body, caller, ctx }) => {
      const id = await ctx.db
        .transaction()
        .execute(tx => queries.createActivity({ ...body, vehicle_id }, { tx, caller, ctx }))
      return queries.activityOf(id, caller.customer_id, ctx)
    }),
    handle(contract.stats, ({ query, caller, ctx }) => queries.statsOf(query, { caller, ctx })),
    handle(contract.breakdown, ({ query, caller, ctx }) =>
      queries.breakdownOf(query, { caller, ctx }),
    ),
    handle(contract.byVehicle, async ({ query, caller, ctx }) => {
      const { rows, total } = await queries.vehicleCosts(query, { caller, ctx }, pageBounds(query))
      return { data: rows, meta: pageMeta(query, total) }
    }),
    handle(contract.dues, async ({ query, caller, ctx }) => {
      const { state, page: _, per_page: __, ...filters } = query
      const all = await queries.costDues(filters, { caller, ctx })
      const matching = all.filter(due => state === undefined || state.includes(due.state))
      const { limit, offset } = pageBounds(query)
      const count = (state: contract.DueCost['state']) =>
        all.filter(due => due.state === state).length
      return {
        data: matching.slice(offset, offset + limit),
        meta: { ...pageMeta(query, matching.length), overdue: count('overdue'), due: count('due') },
      }
    }),
  ],
})
