// The cost report: what was spent in a period by type, by vehicle and by month, and every single activity.

import { groupBy } from '@flotta/core/group-by.ts'
import type { Language } from '@flotta/core/languages.ts'
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
import { costsReport } from './report-services.ts'
import { sum } from './rules.ts'
import { spendingOn } from './spending.ts'

/** The customer's own costs as `/tcos` shows them, including those of removed vehicles and types. By plate, oldest first. */
async function costsOf({
  ctx,
  customer_id,
  timezone,
  from,
  to,
  vehicle_id,
  vehicles,
}: ReportAsk): Promise<CostActivity[]> {
  // A vehicle of another customer has no costs here: a guest must not see what the owner pays.
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

/** Reads the costs of the report once for all of its sheets. */
type ReadCosts = () => Promise<readonly CostActivity[]>

/** How the costs of one line are grouped. */
interface Grouping {
  readonly key: string
  readonly name: string
  readonly column: Column
  readonly keyOf: (cost: CostActivity) => string | number
  readonly nameOf: (cost: CostActivity, language: Language) => string
  /** By cost, highest first, or by time. */
  readonly order: 'cost' | 'time'
}
const monthOf = (cost: CostActivity): string => cost.date.slice(0, 7)
/** `October 2026` */
const monthName = (cost: CostActivity, language: Language): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${monthOf(cost)}-01T00:00:00Z`),
  )
const groupings: readonly Grouping[] = [
  {
    key: 'tco_types',
    name: 'tcos.by_type',
    column: column('type', 'text', 'tcos.type'),
    keyOf: cost => cost.type_id,
    nameOf: cost => cost.type_name,
    order: 'cost',
  },
  {
    key: 'tco_vehicles',
    name: 'tcos.report.vehicles',
    column: vehicleColumn,
    keyOf: cost => cost.vehicle_id,
    nameOf: cost => cost.plate,
    order: 'cost',
  },
  {
    key: 'tco_months',
    name: 'tcos.over_time',
    column: column('month', 'text', 'tcos.month'),
    keyOf: monthOf,
    nameOf: monthName,
    order: 'time',
  },
]

const groupSheet = (
  readCosts: ReadCosts,
  { key, name, column, ...grouping }: Grouping,
  language: Language,
): Sheet => ({
  key,
  name: { key: name },
  columns: [column, ...figureColumns],
  async *items(): AsyncIterable<Item> {
    const costs = await readCosts()
    const groups = [...groupBy(costs, grouping.keyOf).values()].map(groupCosts => ({
      groupCosts,
      name: groupCosts[0] === undefined ? '' : grouping.nameOf(groupCosts[0], language),
      month: groupCosts[0] === undefined ? '' : monthOf(groupCosts[0]),
    }))
    groups.sort((a, b) =>
      grouping.order === 'time'
        ? a.month.localeCompare(b.month)
        : totalCost(b.groupCosts) - totalCost(a.groupCosts) || (a.name < b.name ? -1 : 1),
    )
    for (const { groupCosts, name } of groups)
      yield { row: [name, ...figuresOf(groupCosts, costs)] }
    yield { total: [null, ...figuresOf(costs, costs)], label: allVehicles }
  },
})

const activitySheet = (readCosts: ReadCosts): Sheet => ({
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
    const costs = await readCosts()
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
          row: [plate, cost.date, cost.type_name, cost.supplier, cost.km, cost.hour, cost.amount],
        }
      yield { total: total(groupCosts), label: totalOf(plate) }
    }
    yield { total: total(costs), label: allVehicles }
  },
})

function sheets(ask: ReportAsk): readonly Sheet[] {
  let costs: Promise<CostActivity[]> | undefined
  const readCosts: ReadCosts = () => {
    costs ??= costsOf(ask)
    return costs
  }
  return [
    ...groupings.map(grouping => groupSheet(readCosts, grouping, ask.language)),
    activitySheet(readCosts),
  ]
}

export const reports: readonly ReportPart[] = [
  {
    ...costsReport,
    sheets,
    line: {
      columns: [column('total_cost', 'money', 'tcos.report.with_expenses')],
      of: async (ask, vehicle) => [(await spendingOn(ask, vehicle)).total],
    },
  },
]
