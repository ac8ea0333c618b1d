// Fleets: cards onto which vehicles are dropped, beside the vehicles of no fleet.
import { query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { useFocusAfterAdding } from '@flotta/ui/focus.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { useAddByAddress, useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { all as allVehicles, type VehicleItem } from '../../vehicles/contract.ts'
import { fleets as contract, type Fleet, setFleet } from '../contract.ts'
import { FleetsSearch } from './address.ts'
import { ChosenToolbar } from './ChosenToolbar.tsx'
import { DragAndDrop } from './DragAndDrop.tsx'
import { FleetCards } from './FleetCards.tsx'
import { FleetsBar } from './FleetsBar.tsx'
import classes from './fleets.module.css'
import { UnassignedVehicles } from './UnassignedVehicles.tsx'
import { useChosenVehicles } from './useChosenVehicles.ts'
import { useMoves } from './useMoves.ts'
import { matchingFleets, NO_VEHICLES, vehiclesByFleet } from './vehicles-by-fleet.ts'

export default function FleetsScreen() {
  const fleets = useQuery(query(contract.all, {}))
  const vehicles = useQuery({ ...query(allVehicles, {}), refetchInterval: 60_000 })
  const mayEdit = useMay(contract.update)
  const mayMove = useMay(setFleet)
  if (fleets.data === undefined || vehicles.data === undefined)
    return (
      <FleetsLoading
        error={fleets.error ?? vehicles.error}
        onRetry={() => void Promise.all([fleets.refetch(), vehicles.refetch()])}
      />
    )
  return (
    <FleetsBoard
      fleets={fleets.data}
      vehicles={vehicles.data}
      mayEdit={mayEdit}
      mayMove={mayMove}
    />
  )
}

interface FleetsBoardProps {
  readonly fleets: readonly Fleet[]
  readonly vehicles: readonly VehicleItem[]
  readonly mayEdit: boolean
  readonly mayMove: boolean
}
function FleetsBoard({ fleets, vehicles, mayEdit, mayMove }: FleetsBoardProps) {
  const address = useListAddress()
  const { f: selectedId } = FleetsSearch.parse(useSearch({ strict: false }))
  const [active, setActive] = useState<number | 'new' | null>(null)
  const addButton = useFocusAfterAdding(active === 'new')
  useAddByAddress(mayEdit, () => setActive('new'))
  const { chosenIds, chosenVehicles, chosenOf, choose, clear } = useChosenVehicles(vehicles)
  const { move } = useMoves()
  const moveAndClear = (vehiclesToMove: readonly VehicleItem[], fleet_id: number | null) => {
    clear()
    void move(vehiclesToMove, fleet_id)
  }
  const takeOut = useTakeOut(fleets, vehicle => moveAndClear([vehicle], null))
  const byFleet = useMemo(() => vehiclesByFleet(vehicles), [vehicles])
  const visibleFleets = matchingFleets(fleets, byFleet, address.search)
  return (
    <DragAndDrop
      dragged={id => (chosenIds.has(id) ? chosenVehicles : vehicles.filter(v => v.id === id))}
      onDrop={moveAndClear}
    >
      <div className={page.page}>
        <FleetsBar
          fleets={fleets}
          matches={visibleFleets.length}
          address={address}
          mayEdit={mayEdit}
          adding={active === 'new'}
          onAdd={() => setActive('new')}
          addButton={addButton}
        />
        <div className={classes.halves}>
          <FleetCards
            fleets={fleets}
            visibleFleets={visibleFleets}
            byFleet={byFleet}
            selectedId={selectedId}
            active={active}
            onActivate={setActive}
            chosenOf={chosenOf}
            onChoose={choose}
            onTakeOut={takeOut}
            mayEdit={mayEdit}
            mayMove={mayMove}
            search={address.search}
          />
          <UnassignedVehicles
            vehicles={byFleet.get(null) ?? NO_VEHICLES}
            none={vehicles.length === 0}
            mayEdit={mayMove}
            chosen={chosenIds}
            onChoose={choose}
          />
        </div>
        {chosenVehicles.length > 0 && (
          <ChosenToolbar
            count={chosenVehicles.length}
            fleets={fleets}
            onMove={fleet_id => moveAndClear(chosenVehicles, fleet_id)}
            onCancel={clear}
          />
        )}
      </div>
    </DragAndDrop>
  )
}

/** Asks before a vehicle leaves its fleet. The function stays the same, so cards do not render again. */
function useTakeOut(fleets: readonly Fleet[], onConfirm: (vehicle: VehicleItem) => void) {
  const { t } = useTranslation()
  const takeOut = useRef<(vehicle: VehicleItem) => void>(() => undefined)
  takeOut.current = async vehicle => {
    const title = t('fleets.take_out_title', {
      plate: vehicle.plate,
      code: fleets.find(fleet => fleet.id === vehicle.fleet_id)?.code ?? '',
    })
    if (await confirm({ title, confirm: t('fleets.take_out_word'), color: 'red' }))
      onConfirm(vehicle)
  }
  return useCallback((vehicle: VehicleItem) => takeOut.current(vehicle), [])
}

function FleetsLoading({
  error,
  onRetry,
}: {
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  return (
    <div className={page.page}>
      <header className={page.bar}>
        <PageTitle />
      </header>
      <div className={page.plain}>
        <LoadingRows error={error} onRetry={onRetry} rows={8} height={56} />
      </div>
    </div>
  )
}
