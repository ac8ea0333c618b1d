// Past and open incidents as customers see them, each with its trail.
import type { Language } from '@flotta/core/languages.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { activeAlerts } from './active-alert-records.ts'
import type { Ending, Incident, TrailEntry } from './contract.ts'
import { conditionsOf, type IncidentFilter } from './queries.ts'
import { incidentsOf, type PastRow } from './visible-incidents.ts'
import './tables.ts'

/** How an incident ended. `corrected` comes before `late`: a disproved incident was never there. */
const endingOf = ({ closed_as, late }: PastRow): Ending | null =>
  closed_as === 'cleared' && late ? 'late' : closed_as

/** In the reader's language, each with its place and its trail. */
export async function incidents(
  ctx: Context,
  language: Language,
  customer_id: number,
  rows: readonly PastRow[],
): Promise<Incident[]> {
  const [alerts, trails] = await Promise.all([
    activeAlerts(ctx, language, customer_id, rows),
    trailsOf(
      ctx,
      customer_id,
      rows.map(row => row.id),
    ),
  ])
  return rows.flatMap((row, i) => {
    const alert = alerts[i]
    if (alert === undefined) return []
    const { closed_at, opened_at, late } = row
    return [
      {
        ...alert,
        closed_at: closed_at?.toISOString() ?? null,
        duration:
          closed_at === null
            ? null
            : Math.round((closed_at.getTime() - opened_at.getTime()) / 1000),
        ended: endingOf(row),
        late,
        trail: trails.get(row.id) ?? [],
      },
    ]
  })
}

/** Incident → the trail by the customer's own users, in order of time. */
async function trailsOf(
  { db }: Pick<Context, 'db'>,
  customer_id: number,
  ids: readonly string[],
): Promise<Map<string, TrailEntry[]>> {
  const trails = new Map<string, TrailEntry[]>()
  if (ids.length === 0) return trails
  const rows = await db
    .selectFrom('incident_trail')
    .select(['incident_id', 'at', 'user_name', 'action', 'comment', 'assigned_name', 'until'])
    .where('customer_id', '=', customer_id)
    .where('incident_id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const { incident_id, at, user_name, action, comment, assigned_name, until } of rows) {
    const entry = {
      at: at.toISOString(),
      by: user_name,
      action,
      comment,
      assigned_to: assigned_name,
      ...(until !== null && { until: until.toISOString() }),
    }
    const trail = trails.get(incident_id)
    if (trail === undefined) trails.set(incident_id, [entry])
    else trail.push(entry)
  }
  return trails
}

/** A page of the incidents that began in a period (epoch ms, both ends included), newest first, with their total. */
export async function historyPage(
  ctx: Context,
  language: Language,
  customer_id: number,
  { from, to, ...filter }: IncidentFilter & { readonly from: number; readonly to: number },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly data: Incident[]; readonly total: number }> {
  const began = sql<boolean>`i.opened_at >= ${new Date(from)} and i.opened_at <= ${new Date(to)}`
  const vehicle_ids = filter.vehicle_id === undefined ? undefined : [filter.vehicle_id]
  const matches = sql`${incidentsOf(customer_id, ctx.now(), began, vehicle_ids)} o where ${conditionsOf(customer_id, filter)}`
  const [{ rows }, countResult] = await Promise.all([
    sql<PastRow>`select o.* from ${matches} order by o.opened_at desc, o.id limit ${limit} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*) as total from ${matches}`.execute(ctx.db),
  ])
  return {
    data: await incidents(ctx, language, customer_id, rows),
    total: countResult.rows[0]?.total ?? 0,
  }
}
