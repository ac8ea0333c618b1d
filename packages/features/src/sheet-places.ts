// The names of places in the sheets of reports: the customer's own areas, addresses, or degrees.
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE } from '@flotta/core/time.ts'
import type { Cell, ReportAsk, ReportVehicle } from '@flotta/platform/report.ts'
import { agreement } from './fleet/agreements/contract.ts'
import { areaAt } from './map/areas/area-index.ts'
import { areasOf } from './map/areas/facts.ts'
import { awaitWhere } from './places/geocoding/where.ts'
import { placesAt } from './telemetry/pipeline/queries.ts'

/** A position and its time. */
export interface SpotAt {
  readonly at: number
  readonly latitude: number
  readonly longitude: number
}
/** How long all lookups of a report together wait for a geocoder; places that are not known then are written in degrees. */
const MAX_GEOCODING_WAIT = 3 * MINUTE

/** The names of places: the customer's hub or point of interest, else the address where the report asks for it and agreement 25 is held, else degrees. */
export function placesFor(
  ask: ReportAsk,
): (vehicle: ReportVehicle, spots: readonly (SpotAt | null)[]) => Promise<Cell[]> {
  const { ctx, customer_id, language } = ask
  let late: Promise<unknown> | undefined
  return async ({ vehicle, addresses }, spots) => {
    if (spots.every(spot => spot === null)) return spots.map(() => null)
    const areas = await areasOf(ctx.pool, customer_id)
    const names = spots.map(spot =>
      spot === null ? null : (areaAt(areas, spot.latitude, spot.longitude, spot.at)?.name ?? null),
    )
    const open = spots.flatMap((spot, i) =>
      spot !== null && names[i] === null ? [{ spot, i }] : [],
    )
    if (open.length === 0) return names
    late ??= delay(MAX_GEOCODING_WAIT, undefined, { ref: false })
    const addressNames =
      addresses && vehicle.agreements.includes(agreement.reverse_geocoding)
        ? await awaitWhere(
            open.map(({ spot }) => spot),
            language,
            ctx,
            late,
          )
        : []
    for (const [n, { spot, i }] of open.entries())
      names[i] = addressNames[n] || `${spot.latitude.toFixed(5)}, ${spot.longitude.toFixed(5)}`
    return names
  }
}

/** The same for the vehicle's positions at some moments. */
export function placesWhen(
  ask: ReportAsk,
): (vehicle: ReportVehicle, moments: readonly number[]) => Promise<Cell[]> {
  const namesOf = placesFor(ask)
  return async (reportVehicle, moments) => {
    const spots = await placesAt(ask.ctx, reportVehicle.vehicle, moments)
    return namesOf(
      reportVehicle,
      spots.map((spot, i) => spot && { ...spot, at: moments[i] ?? 0 }),
    )
  }
}
