// The vehicles that are in an area now, with their times of entry, read again while the list is shown.
import { query } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import type { hubVehicles, poiVehicles } from '../contract.ts'

/** Interval at which arrivals and departures are read, ms. */
const ASKED_MS = 10_000

export function useVehiclesInside(endpoint: typeof hubVehicles | typeof poiVehicles, id: number) {
  const { data, error, refetch } = useQuery({
    ...query(endpoint, { params: { id }, query: {} }),
    refetchInterval: ASKED_MS,
  })
  return { data: data?.data, error, refetch }
}
