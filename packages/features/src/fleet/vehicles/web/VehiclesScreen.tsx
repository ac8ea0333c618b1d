// All vehicles as a table: searched, filtered, sorted, exported as shown; one of them can be opened beside it and changed.
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import page from '@flotta/ui/resource/resource.module.css'
import { SearchField } from '@flotta/ui/resource/SearchField.tsx'
import { useAddByAddress, useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { DataTable } from '@flotta/ui/table/DataTable.tsx'
import { parseSort, type Sort, sortText } from '@flotta/ui/table/sort.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { useFleetsInAddress } from '../../../map/global-map/web/useFleetsInAddress.ts'
import { customerQuery } from '../../../people/auth/web/account.ts'
import { setFleet } from '../../fleets/contract.ts'
import { useVehiclesAddress } from './address.ts'
import classes from './details.module.css'
import { Filters, isFiltered } from './Filters.tsx'
import { NoVehicles } from './NoVehicles.tsx'
import { AddButton, OwnVehicle, useAdding } from './OwnVehicle.tsx'
import { filterRows, type VehicleRow } from './rows.ts'
import { rentColumns, useColumns } from './useColumns.tsx'
import { useRows } from './useRows.ts'
import { VehicleAside } from './VehicleAside.tsx'

const NONE: readonly string[] = []

/** How many vehicles pass the filters, and how many there are; empty while they load. */
function ShownOfAll({ shown, all }: { readonly shown: number; readonly all: number | undefined }) {
  const { t } = useTranslation()
  return (
    <span className={page.count} aria-live="polite">
      {all === undefined
        ? ''
        : shown === all
          ? formatNumber(all)
          : t('vehicles.some_of', { shown: formatNumber(shown), total: formatNumber(all) })}
    </span>
  )
}

export default function VehiclesScreen() {
  const { t } = useTranslation()
  const [address, change] = useVehiclesAddress()
  const { typed, type } = useListAddress()
  useFleetsInAddress(address.fleets, change)
  const {
    search = '',
    type: types = NONE,
    subtype = NONE,
    status = NONE,
    active = NONE,
    sort,
    v,
  } = address
  const isPlain = search === '' && sort === undefined && !isFiltered(address)
  const { rows, rest, error, refetch, withRents, withFuel, passes } = useRows(isPlain)
  const { data: customer } = useQuery(customerQuery)
  const withSms =
    customer?.configurations.some(c => c.parameter === 'alert_sms' && c.value === '1') === true
  const columns = useColumns({ withRents, withFuel, withSms })
  const views = useMemo(
    () => (withRents ? [{ name: t('vehicles.view.rents'), columns: rentColumns }] : []),
    [t, withRents],
  )
  const mayOpen = useMay(setFleet)
  const visibleRows = useMemo(
    () => filterRows(rows ?? [], { search, type: types, subtype, status, active, passes }),
    [rows, search, types, subtype, status, active, passes],
  )
  const open = useCallback((row: VehicleRow) => change({ v: row.id }), [change])
  const openLabel = useCallback((row: VehicleRow) => t('ui.list.edit_of', { name: row.plate }), [t])
  const close = useCallback(() => change({ v: undefined }), [change])
  const onSort = useCallback(
    (next: Sort | null) => change({ sort: sortText(next) }, { replace: true }),
    [change],
  )
  const sorting = useMemo(() => parseSort(sort), [sort])
  const all = rest?.total ?? rows?.length ?? 0
  const adding = useAdding()
  useAddByAddress(adding.mayAdd, adding.open)
  return (
    <div className={`${page.page} ${classes.screen}`}>
      <header className={page.bar}>
        <div className={page.title}>
          <PageTitle />
          <ShownOfAll shown={rest === undefined ? visibleRows.length : all} all={rows && all} />
        </div>
        <SearchField label={t('vehicles.search')} typed={typed} onType={type} />
        {adding.mayAdd && <AddButton onClick={adding.open} />}
      </header>
      {rows === undefined ? (
        <div className={page.plain}>
          <LoadingRows error={error} onRetry={() => void refetch()} rows={10} height={40} />
        </div>
      ) : all === 0 ? (
        <div className={page.plain}>
          <NoVehicles action={adding.mayAdd ? <AddButton onClick={adding.open} /> : undefined} />
        </div>
      ) : (
        <div className={classes.halves}>
          <DataTable
            name="vehicles"
            columns={columns}
            rows={visibleRows}
            rest={rest}
            sort={sorting}
            onSort={onSort}
            selected={v}
            views={views}
            tools={
              <Filters rows={rows} isWhole={rest === undefined} address={address} change={change} />
            }
            {...(mayOpen && { onOpen: open, openLabel })}
          />
          {v !== undefined && mayOpen && <VehicleAside key={v} id={v} onClose={close} />}
        </div>
      )}
      {adding.isOpen && <OwnVehicle onClose={adding.close} />}
    </div>
  )
}
