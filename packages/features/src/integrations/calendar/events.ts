// The events of a company's calendar: due dates, and who drives when.
import { DAY } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { visibleVehiclesSql } from '../../fleet/access/vehicles.ts'
import { type Deadline, type DeadlineKind, deadlinesOf } from '../../services/deadlines/queries.ts'
import type { CalendarEvent } from './ical.ts'

/** The user whose calendar it is. */
export interface Reader {
  readonly user_id: number
  readonly customer_id: number
  readonly timezone: string
}
type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

const PAST_DAYS = 30
const COMING_DAYS = 400
/** The most shifts of one calendar, the newest ones. */
const MOST_SHIFTS = 2_000

export async function calendarEvents(
  ctx: Context,
  reader: Reader,
  say: Say,
): Promise<CalendarEvent[]> {
  const now = ctx.now()
  const window = { from: new Date(now - PAST_DAYS * DAY), to: new Date(now + COMING_DAYS * DAY) }
  const [deadlines, ...parts] = await Promise.all([
    deadlinesOf(ctx, reader, window.to.getTime()),
    shifts(ctx, reader, window),
    plannedTrips(ctx, reader, window),
  ])
  return [...deadlines.flatMap(deadline => dayOf(deadline, say)), ...parts.flat()]
}
interface Window {
  readonly from: Date
  readonly to: Date
}

const summaries: Readonly<Record<DeadlineKind, string>> = {
  licence: 'calendar.licence',
  maintenance: 'calendar.maintenance',
  cost: 'calendar.cost',
  agreement: 'calendar.agreement',
}
/** The event of a deadline; one that is counted by kilometres or hours alone has no day and no event. */
function dayOf({ kind, key, name, vehicles, about, due }: Deadline, say: Say): CalendarEvent[] {
  const { due_date: day } = due
  if (day === null) return []
  const what = about === null || typeof about === 'string' ? about : say(about.key)
  const subject = name ?? say('calendar.vehicles', { count: vehicles })
  return [
    {
      uid: `${key}@flotta`,
      day,
      summary: say(summaries[kind], { what: what ?? '', whose: subject }),
    },
  ]
}

async function shifts(
  ctx: Context,
  { customer_id }: Reader,
  { from, to }: Window,
): Promise<CalendarEvent[]> {
  const now = ctx.now()
  const { rows } = await sql<{
    id: number
    driver: string
    plate: string
    period_from: Date
    period_to: Date | null
  }>`
    select a.id, d.name || ' ' || d.surname as driver, v.plate, a.period_from, a.period_to
    from driver_activities a join drivers d on d.id = a.driver_id and d.deleted_at is null
      join ${visibleVehiclesSql(customer_id, now)} v on v.vehicle_id = a.vehicle_id
    where a.customer_id = ${customer_id} and a.period_from between ${from} and ${to}
    order by a.period_from desc, a.id limit ${MOST_SHIFTS}`.execute(ctx.db)
  return rows.map(({ id, driver, plate, period_from, period_to }) => ({
    uid: `shift-${id}@flotta`,
    from: period_from.getTime(),
    to: (period_to ?? new Date(Math.max(now, period_from.getTime()))).getTime(),
    summary: `${driver}: ${plate}`,
  }))
}

async function plannedTrips(
  ctx: Context,
  { customer_id }: Reader,
  { from, to }: Window,
): Promise<CalendarEvent[]> {
  const { rows } = await sql<{
    id: number
    name: string
    plate: string | null
    startdate: Date
    arrival: Date
  }>`
    select t.id, t.name, v.plate, t.startdate, t.arrival
    from planned_trips t left join ${visibleVehiclesSql(customer_id, ctx.now())} v on v.vehicle_id = t.vehicle_id
    where t.customer_id = ${customer_id} and t.startdate between ${from} and ${to}
    order by t.startdate, t.id`.execute(ctx.db)
  return rows.map(({ id, name, plate, startdate, arrival }) => ({
    uid: `trip-${id}@flotta`,
    from: startdate.getTime(),
    to: arrival.getTime(),
    summary: plate === null ? name : `${name} (${plate})`,
  }))
}
