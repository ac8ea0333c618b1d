// The newest values that a page shows, by vehicle; read again every minute, like the dashboard.
import { query } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allOverviews, type VehicleOverview } from '../contract.ts'
import type { Page } from '../pages.ts'

export type Newest = ReadonlyMap<number, VehicleOverview>
const FIRST = allOverviews('system')

/** undefined: not loaded yet, or the page shows none. */
export function useNewest({ figures, tells }: Page): Newest | undefined {
  const endpoint = figures === 'newest' ? allOverviews(tells) : undefined
  const askedEndpoint = endpoint ?? FIRST
  if (askedEndpoint === undefined) throw new Error('there is no service')
  const { data } = useQuery({
    ...query(askedEndpoint, {}),
    enabled: endpoint !== undefined,
    refetchInterval: 60_000,
  })
  return useMemo(
    () =>
      endpoint === undefined || data === undefined
        ? undefined
        : new Map(data.map(row => [row.vehicle_id, row])),
    [endpoint, data],
  )
}
