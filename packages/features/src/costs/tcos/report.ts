// What a cost report tells: what was spent in a period by type, by vehicle, by month, and every single cost.

import { groupBy } from '@flotta/core/group-by.ts'
import { dayAt } from '@flotta/core/zones.ts'
import type { Cell, Column, Item, ReportAsk, ReportPart, Sheet } from '@flotta/platform/report.ts'
import {
  aboutVehicle,
  allVehicles,
  column,
  dayColumn,
  totalOf,
  vehicleColumn,
} from '../../sheets.ts'
import type { CostActivity } from './contract.ts'
import { activitiesWithin } from './queries.ts'
import { sum } from './rules.ts'
import { spendingOn } from './spending.ts'

/** As `/tcos` has them: the customer's own, of vehicles and types that are gone as well. By plate, oldest first. */
async function costsOf({
  ctx,
  customer_id,
  timezone,
  from,
  to,
  vehicle_id,
  vehicles,
}: ReportAsk): Promise<CostActivity[]> {
  // what guests pay is not asked for, and not told
  if (vehicle_id !== null && !vehicles.some(({ vehicle }) => vehicle.owner)) return []
  const period = { period_from: dayAt(from, timezone), period_to: dayAt(to - 1, timezone) }
  return activitiesWithin(
    { ...period, ...(vehicle_id !== null && { vehicle_id }) },
    { caller: { customer_id, timezone }, ctx },
  )
}

const figureColumns: readonly Column[] = [
  column('activities', 'count', 'tcos.figure.total_activities'),
  column('total_cost', 'money', 'tcos.figure.total_cost'),
  column('share', 'percent', 'tcos.report.share'),
]
const totalCost = (costs: readonly CostActivity[]): number => sum(costs.map(cost => cost.amount))
const figuresOf = (costs: readonly CostActivity[], all: readonly CostActivity[]): Cell[] => {
  const [cost, totalOfAll] = [totalCost(costs), totalCost(all)]
  return [costs.length, cost, totalOfAll === 0 ? null : (cost / totalOfAll) * 100]
}

function sheets(ask: ReportAsk): readonly Sheet[] {
  let costs: Promise<CostActivity[]> | undefined
  const all = (): Promise<CostActivity[]> => {
    costs ??= costsOf(ask)
    return costs
  }
  /** A line for each of what costs have in common, the dearest first or in their own order. */
  const groupSheet = (
    key: string,
    name: string,
    groupColumn: Column,
    keyOf: (cost: CostActivity) => string | number,
    nameOf: (cost: CostActivity) => string,
    byCost = true,
  ): Sheet => ({
    key: `tco_${key}`,
    name: { key: name },
    columns: [groupColumn, ...figureColumns],
    async *items(): AsyncIterable<Item> {
      const costs = await all()
      const groups = [...groupBy(costs, keyOf).values()].map(groupCosts => ({
        own: groupCosts,
        name: groupCosts[0] === undefined ? '' : nameOf(groupCosts[0]),
      }))
      groups.sort(
        (a, b) => (byCost ? totalCost(b.own) - totalCost(a.own) : 0) || (a.name < b.name ? -1 : 1),
      )
      for (const { own, name } of groups) yield { row: [name, ...figuresOf(own, costs)] }
      yield { total: [null, ...figuresOf(costs, costs)], label: allVehicles }
    },
  })
  const month = (cost: CostActivity) => cost.date.slice(0, 7)
  return [
    groupSheet(
      'types',
      'tcos.by_type',
      column('type', 'text', 'tcos.type'),
      cost => cost.type_id,
      cost => cost.type_name,
    ),
    groupSheet(
      'vehicles',
      'tcos.report.vehicles',
      vehicleColumn,
      cost => cost.vehicle_id,
      cost => cost.plate,
    ),
    groupSheet(
      'months',
      'tcos.over_time',
      column('month', 'text', 'tcos.month'),
      month,
      month,
      false,
    ),
    {
      key: 'tco_activities',
      name: { key: 'tcos.report.items' },
      columns: [
        aboutVehicle,
        dayColumn,
        column('type', 'text', 'tcos.type'),
        column('supplier', 'text', 'tcos.supplier'),
        column('km', 'km', 'tcos.km'),
        column('hour', 'hours', 'tcos.hour'),
        column('amount', 'money', 'tcos.amount'),
      ],
      async *items(): AsyncIterable<Item> {
        const costs = await all()
        const total = (groupCosts: readonly CostActivity[]): Cell[] => [
          null,
          null,
          null,
          null,
          null,
          null,
          totalCost(groupCosts),
        ]
        for (const groupCosts of groupBy(costs, cost => cost.vehicle_id).values()) {
          const plate = groupCosts[0]?.plate ?? ''
          yield { heading: plate }
          for (const cost of groupCosts)
            yield {
              row: [
                plate,
                cost.date,
                cost.type_name,
                cost.supplier,
                cost.km,
                cost.hour,
                cost.amount,
              ],
            }
          yield { total: total(groupCosts), label: totalOf(plate) }
        }
        yield { total: total(costs), label: allVehicles }
      },
    },
  ]
}

export const reports: readonly ReportPart[] = [
  {
    service: 'tco.report',
    agreements: [],
    sheets,
    line: {
      columns: [column('total_cost', 'money', 'tcos.report.with_expenses')],
      of: async (ask, vehicle) => [(await spendingOn(ask, vehicle)).total],
    },
  },
]
