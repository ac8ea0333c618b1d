// eyeservice: maintenance and expenses of a vehicle, and due dates.
import {
  ById,
  Day,
  endpoint,
  Id,
  Instant,
  PeriodIfAny,
  requiredText,
  text,
} from '@flotta/core/contract.ts'
import { optional, optionalNumber } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { Amount, dueShape } from '../../costs/tcos/contract.ts'
import { dueStates } from '../../costs/tcos/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { serviceData } from '../contract.ts'
import {
  type ConfigField,
  choices,
  configFields,
  configNames,
  EXPENSE,
  entryTypes,
} from './rules.ts'

const scope = {
  vehicle: 'visible',
  agreements: [agreement.eyeservice, ...entryTypes.map(t => t.agreement_id)],
} as const
const nullable = <T extends z.ZodType>(type: T) => type.nullable()

/** 0 refrigeration unit, 1 F-gas, 2 recorder, 3 general, 4 expense. */
export const EntryType = z.literal([0, 1, 2, 3, EXPENSE])
/** `hours` and `km` are readings of the counters; `data` is the amount of an expense, euro. */
export const Entry = z.object({
  id: Id,
  type: EntryType,
  message_datetime: Instant,
  subtype: nullable(z.string()),
  hours: nullable(z.number()),
  km: nullable(z.number()),
  data: nullable(z.number()),
  description: nullable(z.string()),
})
export type Entry = z.infer<typeof Entry>

/** When maintenance is due, and which limit comes first. The remainder is negative when past; null: no such limit, or the counter is unknown. */
export const Due = z.object({
  state: z.enum(dueStates),
  by: z.enum(['period', 'km', 'hour']),
  ...dueShape,
})
/** The newest entry of a type of maintenance. */
export const LastMaintenance = Entry.omit({ data: true }).extend({ due: nullable(Due) })
export type LastMaintenance = z.infer<typeof LastMaintenance>
export const Expense = z.object({
  id: Id,
  date: Instant,
  description: z.string(),
  amount: z.number(),
})
export type Expense = z.infer<typeof Expense>

const config = Object.fromEntries(configNames.map(name => [name, nullable(z.number())])) as Record<
  ConfigField,
  z.ZodNullable<z.ZodNumber>
>
/** The intervals in force, defaults included: months, hours, km; null: no such limit. */
export const Config = z.object(config)

/** `km` as shown, `hours` of the engine, `fridge_hours` of the refrigeration unit. null where the caller holds no agreement. */
export const Data = z.object({
  maintenance: nullable(LastMaintenance),
  routine_maintenance: nullable(LastMaintenance),
  temperature_recorder_maintenance: nullable(LastMaintenance),
  fgas_maintenance: nullable(LastMaintenance),
  /** euro */ total_expenses: nullable(z.number()),
  last_expense: nullable(Expense),
  km: nullable(z.number()),
  hours: nullable(z.number()),
  fridge_hours: nullable(z.number()),
  config: Config,
})
export type Data = z.infer<typeof Data>

export const data = serviceData(
  'eyeservice/:id',
  scope,
  'When each sort of maintenance was last done and is due again; what was spent',
  Data,
)
export const history = endpoint({
  method: 'GET',
  path: '/services/eyeservice/:id/history',
  summary:
    'What was done and spent, oldest first; of a period (31 days at most) where one is named, else all',
  allow: 'view',
  scope,
  params: ById,
  query: PeriodIfAny,
  reply: z.array(Entry),
})

const counter = optionalNumber(z.number().min(0).max(100_000_000))
/** `date`: a day in the customer's time zone, or an instant; not in the future. An expense needs `data`, the amount in euro, and `description`. */
export const EntryForm = z.object({
  type: EntryType,
  date: z.union([Day, Instant]),
  subtype: optional(text(100)),
  hours: counter,
  km: counter,
  data: optionalNumber(Amount),
  description: optional(text(500)),
})
/** The same for an expense. */
export const ExpenseForm = EntryForm.extend({
  data: z.preprocess((input: number | '') => (input === '' ? null : input), Amount),
  description: requiredText(500),
})
const ownVehicle = { scope: { vehicle: 'own' }, params: ById, allow: 'edit' } as const
export const add = endpoint({
  method: 'PUT',
  path: '/services/eyeservice/:id/add',
  summary: 'Write down a maintenance that was done, or an expense; each type needs its agreement',
  ...ownVehicle,
  body: EntryForm,
  reply: Entry,
})
export const ByEntry = z.object({ id: Id, entry_id: Id })
export const remove = endpoint({
  method: 'DELETE',
  path: '/services/eyeservice/:id/history/:entry_id',
  summary: 'Remove an entry that was written down by mistake',
  ...ownVehicle,
  params: ByEntry,
  reply: z.null(),
  status: 204,
})
const choice = (name: ConfigField) =>
  z
    .preprocess(
      (value: number | '' | null) => (value === '' ? null : value),
      z.literal([...choices[configFields[name].measure]]).nullable(),
    )
    .optional()
const configChanges = Object.fromEntries(configNames.map(name => [name, choice(name)])) as Record<
  ConfigField,
  ReturnType<typeof choice>
>
export const setConfig = endpoint({
  method: 'PUT',
  path: '/services/eyeservice/:id/config',
  summary:
    'Say how often each sort is due: months by 3, km by 5,000, hours by 250; null takes the default back, what is left out stays',
  ...ownVehicle,
  body: z.object(configChanges),
  reply: Config,
})
