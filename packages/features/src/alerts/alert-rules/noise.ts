// How often the alerts of rules were raised in the last days: each rule by its own vehicles, areas, hours and minutes.
import type { Hours } from '@flotta/core/schedule.ts'
import { DAY } from '@flotta/core/time.ts'
import type { ResourceContext } from '@flotta/platform/entity.ts'
import { sql } from 'kysely'
import { namesArea } from '../incidents/areas.ts'
import { alertDefinition } from '../incidents/catalogue.ts'
import { BRIEF_S } from '../incidents/noise.ts'
import { incidentsOf } from '../incidents/visible-incidents.ts'
import { type AlertRule, RAISED_DAYS } from './contract.ts'

/** The parts of a rule that decide which incidents belong to it. */
interface NoisyRule {
  readonly alert_id: number
  readonly hub_ids: readonly number[]
  readonly poi_ids: readonly number[]
  readonly threshold: number | null
  readonly schedule: readonly Hours[] | null
  readonly vehicle_ids: readonly number[]
}
interface NoiseRow {
  readonly vehicle_id: number
  readonly alert_id: number
  readonly subject_id: number | null
  /** The numbers of the schedules, from 1, in whose hours the incident began. */
  readonly hours: readonly number[]
  /** The whole minutes of the stay so far, and the minutes after which the vehicle's rule reports it; null: the incident is no stay. */
  readonly stayed: number | null
  readonly usual_stay: number | null
  readonly times: number
  readonly brief: number
}
const schedulesOf = (rows: readonly NoisyRule[]): string[] => [
  ...new Set(rows.flatMap(({ schedule }) => (schedule === null ? [] : [JSON.stringify(schedule)]))),
]
/** By the rule's index: how often its alert was raised in its areas and hours; a stay counts after the rule's own minutes. */
export async function noiseOfRules(
  { caller: { customer_id, timezone }, ctx }: ResourceContext,
  rows: readonly NoisyRule[],
): Promise<Map<number, AlertRule['raised']>> {
  const now = new Date(ctx.now())
  const since = new Date(ctx.now() - RAISED_DAYS * DAY)
  const alertIds = [...new Set(rows.map(({ alert_id }) => alert_id))]
  const schedules = schedulesOf(rows)
  const which = sql<boolean>`i.opened_at > ${since} and i.alert_id = any(${alertIds}::int2[])`
  const { rows: incidents } = await sql<NoiseRow>`
    select o.vehicle_id, o.alert_id, i.subject_id, h.hours, s.stayed, s.usual_stay, count(*)::int4 as times,
      count(*) filter (where o.closed_at - o.opened_at < make_interval(secs => ${BRIEF_S}))::int4 as brief
    from ${incidentsOf(customer_id, ctx.now(), which)} o join incidents i on i.id = o.id
    cross join lateral (select array(select n::int4 from unnest(${schedules}::text[]) with ordinality as w (schedule, n)
      where within_hours(w.schedule::jsonb, o.opened_at, ${timezone})) as hours) h
    cross join lateral (select (i.data ->> 'minutes')::int4 as usual_stay,
      floor(extract(epoch from coalesce(o.closed_at, ${now}) - (i.data ->> 'arrived_at')::timestamptz) / 60)::int4 as stayed) s
    where o.closed_as is distinct from 'corrected' group by o.vehicle_id, o.alert_id, i.subject_id, h.hours, s.stayed, s.usual_stay`.execute(
    ctx.db,
  )
  const noiseOfRule = ({ alert_id, vehicle_ids, schedule, threshold, ...areas }: NoisyRule) => {
    const ids = new Set(vehicle_ids)
    const definition = alertDefinition(alert_id)
    const hours = schedule === null ? null : schedules.indexOf(JSON.stringify(schedule)) + 1
    const raised = incidents.filter(
      one =>
        one.alert_id === alert_id &&
        ids.has(one.vehicle_id) &&
        (hours === null || one.hours.includes(hours)) &&
        (one.stayed === null || one.stayed >= (threshold ?? one.usual_stay ?? 0)) &&
        definition !== undefined &&
        namesArea(definition, areas, one.subject_id),
    )
    return {
      times: raised.reduce((sum, { times }) => sum + times, 0),
      brief: raised.reduce((sum, { brief }) => sum + brief, 0),
    }
  }
  return new Map(rows.map((row, place) => [place, noiseOfRule(row)]))
}
