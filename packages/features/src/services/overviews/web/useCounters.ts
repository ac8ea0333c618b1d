// Kilometres and tank levels of all vehicles, for tables of vehicles.
import { laterQuery } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allOverviews } from '../contract.ts'

/** Counters and levels of a vehicle. */
export interface Counters {
  readonly km: number | null
  /** % */
  readonly fuel: number | null
}

/** The newest values of a service by vehicle, read every minute. */
function useNewestOf(service: 'eyegeo' | 'eyefuel', enabled: boolean) {
  const endpoint = allOverviews(service)
  if (endpoint === undefined) throw new Error(`there is no service ${service}`)
  const { data } = useQuery({ ...laterQuery(endpoint, {}), enabled, refetchInterval: 60_000 })
  return data
}
/**
 * By vehicle id.
 * @param hasFuel any vehicle has the agreement for its tank
 */
export function useCounters(enabled: boolean, hasFuel: boolean): ReadonlyMap<number, Counters> {
  const positions = useNewestOf('eyegeo', enabled)
  const tanks = useNewestOf('eyefuel', enabled && hasFuel)
  return useMemo(() => {
    const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
    const counters = new Map<number, Counters>()
    for (const { vehicle_id, last } of positions ?? [])
      counters.set(vehicle_id, { km: numberOf(last?.km), fuel: null })
    for (const { vehicle_id, last } of tanks ?? [])
      counters.set(vehicle_id, {
        km: counters.get(vehicle_id)?.km ?? null,
        fuel: numberOf(last?.tank_usage),
      })
    return counters
  }, [positions, tanks])
}
