// The filters of the vehicles table; a filter that all vehicles pass is left out.
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import { FilterChip } from '@flotta/ui/table/FilterChip.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { VehicleSubtype, VehicleType } from '../values.ts'
import { activities, statuses, type useVehiclesAddress, type VehiclesAddress } from './address.ts'
import type { VehicleRow } from './rows.ts'

const filterNames = ['type', 'subtype', 'status', 'active'] as const
type FilterName = (typeof filterNames)[number]

function countsOf(
  rows: readonly VehicleRow[],
): Readonly<Record<FilterName, ReadonlyMap<string, number>>> {
  const counts = {
    type: new Map<string, number>(),
    subtype: new Map<string, number>(),
    status: new Map<string, number>(),
    active: new Map<string, number>(),
  }
  const add = (part: FilterName, value: string | number) =>
    counts[part].set(String(value), (counts[part].get(String(value)) ?? 0) + 1)
  for (const row of rows) {
    add('type', row.vehicle_type)
    add('active', row.active ?? 2)
    if (row.vehicle_type === 'U') add('subtype', row.vehicle_subtype ?? 'none')
    if (row.status !== undefined) add('status', row.status)
  }
  return counts
}

interface FiltersProps {
  readonly rows: readonly VehicleRow[]
  /** False: only the first rows are loaded, and the values of the others are unknown. */
  readonly isWhole: boolean
  readonly address: VehiclesAddress
  readonly change: ReturnType<typeof useVehiclesAddress>[1]
}
/** Makes the chip of a filter; one with fewer than two values to choose from is left out. */
function useChips({ rows, isWhole, address, change }: FiltersProps) {
  const counts = useMemo(() => countsOf(rows), [rows])
  return <V extends string>(
    part: FilterName,
    label: string,
    values: readonly V[],
    name: (value: V) => string,
    mark?: (value: V) => React.ReactNode,
  ) => {
    const selectedValues = values.filter(value =>
      (address[part] as readonly string[] | undefined)?.includes(value),
    )
    const offered = values.filter(
      value => counts[part].has(value) || selectedValues.includes(value),
    )
    return offered.length < 2 && selectedValues.length === 0 ? null : (
      <FilterChip
        label={label}
        chosen={selectedValues}
        onChange={next => change({ [part]: next.length === 0 ? undefined : next.join(',') })}
        choices={offered.map(value => ({
          value,
          label: name(value),
          mark: mark?.(value),
          count: isWhole ? formatNumber(counts[part].get(value) ?? 0) : '',
        }))}
      />
    )
  }
}

/** Whether the filters of the address leave vehicles out. */
export const isFiltered = (address: VehiclesAddress): boolean =>
  filterNames.some(part => (address[part] ?? []).length > 0)

export function Filters(props: FiltersProps) {
  const { address, change } = props
  const { t } = useTranslation()
  const chip = useChips(props)
  const any = isFiltered(address)
  return (
    <>
      {chip(
        'type',
        t('vehicles.column.type'),
        VehicleType.options,
        type => t(`vehicles.type.${type}`),
        type => (
          <VehicleTypeIcon type={type} />
        ),
      )}
      {chip('subtype', t('vehicles.column.subtype'), VehicleSubtype.options, subtype =>
        t(`vehicles.subtype.${subtype}`),
      )}
      {chip(
        'status',
        t('vehicles.column.status'),
        statuses,
        status => t(`ui.status.${status}`),
        status => (
          <StatusDot status={Number(status) as 0 | 1 | 2} />
        ),
      )}
      {chip('active', t('vehicles.column.active'), activities, active =>
        t(`vehicles.active.${active}`),
      )}
      {any && (
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() =>
            change({ type: undefined, subtype: undefined, status: undefined, active: undefined })
          }
        >
          {t('vehicles.no_filters')}
        </Button>
      )}
    </>
  )
}
