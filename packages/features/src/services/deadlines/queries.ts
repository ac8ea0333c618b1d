// Reads what ends or is due in a company: licences, maintenance, recurring costs, agreements. Every screen and file with deadlines uses it.
import type { Words } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import { dayAt } from '@flotta/core/zones.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { costDues } from '../../costs/tcos/queries.ts'
import { byUrgency, type Due } from '../../costs/tcos/rules.ts'
import { agreementEnds } from '../../fleet/agreements/queries.ts'
import { WARN_DAYS } from '../../fleet/agreements/rules.ts'
import { licenceEnds } from '../../fleet/drivers/queries.ts'
import { daysLeft, licenseState } from '../../fleet/drivers/rules.ts'
import { maintenanceDues } from '../eyeservice/maintenance-dues.ts'
import eyeservice from '../eyeservice/service.ts'
import { havingService } from '../queries.ts'
import type { deadlineKinds } from './contract.ts'

export type DeadlineKind = (typeof deadlineKinds)[number]
export interface Deadline {
  readonly kind: DeadlineKind
  /** Identifies the deadline within the company and stays when its day moves; the key of an agreement contains the day. */
  readonly key: string
  /** The plate or the driver; null: several vehicles. */
  readonly name: string | null
  /** Only where it concerns a single vehicle. */
  readonly vehicle_id: number | null
  /** The number of vehicles that it concerns; 0: it concerns a driver. */
  readonly vehicles: number
  /** What is due: a text of the product, or a name that people entered. */
  readonly about: Words | string | null
  /** Its day is the last good one. */
  readonly due: Due
}
/** The customer of the deadlines and the time zone of its calendar. */
export type DeadlineReader = Pick<Caller, 'customer_id' | 'timezone'>

/** A deadline that only the calendar decides. */
const onDay = (day: string, today: string, state: Due['state']): Due => ({
  state,
  by: 'period',
  due_date: day,
  due_km: null,
  due_hour: null,
  left_days: daysLeft(day, today),
  left_km: null,
  left_hour: null,
})

const stateOfLicence = { expired: 'overdue', expiring: 'due', valid: 'fine', none: 'fine' } as const
async function licences(ctx: Context, { customer_id, timezone }: DeadlineReader) {
  const today = dayAt(ctx.now(), timezone)
  return (await licenceEnds(ctx.db, customer_id)).map(
    ({ id, name, surname, day }): Deadline => ({
      kind: 'licence',
      key: `licence-${id}`,
      name: `${name} ${surname}`,
      vehicle_id: null,
      vehicles: 0,
      about: null,
      due: onDay(day, today, stateOfLicence[licenseState(day, today)]),
    }),
  )
}
async function maintenance(ctx: Context, { customer_id, timezone }: DeadlineReader) {
  const { rows, access } = await havingService(ctx, customer_id, eyeservice, {})
  const dues = await maintenanceDues(ctx, timezone, access)
  return rows.flatMap(({ vehicle_id, plate }) =>
    (dues.get(vehicle_id) ?? []).map(
      ({ type, ...due }): Deadline => ({
        kind: 'maintenance',
        key: `maintenance-${vehicle_id}-${type}`,
        name: plate,
        vehicle_id,
        vehicles: 1,
        about: { key: `eyeservice.type.${type}` },
        due,
      }),
    ),
  )
}
const costs = async (ctx: Context, caller: DeadlineReader) =>
  (await costDues({}, { caller, ctx })).map(
    ({ vehicle_id, plate, type_name, type_id, last_date: _, ...due }): Deadline => ({
      kind: 'cost',
      key: `cost-${vehicle_id}-${type_id}`,
      name: plate,
      vehicle_id,
      vehicles: 1,
      about: type_name,
      due,
    }),
  )
async function agreements(ctx: Context, reader: DeadlineReader, until: number) {
  const today = dayAt(ctx.now(), reader.timezone)
  return (await agreementEnds(ctx, reader, until)).map(
    ({ agreement_id, day, vehicles, vehicle_id, plate }): Deadline => ({
      kind: 'agreement',
      key: `agreement-${agreement_id}-${day}`,
      name: vehicles === 1 ? plate : null,
      vehicle_id: vehicles === 1 ? vehicle_id : null,
      vehicles,
      about: { key: `agreements.name.${agreement_id}` },
      due: onDay(day, today, daysLeft(day, today) <= WARN_DAYS ? 'due' : 'fine'),
    }),
  )
}

/**
 * All deadlines that a customer may see, the most urgent first.
 * @param until epoch ms: only agreements that end before
 */
export async function deadlinesOf(
  ctx: Context,
  reader: DeadlineReader,
  until: number,
): Promise<readonly Deadline[]> {
  const all = await Promise.all([
    licences(ctx, reader),
    maintenance(ctx, reader),
    costs(ctx, reader),
    agreements(ctx, reader, until),
  ])
  return all.flat().sort((a, b) => byUrgency(a.due, b.due))
}
/** The deadlines that are due or overdue, by the notice that each kind has. */
export const pressingDeadlines = async (
  ctx: Context,
  reader: DeadlineReader,
): Promise<readonly Deadline[]> =>
  (await deadlinesOf(ctx, reader, ctx.now() + (WARN_DAYS + 1) * DAY)).filter(
    ({ due }) => due.state !== 'fine',
  )
