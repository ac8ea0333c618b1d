// Operating costs: types, which may recur after an interval, and activities, which are expenses on a vehicle.
import {
  ById,
  Day,
  endpoint,
  Id,
  Instant,
  optionalFilter,
  Page,
  PageMeta,
  text,
} from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { optional, optionalNumber, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { dueStates, isAmount } from './rules.ts'
import { Months } from './values.ts'

const Active = z.union([z.literal(0), z.literal(1)])
const nullable = <T extends z.ZodType>(type: T) => type.nullable()

/** `repeat_after_period` and `notice_after_period` are months. A type with `active` 0 is not offered in pickers. */
export const CostType = z.object({
  id: Id,
  name: z.string(),
  repeat_after_km: nullable(z.int()),
  repeat_after_hour: nullable(z.int()),
  repeat_after_period: nullable(z.int()),
  notice_after_km: nullable(z.int()),
  notice_after_hour: nullable(z.int()),
  notice_after_period: nullable(z.int()),
  note: nullable(z.string()),
  active: Active,
})
export type CostType = z.infer<typeof CostType>
const optionalWholeNumber = (max: number) => optionalNumber(z.int().min(0).max(max))
export const CostTypeForm = z.object({
  name: nameText(100),
  repeat_after_km: optionalWholeNumber(10_000_000),
  repeat_after_hour: optionalWholeNumber(1_000_000),
  repeat_after_period: optionalWholeNumber(1_200),
  notice_after_km: optionalWholeNumber(10_000_000),
  notice_after_hour: optionalWholeNumber(1_000_000),
  notice_after_period: optionalWholeNumber(1_200),
  note: optional(text(1_000)),
  active: Active.default(1),
})
export const types = resource('types', {
  record: CostType,
  form: CostTypeForm,
  search: ['name', 'note'],
  list_query: { active: optionalFilter(Active) },
})

/** Euro, to the cent. */
export const Amount = z.number().min(0).max(9_999_999.99).refine(isAmount, 'validation.cents')
/** A day, or the day of an instant on the customer's calendar. */
const DayOrInstant = z.union([Day, Instant])
/** `1,2,3` */
const FleetIds = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10}){0,999}$/)
  .transform(ids => ids.split(',').map(Number))
  .pipe(z.array(Id))
/** The filter of activities: of a vehicle, a type, vehicles in one of these fleets, the last months, or these days. */
const activityFilter = {
  vehicle_id: Id.optional(),
  type_id: Id.optional(),
  fleets: FleetIds.optional(),
  period: Months.optional(),
  period_from: DayOrInstant.optional(),
  period_to: DayOrInstant.optional(),
}

/** `type_name` and `plate` outlive the removal of the type and of the vehicle. `km` and `hour` are readings of the vehicle's counters. */
export const CostActivity = z.object({
  id: Id,
  type_id: Id,
  type_name: z.string(),
  vehicle_id: Id,
  plate: z.string(),
  date: z.string(),
  amount: z.number(),
  supplier: nullable(z.string()),
  km: nullable(z.number()),
  hour: nullable(z.number()),
})
export type CostActivity = z.infer<typeof CostActivity>
const activityFields = {
  type_id: Id,
  /** Not in the future. */
  date: Day,
  amount: Amount,
  supplier: optional(text()),
  km: optionalNumber(z.number().min(0).max(100_000_000)),
  hour: optionalNumber(z.number().min(0).max(10_000_000)),
}
export const CostActivityForm = z.object({ vehicle_id: Id, ...activityFields })
export const typeActivities = resource('type_activities', {
  record: CostActivity,
  form: CostActivityForm,
  search: ['type_name', 'plate', 'supplier'],
  list_query: activityFilter,
})

