// The facts of a vehicle's record for derivations: type, configurations and reference values of its tyres, each as it was at the time.

import type { ByTime } from '@flotta/core/by-time.ts'
import type { VehicleFacts } from '@flotta/core/derivation.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import type { TireParameters } from './contract.ts'
import './tables.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    readonly vehicle_type: string
    readonly configurations: Readonly<Record<string, string>>
    /** Absent: the defaults. */
    readonly tire_parameters?: Partial<TireParameters>
  }
}
interface FactsRow {
  readonly vehicle_id: number
  readonly vehicle_type: string
  readonly configurations: Readonly<Record<string, string>>
  readonly tire_parameters: Partial<TireParameters> | null
  /** Epoch ms; null: still valid. */
  readonly until: number | null
}
type RecordFacts = Pick<VehicleFacts, 'vehicle_type' | 'configurations' | 'tire_parameters'>
/** Before each change the database stores the former values (`vehicle_facts_before`). */
const FACTS = `select vehicle_id, vehicle_type, configurations, tire_parameters, ${epochMs('until')} as until from vehicle_facts_before where vehicle_id = any($1)
  union all select id, vehicle_type, configurations, tire_parameters, null from vehicles where id = any($1) order by 1, 5 nulls last`

export const facts: FactsProvider<'vehicle_type' | 'configurations' | 'tire_parameters'> = {
  unknown: { vehicle_type: '', configurations: {} },
  voidedBy: { vehicles: row => row.id },
  async load(client, vehicle_ids) {
    const { rows } = await client.query<FactsRow>(FACTS, [vehicle_ids])
    const factsByVehicle = new Map<number, ByTime<RecordFacts>[number][]>()
    for (const { vehicle_id, until, tire_parameters, ...recordFacts } of rows) {
      const value = tire_parameters === null ? recordFacts : { ...recordFacts, tire_parameters }
      const entries = factsByVehicle.get(vehicle_id) ?? []
      entries.push({ until: until ?? Number.POSITIVE_INFINITY, value })
      factsByVehicle.set(vehicle_id, entries)
    }
    return factsByVehicle
  },
}
