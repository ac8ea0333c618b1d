// The looks that the log records for a page of the feed: each vehicle once, with the period of its rows.
import type { VehicleLook } from '../../fleet/privacy/queries.ts'
import type { Reader } from './rows.ts'

/**
 * The looks.
 * @param parts epoch ms; of vehicles that the reader sees
 */
export function looksOf(
  { seen }: Reader,
  parts: Iterable<{ readonly vehicle_id: number; readonly from: number; readonly to: number }>,
): VehicleLook[] {
  const looks = new Map<
    number,
    { vehicle_id: number; customer_id: number; from: number; to: number }
  >()
  for (const { vehicle_id, from, to } of parts) {
    const look = looks.get(vehicle_id)
    const customer_id = seen.get(vehicle_id)?.customer_id
    if (look !== undefined) {
      if (from < look.from) look.from = from
      if (to > look.to) look.to = to
    } else if (customer_id !== undefined)
      looks.set(vehicle_id, { vehicle_id, customer_id, from, to })
  }
  return [...looks.values()]
}