const ofOwnVehicle = { scope: { vehicle: 'own' }, params: ById } as const
export const ofOneVehicle = endpoint({
  method: 'GET',
  path: '/type_activities/:id/vehicle',
  summary: 'When each type of cost was last paid for a vehicle, the newest first',
  allow: 'view',
  ...ofOwnVehicle,
  reply: z.array(CostActivity),
  etag: true,
})
export const setActivity = endpoint({
  method: 'PUT',
  path: '/type_activities/:id/set',
  summary: 'Store what was spent on a vehicle',
  allow: 'edit',
  ...ofOwnVehicle,
  body: z.object(activityFields),
  reply: CostActivity,
})
export const history = endpoint({
  method: 'GET',
  path: '/type_activities/:id/history',
  summary:
    'All that was spent on a vehicle, the newest first, of the last months or of some days where they are named',
  allow: 'view',
  ...ofOwnVehicle,
  query: z.object({
    period: activityFilter.period,
    period_from: activityFilter.period_from,
    period_to: activityFilter.period_to,
  }),
  reply: z.array(CostActivity),
})

const analysisQuery = z.object({ period: Months.default(12), fleets: activityFilter.fleets })
const figures = { total_cost: z.number(), n_vehicles: z.int(), total_activities: z.int() }
export const Stats = z.object(figures)
export type Stats = z.infer<typeof Stats>
const forCustomer = { method: 'GET', allow: 'view', scope: 'customer' } as const
export const stats = endpoint({
  ...forCustomer,
  path: '/type_activities/stats',
  summary: 'What was spent in the last months, on how many vehicles, in how many activities',
  query: analysisQuery,
  reply: Stats,
})

/** The same figures in parts: by time (months, weeks or days; the first and the last may be shorter) and by type, the most expensive first. */
export const Breakdown = z.object({
  slices: z.array(z.object({ from: z.string(), to: z.string(), ...figures })),
  types: z.array(z.object({ type_id: Id, type_name: z.string(), ...figures })),
})
export type Breakdown = z.infer<typeof Breakdown>
export const breakdown = endpoint({
  ...forCustomer,
  path: '/type_activities/breakdown',
  summary: 'The figures of `stats` in their parts by time and by type, each with the same sum',
  query: analysisQuery,
  reply: Breakdown,
})

export const VehicleCosts = z.object({
  vehicle_id: Id,
  plate: z.string(),
  total_cost: z.number(),
  total_activities: z.int(),
  last_date: z.string(),
})
export type VehicleCosts = z.infer<typeof VehicleCosts>
export const byVehicle = endpoint({
  ...forCustomer,
  path: '/type_activities/vehicles',
  summary: 'The vehicles behind the figures of `stats`, the dearest first',
  query: Page.extend(analysisQuery.shape),
  reply: z.array(VehicleCosts),
  meta: PageMeta,
  etag: true,
})

/** When something is due again, and what is left until then. */
export const dueShape = {
  due_date: nullable(z.string()),
  due_km: nullable(z.number()),
  due_hour: nullable(z.number()),
  left_days: nullable(z.int()),
  left_km: nullable(z.number()),
  left_hour: nullable(z.number()),
} as const
/** When a type is due again on a vehicle. `by` names the limit that comes first; days, km and hours left are negative once it is past. */
export const DueCost = z.object({
  type_id: Id,
  type_name: z.string(),
  vehicle_id: Id,
  plate: z.string(),
  state: z.enum(dueStates),
  by: z.enum(['period', 'km', 'hour']),
  last_date: z.string(),
  ...dueShape,
})
export type DueCost = z.infer<typeof DueCost>
export const dues = endpoint({
  ...forCustomer,
  path: '/type_activities/dues',
  summary:
    'What is to be done again on which vehicle, the most pressing first; `state=overdue,due` leaves out what is far off',
  query: Page.extend({
    vehicle_id: activityFilter.vehicle_id,
    type_id: activityFilter.type_id,
    fleets: activityFilter.fleets,
    state: z
      .string()
      .transform(states => states.split(','))
      .pipe(z.array(z.enum(dueStates)))
      .optional(),
  }),
  reply: z.array(DueCost),
  meta: PageMeta.extend({ overdue: z.int(), due: z.int() }),
  etag: true,
})
