// How much noise each alert made in a period: how often, how long, how often for less than a minute, and how often somebody acknowledged it.
import type { Language } from '@flotta/core/languages.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { alertDefinition, alertWords } from './catalogue.ts'
import type { AlertNoise } from './contract.ts'
import { conditionsOf, type IncidentFilter } from './queries.ts'
import { incidentsOf } from './visible-incidents.ts'

/** An incident that was over within this time is brief, seconds. */
export const BRIEF_S = 60

type NoiseRow = Omit<AlertNoise, 'code' | 'name' | 'severity' | 'loudest'> & {
  readonly vehicle_id: number
  readonly plate: string
  readonly vehicle_times: number
  readonly owner: boolean
}
/** The alerts with incidents that began in a period (epoch ms), the most frequent first. Open ones count until now. */
export async function noiseOf(
  ctx: Pick<Context, 'db' | 'now' | 'say'>,
  language: Language,
  customer_id: number,
  { from, to, ...filter }: IncidentFilter & { readonly from: number; readonly to: number },
): Promise<AlertNoise[]> {
  const now = ctx.now()
  const began = sql<boolean>`i.opened_at >= ${new Date(from)} and i.opened_at <= ${new Date(to)}`
  const vehicle_ids = filter.vehicle_id === undefined ? undefined : [filter.vehicle_id]
  const { rows } = await sql<NoiseRow>`
    with raised as materialized (
      select o.alert_id, o.vehicle_id, o.plate, o.owner, o.acknowledged_at, o.closed_at,
        greatest(0, extract(epoch from coalesce(o.closed_at, ${new Date(now)}) - o.opened_at))::float8 as lasted
      from ${incidentsOf(customer_id, now, began, vehicle_ids)} o
      where ${conditionsOf(customer_id, filter)} and o.closed_as is distinct from 'corrected'
    ), loudest as (
      select distinct on (alert_id) alert_id, vehicle_id, min(plate) as plate, bool_and(owner) as owner, count(*)::int4 as vehicle_times
      from raised group by alert_id, vehicle_id order by alert_id, count(*) desc, vehicle_id
    )
    select r.alert_id, count(*)::int4 as times, count(*) filter (where r.closed_at is null)::int4 as open, count(distinct r.vehicle_id)::int4 as vehicles,
      round(sum(r.lasted))::float8 as seconds, round(percentile_cont(0.5) within group (order by r.lasted))::float8 as median_s,
      count(*) filter (where r.closed_at is not null and r.lasted < ${BRIEF_S})::int4 as brief,
      count(r.acknowledged_at)::int4 as acknowledged,
      l.vehicle_id, l.plate, l.owner, l.vehicle_times
    from raised r join loudest l using (alert_id)
    group by r.alert_id, l.vehicle_id, l.plate, l.owner, l.vehicle_times order by times desc, r.alert_id`.execute(
    ctx.db,
  )
  return rows.flatMap(({ vehicle_id, plate, vehicle_times, owner, ...row }) => {
    const definition = alertDefinition(row.alert_id)
    return definition === undefined
      ? []
      : [
          {
            ...row,
            code: definition.code,
            name: ctx.say(language, { key: alertWords(definition).name }),
            severity: definition.severity,
            loudest: { vehicle_id, plate, times: vehicle_times, owner },
          },
        ]
  })
}
