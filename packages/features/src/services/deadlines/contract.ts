// deadlines: what ends or is due in a company, such as licences, maintenance, recurring costs, agreements.
import { endpoint, Id, Page, PageMeta } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { dueStates } from '../../costs/tcos/rules.ts'

export const deadlineKinds = ['licence', 'maintenance', 'cost', 'agreement'] as const
const Kind = z.enum(deadlineKinds)

/**
 * `key` identifies the deadline and stays when its day moves. `name`: the plate or the driver; null: several vehicles. `about`: what is due, in the reader’s
 * language. `due_date`, in the company’s time zone, is the last good day; the days left are negative after it.
 */
export const DueDate = z.object({
  key: z.string(),
  kind: Kind,
  name: z.string().nullable(),
  about: z.string().nullable(),
  vehicle_id: Id.nullable(),
  vehicles: z.int(),
  state: z.enum(dueStates),
  by: z.enum(['period', 'km', 'hour']),
  due_date: z.string().nullable(),
  due_km: z.number().nullable(),
  due_hour: z.number().nullable(),
  left_days: z.number().nullable(),
  left_km: z.number().nullable(),
  left_hour: z.number().nullable(),
})
export type DueDate = z.infer<typeof DueDate>

const kindList = z
  .string()
  .transform(kinds => kinds.split(','))
  .pipe(z.array(Kind))
export const dueDates = endpoint({
  method: 'GET',
  path: '/due_dates',
  summary:
    'What ends or is due within a year, the most pressing first: licences of drivers, maintenance, costs that repeat, agreements; `pressing=1` leaves out what is far off',
  allow: 'view',
  scope: 'customer',
  query: Page.extend({
    kind: kindList.optional(),
    vehicle_id: Id.optional(),
    pressing: z.enum(['0', '1']).default('0'),
  }),
  reply: z.array(DueDate),
  meta: PageMeta,
  etag: true,
})
