// The panel of a vehicle beside the map: its state, its alerts, and a tab for each service.
import { ApiError, query } from '@flotta/ui/api.ts'
import { whenIdle } from '@flotta/ui/idle.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { preference, setPreference } from '@flotta/ui/preferences.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fleet } from '../../../fleet/fleets/contract.ts'
import { vehicleById } from '../../../fleet/vehicles/contract.ts'
import type { Pin } from '../contract.ts'
import classes from './map.module.css'
import type { MapSearch, useMapSearch } from './useMapSearch.ts'
import { Header } from './VehicleHeader.tsx'
import { Tabs } from './VehicleTabs.tsx'

export interface VehiclePanelProps {
  readonly id: number
  /** Its data from the map; undefined: it has no pin. */
  readonly pin: Pin | undefined
  readonly fleet: Fleet | undefined
  readonly search: MapSearch
  readonly change: ReturnType<typeof useMapSearch>[1]
  readonly onClose: () => void
}

export const VehiclePanel = memo(function VehiclePanel({
  id,
  pin,
  fleet,
  search,
  change,
  onClose,
}: VehiclePanelProps) {
  const { t } = useTranslation()
  const {
    data: vehicle,
    error,
    refetch,
  } = useQuery({
    ...query(vehicleById, { params: { id } }),
    refetchInterval: 60_000,
    retry: (count, failure) =>
      count < 2 && !(failure instanceof ApiError && failure.status >= 400 && failure.status < 500),
  })
  // A vehicle that cannot be shown is reported and deselected. While the server does not answer,
  // the panel waits.
  const isRefused =
    vehicle === undefined && error instanceof ApiError && error.status >= 400 && error.status < 500
  const [lastTab] = useState(() => preference('tab'))
  const openTab = useCallback(
    (tab: string) => {
      change({ tab, sub: undefined })
      // Writing a cookie blocks the page, so it waits for an idle moment.
      whenIdle(() => setPreference('tab', tab))
    },
    [change],
  )
  useEffect(() => {
    if (!isRefused) return
    toast.error(t('global_map.vehicle_failed'), { id: 'vehicle-failed' })
    onClose()
  }, [isRefused, onClose, t])

  return (
    <div className={classes.vehicle}>
      <Header pin={pin} vehicle={vehicle} fleet={fleet} onClose={onClose} />
      {vehicle === undefined ? (
        error === null || isRefused ? (
          <SkeletonRows rows={8} />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Tabs vehicle={vehicle} pin={pin} asked={search.tab} last={lastTab} onCode={openTab} />
      )}
    </div>
  )
})
