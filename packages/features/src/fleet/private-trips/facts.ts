// The private times that people entered, for derivations that reveal places.
import { always } from '@flotta/core/by-time.ts'
import type { PrivateTimes } from '@flotta/core/private-times.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import { enteredTimesOf } from './private-times.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    /** Absent: never. */
    readonly private_times?: PrivateTimes
  }
}
export const facts: FactsProvider<'private_times'> = {
  unknown: {},
  voidedBy: { private_hours: row => row.vehicle_id, private_trips: row => row.vehicle_id },
  async load(client, vehicle_ids) {
    const times = await enteredTimesOf(client, vehicle_ids)
    return new Map([...times].map(([id, private_times]) => [id, always({ private_times })]))
  },
}
