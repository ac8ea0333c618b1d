// The endpoints of the service and expenses panel: entries, due dates, intervals.

import { dayAt } from '@flotta/core/zones.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import * as contract from './contract.ts'
import { jobs, settleDues } from './jobs.ts'
import { configAndCountersOf } from './maintenance-dues.ts'
import * as queries from './queries.ts'
import { dueAgain, EXPENSE, maintenanceTypes } from './rules.ts'

const at = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant)

export default feature({
  jobs,
  handlers: [
    handle(contract.data, async ({ vehicle, caller, ctx }) => {
      const [last, configAndCounters, total] = await Promise.all([
        queries.lastEntries(ctx, vehicle),
        configAndCountersOf(ctx, vehicle),
        queries.totalExpenses(ctx, vehicle),
      ])
      const { config, counters } = configAndCounters
      const today = dayAt(ctx.now(), caller.timezone)
      const lastMaintenance = (type: number): contract.LastMaintenance | null => {
        const [entry, care] = [last.get(type), maintenanceTypes.find(c => c.type === type)]
        if (entry === undefined || care === undefined) return null
        const { data: _, ...rest } = entry
        const mark = {
          date: dayAt(Date.parse(entry.message_datetime), caller.timezone),
          km: entry.km,
          hour: entry.hours,
        }
        return { ...rest, due: dueAgain(care, config, mark, { date: today, ...counters }) }
      }
      const expense = last.get(EXPENSE)
      return {
        maintenance: lastMaintenance(0),
        fgas_maintenance: lastMaintenance(1),
        temperature_recorder_maintenance: lastMaintenance(2),
        routine_maintenance: lastMaintenance(3),
        total_expenses: vehicle.agreements.includes(agreement.expenses) ? total : null,
        last_expense:
          expense === undefined
            ? null
            : {
                id: expense.id,
                date: expense.message_datetime,
                description: expense.description ?? '',
                amount: expense.data ?? 0,
              },
        km: counters.km,
        hours: counters.hours.engine,
        fridge_hours: counters.hours.fridge,
        config,
      }
    }),
    handle(contract.history, ({ vehicle, query, ctx }) =>
      queries.entriesOf(ctx, vehicle, at(query.period_from), at(query.period_to)),
    ),
    handle(contract.add, async ({ vehicle, body, caller, ctx }) => {
      const entry = await queries.addEntry(vehicle, body, caller, ctx)
      await settleDues(ctx, [vehicle.vehicle_id])
      return entry
    }),
    handle(contract.remove, async ({ vehicle, params, caller, ctx }) => {
      await queries.removeEntry(vehicle, params.entry_id, caller, ctx)
      await settleDues(ctx, [vehicle.vehicle_id])
      return null
    }),
    handle(contract.setConfig, async ({ vehicle, body, caller, ctx }) => {
      await queries.configure(vehicle, body, caller, ctx)
      await settleDues(ctx, [vehicle.vehicle_id])
      return queries.configOfVehicle(ctx.db, vehicle.vehicle_id)
    }),
  ],
})
