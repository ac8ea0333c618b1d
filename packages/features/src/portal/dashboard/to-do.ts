// The to-do list of a user, collected from the rooms that own its items.
import type { Language } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import { DAY, instantOf } from '@flotta/core/time.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { customerCache } from '@flotta/platform/shared.ts'
import { failedDestinations } from '../../alerts/deliveries/queries.ts'
import { activePage } from '../../alerts/incidents/queries.ts'
import { silentVehicles } from '../../fleet/vehicles/queries.ts'
import { failedReports } from '../../reports/reports/queries.ts'
import {
  type Deadline,
  type DeadlineKind,
  pressingDeadlines,
} from '../../services/deadlines/queries.ts'
import { type ToDo, type ToDoGroup, type ToDoItem, toDoGroups } from './contract.ts'

const MOST_ALARMS = 5
const MOST_ITEMS = 4
const ALARM = 2
/** Failures are listed for this long, ms. */
const FAILURES_LAST = 7 * DAY

type Item = Omit<ToDoItem, 'about'> & { readonly about: Words | string | null }
const NONE = {
  name: null,
  about: null,
  at: null,
  due: null,
  vehicle_id: null,
  vehicles: 0,
} as const
const groupOf: Readonly<Record<DeadlineKind, ToDoGroup>> = {
  licence: 'licences',
  maintenance: 'maintenance',
  cost: 'costs',
  agreement: 'agreements',
}
const itemOf = ({ kind: _, due, ...rest }: Deadline): Item => {
  const { by, due_date, left_days, left_km, left_hour } = due
  return {
    ...NONE,
    ...rest,
    tone: due.state === 'overdue' ? 'alarm' : 'warning',
    due: { by, due_date, left_days, left_km, left_hour },
  }
}

/** The items that are the same for every user of a customer, cached for ten seconds. */
const sharedItems = customerCache(10_000, async (ctx, { customer_id, timezone }) => {
  const [silent, deadlines, destinations] = await Promise.all([
    silentVehicles(ctx, customer_id),
    pressingDeadlines(ctx, { customer_id, timezone }),
    failedDestinations(ctx, customer_id, ctx.now() - FAILURES_LAST),
  ])
  const items = new Map<ToDoGroup, Item[]>([
    [
      'silent',
      silent.map(({ vehicle_id, plate, heard_at }) => ({
        ...NONE,
        key: String(vehicle_id),
        name: plate,
        tone: 'warning',
        at: instantOf(heard_at),
        vehicle_id,
        vehicles: 1,
      })),
    ],
    [
      'recipients',
      destinations.map(({ destination, fault, at }) => ({
        ...NONE,
        key: destination,
        name: destination,
        about: fault === null ? null : { key: `deliveries.fault.${fault}` },
        tone: 'alarm',
        at: at.toISOString(),
      })),
    ],
  ])
  for (const deadline of deadlines) {
    const group = groupOf[deadline.kind]
    items.set(group, [...(items.get(group) ?? []), itemOf(deadline)])
  }
  return items
})
const reportsThatFailed = async (ctx: Context, caller: Caller): Promise<Item[]> =>
  (await failedReports(ctx, caller, ctx.now() - FAILURES_LAST)).map(
    ({ id, type, vehicle, vehicle_id, created_at }) => ({
      ...NONE,
      key: String(id),
      name: vehicle,
      about: { key: `reports.type.${type}` },
      tone: 'alarm',
      at: created_at,
      vehicle_id,
      vehicles: vehicle === null ? 0 : 1,
    }),
  )

/**
 * The to-do list.
 * @param language of the names of alerts, maintenance and agreements
 */
export async function toDoOf(ctx: Context, caller: Caller, language: Language): Promise<ToDo> {
  const [alarms, shared, reports] = await Promise.all([
    activePage(
      ctx,
      language,
      caller.customer_id,
      {
        severity: ALARM,
        acknowledged: false,
        snoozed: { at: ctx.now(), is: false },
        order: 'weight',
      },
      { limit: MOST_ALARMS, offset: 0 },
    ),
    sharedItems(ctx, caller),
    reportsThatFailed(ctx, caller),
  ])
  const inWords = ({ about, ...item }: Item): ToDoItem => ({
    ...item,
    about: about === null || typeof about === 'string' ? about : ctx.say(language, about),
  })
  return {
    alarms: { total: alarms.total, items: alarms.data },
    groups: toDoGroups.flatMap(group => {
      const items = group === 'reports' ? reports : (shared.get(group) ?? [])
      return items.length === 0
        ? []
        : [{ group, total: items.length, items: items.slice(0, MOST_ITEMS).map(inWords) }]
    }),
  }
}
