// Open incidents as customers see them.
import type { Access } from '@flotta/core/kinds.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { type RawBuilder, sql } from 'kysely'
import { maySee } from '../access/rules.ts'
import { accessTo, heldBy, holdsNow, seenVehicles } from '../access/vehicles.ts'
import { agreement } from '../agreements/contract.ts'
import { alertDefinition, alertDefinitions, alertWords } from './catalogue.ts'
import type { ActiveAlert } from './contract.ts'
import './tables.ts'

export interface OpenRow {
  readonly id: string
  readonly vehicle_id: number
  readonly alert_id: number
  readonly customer_id: number | null
  readonly opened_at: Date
  readonly updated_at: Date
  readonly plate: string
  readonly severity: number
  /** The vehicle is the customer's own. */
  readonly owner: boolean
  readonly gps_datetime: Date | null
  readonly latitude_e7: number | null
  readonly longitude_e7: number | null
}

const DEFINITIONS = sql.raw(alertDefinitions.map(d => `(${d.id}, ${d.severity}, ${d.agreement_id})`).join(', '))

/**
 * Open incidents that a customer sees, as a subquery of OpenRow: the vehicle's own conditions while the customer holds the alert's agreement, and those of the customer's own rules.
 * @param now epoch ms
 * @param vehicle_ids only of these
 */
export const openIncidents = (customer_id: number, now: number, vehicle_ids?: readonly number[]): RawBuilder<OpenRow> => sql<OpenRow>`(
    select i.id, i.vehicle_id, i.alert_id::int4 as alert_id, i.customer_id, i.opened_at, i.updated_at, v.plate, d.severity, s.owner, i.gps_datetime, i.latitude_e7, i.longitude_e7
    from ${seenVehicles(customer_id, now, vehicle_ids)} s
    join incidents i on i.vehicle_id = s.vehicle_id and i.closed_at is null
    join vehicles v on v.id = s.vehicle_id
    join (values ${DEFINITIONS}) d (alert_id, severity, agreement_id) on d.alert_id = i.alert_id
    where i.customer_id = ${customer_id} or (i.customer_id is null and ${holdsNow(customer_id, now, 'i.vehicle_id', 'd.agreement_id')})
  )`

/** In the reader's language, each with its place where the customer may see it. */
export async function activeAlerts(
  ctx: Pick<Context, 'say' | 'db' | 'pool' | 'now'>,
  language: Language,
  customer_id: number,
  rows: readonly OpenRow[],
): Promise<ActiveAlert[]> {
  if (rows.length === 0) return []
  const now = ctx.now()
  const seen = [...new Map(rows.map(row => [row.vehicle_id, row])).values()]
  const vehicle_ids = seen.map(row => row.vehicle_id)
  const access = await accessTo(ctx, customer_id, now, seen, await heldBy(ctx, customer_id, now, vehicle_ids))
  return rows.map(row => activeAlertOf(ctx, language, row, access.get(row.vehicle_id) ?? NO_ACCESS))
}

const NO_ACCESS: Access = { owner: false, agreements: [], grants: [] }
function activeAlertOf(ctx: Pick<Context, 'say'>, language: Language, row: OpenRow, access: Access): ActiveAlert {
  const definition = alertDefinition(row.alert_id)
  if (definition === undefined) throw new TypeError(`alert ${row.alert_id} is not in the catalogue`)
  return {
    id: row.id,
    alert_id: row.alert_id,
    customer_id: row.customer_id,
    severity: definition.severity,
    code: definition.code,
    description: ctx.say(language, { key: alertWords(definition).description }),
    created_at: row.opened_at.toISOString(),
    plate: row.plate,
    position: positionOf(row, access),
    with_place: access.agreements.includes(agreement.reverse_geocoding),
    pivot: { vehicle_id: row.vehicle_id },
  }
}
function positionOf({ gps_datetime, latitude_e7, longitude_e7 }: OpenRow, access: Access): ActiveAlert['position'] {
  if (gps_datetime === null || latitude_e7 === null || longitude_e7 === null || !maySee('position', access, gps_datetime.getTime())) return null
  return { latitude: latitude_e7 / 1e7, longitude: longitude_e7 / 1e7 }
}

/** Open incidents on some vehicles, newest first; `since` (epoch ms): only what changed then or later. */
export async function alertsOf(
  ctx: Context,
  language: Language,
  customer_id: number,
  { vehicle_ids, since }: { readonly vehicle_ids?: readonly number[]; readonly since?: number } = {},
): Promise<ActiveAlert[]> {
  const changed = since === undefined ? sql`` : sql`where o.updated_at >= ${new Date(since)}`
  const { rows } =
    await sql<OpenRow>`select o.* from ${openIncidents(customer_id, ctx.now(), vehicle_ids)} o ${changed} order by o.opened_at desc, o.id limit 1000`.execute(
      ctx.db,
    )
  return activeAlerts(ctx, language, customer_id, rows)
}
