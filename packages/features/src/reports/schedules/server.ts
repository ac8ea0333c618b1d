// The customer's scheduled reports, and the jobs that make and mail them.
import { notFound, Problem } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { perHour } from '@flotta/platform/limits.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireOwnFleets, requireVisibleVehicle } from '../../fleet/access/require.ts'
import * as contract from './contract.ts'
import { jobs, startRunNow } from './jobs.ts'
import {
  createSchedule,
  removeSchedule,
  scheduleRows,
  scheduleRunsOf,
  updateSchedule,
} from './queries.ts'

/** How often a person may start a schedule. */
const MANUAL_RUN_RATE = perHour(10)

const { handlers, records } = serve<
  typeof contract.schedules,
  contract.Schedule & { readonly customer_id: number }
>(contract.schedules, {
  rows: ({ caller, ctx }) => scheduleRows(caller.customer_id, ctx.now()),
  order: sql`upper(r.name)`,
  async only({ vehicle_id, fleet_id, active }, { caller: { customer_id }, ctx }) {
    if (vehicle_id !== undefined)
      await requireVisibleVehicle(ctx.db, customer_id, vehicle_id, ctx.now())
    if (fleet_id !== undefined) await requireOwnFleets(ctx.db, customer_id, [fleet_id])
    const conditions = [
      vehicle_id === undefined ? sql`true` : sql`r.vehicle_id = ${vehicle_id}`,
      fleet_id === undefined ? sql`true` : sql`r.fleet_id = ${fleet_id}`,
      active === undefined ? sql`true` : sql`r.active = ${active}`,
    ]
    return sql`(${sql.join(conditions, sql` and `)})`
  },
  create: (values, { tx, caller, ctx }) =>
    createSchedule(
      tx,
      caller,
      { ...values, language: values.language ?? ctx.config.FLOTTA_LANGUAGE },
      ctx.now(),
    ),
  update: (id, values, { tx, caller, ctx }) =>
    updateSchedule(tx, caller.customer_id, id, values, ctx.now()),
  remove: (id, { tx }) => removeSchedule(tx, id),
})

export default feature({
  records,
  jobs,
  handlers: [
    ...handlers,
    handle(contract.scheduleRuns, ({ caller, language, ctx }) =>
      scheduleRunsOf(ctx, caller, language),
    ),
    handle(contract.runSchedule, async ({ record, caller, language, ctx }) => {
      const wait = await ctx.limits.take(`schedule ${record.id}`, MANUAL_RUN_RATE)
      if (wait > 0)
        throw new Problem(
          'too_many',
          { key: 'api.wait_minutes', values: { count: Math.ceil(wait / 60) } },
          {},
          wait,
        )
      await startRunNow(ctx, record.id)
      const [runsOfSchedule] = await scheduleRunsOf(ctx, caller, language, record.id)
      if (runsOfSchedule === undefined) throw notFound()
      return runsOfSchedule
    }),
  ],
})
