// Facts for derivations: the configurations that report stays after minutes of their own.
import { always } from '@flotta/core/by-time.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import type { StayLimit } from '../incidents/rules.ts'
import './tables.ts'

/** A limit counts from the moment of its last change; one that was never changed, from the arrival of the vehicle, whenever that was. */
const STAYS = `select vehicle_id, customer_id, threshold as minutes, hub_ids, poi_ids,
    case when updated_at = created_at then 0 else ${epochMs('updated_at')} end as from
  from alert_configurations where vehicle_id = any($1::int4[]) and threshold is not null order by vehicle_id, id`

export const facts: FactsProvider<'stay_limits'> = {
  unknown: { stay_limits: [] },
  voidedBy: { alert_configurations: () => undefined },
  async load(client, vehicle_ids) {
    const { rows } = await client.query<StayLimit & { readonly vehicle_id: number }>(STAYS, [
      vehicle_ids,
    ])
    const limits = new Map<number, StayLimit[]>()
    for (const { vehicle_id, ...limit } of rows) {
      const limitsOfVehicle = limits.get(vehicle_id)
      if (limitsOfVehicle === undefined) limits.set(vehicle_id, [limit])
      else limitsOfVehicle.push(limit)
    }
    return new Map([...limits].map(([id, stay_limits]) => [id, always({ stay_limits })]))
  },
}
