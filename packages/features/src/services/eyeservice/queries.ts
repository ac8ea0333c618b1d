// The SQL of entries: those that the caller may see, the newest of each sort, and when maintenance is due again.

import './tables.ts'
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import { SECOND } from '@flotta/core/time.ts'
import { dayBegin } from '@flotta/core/zones.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Caller, Context, OwnVehicle, VisibleVehicle } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { visibleRanges } from '../../fleet/access/rules.ts'
import { activeAgreementIds } from '../../fleet/access/vehicles.ts'
import type { OverviewRows } from '../overview-rows.ts'
import type { Entry, EntryForm } from './contract.ts'
import { maintenanceDues, type VehicleConfigurations } from './maintenance-dues.ts'
import {
  type ConfigField,
  configFields,
  configOf,
  EXPENSE,
  entryTypes,
  kindOfType,
  type MaintenanceConfig,
  maintenanceTypeOf,
} from './rules.ts'
import eyeservice from './service.ts'

interface Row extends Omit<Entry, 'message_datetime' | 'data'> {
  readonly message_datetime: Date
  readonly data: string | null
}
const COLUMNS = sql`e.id, e.type, e.message_datetime, e.subtype, e.hours, e.km, e.data, e.description`
const entryOf = ({ message_datetime, data, ...row }: Row): Entry => ({
  ...row,
  message_datetime: message_datetime.toISOString(),
  data: data === null ? null : Number(data),
})

const [EARLIEST, LATEST] = [0, Date.UTC(9999, 0)]
/** SQL of the entries `e` of a period that the caller may see: each type by its agreement, and for a guest within its grants. */
function visibleEntries(
  vehicle: VisibleVehicle,
  from = EARLIEST,
  to = LATEST,
): RawBuilder<boolean> {
  const parts = entryTypes.flatMap(({ type }) =>
    visibleRanges(kindOfType(type), vehicle, from, to).map(
      stretch =>
        sql<boolean>`(e.type = ${type} and e.message_datetime between ${new Date(stretch.from)} and ${new Date(stretch.to)})`,
    ),
  )
  return sql<boolean>`e.vehicle_id = ${vehicle.vehicle_id} and (${parts.length === 0 ? sql`false` : sql.join(parts, sql` or `)})`
}

