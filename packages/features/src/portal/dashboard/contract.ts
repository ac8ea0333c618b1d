// The dashboard: a customer's figures and their trends, its open alerts by service, the newest news item, and the to-do list.
import { endpoint, Id, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { ActiveAlert } from '../../alerts/incidents/contract.ts'

/** `increment`: the total now minus the total 30 days ago. */
export const Figure = z.object({ total: z.int(), increment: z.int() })
export type Figure = z.infer<typeof Figure>
/** `alerts`: open incidents of the customer's visible vehicles; `customers`: the companies below it. `services`: box → feature → its open alerts. */
export const Dashboard = z.object({
  alerts: Figure,
  vehicles: Figure,
  users: Figure,
  reports: Figure,
  customers: Figure,
  services: z.record(z.string(), z.record(z.string(), z.int())),
  news: z.object({ latest: z.object({ id: z.int(), title: z.string(), url: z.string() }) }),
})
export type Dashboard = z.infer<typeof Dashboard>

/** Days between two values of a trend, and the number of values: the first is from 30 days ago, the last is now. */
export const TREND_STEP_DAYS = 3
export const TREND_VALUES = 11
const Trend = z.array(z.int())
/** The totals of the last 30 days, three days apart, oldest first. */
export const Trends = z.object({
  alerts: Trend,
  vehicles: Trend,
  users: Trend,
  reports: Trend,
  customers: Trend,
})
export type Trends = z.infer<typeof Trends>

/**
 * The groups of the to-do list, in the order of the screen. `silent`: vehicles that stopped reporting; `recipients`: of alerts, those whom the newest message
 * did not reach.
 */
export const toDoGroups = [
  'silent',
  'licences',
  'maintenance',
  'costs',
  'agreements',
  'reports',
  'recipients',
] as const
export type ToDoGroup = (typeof toDoGroups)[number]
/**
 * An item of the list. `key`: identifies it within its group. `name`: a plate, a driver, an address; null: several vehicles. `about`, in the reader’s
 * language: what is due, or why it failed. `at`: since when. `due`: what is left until the day or the counter.
 */
export const ToDoItem = z.object({
  key: z.string(),
  name: z.string().nullable(),
  about: z.string().nullable(),
  tone: z.enum(['warning', 'alarm']),
  at: Instant.nullable(),
  due: z
    .object({
      by: z.enum(['period', 'km', 'hour']),
      due_date: z.string().nullable(),
      left_days: z.number().nullable(),
      left_km: z.number().nullable(),
      left_hour: z.number().nullable(),
    })
    .nullable(),
  vehicle_id: Id.nullable(),
  vehicles: z.int(),
})
export type ToDoItem = z.infer<typeof ToDoItem>
/** `alarms`: open alarms that are neither acknowledged nor snoozed, the oldest first. Empty groups are left out. Lists are cut, totals are complete. */
export const ToDo = z.object({
  alarms: z.object({ total: z.int(), items: z.array(ActiveAlert) }),
  groups: z.array(
    z.object({ group: z.enum(toDoGroups), total: z.int(), items: z.array(ToDoItem) }),
  ),
})
export type ToDo = z.infer<typeof ToDo>

export const toDo = endpoint({
  method: 'GET',
  path: '/dashboard/to_do',
  summary:
    'What waits for a person: red alerts, silent vehicles, licences, maintenance, costs and agreements that are due, what failed',
  allow: 'view',
  scope: 'customer',
  reply: ToDo,
  etag: true,
})
export const dashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary:
    'Totals with what the last 30 days added, open alerts by service and feature, the newest news',
  allow: 'view',
  scope: 'customer',
  reply: Dashboard,
  etag: true,
})
export const trends = endpoint({
  method: 'GET',
  path: '/dashboard/trends',
  summary: 'The totals of the last 30 days, three days apart, oldest first',
  allow: 'view',
  scope: 'customer',
  reply: Trends,
  etag: true,
})
