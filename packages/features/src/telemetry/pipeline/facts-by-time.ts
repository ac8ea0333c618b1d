// The facts about a vehicle that derivations may ask for. Every facts.ts of a feature is found
// here.
import { always, type ByTime, joinByTime } from '@flotta/core/by-time.ts'
import type { VehicleFacts } from '@flotta/core/derivation.ts'
import type { Change } from '@flotta/platform/changes.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import type { PoolClient } from 'pg'
import type { Cache } from './cache.ts'

export type FactsByTime = ByTime<VehicleFacts>

/** Several providers as one. */
export interface VehicleFactsSource {
  unknown(vehicle_id: number): FactsByTime
  /** Facts of all of these vehicles, also of unknown ones. */
  load(
    client: Pick<PoolClient, 'query'>,
    vehicle_ids: readonly number[],
  ): Promise<Map<number, FactsByTime>>
  /** Drops the cached facts that a change in the database has made invalid. */
  forget(cache: Pick<Cache<FactsByTime>, 'forget'>, change: Change): void
}

export function factsOf(providers: readonly FactsProvider[]): VehicleFactsSource {
  const names = providers.flatMap(p => Object.keys(p.unknown))
  if (new Set(names).size !== names.length)
    throw new Error(`two facts.ts tell the same fact: ${names.join(', ')}`)
  const all = (vehicle_id: number, parts: readonly ByTime<object>[]) =>
    joinByTime([always({ vehicle_id }), ...parts]) as FactsByTime
  return {
    unknown: vehicle_id =>
      all(
        vehicle_id,
        providers.map(p => always(p.unknown)),
      ),
    async load(client, vehicle_ids) {
      const factsByProvider = await Promise.all(providers.map(p => p.load(client, vehicle_ids)))
      return new Map(
        vehicle_ids.map(id => [
          id,
          all(
            id,
            providers.map((p, i) => factsByProvider[i]?.get(id) ?? always(p.unknown)),
          ),
        ]),
      )
    },
    forget(cache, change) {
      if (change.table === '*') return cache.forget()
      for (const { voidedBy } of providers) {
        const voids = voidedBy[change.table]
        if (voids) cache.forget(voids(change))
      }
    },
  }
}

interface FactsFile {
  readonly facts: FactsProvider
}
const files: Readonly<Record<string, FactsFile>> = {
  ...import.meta.glob<FactsFile>('../../[a-z]*/[a-z]*/facts.ts', { eager: true }),
}
export const vehicleFacts: VehicleFactsSource = factsOf(
  Object.values(files).map(file => file.facts),
)
