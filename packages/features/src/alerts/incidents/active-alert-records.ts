// Open incidents as the API returns them: in the reader's language, with the value that broke the rule and the place.
import type { Alert } from '@flotta/core/alerts.ts'
import type { Access } from '@flotta/core/kinds.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { isPrivate, maySee, noAccess } from '../../fleet/access/rules.ts'
import { accessOf, activeAgreementIds } from '../../fleet/access/vehicles.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { alertDefinition, alertWords, kindWords } from './catalogue.ts'
import type { ActiveAlert } from './contract.ts'
import { type OpenRow, openIncidents } from './visible-incidents.ts'

/** In the reader's language, each with its place where the customer may see it. */
export async function activeAlerts(
  ctx: Pick<Context, 'say' | 'db' | 'pool' | 'now'>,
  language: Language,
  customer_id: number,
  rows: readonly OpenRow[],
): Promise<ActiveAlert[]> {
  if (rows.length === 0) return []
  const now = ctx.now()
  const newestByVehicle = [...new Map(rows.map(row => [row.vehicle_id, row])).values()]
  const vehicle_ids = newestByVehicle.map(row => row.vehicle_id)
  const access = await accessOf(
    ctx,
    customer_id,
    now,
    newestByVehicle,
    await activeAgreementIds(ctx, customer_id, now, vehicle_ids),
  )
  return rows.map(row => activeAlertOf(ctx, language, row, access.get(row.vehicle_id) ?? noAccess))
}

function activeAlertOf(
  ctx: Pick<Context, 'say' | 'now'>,
  language: Language,
  row: OpenRow,
  access: Access,
): ActiveAlert {
  const definition = alertDefinition(row.alert_id)
  if (definition === undefined) throw new TypeError(`alert ${row.alert_id} is not in the catalogue`)
  return {
    id: row.id,
    alert_id: row.alert_id,
    customer_id: row.customer_id,
    severity: definition.severity,
    code: definition.code,
    description: ctx.say(language, { key: alertWords(definition).description }),
    ...(row.subject !== null &&
      !isPrivate(access, row.opened_at.getTime()) && { subject: row.subject }),
    ...(row.kind !== null && {
      subject: ctx.say(language, { key: kindWords(definition, row.kind) }),
      data: { kind: row.kind },
    }),
    ...measuredOf(ctx, language, definition, row, access),
    created_at: row.opened_at.toISOString(),
    ...(row.ends_at !== null && { ends_at: row.ends_at.toISOString() }),
    plate: row.plate,
    position: positionOf(row, access),
    with_place: access.agreements.includes(agreement.reverse_geocoding),
    acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
    acknowledged_by: row.acknowledged_by,
    comment: row.comment,
    assigned_to:
      row.assigned_id === null ? null : { id: row.assigned_id, name: row.assigned_name ?? '' },
    ...(row.snoozed_until !== null &&
      row.snoozed_until.getTime() > ctx.now() && {
        snoozed: { until: row.snoozed_until.toISOString(), by: row.snoozed_by ?? '' },
      }),
    ...(row.escalated_at !== null && {
      escalated: { to: row.escalated_to ?? '', at: row.escalated_at.toISOString() },
    }),
    ...(row.driver_id !== undefined && {
      driver: row.driver_id === null ? null : { id: row.driver_id, name: row.driver_name ?? '' },
    }),
    pivot: { vehicle_id: row.vehicle_id },
  }
}
/** The value that broke the rule; hidden in a private time. */
function measuredOf(
  ctx: Pick<Context, 'say'>,
  language: Language,
  { figures }: Alert,
  { data, opened_at }: OpenRow,
  access: Access,
): Pick<ActiveAlert, 'measured'> {
  const measured =
    data === null || isPrivate(access, opened_at.getTime()) ? null : (figures?.(data) ?? null)
  if (measured === null) return {}
  const { place, ...rest } = measured
  return { measured: { ...(place !== undefined && { place: ctx.say(language, place) }), ...rest } }
}
function positionOf(
  { gps_datetime, latitude_e7, longitude_e7 }: OpenRow,
  access: Access,
): ActiveAlert['position'] {
  if (
    gps_datetime === null ||
    latitude_e7 === null ||
    longitude_e7 === null ||
    !maySee('position', access, gps_datetime.getTime())
  )
    return null
  return { latitude: latitude_e7 / 1e7, longitude: longitude_e7 / 1e7 }
}
/** Open incidents of some vehicles, newest first; with `since` (epoch ms) only those that changed then or later. */
export async function alertsOf(
  ctx: Context,
  language: Language,
  customer_id: number,
  {
    vehicle_ids,
    since,
  }: { readonly vehicle_ids?: readonly number[]; readonly since?: number } = {},
): Promise<ActiveAlert[]> {
  const changedSince = since === undefined ? sql`` : sql`where o.updated_at >= ${new Date(since)}`
  const { rows } =
    await sql<OpenRow>`select o.* from ${openIncidents(customer_id, ctx.now(), vehicle_ids)} o ${changedSince} order by o.opened_at desc, o.id limit 1000`.execute(
      ctx.db,
    )
  return activeAlerts(ctx, language, customer_id, rows)
}
