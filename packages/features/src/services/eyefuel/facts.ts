// The configuration of the tank as a fact for derivations. Today's configuration applies to the past too, like wiring, because a correction concerns all records.
import { always } from '@flotta/core/by-time.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import { type Tank, tankOf, UNKNOWN_TANK } from './rules.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    /** Absent: nothing is configured. */
    readonly tank?: Tank
  }
}
const TANKS = `select id, configurations from vehicles where id = any($1) and configurations::jsonb ?| array['tank_capacity_l', 'fuel_table', 'cap_status_active']`

export const facts: FactsProvider<'tank'> = {
  unknown: { tank: UNKNOWN_TANK },
  voidedBy: { vehicles: row => row.id },
  async load(client, vehicle_ids) {
    const { rows } = await client.query<{
      id: number
      configurations: Readonly<Record<string, string>>
    }>(TANKS, [vehicle_ids])
    return new Map(
      rows.map(({ id, configurations }) => [id, always({ tank: tankOf(configurations) })]),
    )
  },
}
