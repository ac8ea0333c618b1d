// The data of events: the record as the API answers it to the hook's company, with its vehicle. Values that may have changed since the event are taken from
// the event's `facts`.
import type { Language } from '@flotta/core/languages.ts'
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { incidents } from '../../alerts/incidents/history.ts'
import { incidentsOf, type PastRow } from '../../alerts/incidents/visible-incidents.ts'
import { isPrivate, mayBeNotified } from '../../fleet/access/rules.ts'
import { visibleVehicle } from '../../fleet/access/vehicles.ts'
import { areaById } from '../../map/areas/queries.ts'
import { reportFor } from '../../reports/reports/queries.ts'
import { commandById } from '../../services/commands/queries.ts'
import { tripById } from '../../services/eyegeo/answers.ts'
import { type EventType, TEST_EVENT } from './contract.ts'

export interface Listening {
  readonly customer_id: number
  /** The language of the hook's creator, for texts in a record. */
  readonly language: Language
}
export interface StoredEvent {
  readonly id: number
  readonly vehicle_id: number | null
  readonly type: EventType | typeof TEST_EVENT
  readonly subject: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly at: Date
}
type Data = Readonly<Record<string, unknown>>
interface Vehicle {
  readonly id: number
  readonly plate: string
}

/** Event → its data. Events about records that the company may not see are left out. */
export async function recordsOf(
  ctx: Context,
  hook: Listening,
  events: readonly StoredEvent[],
): Promise<Map<number, Data>> {
  const vehicles = await vehiclesOf(ctx, events)
  const records = await incidentRecords(ctx, hook, events.filter(isOfIncident))
  for (const event of events.filter(event => !isOfIncident(event))) {
    const record = await recordOf(ctx, hook, event)
    if (record !== null) records.set(event.id, record)
  }
  return new Map(
    events.flatMap(event => {
      const record = records.get(event.id)
      const vehicle = event.vehicle_id === null ? null : (vehicles.get(event.vehicle_id) ?? null)
      return record === undefined ? [] : [[event.id, { ...record, vehicle }] as const]
    }),
  )
}

async function vehiclesOf(
  { db }: Pick<Context, 'db'>,
  events: readonly StoredEvent[],
): Promise<Map<number, Vehicle>> {
  const ids = events.flatMap(({ vehicle_id }) => vehicle_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('vehicles')
    .select(['id', 'plate'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

const isOfIncident = ({ type }: StoredEvent): boolean =>
  type.startsWith('incident.') || type.startsWith('area.')

async function incidentRecords(
  ctx: Context,
  { customer_id, language }: Listening,
  events: readonly StoredEvent[],
): Promise<Map<number, Data>> {
  const ids = [...new Set(events.map(({ subject }) => subject))]
  const vehicle_ids = [...new Set(events.flatMap(({ vehicle_id }) => vehicle_id ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PastRow & { readonly subject_id: number | null }>`
    select r.*, n.subject_id from ${incidentsOf(customer_id, ctx.now(), sql<boolean>`i.id = any(${ids}::uuid[])`, vehicle_ids)} r
    join incidents n on n.vehicle_id = r.vehicle_id and n.id = r.id`.execute(ctx.db)
  const byId = new Map(rows.map(row => [row.id, row]))
  const visibleEvents = events.flatMap(event => {
    const row = byId.get(event.subject)
    return row === undefined ? [] : [{ event, row: asItWas(row, event.facts) }]
  })
  const answers = await incidents(
    ctx,
    language,
    customer_id,
    visibleEvents.map(({ row }) => row),
  )
  const records = new Map<number, Data>()
  for (const [i, { event, row }] of visibleEvents.entries()) {
    const incident = answers[i]
    if (incident === undefined) continue
    if (!event.type.startsWith('area.')) records.set(event.id, incident)
    else {
      const area = await areaOf(ctx, customer_id, row)
      if (area !== null) records.set(event.id, { ...incident, area })
    }
  }
  return records
}
/** The incident as it was at the event; an acknowledgement reports it as it is now. */
function asItWas<R extends PastRow>(row: R, facts: Data): R {
  if (!('closed_at' in facts)) return row
  const { closed_at, closed_as, late } = facts
  return {
    ...row,
    closed_at: typeof closed_at === 'string' ? new Date(closed_at) : null,
    closed_as: closed_as === 'cleared' || closed_as === 'corrected' ? closed_as : null,
    late: late === true,
  }
}

/** Alerts 8 and 9 are of hubs, 10 and 11 of points of interest. */
const HUB_ALERTS: readonly number[] = [8, 9]
/** null: the vehicle was in a private time, or the area no longer exists. */
async function areaOf(
  ctx: Context,
  customer_id: number,
  row: PastRow & { readonly subject_id: number | null },
): Promise<Data | null> {
  const vehicle = await visibleVehicle(row.vehicle_id, { customer_id }, ctx)
  if (vehicle === null || row.subject_id === null || isPrivate(vehicle, row.opened_at.getTime()))
    return null
  const kind = HUB_ALERTS.includes(row.alert_id) ? 'hub' : 'poi'
  const area = await areaById(ctx.db, kind, customer_id, row.subject_id)
  return area === null ? null : { kind, ...area }
}

async function recordOf(ctx: Context, hook: Listening, event: StoredEvent): Promise<Data | null> {
  const { type, subject, facts } = event
  switch (type) {
    case TEST_EVENT:
      return { message: ctx.say(hook.language, { key: 'webhooks.test_message' }) }
    case 'report.ready':
      return reportFor(ctx, { ...hook, user_id: 0 }, Number(subject))
    case 'agreement.changed':
      return agreementOf(ctx, event)
    case 'device.silent':
      return facts
    default:
      return vehicleRecord(ctx, hook, event)
  }
}

async function vehicleRecord(
  ctx: Context,
  { customer_id }: Listening,
  { vehicle_id, type, subject, facts }: StoredEvent,
): Promise<Data | null> {
  const vehicle =
    vehicle_id === null ? null : await visibleVehicle(vehicle_id, { customer_id }, ctx)
  if (vehicle === null) return null
  if (type !== 'command.changed') return tripRecord(ctx, vehicle, subject, facts)
  const command = await commandById(ctx, vehicle, Number(subject))
  return command && { ...command, ...facts }
}
async function tripRecord(
  ctx: Context,
  vehicle: VisibleVehicle,
  id: string,
  { period_to }: Data,
): Promise<Data | null> {
  const trip = await tripById(ctx, vehicle, id)
  if (trip === null || !mayBeNotified('trip', vehicle, Date.parse(trip.period_from))) return null
  return period_to === null
    ? { ...trip, period_to: null, whole: { ...trip.whole, period_to: null } }
    : trip
}

async function agreementOf(
  { db }: Pick<Context, 'db'>,
  { subject, vehicle_id, facts }: StoredEvent,
): Promise<Data> {
  const { change, customer_id, guest, agreement_id, active_from, active_to } = facts
  const customer = await db
    .selectFrom('customers')
    .select('name')
    .where('id', '=', Number(customer_id))
    .executeTakeFirst()
  const instant = (at: unknown) => (typeof at === 'string' ? new Date(at).toISOString() : null)
  return {
    id: Number(subject),
    change,
    vehicle_id,
    customer_id,
    customer_name: customer?.name ?? null,
    guest,
    agreement_id,
    active_from: instant(active_from),
    active_to: instant(active_to),
  }
}
