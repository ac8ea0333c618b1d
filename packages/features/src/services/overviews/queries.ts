// Reads the newest values of a service for every vehicle with it, in one query for all of them or by the service's own query.

import { instantOf } from '@flotta/core/time.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { alertDefinitions } from '../../alerts/incidents/catalogue.ts'
import { countOpen } from '../../alerts/incidents/visible-incidents.ts'
import { noAccess } from '../../fleet/access/rules.ts'
import type { Overview } from '../overview.ts'
import type { OverviewRows } from '../overview-rows.ts'
import { havingService, standingOf } from '../queries.ts'
import { alertCodesOf, type Service } from '../service.ts'
import type { VehicleOverview } from './contract.ts'
import { overviewOf } from './services.ts'

const rowsFiles = import.meta.glob<{ readonly overviewRows?: OverviewRows }>(
  '../[a-z]*/queries.ts',
  {
    eager: true,
  },
)

const NOTHING: Overview = { texts: () => [] }
/** The overviews of a service, sorted by plate. */
export async function overviewsOf(
  ctx: Context,
  caller: Caller,
  service: Service,
): Promise<VehicleOverview[]> {
  const overview = overviewOf(service.code) ?? NOTHING
  const { rows, access } = await havingService(ctx, caller.customer_id, service, overview)
  const asks = rowsFiles[`../${service.code}/queries.ts`]?.overviewRows
  const figures =
    asks === undefined || rows.length === 0 ? undefined : await asks(ctx, caller, access)
  return rows.map(row => {
    const { vehicle_id, plate, vehicle_type } = row
    const last =
      figures?.get(vehicle_id) ??
      overview.read?.(standingOf(row, access.get(vehicle_id) ?? noAccess)) ??
      null
    const at = last?.at ?? null
    return {
      vehicle_id,
      plate,
      vehicle_type,
      message_datetime: at === null ? null : instantOf(at),
      last: last?.data ?? null,
    }
  })
}

/** The number of open incidents by alert of the service. */
export async function openFeatures(
  ctx: Context,
  customer_id: number,
  service: Service,
): Promise<Record<string, number>> {
  const open = await countOpen(ctx, customer_id)
  const codes = new Set(alertCodesOf(service))
  return Object.fromEntries(
    alertDefinitions
      .filter(d => codes.has(d.code))
      .map(({ code, id }) => [code, open.get(id) ?? 0]),
  )
}
