// Reads and writes for the screens of alert configurations. After a write everything is read again.
import { call, query } from '@flotta/ui/api.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount, useMay } from '../../../account.tsx'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { all as allVehicles, type VehicleItem } from '../../../fleet/vehicles/contract.ts'
import { pins } from '../../../map/global-map/contract.ts'
import { all as allAlerts } from '../../incidents/contract.ts'
import {
  alertConfigurations,
  createMany,
  ofVehicle,
  removeOfVehicle,
  removeOfVehicles,
} from '../contract.ts'

export const SMS = 2
export { CHAT } from '../../incidents/contract.ts'
export interface ListedVehicle extends VehicleItem {
  readonly fleet: { readonly code: string; readonly color: string } | undefined
}
const NONE: readonly ListedVehicle[] = []

/** All vehicles with their fleets; empty while loading. */
export function useVehicles() {
  const vehicles = useQuery(query(allVehicles, {}))
  const { data: groups } = useQuery(query(fleets.all, {}))
  const data = useMemo(() => {
    const byId = new Map((groups ?? []).map(f => [f.id, f]))
    return vehicles.data?.map(
      (v): ListedVehicle => ({
        ...v,
        fleet: v.fleet_id === null ? undefined : byId.get(v.fleet_id),
      }),
    )
  }, [vehicles.data, groups])
  return {
    vehicles: data ?? NONE,
    isLoaded: data !== undefined,
    error: vehicles.error,
    retry: () => void vehicles.refetch(),
  }
}

/** The catalogue of alerts, by id. */
export function useAlerts() {
  const { data } = useQuery({ ...query(allAlerts, {}), staleTime: Number.POSITIVE_INFINITY })
  return useMemo(() => new Map((data ?? []).map(a => [a.id, a])), [data])
}

/** Agreement → the number of vehicles on which the customer does not hold it; undefined while that is loading. */
export function useLacking(
  vehicle_ids: readonly number[],
): ((agreement_id: number) => number) | undefined {
  const { data } = useQuery({ ...query(pins, {}), staleTime: 60_000 })
  return useMemo(() => {
    if (data === undefined) return undefined
    const agreementsById = new Map(data.map(p => [p.id, p.active_agreements ?? []]))
    return agreement_id =>
      vehicle_ids.filter(id => !agreementsById.get(id)?.includes(agreement_id)).length
  }, [data, vehicle_ids])
}

export const useMayConfigure = (): boolean => useMay(createMany)
export function useHasSms(): boolean {
  const account = useAccount()
  return (
    account?.customer.configurations.some(c => c.parameter === 'alert_sms' && c.value === '1') ??
    false
  )
}

const readAnew = (client: QueryClient) =>
  Promise.all(
    [ofVehicle, alertConfigurations.list, alertConfigurations.all].map(e =>
      client.invalidateQueries({ queryKey: [e.path] }),
    ),
  )

/** Vehicles whose configurations one call removes. Their ids are in the address of the call, which must not grow too long. */
const REMOVED_AT_ONCE = 1_000

export function useWrites() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const finish = async (key: 'alert_configurations.saved' | 'alert_configurations.removed') => {
    await readAnew(client)
    toast.success(t(key))
  }
  return {
    saved: () => finish('alert_configurations.saved'),
    remove: async (id: number) => {
      await call(alertConfigurations.remove, { params: { id } })
      await finish('alert_configurations.removed')
    },
    reset: async (vehicle_ids: readonly number[]) => {
      const [only] = vehicle_ids
      if (vehicle_ids.length === 1 && only !== undefined)
        await call(removeOfVehicle, { params: { id: only } })
      else
        for (let i = 0; i < vehicle_ids.length; i += REMOVED_AT_ONCE)
          await call(removeOfVehicles, {
            query: { vehicles: vehicle_ids.slice(i, i + REMOVED_AT_ONCE).join(',') },
          })
      await finish('alert_configurations.removed')
    },
  }
}
