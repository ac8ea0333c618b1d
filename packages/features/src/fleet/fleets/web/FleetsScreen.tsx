// Fleets: cards onto which vehicles are dropped, beside the vehicles of no fleet.
import { contains } from '@flotta/core/searchable.ts'
import { query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { useFocusAfterAdding } from '@flotta/ui/focus.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { ImportSheet } from '@flotta/ui/resource/ImportSheet.tsx'
import { SearchField } from '@flotta/ui/resource/ListScreen.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button, Menu } from '@mantine/core'
import { IconPlus, IconSearchOff, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { all as allVehicles, type VehicleItem } from '../../vehicles/contract.ts'
import { fleets as contract, type Fleet, setFleet } from '../contract.ts'
import { FleetsSearch } from './address.ts'
import { DragAndDrop } from './DragAndDrop.tsx'
import { FleetCard, useFleetKind } from './FleetCard.tsx'
import classes from './fleets.module.css'
import { UnassignedVehicles } from './UnassignedVehicles.tsx'
import { useMoves } from './useMoves.ts'

const NO_VEHICLES: readonly VehicleItem[] = []
const NOTHING_SELECTED: ReadonlySet<number> = new Set()
/** Cards that a usual window shows; what more a larger one does comes with the next picture. */
const CARDS_AT_FIRST = 6
const importColumns = [
  { title: 'Code', field: 'code', example: 'NORD', required: true, unique: true },
  { title: 'Description', field: 'description', example: 'Nord Italia', required: true },
  { title: 'Color', field: 'color', example: '#2e51bb', required: true },
] as const

export default function FleetsScreen() {
  const { t } = useTranslation()
  const fleets = useQuery(query(contract.all, {}))
  const vehicles = useQuery({ ...query(allVehicles, {}), refetchInterval: 60_000 })
  const mayEdit = useMay(contract.update)
  const mayMove = useMay(setFleet)
  const address = useListAddress()
  const { f: selectedId } = FleetsSearch.parse(useSearch({ strict: false }))
  const [active, setActive] = useState<number | 'new' | null>(null)
  const add = useFocusAfterAdding(active === 'new')
  const { chosenIds, chosenVehicles, chosenOf, choose, clear } = useChosenVehicles(
    vehicles.data ?? NO_VEHICLES,
  )
  const kind = useFleetKind(fleets.data)
  const { move } = useMoves()

  const byFleet = useMemo(() => vehiclesByFleet(vehicles.data ?? NO_VEHICLES), [vehicles.data])
  const visibleFleets = (fleets.data ?? []).filter(
    ({ id, code, description }) =>
      address.search === '' ||
      contains(code, address.search) ||
      contains(description, address.search) ||
      (byFleet.get(id) ?? NO_VEHICLES).some(v => contains(v.plate, address.search)),
  )
  const go = (vehiclesToMove: readonly VehicleItem[], fleet_id: number | null) => {
    clear()
    void move(vehiclesToMove, fleet_id)
  }
  const codeOf = (id: number | null) => fleets.data?.find(fleet => fleet.id === id)?.code ?? ''
  const takeOut = useRef<(vehicle: VehicleItem) => void>(() => undefined)
  takeOut.current = async vehicle => {
    const title = t('fleets.take_out_title', {
      plate: vehicle.plate,
      code: codeOf(vehicle.fleet_id),
    })
    if (await confirm({ title, confirm: t('fleets.take_out_word'), color: 'red' }))
      go([vehicle], null)
  }
  const onTakeOut = useCallback((vehicle: VehicleItem) => takeOut.current(vehicle), [])
  const close = useCallback(() => setActive(null), [])
  const error = fleets.error ?? vehicles.error
  if (fleets.data === undefined || vehicles.data === undefined)
    return (
      <FleetsLoading
        error={error}
        onRetry={() => void Promise.all([fleets.refetch(), vehicles.refetch()])}
      />
    )
  return (
    <DragAndDrop
      dragged={id => (chosenIds.has(id) ? chosenVehicles : vehicles.data.filter(v => v.id === id))}
      onDrop={go}
    >
      <div className={page.page}>
        <header className={page.bar}>
          <div className={page.title}>
            <PageTitle />
            <span className={page.count} aria-live="polite">
              {address.search === ''
                ? formatNumber(fleets.data.length)
                : t('ui.list.found', {
                    count: visibleFleets.length,
                    total: formatNumber(visibleFleets.length),
                  })}
            </span>
          </div>
          <SearchField label={t('fleets.search')} typed={address.typed} onType={address.type} />
          {mayEdit && (
            <>
              <ImportSheet
                resource={contract}
                columns={importColumns}
                known={{ code: fleets.data.map(fleet => fleet.code) }}
                title={t('fleets.import')}
              />
              <Button
                ref={add}
                className={page.add ?? ''}
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setActive('new')}
                disabled={active === 'new'}
              >
                {t('fleets.add')}
              </Button>
            </>
          )}
        </header>
        <div className={classes.halves}>
          <div className={classes.fleets}>
            {active === 'new' && (
              <section className={classes.fleet} data-selected aria-label={t('fleets.add')}>
                <EditCard
                  kind={kind}
                  record={null}
                  editing
                  onEdit={() => undefined}
                  onClose={close}
                  mayEdit={mayEdit}
                  head={null}
                />
              </section>
            )}
            {visibleFleets.map((fleet, i) => (
              <FleetCard
                first={i < CARDS_AT_FIRST}
                key={fleet.id}
                kind={kind}
                fleet={fleet}
                vehicles={byFleet.get(fleet.id) ?? NO_VEHICLES}
                selected={fleet.id === selectedId}
                editing={fleet.id === active}
                onEdit={setActive}
                onClose={close}
                mayEdit={mayMove}
                chosen={chosenOf.get(fleet.id) ?? NOTHING_SELECTED}
                onChoose={choose}
                onTakeOut={onTakeOut}
              />
            ))}
            {visibleFleets.length === 0 && active !== 'new' && (
              <div className={page.plain}>
                <NoFleets
                  none={fleets.data.length === 0}
                  mayEdit={mayEdit}
                  search={address.search}
                />
              </div>
            )}
          </div>
          <UnassignedVehicles
            vehicles={byFleet.get(null) ?? NO_VEHICLES}
            none={vehicles.data.length === 0}
            mayEdit={mayMove}
            chosen={chosenIds}
            onChoose={choose}
          />
        </div>
        {chosenVehicles.length > 0 && (
          <ChosenToolbar
            count={chosenVehicles.length}
            fleets={fleets.data}
            onMove={fleet_id => go(chosenVehicles, fleet_id)}
            onCancel={clear}
          />
        )}
      </div>
    </DragAndDrop>
  )
}

/** The vehicles that the person has chosen on the screen. */
function useChosenVehicles(vehicles: readonly VehicleItem[]) {
  const [chosenIds, setChosen] = useState<ReadonlySet<number>>(new Set())
  const choose = useCallback(
    ({ id }: VehicleItem) =>
      setChosen(old =>
        old.has(id) ? new Set([...old].filter(otherId => otherId !== id)) : new Set([...old, id]),
      ),
    [],
  )
  const chosenVehicles = useMemo(
    () => (chosenIds.size === 0 ? NO_VEHICLES : vehicles.filter(v => chosenIds.has(v.id))),
    [vehicles, chosenIds],
  )
  // a card renders again only where its own choice changed
  const chosenOf = useMemo(
    () =>
      new Map(
        [...vehiclesByFleet(chosenVehicles)].map(([id, some]) => [
          id,
          new Set(some.map(v => v.id)),
        ]),
      ),
    [chosenVehicles],
  )
  const clear = useCallback(() => setChosen(new Set()), [])
  return { chosenIds, chosenVehicles, chosenOf, choose, clear }
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
        {error === null ? (
          <SkeletonRows rows={8} height={56} />
        ) : (
          <LoadError error={error} onRetry={onRetry} />
        )}
      </div>
    </div>
  )
}

