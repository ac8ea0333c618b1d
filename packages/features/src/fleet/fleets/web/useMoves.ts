// Moves vehicles into another fleet: shown at once, taken back with a toast where the server refuses, undone from the toast.
import { call, query } from '@flotta/ui/api.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { all, type VehicleItem } from '../../vehicles/contract.ts'
import { fleets as contract, type Fleet, setFleet } from '../contract.ts'
import { runLimited } from './run-limited.ts'

/** Calls that run at once. */
const CALLS_AT_ONCE = 4

export interface Moves {
  /** Moves vehicles into a fleet; null: into none. Vehicles that are already there stay. */
  readonly move: (vehicles: readonly VehicleItem[], fleet_id: number | null) => Promise<void>
}
interface Refusal {
  readonly vehicle: VehicleItem
  readonly error: unknown
}
function showRefusals(refusals: readonly Refusal[], t: TFunction): void {
  const [first] = refusals
  if (first === undefined) return
  const plates = refusals.map(r => r.vehicle.plate)
  toast.failed(first.error, {
    title: t('fleets.refused', { count: plates.length, plates: plates.slice(0, 3).join(', ') }),
  })
}

export function useMoves(): Moves {
  const { t } = useTranslation()
  const client = useQueryClient()
  const key = query(all, {}).queryKey
  const showFleets = (target: ReadonlyMap<number, number | null>) =>
    client.setQueryData<readonly VehicleItem[]>(
      key,
      old =>
        old?.map(v =>
          target.has(v.id) ? { ...v, fleet_id: target.get(v.id) ?? null } : v,
        ) as never,
    )
  const codeOf = (id: number | null) =>
    id === null
      ? t('fleets.unassigned')
      : ((
          client.getQueryData(query(contract.all, {}).queryKey) as readonly Fleet[] | undefined
        )?.find(f => f.id === id)?.code ?? '')

  /** @returns the vehicles that the server refused */
  const setFleets = async (
    vehicles: readonly VehicleItem[],
    target: (vehicle: VehicleItem) => number | null,
  ): Promise<readonly VehicleItem[]> => {
    await client.cancelQueries({ queryKey: [all.path] })
    showFleets(new Map(vehicles.map(v => [v.id, target(v)])))
    const refusals: Refusal[] = []
    await runLimited(vehicles, CALLS_AT_ONCE, async vehicle => {
      try {
        await call(setFleet, { params: { id: vehicle.id }, body: { fleet_id: target(vehicle) } })
      } catch (error) {
        refusals.push({ vehicle, error })
        showFleets(new Map([[vehicle.id, vehicle.fleet_id]]))
      }
    })
    showRefusals(refusals, t)
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && /^\/(vehicles|pins)\b/.test(path),
    })
    return refusals.map(r => r.vehicle)
  }

  return {
    async move(vehicles, fleet_id) {
      const vehiclesToMove = vehicles.filter(v => v.fleet_id !== fleet_id)
      if (vehiclesToMove.length === 0) return
      const refusedVehicles = await setFleets(vehiclesToMove, () => fleet_id)
      const there = vehiclesToMove.filter(v => !refusedVehicles.includes(v))
      const [first] = there
      if (first === undefined) return
      const values = { count: there.length, plate: first.plate, code: codeOf(fleet_id) }
      toast.saved(
        t(fleet_id === null ? 'fleets.taken_out' : 'fleets.moved', values),
        () =>
          void setFleets(
            there.map(v => ({ ...v, fleet_id })),
            v => there.find(b => b.id === v.id)?.fleet_id ?? null,
          ),
      )
    },
  }
}