/** Oldest first. */
export async function entriesOf(
  { db }: Pick<Context, 'db'>,
  vehicle: VisibleVehicle,
  from?: number,
  to?: number,
): Promise<Entry[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from maintenance_entries e where ${visibleEntries(vehicle, from, to)} order by e.message_datetime, e.id`.execute(
    db,
  )
  return rows.map(entryOf)
}
/** The newest entry of each sort. */
export async function lastEntries(
  { db }: Pick<Context, 'db'>,
  vehicle: VisibleVehicle,
): Promise<Map<number, Entry>> {
  const { rows } = await sql<Row>`
    select distinct on (e.type) ${COLUMNS} from maintenance_entries e where ${visibleEntries(vehicle)} order by e.type, e.message_datetime desc, e.id desc`.execute(
    db,
  )
  return new Map(rows.map(row => [row.type, entryOf(row)]))
}
/** The sum of the expenses in euro, without rounding errors. */
export async function totalExpenses(
  { db }: Pick<Context, 'db'>,
  vehicle: VisibleVehicle,
): Promise<number> {
  const { rows } = await sql<{ total: string | null }>`
    select sum(e.data) as total from maintenance_entries e where ${visibleEntries(vehicle)} and e.type = ${EXPENSE}`.execute(
    db,
  )
  return Number(rows[0]?.total ?? 0)
}

/** How far an entry may lie in the future, because a person's clock may be ahead of the server's. */
const CLOCK_TOLERANCE_MS = 5 * SECOND
/** The agreements that the caller's customer holds on the vehicle now. */
const agreementsOn = async (
  vehicle_id: number,
  { customer_id }: Caller,
  ctx: Context,
): Promise<readonly number[]> =>
  (await activeAgreementIds(ctx, customer_id, ctx.now(), [vehicle_id])).get(vehicle_id) ?? []

/** @throws `forbidden` without the agreement of the type, `invalid` where a field is missing or the day lies in the future */
export async function addEntry(
  vehicle: OwnVehicle,
  values: z.output<typeof EntryForm>,
  caller: Caller,
  ctx: Context,
): Promise<Entry> {
  const { type, date, subtype, hours, km, data, description } = values
  const { vehicle_id } = vehicle
  const heldAgreements = await agreementsOn(vehicle_id, caller, ctx)
  if (!entryTypes.some(t => t.type === type && heldAgreements.includes(t.agreement_id)))
    throw new Problem('forbidden', 'api.no_agreement')
  const at = date.length === 10 ? dayBegin(date, caller.timezone) : Date.parse(date)
  const isExpense = type === EXPENSE
  const wrong = {
    ...(at > ctx.now() + CLOCK_TOLERANCE_MS && { date: 'validation.future' }),
    ...(isExpense && data === null && { data: 'validation.required' }),
    ...(isExpense && description === null && { description: 'validation.required' }),
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  const row = await ctx.db
    .insertInto('maintenance_entries')
    .values({
      vehicle_id,
      type,
      message_datetime: new Date(at),
      subtype,
      hours: isExpense ? null : hours,
      km: isExpense ? null : km,
      data: isExpense && data !== null ? data.toFixed(2) : null,
      description,
      user_id: caller.user_id,
    })
    .returning(['id', 'type', 'message_datetime', 'subtype', 'hours', 'km', 'data', 'description'])
    .executeTakeFirstOrThrow()
  return entryOf(row as Row)
}
export async function removeEntry(
  { vehicle_id }: OwnVehicle,
  id: number,
  caller: Caller,
  ctx: Context,
): Promise<void> {
  const heldAgreements = await agreementsOn(vehicle_id, caller, ctx)
  const types = entryTypes.filter(t => heldAgreements.includes(t.agreement_id)).map(t => t.type)
  const { rows } = await sql`
    delete from maintenance_entries where id = ${id} and vehicle_id = ${vehicle_id} and type = any(${types}::int4[]) returning id`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw notFound()
}

export async function configOfVehicle(db: Db, vehicle_id: number): Promise<MaintenanceConfig> {
  const { configurations, vehicle_type } = await db
    .selectFrom('vehicles')
    .select(['configurations', 'vehicle_type'])
    .where('id', '=', vehicle_id)
    .executeTakeFirstOrThrow()
  return configOf(configurations as VehicleConfigurations['configurations'], vehicle_type)
}
/** Sets the intervals that are given and leaves the others. null resets one to its default. @throws `forbidden` without an agreement of the service */
export async function configure(
  { vehicle_id }: OwnVehicle,
  values: Partial<Readonly<Record<ConfigField, number | null | undefined>>>,
  caller: Caller,
  ctx: Context,
): Promise<void> {
  const heldAgreements = await agreementsOn(vehicle_id, caller, ctx)
  if (!eyeservice.agreements.some(id => heldAgreements.includes(id)))
    throw new Problem('forbidden', 'api.no_agreement')
  const givenFields = (Object.entries(values) as [ConfigField, number | null | undefined][]).filter(
    ([, value]) => value !== undefined,
  )
  if (givenFields.length === 0) return
  const newValues = Object.fromEntries(
    givenFields.flatMap(([name, value]) =>
      value === null ? [] : [[configFields[name].parameter, String(value)]],
    ),
  )
  const removedParameters = givenFields.flatMap(([name, value]) =>
    value === null ? [configFields[name].parameter] : [],
  )
  await sql`
    update vehicles set configurations = (configurations - ${removedParameters}::text[]) || ${JSON.stringify(newValues)}::jsonb, updated_at = ${new Date(ctx.now())}
    where id = ${vehicle_id}`.execute(ctx.db)
}

const NOT_DUE = {
  state: null,
  by: null,
  due_date: null,
  due_km: null,
  due_hour: null,
  left_days: null,
  left_km: null,
  left_hour: null,
}
/** The most urgent maintenance of many vehicles, and when their F-gas checks are due. */
export const overviewRows: OverviewRows = async (ctx, { timezone }, vehicles) => {
  const dues = await maintenanceDues(ctx, timezone, vehicles)
  return new Map(
    [...vehicles.keys()].map(id => {
      const vehicleDues = dues.get(id) ?? []
      const fgas = vehicleDues.find(due => due.type === maintenanceTypeOf(1)?.type)
      const { state, by, due_date, left_days } = fgas ?? NOT_DUE
      return [
        id,
        {
          at: null,
          data: {
            type: null,
            ...NOT_DUE,
            ...vehicleDues[0],
            fgas_state: state,
            fgas_by: by,
            fgas_due_date: due_date,
            fgas_left_days: left_days,
          },
        },
      ]
    }),
  )
}