/** `none`: the customer has no fleet at all; else the search found none. */
function NoFleets({
  none,
  mayEdit,
  search,
}: {
  readonly none: boolean
  readonly mayEdit: boolean
  readonly search: string
}) {
  const { t } = useTranslation()
  return none ? (
    <Empty
      icon={IconStack2}
      title={t('fleets.none')}
      text={t(mayEdit ? 'fleets.none_yet' : 'fleets.none_text')}
    />
  ) : (
    <Empty
      icon={IconSearchOff}
      title={t('ui.list.nothing')}
      text={t('ui.list.nothing_text', { search: search })}
    />
  )
}

function ChosenToolbar({
  count,
  fleets,
  onMove,
  onCancel,
}: {
  readonly count: number
  readonly fleets: readonly Fleet[]
  readonly onMove: (fleet_id: number | null) => void
  readonly onCancel: () => void
}) {
  const { t } = useTranslation()
  return (
    <div
      className={classes.picked}
      role="toolbar"
      aria-label={t('fleets.chosen', { count: count })}
    >
      <span>{t('fleets.chosen', { count: count })}</span>
      <MoveMenu fleets={fleets} onMove={onMove} />
      <Button variant="subtle" color="gray" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}

function MoveMenu({
  fleets,
  onMove,
}: {
  readonly fleets: readonly Fleet[]
  readonly onMove: (fleet_id: number | null) => void
}) {
  const { t } = useTranslation()
  return (
    <Menu position="top" styles={{ dropdown: { maxHeight: '50dvh', overflow: 'auto' } }}>
      <Menu.Target>
        <Button>{t('fleets.move_to')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fleets.map(fleet => (
          <Menu.Item
            key={fleet.id}
            leftSection={
              <span className={classes.dot} style={{ background: fleet.color }} aria-hidden />
            }
            onClick={() => onMove(fleet.id)}
          >
            {fleet.code}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onMove(null)}>{t('fleets.unassigned')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function vehiclesByFleet(
  vehicles: readonly VehicleItem[],
): ReadonlyMap<number | null, readonly VehicleItem[]> {
  const groups = new Map<number | null, VehicleItem[]>()
  for (const vehicle of vehicles) {
    const group = groups.get(vehicle.fleet_id)
    if (group === undefined) groups.set(vehicle.fleet_id, [vehicle])
    else group.push(vehicle)
  }
  return groups
}
