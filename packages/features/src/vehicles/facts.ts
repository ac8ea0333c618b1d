// What derivations know of a vehicle from its own record: type and configurations, as they were at the time.
import type { ByTime } from '@flotta/core/by-time.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import './tables.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    readonly vehicle_type: string
    readonly configurations: Readonly<Record<string, string>>
  }
}
interface Row {
  readonly vehicle_id: number
  readonly vehicle_type: string
  readonly configurations: Readonly<Record<string, string>>
  /** Epoch ms; null: it holds now. */
  readonly until: number | null
}
/** Before each change the database keeps what was (`vehicle_facts_before`). */
const FACTS = `select vehicle_id, vehicle_type, configurations, (extract(epoch from until) * 1000)::float8 as until from vehicle_facts_before where vehicle_id = any($1)
  union all select id, vehicle_type, configurations, null from vehicles where id = any($1) order by 1, 4 nulls last`

export const facts: FactsProvider<'vehicle_type' | 'configurations'> = {
  unknown: { vehicle_type: '', configurations: {} },
  voidedBy: { vehicles: row => row.id },
  async load(client, vehicle_ids) {
    const { rows } = await client.query<Row>(FACTS, [vehicle_ids])
    const known = new Map<number, ByTime<Pick<Row, 'vehicle_type' | 'configurations'>>[number][]>()
    for (const { vehicle_id, until, ...value } of rows) {
      const entries = known.get(vehicle_id) ?? []
      entries.push({ until: until ?? Number.POSITIVE_INFINITY, value })
      known.set(vehicle_id, entries)
    }
    return known
  },
}
